/// Scores inside the search: evaluations, and wins and losses by their distance from the root.
#pragma once

#include "eval/evaluate.h"

namespace tengen {

using Value = int;

constexpr Value VALUE_WIN = 30000;
constexpr Value VALUE_NONE = 32000;
constexpr Value VALUE_INFINITE = 31000;
constexpr int MAX_PLY = 256;  ///< No search goes deeper than this many moves.
constexpr Value VALUE_WIN_BOUND = VALUE_WIN - 1000;  ///< From here on a value is a win.

constexpr Value win_in(int plies) {
    return VALUE_WIN - plies;
}
constexpr Value loss_in(int plies) {
    return -VALUE_WIN + plies;
}
constexpr bool is_win(Value value) {
    return value >= VALUE_WIN_BOUND;
}
constexpr bool is_loss(Value value) {
    return value <= -VALUE_WIN_BOUND;
}

/// Depth in 64ths of a ply, so that reductions can be fine and still are whole numbers.
using Depth = int;

constexpr Depth PLY = 64;

}  // namespace tengen
