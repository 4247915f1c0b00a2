/// The principal-variation search. Steps are numbered; what each is worth stands in its commit.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/zobrist.h"
#include "search/parameters.h"
#include "search/worker.h"

namespace tengen {

using namespace parameters;

namespace {

/// Puts moves that stop a four and a three before all others but the table's.
constexpr int DEFENCE_SCORE = 1 << 20;

constexpr uint64_t EXCLUDED_KEY = splitmix64(0x6578636c75646564ull);

/// Return log2(x) in 64ths, by whole numbers alone so that all compilers agree.
constexpr int log2_64(int x) {
    int whole = 0;
    while (x >> (whole + 1)) ++whole;
    uint64_t mantissa = (uint64_t(x) << 32) >> whole;  // 1.32 fixed point
    int result = whole;
    for (int bit = 0; bit < 6; ++bit) {
        mantissa = uint64_t(((unsigned __int128)mantissa * mantissa) >> 32);
        result <<= 1;
        if (mantissa >> 33) {
            result |= 1;
            mantissa >>= 1;
        }
    }
    return result;
}

struct Logarithms {
    std::array<int, 1024> of;
    constexpr Logarithms() : of{} {
        for (int x = 1; x < 1024; ++x) of[size_t(x)] = log2_64(x);
    }
};
constexpr Logarithms LOG;

/// 100 x plies^1.32 for whole plies.
constexpr int POWER_132[] = {0,    100,  250,  426,  623,  837,  1064, 1305, 1556, 1818,
                             2089, 2369, 2657, 2954, 3257, 3568, 3886, 4209, 4539, 4875};

int moves_allowed(Depth depth, bool improving) {
    int plies = std::clamp(depth / PLY, 0, 18);
    int part = std::clamp(depth - plies * PLY, 0, PLY);
    int power = POWER_132[plies] + (POWER_132[plies + 1] - POWER_132[plies]) * part / PLY;
    int count = count_base + power * count_slope / 6400;
    return improving ? count : count * 2 / 3;
}

/// Say whether two points are too far apart to be in one row of five.
bool is_far(Point one, Point two) {
    if (one == PASS || two == PASS) return false;
    return std::max(std::abs(x_of(one) - x_of(two)), std::abs(y_of(one) - y_of(two))) > 4;
}

Depth reduction_of(Depth depth, int count) {
    int plies = LOG.of[size_t(std::clamp(depth * 4 / PLY, 1, 1023))];
    int moves = LOG.of[size_t(std::min(count, 1023))];
    return reduction_base + plies * moves / 64 * reduction_slope / 64;
}

}  // namespace

template <Worker::Node NODE>
Value Worker::search(Frame* frame, Value alpha, Value beta, Depth depth, bool cut_node) {
    constexpr bool IS_ROOT = NODE == Node::ROOT;
    constexpr bool IS_PV = NODE != Node::CUT_OR_ALL;
    constexpr Node CHILD = IS_PV ? Node::PV : Node::CUT_OR_ALL;
    const int ply = ply_of(frame);
    const Color us = board_.turn(), them = other(us);
    const Point excluded = frame->excluded;

    // Step 1. Fours search when the depth is spent, unless the end of the game can be seen.
    const bool ending = is_ending(board_);
    if (!IS_ROOT && depth <= 0) {
        if (!ending) return fours<IS_PV>(frame, alpha, beta, 0);
        depth = PLY;
    }

    // Step 2. Stop, count, and the ends of games.
    frame->line_length = 0;
    if (must_stop()) return 0;
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, ply);
    if (!IS_ROOT) {
        if (is_over()) return exact_end(frame);
        if (ply >= MAX_PLY - 2) return evaluator_.value();

        // Step 3. Mate distance: nothing here can be sooner than what is already had.
        alpha = std::max(alpha, loss_in(ply + 2));
        beta = std::min(beta, win_in(ply + 1));
        if (alpha >= beta) return alpha;
    }

