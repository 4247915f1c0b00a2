#include "search/solver.h"

#include <algorithm>

#include "base/zobrist.h"

namespace tengen {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t WAYS = 4;  ///< Entries that a key may go to.
constexpr uint64_t POLL_NODES = 32;
constexpr auto QUESTION_INTERVAL = std::chrono::milliseconds(10);

/// Nodes of a search by fours inside the search by threes: nearly all end far below it.
constexpr uint64_t INNER_FOURS = 400;

/// Nodes of the search by fours at the root, when threes may follow.
constexpr uint64_t ROOT_FOURS = 100'000;

/// Nodes of the first turn of each way to search for threes.
constexpr uint64_t FIRST_TURN = 4000;

/// Nodes that a shorter win is worth, however fast the first was found.
constexpr uint64_t SHORTEN_NODES = 4000;

constexpr int SHORTEST_BY_THREES = 5;

uint64_t salt_of(const Board& board) {
    const RuleTraits& traits = board.tables().traits;
    uint64_t bits = uint64_t(board.size()) << 1 | board.turn();
    for (const SideTraits& side : traits.side)
        bits = bits << 5 | uint64_t(side.overline) << 3 | uint64_t(side.needs_open_end) << 2 |
               uint64_t(side.no_double_three) << 1 | uint64_t(side.no_double_four);
    return splitmix64(bits);
}

/// Say whether a four, a reply and a five can still be played before the game is over.
bool has_room(const Board& board) {
    return board.empty_count() > 2 &&
           (!board.has_traps() || size_t(board.move_count()) + 2 < board.points().size());
}

/// Say whether the side to move can still be answered: where stones can be thrown on traps, the
/// last move need not be that of the last free point.
bool has_answer(const Board& board) {
    return !board.has_traps() || size_t(board.move_count()) + 2 <= board.points().size();
}

}  // namespace

Solver::Solver(size_t bytes) : bytes_(bytes) {}

void Solver::make_tables() {
    if (!table_.empty()) return;
    // An eighth for the failures by fours; both are powers of two.
    size_t entries = WAYS, keys = 64;
    while (entries * 2 * sizeof(Entry) <= bytes_ - bytes_ / 8) entries *= 2;
    while (keys * 2 * sizeof(uint64_t) <= bytes_ / 8) keys *= 2;
    table_.resize(entries);
    failed_.resize(keys);
}

void Solver::clear() {
    std::fill(table_.begin(), table_.end(), Entry{});
    std::fill(failed_.begin(), failed_.end(), 0);
    extra_.clear();
}

void Solver::begin(Board& board, const SolverLimits& limits) {
    make_tables();
    board_ = &board;
    limits_ = limits;
    salt_ = salt_of(board);
    nodes_ = next_poll_ = 0;
    fours_limit_ = ~0ull;
    threat_nodes_ = INNER_FOURS;
    started_ = next_question_ = Clock::now();
    over_ = fours_cut_ = false;
    stops_before_ = limits.stops.value_or(stops_);
    give(~0ull);
    children_.clear();
    moves_.clear();
}

void Solver::give(uint64_t nodes) {
    uint64_t most = limits_.nodes ? limits_.nodes : ~0ull;
    node_limit_ = nodes_ + std::min<uint64_t>(nodes, std::max(most, nodes_) - nodes_);
    stopped_ = over_;
}

bool Solver::is_stopped() {
    if (stopped_ || nodes_ >= node_limit_) return stopped_ = true;
    return nodes_ >= next_poll_ && poll();
}

bool Solver::poll() {
    next_poll_ = nodes_ + POLL_NODES;
    auto now = Clock::now();
    over_ |= stops_ != stops_before_ || (limits_.stop && *limits_.stop);
    over_ |= limits_.nodes && nodes_ >= limits_.nodes;
    over_ |= limits_.milliseconds > 0 &&
             now - started_ >= std::chrono::milliseconds(limits_.milliseconds);
    if (!over_ && limits_.interrupted && now >= next_question_) {
        next_question_ = now + QUESTION_INTERVAL;
        over_ = limits_.interrupted();
    }
    return stopped_ |= over_;
}

bool Solver::is_over() {
    poll();
    return over_;
}

uint64_t Solver::depth_salt(int left) {
    return left == UNLIMITED ? 0 : splitmix64(uint64_t(left) << 32);
}

