/// Colours, points and directions, as every part of native sees them.
#pragma once

#include <array>
#include <cstdint>

namespace tengen {

constexpr int MIN_SIZE = 5;
constexpr int MAX_SIZE = 26;

enum Color : uint8_t { BLACK = 0, WHITE = 1 };

constexpr Color other(Color color) {
    return Color(color ^ 1);
}

/// What stands on a point; the values are the two bits that a line keeps for it.
enum Cell : uint8_t { EMPTY = 0, BLACK_STONE = 1, WHITE_STONE = 2, WALL = 3 };

constexpr Cell stone_of(Color color) {
    return Cell(color + 1);
}

/// An address on the padded board: rows are 32 apart, 26 columns and 6 of wall.
///
/// Stepping left from column 0 lands in the wall columns of the row above, so the side border is
/// shared between neighbouring rows and a direction is a plain addition.
using Point = uint16_t;

constexpr int STRIDE = 32;
constexpr int BORDER_ROWS = 5;  ///< As far as any line window reaches beyond the board.
constexpr int POINTS = (MAX_SIZE + 2 * BORDER_ROWS) * STRIDE;
constexpr Point PASS = 0;  ///< Lies in the border, so it is no point of any board.

constexpr Point make_point(int x, int y) {
    return Point((y + BORDER_ROWS) * STRIDE + x);
}
constexpr int x_of(Point point) {
    return point % STRIDE;
}
constexpr int y_of(Point point) {
    return point / STRIDE - BORDER_ROWS;
}

/// The four directions, in the order of the core: along a row, down a column, falling, rising.
constexpr int DIRECTIONS = 4;
constexpr std::array<int, DIRECTIONS> STEP = {1, STRIDE, STRIDE + 1, 1 - STRIDE};

}  // namespace tengen
