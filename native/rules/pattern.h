/// The patterns of a point: what a stone there makes on one line, and on all four together.
#pragma once

#include <array>
#include <cstdint>

namespace tengen {

/// What a stone on an empty point makes along one line, for one colour.
///
/// From CLOSED_THREE upwards each is defined by play, in the words of the core's `shapes`; the
/// fives, fours and threes meant are those that the stone itself is part of.
enum Pattern : uint8_t {
    DEAD = 0,          ///< No five can ever come of it.
    OVERLINE = 1,      ///< Six or more, where that is forbidden.
    DOUBLE_FOUR = 2,   ///< Two fours in one line, where that is forbidden.
    ONE = 3,           ///< Five is possible.
    OPEN_ONE = 4,      ///< One more stone makes an open two.
    TWO = 5,           ///< One more stone makes a closed three.
    OPEN_TWO = 6,      ///< One more stone makes a three, in one or two ways.
    OPEN_TWO_3 = 7,    ///< The same, in three ways.
    OPEN_TWO_4 = 8,    ///< The same, in four ways or more.
    CLOSED_THREE = 9,  ///< One more stone makes a four.
    THREE = 10,        ///< One more stone makes an open four, in one way.
    THREE_PLUS = 11,   ///< The same, in two ways or more.
    FOUR = 12,         ///< One more stone makes five, unless answered.
    OPEN_FOUR = 13,    ///< One more stone makes five, whatever the reply.
    FIVE = 14,         ///< Wins.
};

constexpr int PATTERNS = 15;

/// What a stone on an empty point makes on its four lines together, for one colour.
///
/// For a side with forbidden points FORBIDDEN is an upper bound: two threes may be false, and only
/// `Board::forbidden` tells. All other classes of that side are then lower bounds in the same way.
enum Class : uint8_t {
    QUIET = 0,
    FORBIDDEN = 1,
    ONE_TWO = 2,            ///< An open two.
    ONE_CLOSED_THREE = 3,   ///< A closed three.
    TWO_TWOS = 4,           ///< Two open twos.
    CLOSED_THREE_PLUS = 5,  ///< A closed three and an open two or another closed three.
    ONE_THREE = 6,
    THREE_AND_MORE = 7,  ///< A three and an open two or a closed three.
    TWO_THREES = 8,
    ONE_FOUR = 9,
    FOUR_AND_MORE = 10,  ///< A four and an open two or a closed three.
    FOUR_AND_THREE = 11,
    WINNING_FOUR = 12,  ///< An open four, or two fours: wins unless answered by five.
    WINNING_FIVE = 13,
};

constexpr int CLASSES = 14;

/// Four patterns of one colour, four bits each, the first direction lowest.
using Patterns = uint16_t;

constexpr Pattern pattern_at(Patterns patterns, int direction) {
    return Pattern(patterns >> (4 * direction) & 15);
}

/// Four patterns in any order, as one number.
using Code = uint16_t;

constexpr int CODES = 2380;

/// Return the code of every combination of four patterns.
const std::array<Code, 1 << 16>& codes();

inline Code code_of(Patterns patterns) {
    return codes()[patterns];
}

}  // namespace tengen
