/// What the evaluation sees of a position, as numbers to fit weights with.
#pragma once

#include <tuple>

#include "board/board.h"

namespace tengen {

/// The features of one position. Codes of empty points, counted; those that never change are left
/// to the fit. Counted codes come in rising order.
struct Features {
    int mask = 0;             ///< As `threat_mask`.
    std::vector<int> counts;  ///< Indices into `mine`, and behind those into `theirs`.
    std::vector<std::pair<Code, int>> mine, theirs;
    /// The moves to choose from, with the codes of the mover and of the foe there.
    std::vector<std::tuple<Point, Code, Code>> moves;
};

Features features_of(Board& board);

}  // namespace tengen