uint64_t Solver::key(int left) const {
    return board_->key() ^ salt_ ^ depth_salt(left);
}

uint64_t Solver::child_key(Point move, int left) const {
    return board_->key() ^ key_of(x_of(move), y_of(move), board_->turn()) ^ KEY_WHITE_TO_MOVE ^
           salt_ ^ depth_salt(one_less(left));
}

const Solver::Entry* Solver::look_up(uint64_t key) const {
    const Entry* bucket = &table_[key & (table_.size() - 1) & ~(WAYS - 1)];
    for (size_t i = 0; i < WAYS; ++i)
        if (bucket[i].key == key) return &bucket[i];
    return nullptr;
}

void Solver::store(uint64_t key, Numbers numbers, Point move, uint64_t work) {
    Entry* bucket = &table_[key & (table_.size() - 1) & ~(WAYS - 1)];
    Entry* place = bucket;
    for (size_t i = 0; i < WAYS; ++i) {
        if (bucket[i].key == key) {
            place = &bucket[i];
            work += place->work;
            break;
        }
        if (bucket[i].work < place->work) place = &bucket[i];
    }
    // What is left alone grows younger, or old work would fill the table for ever.
    for (size_t i = 0; i < WAYS; ++i) bucket[i].work -= bucket[i].work >> 6;
    *place = {key, numbers, uint32_t(std::min<uint64_t>(work, 1u << 30)), move};
}

// Fours.

Point Solver::quick_win(int left) {
    Color side = board_->turn();
    if (left < 1 || is_filled(*board_)) return PASS;
    if (Point five = point_of_class(*board_, WINNING_FIVE, side); five != PASS) return five;
    if (left < 3 || board_->counts(other(side))[WINNING_FIVE] || !has_room(*board_)) return PASS;
    return winning_four(*board_);
}

bool Solver::win_by_fours(int left) {
    uint64_t here = key(left);
    if (Point move = quick_win(left); move != PASS) {
        store(here, SUCCEEDS, move, 1);
        return true;
    }
    if (left < 5 && !board_->counts(other(board_->turn()))[WINNING_FIVE] &&
        !board_->tables().traits.has_forbidden())
        return false;
    if (left < 3) return false;
    uint64_t& failure = failed_[here & (failed_.size() - 1)];
    if (failure == here) return false;
    if (is_stopped()) return false;
    if (nodes_ >= fours_limit_) {
        fours_cut_ = true;
        return false;
    }
    ++nodes_;
    size_t base = moves_.size();
    Color side = board_->turn();
    if (board_->counts(other(side))[WINNING_FIVE])
        stops(*board_, moves_);
    else
        four_moves(*board_, moves_);
    bool won = false;
    for (size_t i = base; i < moves_.size() && !won; ++i) {
        Point move = moves_[i];
        if (!makes_four(*board_, move, side)) continue;
        board_->push(move);
        won = four_wins(one_less(left));
        board_->pop();
        if (won) store(here, SUCCEEDS, move, 1);
    }
    moves_.resize(base);
    if (!won && !stopped_ && !fours_cut_) failed_[here & (failed_.size() - 1)] = here;
    return won;
}

bool Solver::four_wins(int left) {
    Color defender = board_->turn();
    if (board_->counts(defender)[WINNING_FIVE] || is_filled(*board_)) return false;
    if (!has_answer(*board_)) return false;
    if (!board_->counts(other(defender))[WINNING_FIVE]) return false;
    size_t base = moves_.size();
    stops(*board_, moves_);
    bool wins = true;
    for (size_t i = base; i < moves_.size() && wins; ++i) {
        board_->push(moves_[i]);
        wins = win_by_fours(one_less(left));
        board_->pop();
    }
    moves_.resize(base);
    return wins;
}

bool Solver::win_by_fours(int left, uint64_t nodes) {
    fours_cut_ = false;
    fours_limit_ = nodes_ + std::min<uint64_t>(nodes, ~0ull - nodes_);
    return win_by_fours(left);
}

int Solver::deepen_fours(int left) {
    uint64_t nodes = limits_.fours_only ? ~0ull : ROOT_FOURS;
    // Short wins first: a search depth first takes the long way as gladly as the short one.
    for (int depth : {5, 9, 15, 25})
        if (depth < left && win_by_fours(depth, nodes)) return depth;
    return win_by_fours(left, nodes) ? left : 0;
}

