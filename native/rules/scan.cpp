#include "rules/scan.h"

#include <bit>

namespace tengen {

namespace {

constexpr uint32_t bit(int place) {
    return 1u << place;
}

/// Call `visit` with every set bit of `set`, lowest first, until it returns true.
template <typename Visit>
bool any_bit(uint32_t set, Visit visit) {
    for (; set; set &= set - 1)
        if (visit(set & -set)) return true;
    return false;
}

LineView with_own(LineView line, uint32_t stone) {
    return {line.own | stone, line.foe, line.empty & ~stone};
}

LineView with_foe(LineView line, uint32_t stone) {
    return {line.own, line.foe | stone, line.empty & ~stone};
}

/// Return the points within a five's reach of all of `through`; farther stones cannot share a row.
uint32_t reach(uint32_t through) {
    int low = std::countr_zero(through), high = 31 - std::countl_zero(through);
    uint32_t up_to = low + 5 > 31 ? ~0u : bit(low + 5) - 1;
    return high >= 5 ? up_to & ~(bit(high - 4) - 1) : up_to;
}

/// Count the straight or other fours through `place`, told apart by their stones.
int fours_through(const LineView& line, const SideTraits& side, int place) {
    uint32_t seen[2];
    int count = 0;
    any_bit(five_points(line, side, bit(place)), [&](uint32_t five) {
        uint32_t stones = row_through(with_own(line, five), std::countr_zero(five)) & ~five;
        if (count == 0 || stones != seen[0]) seen[count++] = stones;
        return count == 2;
    });
    return count;
}

/// Return the points that make an open four with all of `through` in it.
uint32_t open_four_points(const LineView& line, const SideTraits& side, uint32_t through) {
    uint32_t found = 0;
    any_bit(line.empty & reach(through), [&](uint32_t point) {
        LineView after = with_own(line, point);
        uint32_t stones = through | point;
        if (side.no_double_four && std::popcount(row_through(after, std::countr_zero(point))) != 4)
            return false;
        if (is_open_four(after, side, stones)) found |= point;
        return false;
    });
    return found;
}

/// Return the points that make a three with all of `through` in it.
uint32_t three_points(const LineView& line, const SideTraits& side, uint32_t through) {
    uint32_t found = 0;
    any_bit(line.empty & reach(through), [&](uint32_t point) {
        if (open_four_points(with_own(line, point), side, through | point)) found |= point;
        return false;
    });
    return found;
}

/// Say whether `moves` more stones can make five with all of `through` in it.
bool can_five(const LineView& line, const SideTraits& side, uint32_t through, int moves) {
    if (moves == 1) return five_points(line, side, through) != 0;
    return any_bit(line.empty & reach(through), [&](uint32_t point) {
        return can_five(with_own(line, point), side, through | point, moves - 1);
    });
}

Pattern classify_quiet(const LineView& after, const SideTraits& side, uint32_t stone) {
    if (uint32_t keys = open_four_points(after, side, stone))
        return std::popcount(keys) > 1 ? THREE_PLUS : THREE;
    if (can_five(after, side, stone, 2)) return CLOSED_THREE;
    if (uint32_t keys = three_points(after, side, stone)) {
        int ways = std::popcount(keys);
        return ways >= 4 ? OPEN_TWO_4 : ways == 3 ? OPEN_TWO_3 : OPEN_TWO;
    }
    if (can_five(after, side, stone, 3)) return TWO;
    bool open = any_bit(after.empty & reach(stone), [&](uint32_t point) {
        return three_points(with_own(after, point), side, stone | point) != 0;
    });
    if (open) return OPEN_ONE;
    return can_five(after, side, stone, 4) ? ONE : DEAD;
}

/// Say whether five cells in a row with `place` among them are own or empty: else all is dead.
bool has_room(const LineView& line, int place) {
    uint32_t usable = line.own | line.empty;
    int run = 0;
    for (int at = place; at < 32 && usable & bit(at); ++at) ++run;
    for (int at = place - 1; at >= 0 && usable & bit(at); --at) ++run;
    return run >= 5;
}

}  // namespace

uint32_t row_through(const LineView& line, int place) {
    uint32_t row = bit(place);
    for (int at = place + 1; at < 32 && line.own & bit(at); ++at) row |= bit(at);
    for (int at = place - 1; at >= 0 && line.own & bit(at); --at) row |= bit(at);
    return row;
}

bool is_five(const LineView& line, uint32_t row, const SideTraits& side) {
    int length = std::popcount(row);
    if (length != 5) return length > 5 && side.overline == Overline::WINS;
    bool closed = (row >> 1 & ~row & line.foe) && (row << 1 & ~row & line.foe);
    return !(side.needs_open_end && closed);
}

uint32_t five_points(const LineView& line, const SideTraits& side, uint32_t through) {
    uint32_t found = 0;
    uint32_t near = through ? reach(through) | reach(through) << 1 | reach(through) >> 1 : ~0u;
    any_bit(line.empty & near, [&](uint32_t point) {
        LineView after = with_own(line, point);
        uint32_t row = row_through(after, std::countr_zero(point));
        if ((row & through) == through && is_five(after, row, side)) found |= point;
        return false;
    });
    return found;
}

bool is_open_four(const LineView& line, const SideTraits& side, uint32_t through) {
    uint32_t fives = five_points(line, side, through);
    // A single point is answered on the point itself; this only saves time.
    if (std::popcount(fives) < 2) return false;
    return !any_bit(line.empty, [&](uint32_t reply) {
        return five_points(with_foe(line, reply), side, through) == 0;
    });
}

Pattern classify(const LineView& line, int place, const SideTraits& side) {
    if (!has_room(line, place)) return DEAD;
    uint32_t stone = bit(place);
    LineView after = with_own(line, stone);
    uint32_t row = row_through(after, place);
    if (is_five(after, row, side)) return FIVE;
    if (side.overline == Overline::FORBIDDEN && std::popcount(row) > 5) return OVERLINE;
    int fours = fours_through(after, side, place);
    if (fours == 2 && side.no_double_four) return DOUBLE_FOUR;
    if (fours) return is_open_four(after, side, stone) ? OPEN_FOUR : FOUR;
    return classify_quiet(after, side, stone);
}

uint32_t defences(const LineView& line, int place, const SideTraits& side) {
    Pattern now = classify(line, place, side);
    uint32_t found = bit(place);
    any_bit(line.empty & ~bit(place), [&](uint32_t reply) {
        if (classify(with_foe(line, reply), place, side) != now) found |= reply;
        return false;
    });
    return found;
}

}  // namespace tengen
