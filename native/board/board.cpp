#include "board/board.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/zobrist.h"

namespace tengen {

namespace {

constexpr uint64_t ALL_WALL = ~0ull;

/// Candidates lie within three columns and rows of a stone, or four along its lines; by distance
/// in rows, as columns counted from four to the left of the stone.
constexpr uint32_t NEAR_ROWS[5] = {0b111111111, 0b011111110, 0b011111110, 0b011111110, 0b100010001};

/// Spread a table entry over the halves of a point's patterns.
constexpr uint32_t spread(uint8_t entry) {
    return (entry & 15u) | uint32_t(entry >> 4) << 16;
}

}  // namespace

Board::Board(const Setup& setup)
    : tables_(&tables_for(setup.traits)),
      size_(setup.size),
      turn_(setup.turn),
      has_traps_(!setup.traps.empty()) {
    assert(MIN_SIZE <= size_ && size_ <= MAX_SIZE);
    cells_.fill(WALL);
    for (auto& lines : lines_) lines.fill(ALL_WALL);
    for (int y = 0; y < size_; ++y)
        for (int x = 0; x < size_; ++x) points_.push_back(make_point(x, y));
    empty_count_ = int(points_.size());
    for (Point point : points_) {
        cells_[point] = EMPTY;
        Place at = place_of(point);
        for (int d = 0; d < DIRECTIONS; ++d) lines_[d][at.line[d]] ^= 3ull << 2 * at.where[d];
    }

    // A game has at most one stone a point, and the recursion of `forbidden` puts its own on top.
    tops_.resize(points_.size() + 2);
    changes_.resize(points_.size() * DIRECTIONS * 2 * BORDER_ROWS);
    top_ = tops_.data();
    top_->key = 0;
    top_->near.fill(0);
    top_->changes = 0;
    for (const auto* special : {&setup.blocked, &setup.traps}) {
        bool is_trap = special == &setup.traps;
        for (Point point : *special) {
            cells_[point] = WALL;
            traps_[point] = is_trap;
            --empty_count_;
            Place at = place_of(point);
            for (int d = 0; d < DIRECTIONS; ++d) lines_[d][at.line[d]] |= 3ull << 2 * at.where[d];
            top_->key ^= key_of(x_of(point), y_of(point), is_trap ? KEY_TRAP : KEY_BLOCKED);
        }
    }
    initialise_patterns();
    for (Color color : {BLACK, WHITE})
        for (Point point : setup.stones[color]) put(point, color);
}

Board::Board(const Board& from)
    : tables_(from.tables_),
      size_(from.size_),
      turn_(from.turn_),
      has_traps_(from.has_traps_),
      empty_count_(from.empty_count_),
      cells_(from.cells_),
      traps_(from.traps_),
      patterns_(from.patterns_),
      classes_(from.classes_),
      points_(from.points_),
      moves_(from.moves_),
      tops_(from.tops_),
      top_(tops_.data() + (from.top_ - from.tops_.data())),
      changes_(from.changes_) {
    std::copy(std::begin(from.lines_), std::end(from.lines_), std::begin(lines_));
}

Board::Place Board::place_of(Point point) const {
    int x = x_of(point), y = y_of(point);
    return {{uint8_t(y), uint8_t(x), uint8_t(y - x + 31), uint8_t(x + y)},
            {uint8_t(x), uint8_t(y), uint8_t(x), uint8_t(x)}};
}

uint64_t Board::key() const {
    return top_->key ^ (turn_ == WHITE ? KEY_WHITE_TO_MOVE : 0);
}

Window Board::window(Point point, int direction) const {
    Place at = place_of(point);
    uint64_t line = lines_[direction][at.line[direction]];
    int where = at.where[direction];
    return tables_->half_line == 4 ? window_of<4>(line, where) : window_of<5>(line, where);
}

void Board::initialise_patterns() {
    for (Point point : points_) {
        if (cells_[point] != EMPTY) continue;
        uint32_t patterns = 0;
        for (int d = 0; d < DIRECTIONS; ++d)
            patterns |= spread(tables_->patterns[window(point, d)]) << 4 * d;
        patterns_[point] = patterns;
        classes_[point] = uint16_t(tables_->classes[BLACK][patterns & 0xFFFF] |
                                   tables_->classes[WHITE][patterns >> 16] << 8);
    }
    recount(*top_);
}

void Board::recount(Top& top) const {
    for (Counts& counts : top.counts) counts.fill(0);
    for (Point point : points_)
        if (cells_[point] == EMPTY)
            for (Color color : {BLACK, WHITE}) ++top.counts[color][class_at(point, color)];
}

void Board::push(Point point) {
    moves_.push_back(point);
    if (cells_[point] == EMPTY) put(point, turn_);  // PASS and traps leave no stone.
    turn_ = other(turn_);
}

Point Board::pop() {
    Point point = moves_.back();
    moves_.pop_back();
    turn_ = other(turn_);
    if (cells_[point] != WALL) lift(point);
    return point;
}

void Board::put(Point point, Color color) {
    if (tables_->half_line == 4)
        put_as<4>(point, color);
    else
        put_as<5>(point, color);
}

template <int HALF>
void Board::put_as(Point point, Color color) {
    Top& top = top_[1];
    top = *top_;
    ++top_;
    top.key ^= key_of(x_of(point), y_of(point), color);
    mark_near(top, point);
    uint16_t own_classes = classes_[point];
    --top.counts[BLACK][own_classes & 255];
    --top.counts[WHITE][own_classes >> 8];
    cells_[point] = stone_of(color);
    --empty_count_;

    const uint8_t* patterns_of = tables_->patterns.data();
    const uint8_t* black_classes = tables_->classes[BLACK].data();
    const uint8_t* white_classes = tables_->classes[WHITE].data();
    Change* change = changes_.data() + top.changes;
    Place at = place_of(point);
    for (int d = 0; d < DIRECTIONS; ++d) {
        uint64_t& line = lines_[d][at.line[d]];
        line ^= uint64_t(stone_of(color)) << 2 * at.where[d];

        // Turn the ring so that the cell 2 x HALF before the stone comes first: the window of
        // every neighbour is then a plain shift away.
        uint64_t ring = std::rotr(line, 2 * (at.where[d] - 2 * HALF));
        constexpr uint64_t NEIGHBOURS = ((1ull << 4 * HALF) - 1) & 0x5555555555555555ull;
        constexpr uint64_t LOW = (1ull << 2 * HALF) - 1;
        // One low bit for each empty cell from HALF before the stone to HALF behind it; the
        // stone's own cell is not empty.
        uint64_t around = ring >> 2 * HALF;
        uint64_t empty = ~(around | around >> 1) & (NEIGHBOURS | 1ull << 4 * HALF);
        const int first = int(point) - HALF * STEP[d];
        for (; empty; empty &= empty - 1) {
            int shift = std::countr_zero(empty);
            uint64_t cells = ring >> shift;
            Window window = Window((cells & LOW) | (cells >> 2 & LOW << 2 * HALF));
            Point neighbour = Point(first + (shift >> 1) * STEP[d]);
            uint32_t before = patterns_[neighbour];
            uint32_t after = (before & ~(0x000F000Fu << 4 * d)) | spread(patterns_of[window])
                                                                      << 4 * d;
            if (before == after) continue;
            uint16_t old = classes_[neighbour];
            *change++ = {neighbour, old, before};
            patterns_[neighbour] = after;
            uint8_t black = black_classes[after & 0xFFFF], white = white_classes[after >> 16];
            --top.counts[BLACK][old & 255];
            ++top.counts[BLACK][black];
            --top.counts[WHITE][old >> 8];
            ++top.counts[WHITE][white];
            classes_[neighbour] = uint16_t(black | white << 8);
        }
    }
    top.changes = uint32_t(change - changes_.data());
}

void Board::lift(Point point) {
    uint32_t newest = top_->changes;
    --top_;
    for (uint32_t i = newest; i-- > top_->changes;) {
        const Change& change = changes_[i];
        patterns_[change.point] = change.patterns;
        classes_[change.point] = change.classes;
    }
    Place at = place_of(point);
    for (int d = 0; d < DIRECTIONS; ++d)
        lines_[d][at.line[d]] ^= uint64_t(cells_[point]) << 2 * at.where[d];
    cells_[point] = EMPTY;
    ++empty_count_;
}

void Board::mark_near(Top& top, Point point) const {
    int x = x_of(point), y = y_of(point);
    for (int dy = -4; dy <= 4; ++dy) {
        int row = y + dy;
        if (row < 0 || row >= size_) continue;
        top.near[row] |= uint32_t(uint64_t(NEAR_ROWS[dy < 0 ? -dy : dy]) << x >> 4);
    }
}

bool Board::is_legal(Point point) {
    if (point == PASS) {
        if (!moves_.empty() && moves_.back() == PASS) return true;
        if (has_traps_ || !tables_->traits.side[turn_].has_forbidden()) return false;
        return legal_points().empty();
    }
    if (is_trap(point)) return true;
    return cells_[point] == EMPTY && forbidden(point, turn_) == Forbidden::NO;
}

std::vector<Point> Board::legal_points() {
    std::vector<Point> found;
    for (Point point : points_)
        if (is_trap(point) || (cells_[point] == EMPTY && forbidden(point, turn_) == Forbidden::NO))
            found.push_back(point);
    return found;
}

std::vector<Point> Board::candidates() {
    std::vector<Point> found;
    for (int y = 0; y < size_; ++y) {
        for (uint32_t row = top_->near[y]; row; row &= row - 1) {
            int x = std::countr_zero(row);
            if (x >= size_) break;
            Point point = make_point(x, y);
            if (cells_[point] == EMPTY && forbidden(point, turn_) == Forbidden::NO)
                found.push_back(point);
        }
    }
    return found.empty() ? legal_points() : found;
}

}  // namespace tengen