// Fours and threes.

Solver::Numbers Solver::search(bool attacking, Numbers limit, int left) {
    if (is_stopped()) return {1, 1};
    uint64_t here = key(left);
    const Entry* known = look_up(here);
    if (known && known->numbers.is_settled()) return known->numbers;
    uint64_t before = nodes_++;
    size_t base = children_.size();
    Numbers now = attacking ? expand_attack(here, left) : expand_defence(here, left);
    if (stopped_) {
        children_.resize(base);
        return {1, 1};
    }
    Point best = PASS;
    if (!now.is_settled()) {
        while (true) {
            Choice choice = choose(base, limit);
            now = choice.numbers;
            best = children_[choice.best].move;
            if (now.phi >= limit.phi || now.delta >= limit.delta || stopped_) break;
            board_->push(best);
            Numbers found = search(!attacking, choice.limit, one_less(left));
            board_->pop();
            children_[choice.best].numbers = found;
        }
    } else if (children_.size() > base) {
        best = children_[base].move;
    }
    children_.resize(base);
    store(here, now, best, nodes_ - before);
    return now;
}

Solver::Choice Solver::choose(size_t base, Numbers limit) const {
    uint32_t second = INFINITE, hardest = 0, open = 0;
    size_t best = base;
    for (size_t i = base; i < children_.size(); ++i) {
        Numbers child = children_[i].numbers;
        if (child.phi) {
            ++open;
            hardest = std::max(hardest, child.phi);
        }
        if (i == base) continue;
        if (child.delta < children_[best].numbers.delta) {
            second = children_[best].numbers.delta;
            best = i;
        } else {
            second = std::min(second, child.delta);
        }
    }
    uint32_t least = children_[best].numbers.delta;
    if (!open) return {FAILS, best, {}};
    if (!least) return {SUCCEEDS, best, {}};
    // The weak sum: as hard as the hardest, and one more for each other child. A plain sum counts
    // positions that several orders of moves lead to once for each order.
    Numbers now = {least, std::min(hardest + open - 1, INFINITE - 1)};
    // An eighth more than the second best keeps the search from jumping to and fro.
    return {now, best, {limit.delta - (open - 1), std::min(limit.phi, second + second / 8 + 1)}};
}

void Solver::add_children(const Points& moves, size_t from, bool attacking, int left) {
    for (size_t i = from; i < moves.size(); ++i) {
        Child child{child_key(moves[i], left), {1, 1}, moves[i]};
        if (const Entry* known = look_up(child.key)) {
            child.numbers = known->numbers;
        } else if (attacking && !makes_four(*board_, child.move, board_->turn())) {
            // A three has several replies, and the plain ones are answered most easily.
            child.numbers.delta = board_->class_at(child.move, board_->turn()) > ONE_THREE ? 1 : 2;
        }
        children_.push_back(child);
    }
}

Solver::Numbers Solver::expand_attack(uint64_t here, int left) {
    Color side = board_->turn(), foe = other(side);
    size_t base = children_.size();
    Point move = quick_win(left);
    if (move == PASS && !look_up(here) && win_by_fours(left, INNER_FOURS))
        if (const Entry* entry = look_up(here)) move = entry->move;
    if (move != PASS) {
        children_.push_back({0, {}, move});
        return SUCCEEDS;
    }
    if (left < 3) return FAILS;
    Points moves;
    if (board_->counts(foe)[WINNING_FIVE]) {
        stops(*board_, moves);
    } else {
        threat_moves(*board_, moves);
        if (board_->counts(foe)[WINNING_FOUR] && !moves.empty()) {
            // A three that leaves the defender a winning four only loses the game.
            Points answers;
            answers_to_fours(*board_, foe, answers);
            std::erase_if(moves, [&](Point point) {
                return !makes_four(*board_, point, side) &&
                       std::find(answers.begin(), answers.end(), point) == answers.end();
            });
        }
    }
    add_children(moves, 0, true, left);
    return children_.size() == base ? FAILS : Numbers{1, 1};
}

