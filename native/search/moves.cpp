#include "search/moves.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tengen {

namespace {

/// Call `visit` with each cell of the window of `point` in `direction` that `cells` has a bit for.
template <typename Visit>
void each_cell(const Tables& tables, Point point, int direction, uint32_t cells, Visit visit) {
    int half = tables.half_line;
    for (; cells; cells &= cells - 1) {
        int cell = std::countr_zero(cells);
        int offset = cell < half ? cell - half : cell - half + 1;
        visit(cell, Point(point + offset * STEP[size_t(direction)]));
    }
}

bool makes_four(Patterns patterns) {
    for (int d = 0; d < DIRECTIONS; ++d)
        if (Pattern pattern = pattern_at(patterns, d); pattern == FOUR || pattern == OPEN_FOUR)
            return true;
    return false;
}

/// Points with votes: those that stop all of several threats have as many votes as there are.
struct Votes {
    static constexpr int LIMIT = 64;
    Point points[LIMIT];
    int votes[LIMIT];
    int count = 0;

    void vote(Point point) {
        for (int i = 0; i < count; ++i)
            if (points[i] == point) {
                ++votes[i];
                return;
            }
        if (count < LIMIT) {
            points[count] = point;
            votes[count++] = 1;
        }
    }
};

/// Vote for the replies after which `key` no longer wins at once for `color`, each once.
void vote_against(const Board& board, Point key, Color color, Class floor, Votes& all) {
    const Tables& tables = board.tables();
    Patterns made = board.patterns(key, color);
    all.vote(key);
    for (int d = 0; d < DIRECTIONS; ++d) {
        Pattern pattern = pattern_at(made, d);
        if (pattern < FOUR) continue;
        // A point has one distance and direction from the key, so nobody votes twice.
        Window window = board.window(key, d);
        each_cell(tables, key, d, tables.defences(window, color), [&](int cell, Point point) {
            Window after = window | Window(stone_of(other(color))) << 2 * cell;
            Patterns left = Patterns((made & ~(15u << 4 * d)) |
                                     unsigned(tables.pattern(after, color)) << 4 * d);
            if (board.point_table().class_of(color, code_of(left)) < floor) all.vote(point);
        });
    }
}

/// Add the replies that stop every point of `color` whose class is `floor` or more.
void add_defences(Board& board, Color color, Class floor, MoveList& list) {
    ScoredMove keys_memory[26 * 26];
    MoveList keys{keys_memory, keys_memory};
    points_at_least(board, color, floor, keys);
    Color us = other(color);
    bool simple = floor == WINNING_FIVE && !board.tables().traits.side[color].needs_open_end;
    if (simple) {
        // Only its own point stops a five, so two of them cannot be stopped.
        if (keys.size() == 1 && board.forbidden(keys.begin->point, us) == Forbidden::NO)
            list.add(keys.begin->point);
        return;
    }
    Votes votes;
    for (ScoredMove* key = keys.begin; key != keys.end; ++key)
        vote_against(board, key->point, color, floor, votes);
    for (int i = 0; i < votes.count; ++i)
        if (votes.votes[i] == keys.size() && board.forbidden(votes.points[i], us) == Forbidden::NO)
            list.add(votes.points[i]);
}

/// Vote for the replies after which a stone of `color` on `key` makes no four and three.
void vote_against_four_three(const Board& board, Point key, Color color, Votes& all) {
    const Tables& tables = board.tables();
    Patterns made = board.patterns(key, color);
    all.vote(key);
    for (int d = 0; d < DIRECTIONS; ++d) {
        if (pattern_at(made, d) < THREE) continue;
        Window window = board.window(key, d);
        uint32_t cells = 0;
        for (int cell = 0; cell < 2 * tables.half_line; ++cell)
            if ((window >> 2 * cell & 3) == EMPTY) cells |= 1u << cell;
        each_cell(tables, key, d, cells, [&](int cell, Point point) {
            Window after = window | Window(stone_of(other(color))) << 2 * cell;
            Patterns left = Patterns((made & ~(15u << 4 * d)) |
                                     unsigned(tables.pattern(after, color)) << 4 * d);
            if (board.point_table().class_of(color, code_of(left)) < FOUR_AND_THREE)
                all.vote(point);
        });
    }
}

void add_near(const Board& board, MoveList& list) {
    for (int y = 0; y < board.size(); ++y)
        for (uint32_t row = board.near_row(y); row; row &= row - 1)
            list.add(make_point(std::countr_zero(row), y));
}

}  // namespace

