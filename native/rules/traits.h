/// The traits of a rule, received from Python. Nothing in native knows the name of a rule.
#pragma once

#include <compare>

#include "base/types.h"

namespace tengen {

enum class Overline : uint8_t { WINS = 0, NOTHING = 1, FORBIDDEN = 2 };

/// What counts for one side; a row of the core's `SideRule`.
struct SideTraits {
    Overline overline = Overline::WINS;
    bool needs_open_end = false;   ///< Five with opposing stones at both ends does not win.
    bool no_double_three = false;  ///< Making two threes at once is forbidden.
    bool no_double_four = false;   ///< Making two fours at once is forbidden.

    bool has_forbidden() const {
        return overline == Overline::FORBIDDEN || no_double_three || no_double_four;
    }

    /// How far from a point a five through it, or what spoils it, can lie; telling two fours of
    /// one line apart takes one cell more as well.
    int half_line() const {
        return overline == Overline::WINS && !needs_open_end && !no_double_four ? 4 : 5;
    }

    auto operator<=>(const SideTraits&) const = default;
};

// A trait that is added to the core must be added here, and to everything that reads traits.
static_assert(sizeof(SideTraits) == 4, "a new trait needs its meaning in rules/scan.cpp");

struct RuleTraits {
    std::array<SideTraits, 2> side;

    bool has_forbidden() const {
        return side[BLACK].has_forbidden() || side[WHITE].has_forbidden();
    }
    int half_line() const {
        return side[BLACK].half_line() > side[WHITE].half_line() ? side[BLACK].half_line()
                                                                 : side[WHITE].half_line();
    }

    auto operator<=>(const RuleTraits&) const = default;
};

}  // namespace tengen
