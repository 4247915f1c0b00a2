#include "rules/tables.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace tengen {

namespace {

/// One half of a window as a side sees it: what lies behind the first barrier cannot matter.
struct Half {
    LineView view;
    int id;  ///< Equal halves have equal ids.
};

Cell cell_at(uint32_t cells, int index) {
    return Cell(cells >> (2 * index) & 3);
}

/// Return every half that cells can form, by their bits: those before the centre, or behind it.
std::vector<Half> make_halves(int half_line, Color color, const SideTraits& side, bool right) {
    std::vector<Half> halves(size_t(1) << 2 * half_line);
    std::map<std::array<uint32_t, 3>, int> ids;
    for (uint32_t cells = 0; cells < halves.size(); ++cells) {
        LineView view;
        for (int distance = 1; distance <= half_line; ++distance) {
            Cell cell = cell_at(cells, right ? distance - 1 : half_line - distance);
            uint32_t place = 1u << (right ? half_line + distance : half_line - distance);
            if (cell == WALL) break;
            if (cell == stone_of(other(color))) {
                if (side.needs_open_end) view.foe |= place;
                break;
            }
            (cell == EMPTY ? view.empty : view.own) |= place;
        }
        auto [entry, added] = ids.try_emplace({view.own, view.foe, view.empty}, int(ids.size()));
        halves[cells] = {view, entry->second};
    }
    return halves;
}

void add_patterns(Tables& tables, Color color) {
    const SideTraits& side = tables.traits.side[color];
    int half = tables.half_line;
    auto left = make_halves(half, color, side, false);
    auto right = make_halves(half, color, side, true);
    constexpr uint8_t UNKNOWN = 255;
    size_t ids = left.size();
    std::vector<uint8_t> known(ids * ids, UNKNOWN);
    for (size_t r = 0; r < right.size(); ++r) {
        for (size_t l = 0; l < left.size(); ++l) {
            uint8_t& pattern = known[size_t(left[l].id) * ids + size_t(right[r].id)];
            if (pattern == UNKNOWN) {
                const LineView &a = left[l].view, &b = right[r].view;
                LineView line{a.own | b.own, a.foe | b.foe, a.empty | b.empty | 1u << half};
                pattern = classify(line, half, side);
            }
            tables.patterns[r << 2 * half | l] |= uint8_t(pattern << 4 * color);
        }
    }
}

std::unique_ptr<Tables> make_tables(const RuleTraits& traits) {
    auto tables = std::make_unique<Tables>();
    tables->traits = traits;
    tables->half_line = traits.half_line();
    tables->patterns.assign(size_t(1) << 4 * tables->half_line, 0);
    for (Color color : {BLACK, WHITE}) {
        add_patterns(*tables, color);
        for (int patterns = 0; patterns < 1 << 16; ++patterns) {
            // Numbers that are no patterns share a code with FIVE.
            if (((patterns & patterns >> 1 & patterns >> 2 & patterns >> 3) & 0x1111)) continue;
            Class what = class_of(Patterns(patterns), traits.side[color]);
            tables->plain.set(color, code_of(Patterns(patterns)), what, 0, 0);
        }
    }
    return tables;
}

}  // namespace

const std::array<Code, 1 << 16>& codes() {
    static const auto CODE_OF = [] {
        // Overlines and double fours are forbidden where they are told apart from other patterns,
        // so they share a kind: 14 kinds on four lines in any order are 2,380 combinations.
        auto kind = [](int pattern) { return pattern <= OVERLINE ? pattern : pattern - 1; };
        std::array<Code, 1 << 16> found{};
        std::map<std::array<int, 4>, Code> numbers;
        for (int patterns = 0; patterns < 1 << 16; ++patterns) {
            std::array<int, 4> kinds;
            for (int d = 0; d < 4; ++d)
                kinds[size_t(d)] =
                    kind(std::min<int>(pattern_at(Patterns(patterns), d), PATTERNS - 1));
            std::sort(kinds.begin(), kinds.end());
            found[size_t(patterns)] =
                numbers.try_emplace(kinds, Code(numbers.size())).first->second;
        }
        return found;
    }();
    return CODE_OF;
}

const Tables& tables_for(const RuleTraits& traits) {
    static std::mutex mutex;
    static std::map<RuleTraits, std::unique_ptr<Tables>> made;
    std::lock_guard lock(mutex);
    auto& tables = made[traits];
    if (!tables) tables = make_tables(traits);
    return *tables;
}

Class class_of(Patterns patterns, const SideTraits& side) {
    std::array<int, 16> n{};
    for (int direction = 0; direction < 4; ++direction) ++n[pattern_at(patterns, direction)];
    int fours = n[FOUR] + n[OPEN_FOUR] + 2 * n[DOUBLE_FOUR];
    int threes = n[THREE] + n[THREE_PLUS];
    int twos = n[OPEN_TWO] + n[OPEN_TWO_3] + n[OPEN_TWO_4];
    bool more = n[CLOSED_THREE] + twos > 0;
    if (n[FIVE]) return WINNING_FIVE;
    if (n[OVERLINE] || (side.no_double_four && fours > 1) || (side.no_double_three && threes > 1))
        return FORBIDDEN;
    if (n[OPEN_FOUR] || fours > 1) return WINNING_FOUR;
    if (fours) return threes ? FOUR_AND_THREE : more ? FOUR_AND_MORE : ONE_FOUR;
    if (threes) return threes > 1 ? TWO_THREES : more ? THREE_AND_MORE : ONE_THREE;
    if (n[CLOSED_THREE]) return n[CLOSED_THREE] + twos > 1 ? CLOSED_THREE_PLUS : ONE_CLOSED_THREE;
    return twos > 1 ? TWO_TWOS : twos ? ONE_TWO : QUIET;
}

uint32_t Tables::defences(Window window, Color color) const {
    Pattern now = pattern(window, color);
    uint32_t found = 0;
    for (int cell = 0; cell < 2 * half_line; ++cell) {
        if (cell_at(window, cell) != EMPTY) continue;
        Window after = window | Window(stone_of(other(color))) << 2 * cell;
        if (pattern(after, color) != now) found |= 1u << cell;
    }
    return found;
}

LineView view_of(Window window, int half_line, Color color) {
    LineView view;
    view.empty = 1u << half_line;
    for (int cell = 0; cell < 2 * half_line; ++cell) {
        uint32_t place = 1u << (cell < half_line ? cell : cell + 1);
        Cell what = cell_at(window, cell);
        if (what == EMPTY) view.empty |= place;
        if (what == stone_of(color)) view.own |= place;
        if (what == stone_of(other(color))) view.foe |= place;
    }
    return view;
}

}  // namespace tengen
