/// What forces and what answers: the moves that threat sequences are made of, from the patterns.
///
/// All lists are appended to `found`, so that a search can keep them in one growing stack.
#pragma once

#include <vector>

#include "board/board.h"

namespace tengen {

using Points = std::vector<Point>;

/// Return an empty point of a class, or PASS where there is none.
Point point_of_class(const Board& board, Class wanted, Color color);

/// Say whether a stone of `color` on an empty point makes a four (or more) on some line.
bool makes_four(const Board& board, Point point, Color color);

/// Return a point where the side to move makes a four that no reply but five stops, or PASS.
///
/// It sees also what the classes of a side with forbidden points leave open.
Point winning_four(Board& board);

/// Find every reply after which `five` makes no five for `color` any more, allowed or not.
///
/// Where a closed five does not win there may be replies beyond the point itself.
void stoppers_of(const Board& board, Point five, Color color, Points& found);

/// Find the allowed replies of the side to move after which the other side has no five left.
///
/// There must be one to stop.
void stops(Board& board, Points& found);

/// Find the points that leave `color` without a point of class WINNING_FOUR, allowed or not.
void answers_to_fours(const Board& board, Color color, Points& found);

/// Find the allowed moves of the side to move that make a four, the gravest class first.
void four_moves(Board& board, Points& found);

/// Find the allowed moves of the side to move that make a four or a three, the gravest first.
void threat_moves(Board& board, Points& found);

}  // namespace tengen
