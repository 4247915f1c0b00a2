/// How the game stands: fives, full boards, passes, and the longest line of a game with traps.
#include "board/board.h"

namespace tengen {

std::vector<Point> Board::row_through(Point point, int direction, Color color) const {
    int step = STEP[direction];
    Point start = point;
    while (cells_[start - step] == stone_of(color)) start = Point(start - step);
    std::vector<Point> row;
    for (Point at = start; cells_[at] == stone_of(color); at = Point(at + step)) row.push_back(at);
    return row;
}

bool Board::is_winning_row(const std::vector<Point>& row, int direction, Color color) const {
    const SideTraits& side = tables_->traits.side[color];
    if (row.size() != 5) return row.size() > 5 && side.overline == Overline::WINS;
    Cell foe = stone_of(other(color));
    bool closed =
        cells_[row.front() - STEP[direction]] == foe && cells_[row.back() + STEP[direction]] == foe;
    return !(side.needs_open_end && closed);
}

std::vector<std::vector<Point>> Board::lines(int direction) const {
    std::vector<std::vector<Point>> found;
    int step = STEP[direction];
    auto is_on_board = [&](int point) {
        int x = point % STRIDE, y = y_of(Point(point));
        return x < size_ && y >= 0 && y < size_;
    };
    for (Point start : points_) {
        if (is_on_board(start - step)) continue;
        found.emplace_back();
        for (int at = start; is_on_board(at); at += step) found.back().push_back(Point(at));
    }
    return found;
}

std::vector<std::vector<Point>> Board::rows(int direction, Color color) const {
    std::vector<std::vector<Point>> found;
    for (const auto& line : lines(direction))
        for (Point point : line)
            if (cells_[point] == stone_of(color) &&
                cells_[point - STEP[direction]] != stone_of(color))
                found.push_back(row_through(point, direction, color));
    return found;
}

std::vector<Point> Board::longest_row(Color color) const {
    std::vector<Point> longest;
    for (int d = 0; d < DIRECTIONS; ++d)
        for (auto& row : rows(d, color))
            if (row.size() > longest.size()) longest = std::move(row);
    return longest;
}

Outcome Board::outcome() const {
    if (moves_.empty()) {
        for (Color color : {BLACK, WHITE})
            for (int d = 0; d < DIRECTIONS; ++d)
                for (auto& row : rows(d, color))
                    if (is_winning_row(row, d, color)) return {Reason::FIVE, color, row};
    } else if (Point last = moves_.back(); cells_[last] != WALL) {
        Color color = other(turn_);
        for (int d = 0; d < DIRECTIONS; ++d)
            if (auto row = row_through(last, d, color); is_winning_row(row, d, color))
                return {Reason::FIVE, color, row};
    }
    size_t count = moves_.size();
    if (count >= 2 && moves_[count - 1] == PASS && moves_[count - 2] == PASS)
        return {Reason::PASSES, BLACK, {}};
    if (!has_traps_) return {empty_count_ ? Reason::NONE : Reason::FULL_BOARD, BLACK, {}};
    if (empty_count_ && count < points_.size()) return {};
    std::vector<Point> black = longest_row(BLACK), white = longest_row(WHITE);
    if (black.size() == white.size()) return {Reason::EQUAL_LINES, BLACK, {}};
    bool black_wins = black.size() > white.size();
    return {Reason::LONGEST_LINE, black_wins ? BLACK : WHITE, black_wins ? black : white};
}

}  // namespace tengen