Solver::Numbers Solver::expand_defence(uint64_t here, int left) {
    Color side = board_->turn(), foe = other(side);
    if (board_->counts(side)[WINNING_FIVE] || is_filled(*board_)) return SUCCEEDS;
    if (!has_answer(*board_)) return SUCCEEDS;
    Points replies;
    if (board_->counts(foe)[WINNING_FIVE]) {
        if (left < 2) return SUCCEEDS;
        stops(*board_, replies);
    } else {
        if (left < 4) return SUCCEEDS;
        if (!board_->counts(foe)[WINNING_FOUR] || board_->empty_count() < 4) {
            // No plain three: is there a win by fours if this side does nothing?
            board_->push(PASS);
            Draft draft;
            int threat = build_attack(draft, one_less(left), true);
            board_->pop();
            if (threat < 0) return SUCCEEDS;
            refuters_of(*board_, draft.nodes, threat, replies, [this] { return is_over(); });
        } else {
            answers_to_fours(*board_, foe, replies);
            four_moves(*board_, replies);
            std::erase_if(replies, [&](Point point) {
                return board_->forbidden(point, side) != Forbidden::NO;
            });
        }
        if (auto extra = extra_.find(here); extra != extra_.end())
            replies.insert(replies.end(), extra->second.begin(), extra->second.end());
        std::sort(replies.begin(), replies.end());
        replies.erase(std::unique(replies.begin(), replies.end()), replies.end());
    }
    std::erase_if(replies, [&](Point point) { return board_->is_trap(point); });
    if (replies.empty()) return FAILS;
    add_children(replies, 0, false, left);
    return {1, 1};
}

// Proofs.

int Solver::Draft::add(ProofNode node) {
    node.plies = 1;
    auto count = [&](int next) {
        node.plies = std::max(node.plies, nodes[size_t(next)].plies + 2);
    };
    if (node.otherwise != NO_NODE) count(node.otherwise);
    for (auto [reply, next] : node.replies) count(next);
    nodes.push_back(std::move(node));
    return int(nodes.size()) - 1;
}

int Solver::Draft::leaf(Point move) {
    auto [place, is_new] = leaves.try_emplace(move, NO_NODE);
    if (is_new) place->second = add({move});
    return place->second;
}

Point Solver::winning_move(uint64_t here, int left, bool by_fours) {
    if (Point move = quick_win(left); move != PASS) return move;
    if (by_fours && !win_by_fours(left, threat_nodes_)) return PASS;
    const Entry* entry = look_up(here);
    if (!by_fours && (!entry || entry->numbers.phi != 0)) {
        // The table has lost it, or never had it: the reply was not among the generated ones.
        if (!win_by_fours(left, INNER_FOURS)) search(true, {INFINITE, INFINITE}, left);
        entry = look_up(here);
    }
    if (!entry || entry->numbers.phi != 0) return PASS;
    // Keys of different positions can be equal, if hardly ever.
    return board_->cell(entry->move) == EMPTY && board_->is_legal(entry->move) ? entry->move : PASS;
}

int Solver::build_attack(Draft& draft, int left, bool by_fours) {
    uint64_t here = key(left);
    if (auto known = draft.by_key.find(here); known != draft.by_key.end()) return known->second;
    if (is_over()) return STOPPED;
    Point move = winning_move(here, left, by_fours);
    if (move == PASS) return stopped_ ? STOPPED : HOLE;
    if (board_->class_at(move, board_->turn()) == WINNING_FIVE) return draft.leaf(move);
    board_->push(move);
    int built = build_defence(draft, move, one_less(left), by_fours);
    board_->pop();
    if (built >= 0) draft.by_key.emplace(here, built);
    return built;
}

int Solver::build_defence(Draft& draft, Point move, int left, bool by_fours) {
    Color side = board_->turn(), foe = other(side);
    if (is_filled(*board_) || board_->counts(side)[WINNING_FIVE]) return HOLE;
    ProofNode node{move};
    Points listed;
    if (Point five = point_of_class(*board_, WINNING_FIVE, foe); five != PASS) {
        node.otherwise = draft.leaf(five);
        stoppers_of(*board_, five, foe, listed);
        std::erase_if(listed, [&](Point point) { return !board_->is_legal(point); });
    } else {
        board_->push(PASS);
        node.otherwise = build_attack(draft, one_less(left), true);
        board_->pop();
        if (node.otherwise < 0) return node.otherwise;
        refuters_of(*board_, draft.nodes, node.otherwise, listed, [this] { return is_over(); });
        if (over_) return STOPPED;
    }
    for (Point reply : listed) {
        board_->push(reply);
        int next = build_attack(draft, one_less(left), by_fours);
        board_->pop();
        if (next == HOLE) add_hole(key(left), reply);
        if (next < 0) return next;
        node.replies.emplace_back(reply, next);
    }
    // Where every legal reply is listed there is nothing left to answer.
    if (!listed.empty() && board_->legal_points().size() == listed.size()) node.otherwise = NO_NODE;
    return draft.add(std::move(node));
}

