/// The native board: stones with all line patterns, classes and counters kept by push and pop.
#pragma once

#include <string>
#include <vector>

#include "base/simd.h"
#include "rules/tables.h"

namespace tengen {

/// What a game starts from; the core has checked it.
struct Setup {
    int size = 15;
    RuleTraits traits;
    std::vector<Point> blocked, traps;
    std::array<std::vector<Point>, 2> stones;
    Color turn = BLACK;
};

enum class Reason : uint8_t { NONE, FIVE, LONGEST_LINE, EQUAL_LINES, FULL_BOARD, PASSES };
enum class Forbidden : uint8_t { NO, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE };

/// How a game ended: nobody won when `row` is empty. Reason::NONE while it goes on.
struct Outcome {
    Reason reason = Reason::NONE;
    Color winner = BLACK;
    std::vector<Point> row;
};

/// How many empty points of each class a side has. For a side with forbidden points the counts
/// above FORBIDDEN are exact only for points that are not FORBIDDEN, which is an upper bound.
using Counts = std::array<uint16_t, 16>;

/// Where a point lies on its lines, each of which is kept as a ring of 32 cells.
struct Place {
    uint8_t line[DIRECTIONS];   ///< Which line of each direction it lies on.
    uint8_t where[DIRECTIONS];  ///< And which cell of it.
};

constexpr Place place_of(Point point) {
    int x = x_of(point), y = y_of(point);
    return {{uint8_t(y), uint8_t(x), uint8_t(y - x + 31), uint8_t(x + y)},
            {uint8_t(x), uint8_t(y), uint8_t(x), uint8_t(x)}};
}

/// A position in motion. Not shared between threads; copies are independent.
///
/// `push` expects a legal point: it checks nothing. Everything that depends on neighbours is kept
/// up to date incrementally; `check` recomputes it all from scratch and says what differs.
class Board {
public:
    /// Make a board; the values of `points` are summed, and it must outlive the board.
    explicit Board(const Setup& setup, const PointTable* points = nullptr);

    /// Sum the values of another table from here on; it must outlive the board.
    void use(const PointTable& points);

    /// Play a point, PASS or a trap for the side to move.
    void push(Point point);

    /// Take the last move back and return it.
    Point pop();

    int size() const { return size_; }
    const Tables& tables() const { return *tables_; }
    Color turn() const { return turn_; }
    int move_count() const { return int(moves_.size()); }
    const std::vector<Point>& moves() const { return moves_; }
    Point last() const { return moves_.empty() ? PASS : moves_.back(); }
    const std::vector<Point>& points() const { return points_; }  ///< All of them, in row order.

    /// The key of stones, special points and side to move; equal to the core's.
    uint64_t key() const;

    Cell cell(Point point) const { return Cell(cells_[point]); }
    bool is_trap(Point point) const { return traps_[point]; }
    bool has_traps() const { return has_traps_; }
    int empty_count() const { return empty_count_; }  ///< Points that can hold a stone.

    /// The four patterns that `color` would make on an empty point.
    Patterns patterns(Point point, Color color) const {
        return Patterns(patterns_[point] >> (16 * color));
    }
    Class class_at(Point point, Color color) const { return Class(classes_[color][point]); }
    Code code_at(Point point, Color color) const { return Code(codes_[point] >> (16 * color)); }
    const PointTable& point_table() const { return *point_table_; }
    PointTable::Sums sums(Color color) const { return PointTable::sums(top_->sums[color]); }

    /// The columns of a row where an empty point is near a stone.
    uint32_t near_row(int y) const { return top_->near[size_t(y)] & empty_rows_[size_t(y)]; }
    uint32_t empty_row(int y) const { return empty_rows_[size_t(y)]; }

    /// The columns of a row where the empty point's class for `color` is `floor` or more, which
    /// is not QUIET.
    uint32_t row_at_least(Color color, int y, Class floor) const {
        return bytes_at_least(&classes_[color][make_point(0, y)], floor);
    }
    const Counts& counts(Color color) const { return top_->counts[color]; }

    /// Why `color` may not play the empty `point`; exact, with the recursion of the RIF rules.
    Forbidden forbidden(Point point, Color color);

    /// Whether the side to move may play `point`, PASS included, while the game goes on.
    bool is_legal(Point point);

    /// What the side to move may play, in row order, without PASS.
    std::vector<Point> legal_points();

    /// The legal points near the stones, in row order; all legal points where none is near.
    std::vector<Point> candidates();

    /// How the game stands.
    Outcome outcome() const;

    /// The window of `point` along `direction`.
    Window window(Point point, int direction) const;

    /// The lines of `direction`, by their first point in row order, each along its direction.
    std::vector<std::vector<Point>> lines(int direction) const;

    /// Recompute everything; return an empty string, or the first thing that differs.
    std::string check() const;

private:
    /// A point whose patterns a stone changed, and what they were.
    struct Change {
        Point point;
        std::array<uint8_t, 2> classes;
        uint32_t patterns;
        uint32_t codes;
    };

    /// What push copies from one position to the next.
    struct Top {
        std::array<Counts, 2> counts;
        std::array<uint32_t, STRIDE> near;  ///< By row: the columns near a stone.
        std::array<int64_t, 2> sums;        ///< Of the point table's entries, by colour.
        uint64_t key;
        uint32_t changes;  ///< How many entries of changes_ are older than this position.
    };

    void put(Point point, Color color);
    void lift(Point point);
    template <int HALF>
    void put_as(Point point, Color color);
    void mark_near(Top& top, Point point) const;
    void recount(Top& top) const;
    void initialise_patterns();
    bool makes_double_three(Point point, Color color);
    bool is_allowed_three(Point point, int direction, Color color);
    /// The unbroken rows of stones of `color`, in the order of the lines.
    std::vector<std::vector<Point>> rows(int direction, Color color) const;
    std::vector<Point> row_through(Point point, int direction, Color color) const;
    bool is_winning_row(const std::vector<Point>& row, int direction, Color color) const;
    std::vector<Point> longest_row(Color color) const;

    const Tables* tables_;
    const PointTable* point_table_;
    int size_;
    Color turn_;
    bool has_traps_;
    int empty_count_;
    std::array<uint64_t, 64> lines_[DIRECTIONS];  ///< Each line as a ring of 32 two-bit cells.
    std::array<uint8_t, POINTS> cells_;
    std::array<bool, POINTS> traps_{};
    std::array<uint32_t, POINTS> patterns_{};  ///< Black's four patterns, and White's << 16.
    std::array<uint32_t, POINTS> codes_{};     ///< Black's code, and White's << 16.
    alignas(32) std::array<uint8_t, POINTS> classes_[2]{};  ///< By colour; QUIET under stones.
    std::array<uint32_t, STRIDE> empty_rows_{};             ///< By row: the columns that are empty.
    std::vector<Point> points_;
    std::vector<Point> moves_;
    std::vector<Top> tops_;  ///< One for each stone that was put, and one below.
    Top* top_;               ///< The current one, in tops_.
    std::vector<Change> changes_;

public:
    Board(const Board& from);
    Board& operator=(const Board& from) = delete;
};

}  // namespace tengen
