#include "board/threats.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

namespace tengen {

namespace {

/// Points that complete one threat, growing as keys that share stones are joined.
struct Group {
    std::set<Point> stones, keys;
};

void add_run(const Board& board, Point from, int step, Color color, std::set<Point>& stones) {
    for (int at = from + step; board.cell(Point(at)) == stone_of(color); at += step)
        stones.insert(Point(at));
}

/// Return the stones that a five on `key` would be made of.
std::set<Point> stones_of_five(const Board& board, Point key, int step, Color color) {
    std::set<Point> stones;
    for (int way : {step, -step}) add_run(board, key, way, color, stones);
    return stones;
}

/// Return the stones of the open four that `key` makes, without `key` itself: those of every five
/// that has `key` in it, whose last point is the first empty one on either side.
std::set<Point> stones_of_three(Board& board, Point key, int direction, Color color) {
    int step = STEP[direction];
    std::set<Point> stones = stones_of_five(board, key, step, color);
    for (int way : {step, -step}) {
        int end = key + way;
        while (board.cell(Point(end)) == stone_of(color)) end += way;
        if (board.cell(Point(end)) != EMPTY) continue;
        // With a stone on `key`, is `end` a five? Ask the table with that stone added.
        Window window = board.window(Point(end), direction);
        int half = board.tables().half_line;
        int offset = (int(key) - end) / step;
        if (std::abs(offset) > half) continue;
        int cell = offset < 0 ? half + offset : half + offset - 1;
        window |= Window(stone_of(color)) << 2 * cell;
        if (board.tables().pattern(window, color) == FIVE)
            add_run(board, Point(end), way, color, stones);
    }
    return stones;
}

void join(std::vector<Group>& groups, Group group) {
    for (size_t i = 0; i < groups.size();) {
        bool shares = std::any_of(group.stones.begin(), group.stones.end(),
                                  [&](Point stone) { return groups[i].stones.count(stone) > 0; });
        if (!shares) {
            ++i;
            continue;
        }
        group.stones.insert(groups[i].stones.begin(), groups[i].stones.end());
        group.keys.insert(groups[i].keys.begin(), groups[i].keys.end());
        groups.erase(groups.begin() + long(i));
    }
    groups.push_back(std::move(group));
}

/// Return the replies that stop `key` from making what it makes.
std::set<Point> defences_at(const Board& board, Point key, int direction, Color color) {
    int half = board.tables().half_line;
    uint32_t cells = board.tables().defences(board.window(key, direction), color);
    std::set<Point> found = {key};
    for (int cell = 0; cell < 2 * half; ++cell)
        if (cells >> cell & 1) {
            int offset = cell < half ? cell - half : cell - half + 1;
            found.insert(Point(key + offset * STEP[direction]));
        }
    return found;
}

Threat threat_of(const Board& board, const Group& group, bool three, int direction, Color color) {
    std::vector<Point> defences;
    bool first = true;
    for (Point key : group.keys) {
        std::set<Point> here = defences_at(board, key, direction, color);
        if (first) defences.assign(here.begin(), here.end());
        std::erase_if(defences, [&](Point reply) { return !here.count(reply); });
        first = false;
    }
    Kind kind = three ? Kind::THREE : defences.empty() ? Kind::OPEN_FOUR : Kind::FOUR;
    return {kind,
            {group.stones.begin(), group.stones.end()},
            {group.keys.begin(), group.keys.end()},
            std::move(defences)};
}

}  // namespace

std::vector<Threat> threats(Board& board, Color color) {
    std::vector<Threat> found;
    bool has_forbidden = board.tables().traits.side[color].has_forbidden();
    for (int d = 0; d < DIRECTIONS; ++d) {
        for (const auto& line : board.lines(d)) {
            std::vector<Group> fours, threes;
            for (Point point : line) {
                if (board.cell(point) != EMPTY) continue;
                Pattern pattern = pattern_at(board.patterns(point, color), d);
                if (pattern == FIVE)
                    join(fours, {stones_of_five(board, point, STEP[d], color), {point}});
                if (pattern != OPEN_FOUR) continue;
                if (has_forbidden && (board.class_at(point, color) == WINNING_FIVE ||
                                      board.forbidden(point, color) != Forbidden::NO))
                    continue;
                join(threes, {stones_of_three(board, point, d, color), {point}});
            }
            for (const Group& group : fours)
                found.push_back(threat_of(board, group, false, d, color));
            for (const Group& group : threes)
                found.push_back(threat_of(board, group, true, d, color));
        }
    }
    std::sort(found.begin(), found.end(), [](const Threat& a, const Threat& b) {
        return std::tie(a.kind, a.stones, a.keys) < std::tie(b.kind, b.stones, b.keys);
    });
    return found;
}

}  // namespace tengen
