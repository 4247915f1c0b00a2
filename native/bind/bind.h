/// What the files of the binding share: how values cross, and which file binds what.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "board/board.h"

namespace tengen {

namespace nb = nanobind;

using Pair = std::pair<int, int>;
using Traits = std::tuple<int, bool, bool, bool>;

constexpr Pair PASS_PAIR = {-1, -1};

inline Pair to_pair(Point point) {
    return point == PASS ? PASS_PAIR : Pair{x_of(point), y_of(point)};
}

inline std::vector<Pair> to_pairs(const std::vector<Point>& points) {
    std::vector<Pair> pairs;
    for (Point point : points) pairs.push_back(to_pair(point));
    return pairs;
}

inline Point to_point(Pair pair, int size) {
    if (pair == PASS_PAIR) return PASS;
    auto [x, y] = pair;
    if (x < 0 || y < 0 || x >= size || y >= size) throw nb::value_error("point off the board");
    return make_point(x, y);
}

inline Color to_color(int color) {
    if (color != BLACK && color != WHITE) throw nb::value_error("color is 0 or 1");
    return Color(color);
}

inline SideTraits to_traits(const Traits& traits) {
    auto [overline, needs_open_end, no_double_three, no_double_four] = traits;
    if (overline < 0 || overline > 2) throw nb::value_error("overline is 0, 1 or 2");
    return {Overline(overline), needs_open_end, no_double_three, no_double_four};
}

void bind_search(nb::module_& module);
void bind_solver(nb::module_& module);

}  // namespace tengen
