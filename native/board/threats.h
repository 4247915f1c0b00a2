/// Threats as data, the same as the core's, found from the patterns and tables.
#pragma once

#include "board/board.h"

namespace tengen {

enum class Kind : uint8_t { OPEN_FOUR, FOUR, THREE };

/// One threat; points are in row order. See the core's `threats` for the definition.
struct Threat {
    Kind kind;
    std::vector<Point> stones, keys, defences;
};

/// Return the threats of `color`, the gravest kind first, then in row order.
std::vector<Threat> threats(Board& board, Color color);

}  // namespace tengen