void Solver::add_hole(uint64_t here, Point reply) {
    Points& extra = extra_[here];
    if (std::find(extra.begin(), extra.end(), reply) != extra.end()) return;
    extra.push_back(reply);
    ++holes_;
}

// The whole.

Verdict Solver::prove(int left, uint64_t nodes) {
    give(nodes);
    Numbers found = search(true, {INFINITE, INFINITE}, left);
    if (found.phi == 0) return Verdict::WIN;
    return found.delta == 0 && !stopped_ ? Verdict::NO_WIN : Verdict::UNKNOWN;
}

Verdict Solver::build(int left, Proof& proof) {
    give(~0ull);
    Draft draft;
    // What the search has found must be found again, with whatever it knew by then forgotten.
    threat_nodes_ = limits_.fours_only ? ~0ull : 16 * INNER_FOURS;
    int root = build_attack(draft, left, limits_.fours_only);
    threat_nodes_ = INNER_FOURS;
    if (root < 0) return Verdict::UNKNOWN;
    // A position that is one move from its end has nothing but a leaf, made first of all.
    draft.nodes.resize(size_t(root) + 1);
    proof = std::move(draft.nodes);
    return Verdict::WIN;
}

Verdict Solver::deepen(int& depth, int most, uint64_t nodes, Proof& proof) {
    uint64_t end = nodes_ + std::min<uint64_t>(nodes, ~0ull - nodes_);
    for (; depth < most && nodes_ < end && !is_over(); depth += 2) {
        Verdict verdict = prove(depth, end - nodes_);
        if (verdict == Verdict::WIN) return build(depth, proof);
        if (verdict == Verdict::UNKNOWN) break;
    }
    return Verdict::UNKNOWN;
}

Verdict Solver::find_win(int most, int& depth, Proof& proof) {
    if (int enough = deepen_fours(most)) return build(enough, proof);
    if (stopped_ || (limits_.fours_only && fours_cut_)) return Verdict::UNKNOWN;
    if (limits_.fours_only) return Verdict::NO_WIN;
    // All depths at once and low depths first, turn by turn: the former is mostly twice as fast,
    // and where it goes astray the latter is not. Both go on where they were, by the table.
    for (uint64_t nodes = FIRST_TURN;; nodes *= 2) {
        Verdict verdict = prove(most, nodes);
        if (verdict == Verdict::WIN) return build(most, proof);
        if (verdict == Verdict::NO_WIN || is_over()) return verdict;
        if (deepen(depth, most, nodes / 4, proof) == Verdict::WIN) return Verdict::WIN;
    }
}

Verdict Solver::find_proof(int most, int& depth, Proof& proof) {
    while (true) {
        int holes = holes_;
        Verdict verdict = find_win(most, depth, proof);
        if (holes_ == holes) return verdict;
        // Whatever led to this win is worth nothing; only the reply that refutes it is kept.
        auto extra = std::move(extra_);
        clear();
        extra_ = std::move(extra);
    }
}

Solution Solver::solve(Board& board, const SolverLimits& limits) {
    begin(board, limits);
    Solution solution;
    solution.verdict = Verdict::NO_WIN;
    if (board.outcome().reason == Reason::NONE) {
        int depth = SHORTEST_BY_THREES;
        solution.verdict =
            find_proof(limits.depth ? limits.depth : UNLIMITED, depth, solution.proof);
        if (solution.verdict == Verdict::WIN) {
            // All depths below `depth` are known to have no win.
            if (limits.shorten && !limits.fours_only)
                deepen(depth, solution.proof.back().plies, std::max(nodes_, SHORTEN_NODES),
                       solution.proof);
            solution.plies = solution.proof.back().plies;
            solution.line = main_line(board, solution.proof);
        }
    }
    solution.nodes = nodes_;
    solution.microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started_).count();
    return solution;
}

}  // namespace tengen
