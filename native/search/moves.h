/// Which moves a position asks for, staged by what the foe threatens.
#pragma once

#include "eval/evaluate.h"

namespace tengen {

struct ScoredMove {
    Point point;
    int score;
};

/// What a list of moves holds.
enum class Stage : uint8_t {
    BLOCK_FIVE,  ///< The foe threatens five: only what stops it. May be empty, which is a loss.
    STOP_FOUR,   ///< The foe threatens an open or double four: what stops it, and own fours.
    ALL,         ///< Everything near the stones.
};

/// A list that lives in the memory of a search thread.
struct MoveList {
    ScoredMove* begin;
    ScoredMove* end;

    void add(Point point, int score = 0) { *end++ = {point, score}; }
    int size() const { return int(end - begin); }
};

/// How many moves a game has still to come at most, but for passes.
inline int moves_left(const Board& board) {
    if (!board.has_traps()) return board.empty_count();
    return int(board.points().size()) - board.move_count();
}

/// Say whether a game with traps ends so soon that threats come too late, and every move counts.
inline bool is_ending(const Board& board) {
    return board.has_traps() && moves_left(board) < 5;
}

/// Fill `list` with the moves to consider, unscored. The side to move has no five.
///
/// In BLOCK_FIVE and STOP_FOUR every move that is not in the list loses, at once or to the threat.
/// Moves that are forbidden are left out, except pseudo-forbidden ones in ALL, which the caller
/// tests when it comes to them.
Stage generate(Board& board, MoveList& list);

/// Add `bonus` to the score of every move that makes a four, or stops the foe from making a four
/// and a three with one stone wherever he can.
void raise_defences(const Board& board, MoveList& list, int bonus);

/// Fill `list` with the moves that make a four, unscored, forbidden ones left out: those whose
/// class is `floor` or more and, with `near` a point, within reach of it.
void generate_fours(Board& board, MoveList& list, Class floor = ONE_FOUR, Point near = PASS);

/// Fill `list` with every point whose class for the foe is at least `floor`.
void points_at_least(const Board& board, Color color, Class floor, MoveList& list);

/// Add every legal move, PASS and traps included.
void generate_legal(Board& board, MoveList& list);

}  // namespace tengen
