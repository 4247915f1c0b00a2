/// Counts every continuation to a depth: the shortest proof that moves and outcomes are right.
#pragma once

#include "board/board.h"

namespace tengen {

struct Perft {
    uint64_t leaves = 0;  ///< Games that reached the depth or ended before it.
    uint64_t wins = 0;    ///< Those of them that somebody has won.
};

Perft perft(Board& board, int depth);

}  // namespace tengen
