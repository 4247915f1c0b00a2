/// The value of a position for the side to move, from what the board has summed.
#pragma once

#include <algorithm>

#include "board/board.h"
#include "eval/weights.h"

namespace tengen {

/// No evaluation is greater: what lies beyond are wins.
constexpr int VALUE_LIMIT = 9000;

/// With fewer empty points than this a value shrinks towards the draw of a full board.
constexpr int FULL_WORTH = 32;

/// Return which threats there are: bit by bit as the fits know them.
inline int threat_mask(const Counts& mine, const Counts& theirs) {
    auto any = [](int count) { return count > 0; };
    auto four_threats = [&](const Counts& counts) {
        return any(counts[FOUR_AND_THREE]) | any(counts[ONE_FOUR] + counts[FOUR_AND_MORE]) << 1 |
               any(counts[TWO_THREES]) << 2 | any(counts[ONE_THREE] + counts[THREE_AND_MORE]) << 3;
    };
    return any(theirs[WINNING_FIVE]) | any(mine[WINNING_FOUR]) << 1 |
           any(theirs[WINNING_FOUR]) << 2 | four_threats(mine) << 3 | four_threats(theirs) << 7;
}

/// Return what the numbers of points of each class are worth, for one side.
inline int count_worth(const Counts& counts, const std::array<int16_t, COUNTS>& worth) {
    int sum = 0;
    for (int what = ONE_TWO; what < CLASSES; ++what)
        sum += worth[size_t(8 * what + std::min<int>(counts[size_t(what)], 7))];
    return sum;
}

/// Return the value for the side to move; 270 more means e times the odds to win.
inline int evaluate(const Board& board, const Weights& weights) {
    Color turn = board.turn(), foe = other(turn);
    int value =
        board.sums(turn).to_move - board.sums(foe).waiting +
        weights.side[turn].threats[size_t(threat_mask(board.counts(turn), board.counts(foe)))];
    value += count_worth(board.counts(turn), weights.side[turn].mine) +
             count_worth(board.counts(foe), weights.side[turn].theirs);
    if (board.empty_count() < FULL_WORTH) value = value * board.empty_count() / FULL_WORTH;
    return std::clamp(value, -VALUE_LIMIT, VALUE_LIMIT);
}

}  // namespace tengen