    // Step 4. Wins that the counters show.
    const Counts &mine = board_.counts(us), &theirs = board_.counts(them);
    const bool in_check = theirs[WINNING_FIVE];
    if (!IS_ROOT) {
        if (mine[WINNING_FIVE]) return win_in(ply + 1);
        if (!in_check && mine[WINNING_FOUR] && moves_left(board_) >= 3) return win_in(ply + 3);
        if (wins_in_five(us)) return win_in(ply + 5);
    }

    // Step 5. Transposition table. A proven win or loss is one at any depth.
    const uint64_t key = this->key() ^ (excluded ? EXCLUDED_KEY * excluded : 0);
    Entry known;
    const bool hit = shared_.table->probe(key, ply, known);
    Point table_move = IS_ROOT ? root_moves[root_first_].point : hit ? known.move : PASS;
    const bool was_pv = IS_PV || (hit && known.pv);
    if (!IS_PV && hit && known.value != VALUE_NONE &&
        (known.depth >= depth ||
         (known.value >= beta ? is_win(known.value) : is_loss(known.value))) &&
        (known.bound == Bound::EXACT ||
         known.bound == (known.value >= beta ? Bound::LOWER : Bound::UPPER)))
        return known.value;

    // Step 6. Static evaluation, and whether things go better than two moves ago.
    const bool under_four = !in_check && theirs[WINNING_FOUR];
    const bool quiet_node = !in_check && !under_four;
    Value eval = hit && known.eval != VALUE_NONE ? known.eval : evaluator_.value();
    frame->eval = eval;
    const Value before = frame[-2].eval;
    const bool improving = before == VALUE_NONE || frame->eval > before;
    if (!hit && !excluded)
        shared_.table->store(key, ply,
                             {VALUE_NONE, frame->eval, -8 * PLY, PASS, Bound::NONE, was_pv});
    const Value smooth = smoothed(frame);
    eval = corrected(frame, smooth);
    // The table may know better.
    if (hit && known.value != VALUE_NONE && !is_loss(known.value) && !is_win(known.value) &&
        (known.bound == Bound::EXACT ||
         known.bound == (known.value > eval ? Bound::LOWER : Bound::UPPER)))
        eval = known.value;

    if (!IS_PV && !in_check && !excluded && !ending) {
        // Step 7. Razoring: far below alpha only fours can help.
        if (depth < razor_depth && eval + razor_base + razor_slope * depth / PLY < alpha) {
            Value value = fours<false>(frame, alpha, alpha + 1, 0);
            if (value <= alpha) return value;
        }

        // Step 8. Reverse futility: far above beta the foe has no time for more.
        if (!under_four && depth < futility_depth && !is_loss(beta) && !is_win(eval) &&
            eval - futility_slope * depth / PLY + (improving ? futility_improving : 0) >= beta &&
            eval >= beta)
            return eval;

        // Step 9. Null move: if passing is good enough, so is a move.
        if (null_depth && depth >= null_depth && quiet_node && eval >= beta && !is_loss(beta) &&
            frame[-1].move != PASS && !board_.has_traps() &&
            !board_.tables().traits.has_forbidden()) {
            frame->move = PASS;
            push(PASS);
            Value value = -search<Node::CUT_OR_ALL>(frame + 1, -beta, -beta + 1,
                                                    depth - null_reduction, !cut_node);
            pop();
            if (stopped_) return 0;
            if (value >= beta && !is_win(value)) return value;
        }
    }

    // Step 10. Where the table is far behind, do not go all the way at once.
    if (IS_PV && !IS_ROOT && hit && table_move && known.depth < depth)
        depth -= std::min(behind_limit, (depth - std::max(known.depth, 0)) * behind_share / 64);

    // Step 11. Without a table move a shallower search finds one sooner.
    if (iir_depth && depth >= iir_depth && !table_move && !in_check && (IS_PV || cut_node))
        depth -= PLY;

