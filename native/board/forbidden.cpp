/// The exact forbidden test: a pseudo test from the patterns, then the recursion of the RIF rules.
#include "board/board.h"

namespace tengen {

Forbidden Board::forbidden(Point point, Color color) {
    if (class_at(point, color) != FORBIDDEN) return Forbidden::NO;
    const SideTraits& side = tables_->traits.side[color];
    int fours = 0;
    bool overline = false;
    for (int d = 0; d < DIRECTIONS; ++d) {
        Pattern pattern = pattern_at(patterns(point, color), d);
        overline |= pattern == OVERLINE;
        fours += pattern == DOUBLE_FOUR ? 2 : pattern == FOUR || pattern == OPEN_FOUR;
    }
    if (overline) return Forbidden::OVERLINE;
    if (side.no_double_four && fours > 1) return Forbidden::DOUBLE_FOUR;
    return makes_double_three(point, color) ? Forbidden::DOUBLE_THREE : Forbidden::NO;
}

bool Board::makes_double_three(Point point, Color color) {
    Patterns made = patterns(point, color);
    put(point, color);
    int threes = 0;
    for (int d = 0; d < DIRECTIONS && threes < 2; ++d) {
        Pattern pattern = pattern_at(made, d);
        if (pattern == THREE || pattern == THREE_PLUS) threes += is_allowed_three(point, d, color);
    }
    lift(point);
    return threes > 1;
}

/// Say whether the three through the stone on `point` can become a straight four by an allowed
/// move. The straight four is an unbroken row, so only the two points at the ends of the row
/// through `point` can complete it.
bool Board::is_allowed_three(Point point, int direction, Color color) {
    for (int step : {STEP[direction], -STEP[direction]}) {
        Point end = point;
        while (cells_[end] == stone_of(color)) end = Point(end + step);
        if (cells_[end] != EMPTY || pattern_at(patterns(end, color), direction) != OPEN_FOUR)
            continue;
        if (class_at(end, color) != WINNING_FIVE && forbidden(end, color) == Forbidden::NO)
            return true;
    }
    return false;
}

}  // namespace tengen
