/// One line, read plainly: the definitions that the tables are made from and tested against.
///
/// No table, no cleverness: every shape is found by trying moves on the line, in the words of the
/// core's `shapes`, which a differential test binds it to.
#pragma once

#include "rules/pattern.h"
#include "rules/traits.h"

namespace tengen {

/// A line of at most 32 points as one side sees it; bit i is the i-th point.
struct LineView {
    uint32_t own = 0;    ///< Stones of the side.
    uint32_t foe = 0;    ///< Stones of the other side.
    uint32_t empty = 0;  ///< Free points; whatever is in none of the three is wall.
};

/// Return the unbroken row of own stones through `place`, where one stands.
uint32_t row_through(const LineView& line, int place);

/// Say whether an unbroken row of own stones wins.
bool is_five(const LineView& line, uint32_t row, const SideTraits& side);

/// Return the points that make five with all stones of `through` in it.
uint32_t five_points(const LineView& line, const SideTraits& side, uint32_t through = 0);

/// Say whether after any single reply a five through all of `through` can still be made.
bool is_open_four(const LineView& line, const SideTraits& side, uint32_t through);

/// Return what an own stone on the empty `place` makes.
Pattern classify(const LineView& line, int place, const SideTraits& side);

/// Return the single replies on the line after which `place` no longer makes what it makes now.
uint32_t defences(const LineView& line, int place, const SideTraits& side);

}  // namespace tengen