    // Step 12. Moves, staged by what the foe threatens.
    ScoredMove* const memory = moves_top_;
    MoveList list{memory, memory};
    Stage stage;
    if constexpr (IS_ROOT) {
        for (size_t i = root_first_; i < root_moves.size(); ++i)
            list.add(root_moves[i].point, root_moves[i].score);
        stage = ending       ? Stage::ALL
                : in_check   ? Stage::BLOCK_FIVE
                : under_four ? Stage::STOP_FOUR
                             : Stage::ALL;
    } else {
        stage = generate(board_, list);
        score_moves(list, frame, table_move, stage);
        if (stage == Stage::ALL && theirs[FOUR_AND_THREE])
            raise_defences(board_, list, DEFENCE_SCORE);
    }
    moves_top_ = list.end;
    if (stage == Stage::BLOCK_FIVE && list.size() == 0) return loss_in(ply + 2);

    Value best = -VALUE_INFINITE;
    Point best_move = PASS;
    const Value first_alpha = alpha;
    int count = 0, best_score = 0, tried_count = 0;
    Point tried[64];
    const int allowed = moves_allowed(depth, improving);
    const bool has_fours = mine[ONE_FOUR] + mine[FOUR_AND_MORE] + mine[FOUR_AND_THREE] > 0;

