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

Board::Board(const Setup& setup, const PointTable* points)
    : tables_(&tables_for(setup.traits)),
      point_table_(points ? points : &tables_->plain),
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
        empty_rows_[size_t(y_of(point))] |= 1u << x_of(point);
        Place at = place_of(point);
        for (int d = 0; d < DIRECTIONS; ++d) lines_[d][at.line[d]] ^= 3ull << 2 * at.where[d];
    }

    // A game has at most one stone a point, and the recursion of `forbidden` puts its own on top.
    tops_.resize(points_.size() + 2);
    changes_.resize((points_.size() + 2) * (1 + DIRECTIONS * 2 * BORDER_ROWS));
    top_ = tops_.data();
    top_->key = 0;
    top_->near.fill(0);
    top_->changes = 0;
    for (const auto* special : {&setup.blocked, &setup.traps}) {
        bool is_trap = special == &setup.traps;
        for (Point point : *special) {
            cells_[point] = WALL;
            empty_rows_[size_t(y_of(point))] &= ~(1u << x_of(point));
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
      point_table_(from.point_table_),
      size_(from.size_),
      turn_(from.turn_),
      has_traps_(from.has_traps_),
      empty_count_(from.empty_count_),
      cells_(from.cells_),
      traps_(from.traps_),
      patterns_(from.patterns_),
      codes_(from.codes_),
      empty_rows_(from.empty_rows_),
      points_(from.points_),
      moves_(from.moves_),
      tops_(from.tops_),
      top_(tops_.data() + (from.top_ - from.tops_.data())),
      changes_(from.changes_) {
    std::copy(std::begin(from.lines_), std::end(from.lines_), std::begin(lines_));
    std::copy(std::begin(from.classes_), std::end(from.classes_), std::begin(classes_));
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
        codes_[point] = 0;
        for (int d = 0; d < DIRECTIONS; ++d)
            patterns |= spread(tables_->patterns[window(point, d)]) << 4 * d;
        patterns_[point] = patterns;
        for (Color color : {BLACK, WHITE}) {
            Code code = code_of(Patterns(patterns >> 16 * color));
            codes_[point] |= uint32_t(code) << 16 * color;
            classes_[color][point] = tables_->plain.class_of(color, code);
        }
    }
    recount(*top_);
}

void Board::recount(Top& top) const {
    for (Color color : {BLACK, WHITE}) {
        top.counts[color].fill(0);
        top.sums[color] = 0;
        for (Point point : points_) {
            if (cells_[point] != EMPTY) continue;
            ++top.counts[color][class_at(point, color)];
            top.sums[color] += point_table_->of(color)[code_at(point, color)];
        }
    }
}

void Board::use(const PointTable& points) {
    // Positions before this one would keep sums of the old table, so all moves are played again.
    std::vector<Point> moves;
    while (!moves_.empty()) moves.push_back(pop());
    point_table_ = &points;
    recount(*top_);
    for (; !moves.empty(); moves.pop_back()) push(moves.back());
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
    const int64_t* black_entries = point_table_->of(BLACK);
    const int64_t* white_entries = point_table_->of(WHITE);
    Change* change = changes_.data() + top.changes;
    uint32_t own = codes_[point];
    *change++ = {point, {classes_[BLACK][point], classes_[WHITE][point]}, patterns_[point], own};
    --top.counts[BLACK][classes_[BLACK][point]];
    --top.counts[WHITE][classes_[WHITE][point]];
    int64_t black_sum = top.sums[BLACK] - black_entries[own & 0xFFFF];
    int64_t white_sum = top.sums[WHITE] - white_entries[own >> 16];
    classes_[BLACK][point] = classes_[WHITE][point] = QUIET;
    empty_rows_[size_t(y_of(point))] &= ~(1u << x_of(point));
    cells_[point] = stone_of(color);
    --empty_count_;

    const uint8_t* patterns_of = tables_->patterns.data();
    const Code* code_table = codes().data();
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
            change->point = neighbour;
            change->patterns = before;
            ++change;
            patterns_[neighbour] = after;
        }
    }
    const Change* end = change;
    for (change = changes_.data() + top.changes + 1; change != end; ++change) {
        Point neighbour = change->point;
        uint32_t made = patterns_[neighbour], old = codes_[neighbour];
        uint32_t now = code_table[made & 0xFFFF] | uint32_t(code_table[made >> 16]) << 16;
        change->codes = old;
        codes_[neighbour] = now;
        int64_t black_entry = black_entries[now & 0xFFFF], white_entry = white_entries[now >> 16];
        black_sum += black_entry - black_entries[old & 0xFFFF];
        white_sum += white_entry - white_entries[old >> 16];
        uint8_t black = classes_[BLACK][neighbour], white = classes_[WHITE][neighbour];
        change->classes = {black, white};
        --top.counts[BLACK][black];
        ++top.counts[BLACK][black_entry & 255];
        --top.counts[WHITE][white];
        ++top.counts[WHITE][white_entry & 255];
        classes_[BLACK][neighbour] = uint8_t(black_entry);
        classes_[WHITE][neighbour] = uint8_t(white_entry);
    }
    top.sums = {black_sum, white_sum};
    top.changes = uint32_t(end - changes_.data());
}

void Board::lift(Point point) {
    uint32_t newest = top_->changes;
    --top_;
    for (uint32_t i = newest; i-- > top_->changes;) {
        const Change& change = changes_[i];
        patterns_[change.point] = change.patterns;
        codes_[change.point] = change.codes;
        classes_[BLACK][change.point] = change.classes[BLACK];
        classes_[WHITE][change.point] = change.classes[WHITE];
    }
    Place at = place_of(point);
    for (int d = 0; d < DIRECTIONS; ++d)
        lines_[d][at.line[d]] ^= uint64_t(cells_[point]) << 2 * at.where[d];
    cells_[point] = EMPTY;
    empty_rows_[size_t(y_of(point))] |= 1u << x_of(point);
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
