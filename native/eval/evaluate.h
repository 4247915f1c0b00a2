/// The value of a position for the side to move, and how good its moves look.
#pragma once

#include <algorithm>

#include "board/board.h"
#include "eval/network.h"
#include "eval/weights.h"

namespace tengen {

/// No evaluation is greater: what lies beyond are wins.
constexpr int VALUE_LIMIT = 9000;

/// The score of what is no move on a point.
constexpr int NO_SCORE = -1000;

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

/// Return the patterns' value for the side to move, from what the board has summed.
inline int pattern_value(const Board& board, const Weights& weights) {
    Color turn = board.turn(), foe = other(turn);
    int value =
        board.sums(turn).to_move - board.sums(foe).waiting +
        weights.side[turn].threats[size_t(threat_mask(board.counts(turn), board.counts(foe)))];
    return value + count_worth(board.counts(turn), weights.side[turn].mine) +
           count_worth(board.counts(foe), weights.side[turn].theirs);
}

/// Return a move's score by the patterns on its point; the board must use the weights' points.
inline int pattern_score(const Board& board, const Weights& weights, Point point) {
    if (point == PASS || board.cell(point) != EMPTY) return NO_SCORE;
    Color us = board.turn();
    return weights.side[us].own[board.code_at(point, us)] +
           weights.side[us].foe[board.code_at(point, other(us))];
}

/// Judges the positions of one board as it moves, by patterns and the network if there is one.
class Evaluator {
public:
    /// Both must outlive it, and the board must use the points of the weights.
    Evaluator(const Board& board, const Weights& weights) : board_(&board), weights_(&weights) {
        if (weights.network) network_ = std::make_unique<NetworkState>(*weights.network, board);
    }

    /// Tell that the board has taken a move back; never one from before this was made.
    void popped() {
        if (network_) network_->forget(board_->move_count());
    }

    /// Return the value for the side to move; 270 more means e times the odds to win.
    int value() {
        int value = pattern_value(*board_, *weights_);
        if (network_) value = network_->value(*board_, mask(), value);
        // The nearer the board is to full, the nearer the game is to a draw.
        int empty = board_->empty_count();
        if (empty < FULL_WORTH) value = value * empty / FULL_WORTH;
        return std::clamp(value, -VALUE_LIMIT, VALUE_LIMIT);
    }

    /// Get ready for `score` in this position, until the board moves.
    void prepare_scores() {
        if (network_) network_->prepare_scores(*board_, mask());
    }

    /// Return the score of a move, in hundredths of a logarithm of its odds to be best.
    int score(Point point) const {
        int score = pattern_score(*board_, *weights_, point);
        return network_ && score != NO_SCORE ? network_->score(point, score) : score;
    }

private:
    int mask() const {
        Color turn = board_->turn();
        return threat_mask(board_->counts(turn), board_->counts(other(turn)));
    }

    const Board* board_;
    const Weights* weights_;
    std::unique_ptr<NetworkState> network_;  ///< None where the weights have none.
};

}  // namespace tengen