    bool only_fours = false;
    ScoredMove* sorted = IS_ROOT ? list.end : list.begin;
    for (ScoredMove* move = list.begin; move != list.end; ++move) {
        if (move == sorted) sorted = sort_some(move, list);
        const Point point = move->point;
        if (point == excluded && excluded) continue;
        if (!IS_ROOT && stage == Stage::ALL && point != PASS &&
            board_.forbidden(point, us) != Forbidden::NO)
            continue;
        ++count;
        const bool is_table_move = point == table_move;
        const bool defends = !IS_ROOT && move->score >= DEFENCE_SCORE / 2;
        const int score = move->score - (defends ? DEFENCE_SCORE : 0);
        const Class made = point == PASS ? QUIET : board_.class_at(point, us);
        const bool makes_four = made >= ONE_FOUR;
        if (!is_table_move) best_score = std::max(best_score, score);

        // Step 13. Prune late moves but fours, never while all others lose: a loss must be one.
        if (!IS_ROOT && !is_loss(best) && stage == Stage::ALL && !makes_four && !ending &&
            count > (IS_PV ? allowed * pv_count / 100 : allowed)) {
            if (!has_fours) break;
            --count;
            if (!std::exchange(only_fours, true)) {
                list.end = std::remove_if(move + 1, list.end, [&](const ScoredMove& other) {
                    return board_.class_at(other.point, us) < ONE_FOUR;
                });
                sorted = move + 1;
            }
            continue;
        }

        // Step 14. Extensions.
        Depth extension = 0;
        if (stage == Stage::BLOCK_FIVE) {
            extension = forced_extension;
        } else if (!IS_ROOT && is_table_move && !excluded && depth >= singular_depth &&
                   known.depth >= depth - 3 * PLY && uint8_t(known.bound) & uint8_t(Bound::LOWER) &&
                   known.value != VALUE_NONE && !is_win(known.value) && !is_loss(known.value)) {
            Value bound = known.value - singular_margin * depth / PLY / 64;
            frame->excluded = point;
            Value value = search<Node::CUT_OR_ALL>(frame, bound - 1, bound, depth / 2, cut_node);
            frame->excluded = PASS;
            frame->line_length = 0;
            moves_top_ = list.end;
            if (stopped_) return 0;
            if (value < bound) {
                extension = !IS_PV && value < bound - singular_double ? 2 * PLY : PLY;
            } else if (bound >= beta && !is_win(bound)) {
                moves_top_ = memory;
                return bound;
            } else if (known.value >= beta) {
                extension = -PLY;
            }
        } else if (makes_four) {
            extension = four_extension;
        }
        const Depth new_depth = depth - PLY + extension;

        frame->move = point;
        const int past = experience_.history(us, point);
        push(point);

        // Step 15. Late moves are searched less deeply first.
        Value value = 0;
        bool full = !IS_PV || count > 1;
        if (count > 1 && depth >= 2 * PLY && stage != Stage::BLOCK_FIVE) {
            Depth reduction = reduction_of(depth, count);
            if (!improving) reduction += reduction_not_improving;
            if (cut_node) reduction += reduction_cut;
            if (was_pv) reduction -= reduction_pv;
            if (stage == Stage::ALL) {
                reduction += std::min<int>(reduction_score_limit,
                                           (best_score - score) * reduction_score / 100);
                if (is_far(point, frame[-1].move) && is_far(point, frame[-2].move))
                    reduction += reduction_far;
            }
            reduction -= past * reduction_history / 8192;
            Depth reduced = std::min(std::max(new_depth - reduction, 1), new_depth);
            value = -search<Node::CUT_OR_ALL>(frame + 1, -alpha - 1, -alpha, reduced, true);
            full = value > alpha && reduced < new_depth;
        }
        if (full)
            value = -search<Node::CUT_OR_ALL>(frame + 1, -alpha - 1, -alpha, new_depth, !cut_node);

        // Step 16. The first move and whatever beats it gets the whole window.
        if (IS_PV && (count == 1 || (value > alpha && (IS_ROOT || value < beta))))
            value = -search<CHILD>(frame + 1, -beta, -alpha, new_depth, false);
        pop();
        if (stopped_) {
            moves_top_ = memory;
            return 0;
        }

        // Step 17. Keep what the root wants to know of each move.
        if constexpr (IS_ROOT) {
            RootMove& root = *std::find_if(root_moves.begin() + long(root_first_), root_moves.end(),
                                           [&](const RootMove& m) { return m.point == point; });
            root.bound = value;
            if (count == 1 || value > alpha) {
                root.value = value;
                root.line.assign(1, point);
                root.line.insert(root.line.end(), frame[1].line,
                                 frame[1].line + frame[1].line_length);
                if (count > 1) ++best_changes;
            } else {
                root.value = -VALUE_INFINITE;
            }
        }

        // Step 18. Better, best, cut off.
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = point;
                if constexpr (IS_PV) take_line(frame, point);
                if (value >= beta) {
                    ++cuts_;
                    first_cuts_ += count == 1;
                    break;
                }
                alpha = value;
            }
        }
        if (tried_count < 64) tried[tried_count++] = point;
    }
    moves_top_ = memory;

    // Step 19. No move at all: everything loses to the threat, or only forbidden moves are left.
    if (count == 0) {
        if (excluded) return alpha;
        if (stage != Stage::ALL) return loss_in(ply + 4);
        if (board_.is_legal(PASS)) {
            frame->move = PASS;
            push(PASS);
            best = -search<CHILD>(frame + 1, -beta, -alpha, depth - PLY, !cut_node);
            pop();
            return best;
        }
        return 0;
    }

    // Step 20. Learn from the cut-off, and remember.
    if (best >= beta && best_move && stage == Stage::ALL)
        learn(frame, best_move, depth, tried, tried_count);
    if (!excluded) {
        // A bound says nothing of an evaluation that lies beyond it.
        bool tells = best >= beta ? best > eval : best > first_alpha || best < eval;
        if (quiet_node && tells && !(IS_ROOT && is_restricted_) && !is_win(best) && !is_loss(best))
            experience_.correct(us, frame[-1].move, frame[-2].move, best - smooth, depth);
        Bound bound = best >= beta                   ? Bound::LOWER
                      : IS_PV && alpha > first_alpha ? Bound::EXACT
                                                     : Bound::UPPER;
        // A root without some of its moves says nothing of the position.
        if (!IS_ROOT || (root_first_ == 0 && !is_restricted_))
            shared_.table->store(key, ply, {best, frame->eval, depth, best_move, bound, was_pv});
    }
    return best;
}

