/// Everything the board keeps incrementally, recomputed from the stones alone by the plain scan.
#include <map>
#include <tuple>

#include "base/zobrist.h"
#include "board/board.h"
#include "rules/scan.h"

namespace tengen {

namespace {

std::string text_of(Point point) {
    return "(" + std::to_string(x_of(point)) + "," + std::to_string(y_of(point)) + ")";
}

using LinePatterns = std::array<uint8_t, MAX_SIZE>;

/// Return what the plain scan says of every empty place of a line.
///
/// A game changes four lines a move, so the lines seen before are remembered, up to a limit.
const LinePatterns& scan(const LineView& line, const SideTraits& side) {
    using Key = std::tuple<uint32_t, uint32_t, uint32_t, SideTraits>;
    thread_local std::map<Key, LinePatterns> known;
    if (known.size() > 1000000) known.clear();
    auto [entry, added] = known.try_emplace({line.own, line.foe, line.empty, side});
    if (added)
        for (int place = 0; place < MAX_SIZE; ++place)
            if (line.empty >> place & 1) entry->second[size_t(place)] = classify(line, place, side);
    return entry->second;
}

/// Return the first point of a line whose kept pattern is not what the scan says, or PASS.
Point first_wrong(const Board& board, const std::vector<Point>& points, int direction,
                  Color color) {
    LineView line;
    for (size_t i = 0; i < points.size(); ++i) {
        uint32_t bit = 1u << i;
        Cell cell = board.cell(points[i]);
        if (cell == EMPTY) line.empty |= bit;
        if (cell == stone_of(color)) line.own |= bit;
        if (cell == stone_of(other(color))) line.foe |= bit;
    }
    const LinePatterns& plain = scan(line, board.tables().traits.side[color]);
    for (size_t i = 0; i < points.size(); ++i)
        if (line.empty >> i & 1 &&
            plain[i] != pattern_at(board.patterns(points[i], color), direction))
            return points[i];
    return PASS;
}

}  // namespace

std::string Board::check() const {
    uint64_t key = turn_ == WHITE ? KEY_WHITE_TO_MOVE : 0;
    int empty = 0;
    for (Point point : points_) {
        Cell cell = Cell(cells_[point]);
        if ((empty_rows_[size_t(y_of(point))] >> x_of(point) & 1) != (cell == EMPTY))
            return "rows of empty points";
        if (cell == EMPTY) {
            ++empty;
        } else {
            if (classes_[BLACK][point] || classes_[WHITE][point]) return "class under a stone";
            int what = cell != WALL ? cell - 1 : traps_[point] ? KEY_TRAP : KEY_BLOCKED;
            key ^= key_of(x_of(point), y_of(point), what);
        }
    }
    if (key != this->key()) return "key";
    if (empty != empty_count_) return "number of empty points";

    Top top{};
    recount(top);
    if (top.counts != top_->counts) return "counters";
    if (top.sums != top_->sums) return "sums";
    for (Point point : points_)
        if (Cell cell = Cell(cells_[point]); cell == BLACK_STONE || cell == WHITE_STONE)
            mark_near(top, point);
    if (top.near != top_->near) return "points near stones";

    for (Color color : {BLACK, WHITE})
        for (int d = 0; d < DIRECTIONS; ++d)
            for (const auto& line : lines(d))
                if (Point wrong = first_wrong(*this, line, d, color); wrong != PASS)
                    return "pattern of " + text_of(wrong) + " in direction " + std::to_string(d);
    for (Point point : points_)
        for (Color color : {BLACK, WHITE})
            if (cells_[point] == EMPTY && code_of(patterns(point, color)) != code_at(point, color))
                return "code of " + text_of(point);
            else if (cells_[point] == EMPTY &&
                     class_of(patterns(point, color), tables_->traits.side[color]) !=
                         class_at(point, color))
                return "class of " + text_of(point);
    return "";
}

}  // namespace tengen