void points_at_least(const Board& board, Color color, Class floor, MoveList& list) {
    for (int y = 0; y < board.size(); ++y)
        for (uint32_t row = board.row_at_least(color, y, floor); row; row &= row - 1)
            list.add(make_point(std::countr_zero(row), y));
}

void raise_defences(const Board& board, MoveList& list, int bonus) {
    Color us = board.turn(), them = other(us);
    Votes votes;
    int keys = 0;
    for (int y = 0; y < board.size(); ++y)
        for (uint32_t row = board.row_at_least(them, y, FOUR_AND_THREE); row; row &= row - 1) {
            vote_against_four_three(board, make_point(std::countr_zero(row), y), them, votes);
            ++keys;
        }
    for (ScoredMove* move = list.begin; move != list.end; ++move) {
        bool helps = board.class_at(move->point, us) >= ONE_FOUR;
        for (int i = 0; i < votes.count && !helps; ++i)
            helps = votes.points[i] == move->point && votes.votes[i] == keys;
        if (helps) move->score += bonus;
    }
}

void generate_fours(Board& board, MoveList& list, Class floor, Point near) {
    Color us = board.turn();
    auto is_near = [&](Point point) {
        if (near == PASS) return true;
        int dx = std::abs(x_of(point) - x_of(near)), dy = std::abs(y_of(point) - y_of(near));
        return (dx <= 2 && dy <= 2) || ((dx == 0 || dy == 0 || dx == dy) && dx <= 4 && dy <= 4);
    };
    for (int y = 0; y < board.size(); ++y)
        for (uint32_t row = board.row_at_least(us, y, floor); row; row &= row - 1) {
            Point point = make_point(std::countr_zero(row), y);
            if (is_near(point)) list.add(point);
        }
    // Among the pseudo-forbidden points there may be fours with two threes of which one is false.
    if (!board.counts(us)[FORBIDDEN]) return;
    for (Point point : board.points())
        if (board.cell(point) == EMPTY && board.class_at(point, us) == FORBIDDEN &&
            makes_four(board.patterns(point, us)) && is_near(point) &&
            board.forbidden(point, us) == Forbidden::NO)
            list.add(point);
}

void generate_legal(Board& board, MoveList& list) {
    for (Point point : board.legal_points()) list.add(point);
    if (board.is_legal(PASS)) list.add(PASS);
}

Stage generate(Board& board, MoveList& list) {
    Color us = board.turn(), them = other(us);
    const Counts& theirs = board.counts(them);
    if (is_ending(board)) {
        generate_legal(board, list);
        return Stage::ALL;
    }
    if (theirs[WINNING_FIVE]) {
        add_defences(board, them, WINNING_FIVE, list);
        return Stage::BLOCK_FIVE;
    }
    if (theirs[WINNING_FOUR]) {
        generate_fours(board, list);
        MoveList defences{list.end, list.end};
        add_defences(board, them, WINNING_FOUR, defences);
        for (ScoredMove* move = defences.begin; move != defences.end; ++move) {
            bool is_four = false;
            for (ScoredMove* four = list.begin; four != defences.begin; ++four)
                is_four |= four->point == move->point;
            if (!is_four) *list.end++ = *move;
        }
        return Stage::STOP_FOUR;
    }
    add_near(board, list);
    if (list.size() <= board.counts(us)[FORBIDDEN]) {
        // Perhaps nothing that is near may be played.
        ScoredMove* end = std::remove_if(list.begin, list.end, [&](const ScoredMove& move) {
            return board.forbidden(move.point, us) != Forbidden::NO;
        });
        list.end = end;
    }
    if (list.size() == 0 || (board.last() == PASS && board.move_count())) {
        list.end = list.begin;
        generate_legal(board, list);
    } else if (board.has_traps()) {
        // To throw a stone away may be best at the end, and all traps are alike.
        for (Point point : board.points())
            if (board.is_trap(point) && board.is_legal(point)) {
                list.add(point);
                break;
            }
    }
    return Stage::ALL;
}

}  // namespace tengen
