/// Line tables, made from the traits of a rule on its first use.
///
/// A window is the cells around a point, two bits each, without the point itself: the nearest
/// 2 x half_line cells, the leftmost in the lowest bits.
#pragma once

#include <vector>

#include "rules/pattern.h"
#include "rules/scan.h"
#include "rules/traits.h"

namespace tengen {

using Window = uint32_t;

/// Return the window around cell `centre` of a line kept as 32 cells in a ring of 64 bits.
template <int HALF>
constexpr Window window_of(uint64_t line, int centre) {
    int turn = 2 * (centre - HALF) & 63;
    uint64_t cells = turn ? line >> turn | line << (64 - turn) : line;
    constexpr uint64_t LOW = (1ull << 2 * HALF) - 1;
    return Window((cells & LOW) | (cells >> 2 & LOW << 2 * HALF));
}

/// What a board looks up for the code of a colour's patterns on a point: their class, and two
/// values which it sums over all empty points: one for when that colour is to move, one for when
/// it waits. All three are packed into one number, so that one addition sums them.
class PointTable {
public:
    struct Sums {
        int to_move, waiting;
    };

    void set(Color color, Code code, Class what, int to_move, int waiting) {
        entries_[color][code] = int64_t(waiting) * (1ll << 40) + int64_t(to_move) * 65536 + what;
    }
    const int64_t* of(Color color) const { return entries_[color].data(); }
    Class class_of(Color color, Code code) const { return Class(entries_[color][code] & 255); }

    /// Take a sum of entries apart. The classes of 676 points sum up to less than 65,536.
    static Sums sums(int64_t sum) {
        int64_t values = sum >> 16;
        int to_move = int32_t(uint32_t(values) << 8) >> 8;
        return {to_move, int((values - to_move) >> 24)};
    }

private:
    std::array<std::array<int64_t, CODES>, 2> entries_{};
};

/// What is true of every point under one rule. Never changes after it was made, never freed.
struct Tables {
    RuleTraits traits;
    int half_line;                  ///< 4 or 5.
    std::vector<uint8_t> patterns;  ///< By window: Black's pattern, and White's << 4.
    PointTable plain;               ///< The classes, with all values zero.

    Pattern pattern(Window window, Color color) const {
        return Pattern(patterns[window] >> (4 * color) & 15);
    }

    /// Return the cells of `window` where a foe's stone makes `pattern` at the centre less.
    ///
    /// Bit i is the window's i-th cell. The centre, which always is a defence, is not among them.
    uint32_t defences(Window window, Color color) const;
};

/// Return the tables for `traits`, making them if this is their first use. Threads may call it.
const Tables& tables_for(const RuleTraits& traits);

/// Return the class of four patterns for a side.
Class class_of(Patterns patterns, const SideTraits& side);

/// Return a window as `color` sees it, the centre being place `half_line`.
LineView view_of(Window window, int half_line, Color color);

}  // namespace tengen
