/// What the search needs around it: keys, ends of games, ordering and its histories.
#include "search/worker.h"

#include <algorithm>

#include "base/zobrist.h"
#include "search/parameters.h"

namespace tengen {

using namespace parameters;

namespace {

constexpr uint64_t POLL_NODES = 1024;
constexpr int TABLE_MOVE_SCORE = 1 << 24;

/// Let a board sum what these weights say of points.
const Board& with_points(Board& board, const Weights& weights) {
    board.use(weights.points);
    return board;
}

}  // namespace

Worker::Worker(const Board& board, const Shared& shared, Experience& experience)
    : board_(board),
      shared_(shared),
      evaluator_(with_points(board_, *shared.weights), *shared.weights),
      experience_(experience),
      frames_(MAX_PLY + FRAMES_BELOW + 4) {
    // Every ply lists at most all points; lists of deep plies are short, so this is plenty.
    moves_memory_.resize(size_t(MAX_PLY) * board_.points().size() + 4096);
    moves_top_ = moves_memory_.data();
}

bool Worker::must_stop() {
    if (stopped_) return true;
    if (nodes_ < next_poll_) return false;
    // The first nodes may take long: each may be the first to touch a page of the table.
    next_poll_ = nodes_ + std::clamp<uint64_t>(nodes_ / 64, 1, POLL_NODES);
    if (nodes_limit_) {
        if (nodes_ >= nodes_limit_) shared_.stop->store(true, std::memory_order_relaxed);
        next_poll_ = std::min(next_poll_, nodes_limit_);
    }
    if (shared_.poll && shared_.poll(shared_.context))
        shared_.stop->store(true, std::memory_order_relaxed);
    stopped_ = shared_.stop->load(std::memory_order_relaxed);
    return stopped_;
}

uint64_t Worker::key() const {
    uint64_t key = board_.key();
    // A pass may be answered by one, and a game with traps ends after a number of moves.
    if (board_.last() == PASS && board_.move_count()) key ^= KEY_PASSED;
    if (board_.has_traps()) key ^= key_of_count(board_.move_count());
    return key;
}

/// Say whether the counters show a win in five: the foe has no four to answer with, and a four and
/// a three, or two threes, come with one stone. A side with forbidden points may have false threes.
bool Worker::wins_in_five(Color us) const {
    if (!five_plies || board_.tables().traits.side[us].has_forbidden() || moves_left(board_) < 5)
        return false;
    const Counts &mine = board_.counts(us), &theirs = board_.counts(other(us));
    if (!(mine[FOUR_AND_THREE] + mine[TWO_THREES])) return false;
    bool foe_has_four = theirs[ONE_FOUR] + theirs[FOUR_AND_MORE] + theirs[FOUR_AND_THREE] +
                        theirs[WINNING_FOUR] + theirs[WINNING_FIVE];
    // Among pseudo-forbidden points there may be fours that are allowed.
    return !foe_has_four && !theirs[FORBIDDEN];
}

bool Worker::is_over() const {
    if (board_.empty_count() == 0 || moves_left(board_) <= 0 || was_lost_by_pass()) return true;
    return board_.last() == PASS && board_.move_count() > 1 &&
           board_.outcome().reason == Reason::PASSES;
}

bool Worker::was_lost_by_pass() const {
    return !shared_.can_pass && board_.move_count() && board_.last() == PASS;
}

/// The search never plays a five, so a game ends by a full board or passes.
Value Worker::exact_end(Frame* frame) const {
    int ply = ply_of(frame);
    if (was_lost_by_pass()) return win_in(ply);
    Outcome outcome = board_.outcome();
    if (outcome.row.empty()) return 0;
    return outcome.winner == board_.turn() ? win_in(ply) : loss_in(ply);
}

void Worker::list_root_moves(const std::vector<Point>& only, const std::vector<Point>& except,
                             bool balanced) {
    is_restricted_ = !only.empty() || !except.empty();
    auto has = [](const std::vector<Point>& points, Point point) {
        return std::find(points.begin(), points.end(), point) != points.end();
    };
    root_moves.clear();
    std::vector<ScoredMove> found;
    MoveList list{moves_top_, moves_top_};
    // A five at hand is the only move worth looking at, whatever the foe threatens.
    Stage stage = Stage::BLOCK_FIVE;
    if (!board_.counts(board_.turn())[WINNING_FIVE]) {
        stage = generate(board_, list);
    } else if (balanced) {
        stage = Stage::ALL;
        generate_legal(board_, list);
    } else {
        points_at_least(board_, board_.turn(), WINNING_FIVE, list);
    }
    if (stage == Stage::ALL) evaluator_.prepare_scores();
    auto take = [&] {
        for (ScoredMove* move = list.begin; move != list.end; ++move)
            if ((only.empty() || has(only, move->point)) && !has(except, move->point) &&
                board_.is_legal(move->point))
                found.push_back({move->point, score_of(move->point, stage)});
    };
    if (only.empty()) take();
    if (found.empty()) {
        // All moves lose to a threat, or the points that were asked for are none of the usual.
        list.end = list.begin;
        generate_legal(board_, list);
        take();
    }
    std::stable_sort(found.begin(), found.end(), [](const ScoredMove& a, const ScoredMove& b) {
        return a.score > b.score || (a.score == b.score && a.point < b.point);
    });
    for (const ScoredMove& move : found)
        root_moves.push_back({move.point, {}, {}, {}, 0, {}, move.score});
    for (RootMove& move : root_moves) move.value = move.previous = move.bound = -VALUE_INFINITE;
}

void Worker::push(Point point) {
    board_.push(point);
    shared_.table->prefetch(key());
}

void Worker::pop() {
    board_.pop();
    evaluator_.popped();
}

/// The network knows only moves that are chosen freely, after `prepare_scores`.
int Worker::score_of(Point point, Stage stage) const {
    return stage == Stage::ALL ? evaluator_.score(point)
                               : pattern_score(board_, *shared_.weights, point);
}

void Worker::score_moves(MoveList& list, const Frame* frame, Point table_move, Stage stage) {
    Color us = board_.turn();
    if (stage == Stage::ALL) evaluator_.prepare_scores();
    Point counter = experience_.counter(us, frame[-1].move);
    for (ScoredMove* move = list.begin; move != list.end; ++move) {
        Point point = move->point;
        if (point == table_move && point != PASS) {
            move->score = TABLE_MOVE_SCORE;
            continue;
        }
        int score = score_of(point, stage) + experience_.history(us, point) * history_order / 3200;
        score += experience_.follow(frame[-2].move, point) * follow_order / 3200;
        if (point == counter && point != PASS) score += counter_bonus;
        if (point == frame->killer && point != PASS) score += killer_bonus;
        move->score = score;
    }
}

/// Bring the best moves from `move` on to the front, and return where they are no longer in order.
///
/// The first move is often the last that is looked at, so it is looked for alone.
ScoredMove* Worker::sort_some(ScoredMove* move, const MoveList& list) {
    constexpr int AT_ONCE = 8;
    // Among equals the lowest point comes first, on every machine.
    auto is_before = [](const ScoredMove& a, const ScoredMove& b) {
        return a.score > b.score || (a.score == b.score && a.point < b.point);
    };
    if (move == list.begin) {
        std::swap(*move, *std::min_element(move, list.end, is_before));
        return move + 1;
    }
    ScoredMove* sorted = list.end - move > AT_ONCE ? move + AT_ONCE : list.end;
    std::partial_sort(move, sorted, list.end, is_before);
    return sorted;
}

void Worker::learn(Frame* frame, Point best, Depth depth, const Point* tried, int count) {
    experience_.learn(board_.turn(), frame[-1].move, frame[-2].move, best, depth, tried, count);
    frame->killer = best;
}

/// An evaluation swings with whose turn it is; what the position before was worth evens it out.
Value Worker::smoothed(const Frame* frame) const {
    if (frame[-1].eval == VALUE_NONE) return frame->eval;
    return (frame->eval * (100 - before_share) - frame[-1].eval * before_share) / 100;
}

/// What searches after the same two moves have found that evaluations did not.
Value Worker::corrected(const Frame* frame, Value smooth) const {
    Value off = experience_.correction(board_.turn(), frame[-1].move, frame[-2].move);
    return std::clamp(smooth + off * correction_share / 100, -VALUE_LIMIT, VALUE_LIMIT);
}

void Worker::take_line(Frame* frame, Point move) {
    frame->line[0] = move;
    int length = std::min(frame[1].line_length, MAX_PLY - 1);
    std::copy(frame[1].line, frame[1].line + length, frame->line + 1);
    frame->line_length = length + 1;
}

}  // namespace tengen