template <bool PV>
Value Worker::fours(Frame* frame, Value alpha, Value beta, int depth) {
    const int ply = ply_of(frame);
    const Color us = board_.turn(), them = other(us);
    frame->line_length = 0;
    if (must_stop()) return 0;
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, ply);
    if (is_over()) return exact_end(frame);
    if (ply >= MAX_PLY - 2) return evaluator_.value();
    alpha = std::max(alpha, loss_in(ply + 2));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;
    const Counts &mine = board_.counts(us), &theirs = board_.counts(them);
    if (mine[WINNING_FIVE]) return win_in(ply + 1);

    ScoredMove* const memory = moves_top_;
    MoveList list{memory, memory};
    Value best = -VALUE_INFINITE;
    uint64_t key = 0;
    if (theirs[WINNING_FIVE]) {
        generate(board_, list);
        if (list.size() == 0) return loss_in(ply + 2);
        frame->eval = VALUE_NONE;
    } else {
        if (mine[WINNING_FOUR] && moves_left(board_) >= 3) return win_in(ply + 3);
        if (wins_in_five(us)) return win_in(ply + 5);
        key = this->key();
        Entry known;
        bool hit = shared_.table->probe(key, ply, known);
        if (!PV && hit && known.value != VALUE_NONE && known.depth >= -depth &&
            (known.bound == Bound::EXACT ||
             known.bound == (known.value >= beta ? Bound::LOWER : Bound::UPPER)))
            return known.value;
        best = hit && known.eval != VALUE_NONE ? known.eval : evaluator_.value();
        frame->eval = best;
        best = corrected(frame, smoothed(frame));
        if (best >= beta) return best;
        // Fours that make nothing else seldom win, and there are many of them.
        if (mine[FOUR_AND_MORE] + mine[FOUR_AND_THREE] == 0 || depth >= fours_depth) return best;
        alpha = std::max(alpha, best);
        generate_fours(board_, list, FOUR_AND_MORE, depth / 2 < fours_free ? PASS : frame[-2].move);
        score_moves(list, frame, hit ? known.move : PASS, Stage::STOP_FOUR);
    }
    moves_top_ = list.end;
    Point best_move = PASS;
    Value first_alpha = alpha;
    ScoredMove* sorted = list.begin;
    for (ScoredMove* move = list.begin; move != list.end; ++move) {
        if (move == sorted) sorted = sort_some(move, list);
        frame->move = move->point;
        push(move->point);
        Value value = -fours<PV>(frame + 1, -beta, -alpha, depth + 1);
        pop();
        if (stopped_) break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = move->point;
                if constexpr (PV) take_line(frame, best_move);
                if (value >= beta) break;
                alpha = value;
            }
        }
    }
    moves_top_ = memory;
    if (stopped_) return 0;
    if (key) {
        Bound bound = best >= beta          ? Bound::LOWER
                      : alpha > first_alpha ? Bound::EXACT
                                            : Bound::UPPER;
        shared_.table->store(key, ply, {best, frame->eval, -depth, best_move, bound, PV});
    }
    return best;
}

Value Worker::search_root(Value alpha, Value beta, Depth depth, size_t first) {
    root_first_ = first;
    return search<Node::ROOT>(frames_.data() + FRAMES_BELOW, alpha, beta, depth, false);
}

void Worker::search_balanced(Depth depth) {
    Frame* frame = frames_.data() + FRAMES_BELOW;
    Value nearest = VALUE_INFINITE;
    std::stable_sort(root_moves.begin(), root_moves.end(), [](const auto& a, const auto& b) {
        return std::abs(a.bound) < std::abs(b.bound);
    });
    for (size_t i = 0; i < root_moves.size(); ++i) {
        RootMove& root = root_moves[i];
        const bool wins = is_five(root.point);
        frame->move = root.point;
        frame[1].line_length = 0;
        push(root.point);
        // Beyond the nearest value on either side it does not matter how far.
        Value value =
            wins ? win_in(1) : -search<Node::PV>(frame + 1, -nearest, nearest, depth, false);
        pop();
        if (stopped_) return;
        root.bound = value;
        if (std::abs(value) >= nearest) continue;
        nearest = std::abs(value);
        root.value = root.previous = value;
        root.depth = depth / PLY;
        root.line.assign(1, root.point);
        root.line.insert(root.line.end(), frame[1].line, frame[1].line + frame[1].line_length);
        std::rotate(root_moves.begin(), root_moves.begin() + long(i),
                    root_moves.begin() + long(i) + 1);
    }
}

}  // namespace tengen
