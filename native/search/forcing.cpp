#include "search/forcing.h"

#include <algorithm>

namespace tengen {

namespace {

bool is_four(Pattern pattern) {
    return pattern == FOUR || pattern == OPEN_FOUR || pattern == DOUBLE_FOUR;
}

int count_from(const Board& board, Color color, Class least) {
    const Counts& counts = board.counts(color);
    int sum = counts[FORBIDDEN];
    for (int c = least; c < CLASSES; ++c) sum += counts[c];
    return sum;
}

/// Say whether the pseudo-forbidden `point` can be played after all and makes what is wanted.
bool is_allowed_threat(Board& board, Point point, Color color, bool only_fours) {
    bool wanted = makes_four(board, point, color);
    for (int d = 0; d < DIRECTIONS && !wanted && !only_fours; ++d) {
        Pattern pattern = pattern_at(board.patterns(point, color), d);
        wanted = pattern == THREE || pattern == THREE_PLUS;
    }
    return wanted && board.forbidden(point, color) == Forbidden::NO;
}

void moves_from(Board& board, Class least, Points& found) {
    Color color = board.turn();
    if (count_from(board, color, least) == 0) return;
    size_t base = found.size();
    for (Point point : board.points()) {
        if (board.cell(point) != EMPTY) continue;
        Class made = board.class_at(point, color);
        if (made < least &&
            (made != FORBIDDEN || !is_allowed_threat(board, point, color, least >= ONE_FOUR)))
            continue;
        // Insertion keeps equals in row order, and these lists are short.
        size_t at = found.size();
        found.push_back(point);
        for (; at > base && board.class_at(found[at - 1], color) < made; --at)
            found[at] = found[at - 1];
        found[at] = point;
    }
}

/// Mark the points that make `four` less than a winning four, itself among them.
void mark_answers(const Board& board, Point four, Color color, std::array<uint8_t, POINTS>& marks) {
    const Tables& tables = board.tables();
    int half = tables.half_line;
    Patterns patterns = board.patterns(four, color);
    ++marks[four];
    for (int d = 0; d < DIRECTIONS; ++d) {
        if (!is_four(pattern_at(patterns, d))) continue;
        Window window = board.window(four, d);
        for (int cell = 0; cell < 2 * half; ++cell) {
            if (window >> 2 * cell & 3) continue;
            Window after = window | Window(stone_of(other(color))) << 2 * cell;
            Patterns left = Patterns((patterns & ~(15u << 4 * d)) |
                                     unsigned(tables.pattern(after, color)) << 4 * d);
            if (tables.plain.class_of(color, code_of(left)) >= WINNING_FOUR) continue;
            int offset = cell < half ? cell - half : cell - half + 1;
            ++marks[size_t(four + offset * STEP[d])];
        }
    }
}

}  // namespace

Point point_of_class(const Board& board, Class wanted, Color color) {
    if (board.counts(color)[wanted] == 0) return PASS;
    for (Point point : board.points())
        if (board.cell(point) == EMPTY && board.class_at(point, color) == wanted) return point;
    return PASS;
}

bool makes_four(const Board& board, Point point, Color color) {
    Class made = board.class_at(point, color);
    if (made != FORBIDDEN) return made >= ONE_FOUR;
    for (int d = 0; d < DIRECTIONS; ++d)
        if (is_four(pattern_at(board.patterns(point, color), d))) return true;
    return false;
}

Point winning_four(Board& board) {
    Color color = board.turn();
    if (Point point = point_of_class(board, WINNING_FOUR, color); point != PASS) return point;
    if (board.counts(color)[FORBIDDEN] == 0) return PASS;
    for (Point point : board.points()) {
        if (board.cell(point) != EMPTY || board.class_at(point, color) != FORBIDDEN) continue;
        Patterns patterns = board.patterns(point, color);
        bool open = false;
        for (int d = 0; d < DIRECTIONS; ++d) open |= pattern_at(patterns, d) == OPEN_FOUR;
        if (open && board.forbidden(point, color) == Forbidden::NO) return point;
    }
    return PASS;
}

void stoppers_of(const Board& board, Point five, Color color, Points& found) {
    found.push_back(five);
    const Tables& tables = board.tables();
    // Only a rule that asks for an open end can lose a five by a stone beside it.
    if (!tables.traits.side[color].needs_open_end) return;
    Patterns patterns = board.patterns(five, color);
    int along = -1;
    for (int d = 0; d < DIRECTIONS; ++d) {
        if (pattern_at(patterns, d) != FIVE) continue;
        if (along >= 0) return;  // Two lines meet in the point itself and nowhere else.
        along = d;
    }
    int half = tables.half_line;
    uint32_t cells = tables.defences(board.window(five, along), color);
    for (int cell = 0; cell < 2 * half; ++cell)
        if (cells >> cell & 1) {
            int offset = cell < half ? cell - half : cell - half + 1;
            found.push_back(Point(five + offset * STEP[along]));
        }
}

void stops(Board& board, Points& found) {
    Color side = board.turn(), foe = other(side);
    int fives = board.counts(foe)[WINNING_FIVE];
    size_t base = found.size();
    stoppers_of(board, point_of_class(board, WINNING_FIVE, foe), foe, found);
    auto fails = [&](Point point) {
        if (board.forbidden(point, side) != Forbidden::NO) return true;
        if (fives == 1) return false;
        board.push(point);
        bool stopped = board.counts(foe)[WINNING_FIVE] == 0;
        board.pop();
        return !stopped;
    };
    found.erase(std::remove_if(found.begin() + long(base), found.end(), fails), found.end());
}

void answers_to_fours(const Board& board, Color color, Points& found) {
    std::array<uint8_t, POINTS> marks{};
    uint8_t fours = 0;
    Point first = PASS;
    for (Point point : board.points()) {
        if (board.cell(point) != EMPTY || board.class_at(point, color) != WINNING_FOUR) continue;
        if (fours == 255) return;  // As many have no common answer.
        if (!fours++) first = point;
        mark_answers(board, point, color, marks);
    }
    if (!fours) return;
    // A common answer is on a line of the first four, so only its surroundings are looked at.
    int half = board.tables().half_line;
    if (marks[first] == fours) found.push_back(first);
    for (int step : STEP)
        for (int i = -half; i <= half; ++i)
            if (int at = first + i * step;
                i && at >= 0 && at < POINTS && marks[size_t(at)] == fours)
                found.push_back(Point(at));
}

void four_moves(Board& board, Points& found) {
    moves_from(board, ONE_FOUR, found);
}

void threat_moves(Board& board, Points& found) {
    moves_from(board, ONE_THREE, found);
}

}  // namespace tengen
