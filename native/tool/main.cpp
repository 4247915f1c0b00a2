/// A plain executable for what needs no Python: table tests, soak runs, bench, perft, profilers.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "board/bench.h"
#include "board/board.h"
#include "board/perft.h"
#include "board/threats.h"
#include "search/engine.h"

using namespace tengen;

namespace {

struct NamedRule {
    const char* name;
    RuleTraits traits;
};

/// The rules that the core names. The tool has no Python to receive them from; a test in
/// tests/differential compares this table with the core's.
const std::vector<NamedRule>& rules() {
    static const SideTraits FREE{};
    static const SideTraits EXACT{Overline::NOTHING, false, false, false};
    static const SideTraits RENJU{Overline::FORBIDDEN, false, true, true};
    static const SideTraits CARO{Overline::NOTHING, true, false, false};
    static const SideTraits CARO_OPEN{Overline::WINS, true, false, false};
    static const std::vector<NamedRule> ALL = {{"freestyle", {{FREE, FREE}}},
                                               {"standard", {{EXACT, EXACT}}},
                                               {"renju", {{RENJU, FREE}}},
                                               {"caro", {{CARO, CARO}}},
                                               {"caro-open", {{CARO_OPEN, CARO_OPEN}}}};
    return ALL;
}

/// Make the window of a place from cells laid side by side, with walls beyond both ends.
Window window_in(const std::vector<int>& cells, int place, int half) {
    Window window = 0;
    for (int i = 0; i < 2 * half; ++i) {
        int at = place - half + (i < half ? i : i + 1);
        bool inside = at >= 0 && at < int(cells.size());
        window |= Window(inside ? cells[size_t(at)] : WALL) << 2 * i;
    }
    return window;
}

/// Compare one line's table entries and defences with play on the whole line.
bool line_agrees(const Tables& tables, const std::vector<int>& cells, uint64_t& compared) {
    for (Color color : {BLACK, WHITE}) {
        const SideTraits& side = tables.traits.side[color];
        LineView line;
        for (size_t i = 0; i < cells.size(); ++i) {
            uint32_t bit = 1u << i;
            if (cells[i] == EMPTY) line.empty |= bit;
            if (cells[i] == stone_of(color)) line.own |= bit;
            if (cells[i] == stone_of(other(color))) line.foe |= bit;
        }
        for (int place = 0; place < int(cells.size()); ++place) {
            if (cells[size_t(place)] != EMPTY) continue;
            ++compared;
            Window window = window_in(cells, place, tables.half_line);
            Pattern plain = classify(line, place, side);
            if (tables.pattern(window, color) != plain) return false;
            if (plain != FIVE && plain != OPEN_FOUR && plain != FOUR) continue;
            uint32_t expected = defences(line, place, side) & ~(1u << place);
            uint32_t found = 0;
            uint32_t mask = tables.defences(window, color);
            for (int i = 0; i < 2 * tables.half_line; ++i)
                if (mask >> i & 1)
                    found |= 1u << (place - tables.half_line + (i < tables.half_line ? i : i + 1));
            if (found != expected) return false;
        }
    }
    return true;
}

void print_line(const char* rule, const std::vector<int>& cells) {
    std::printf("%s: table and play differ on ", rule);
    for (int cell : cells) std::putchar(".XO#"[cell]);
    std::putchar('\n');
}

/// Compare every entry of a table with play on the window itself, walls in it included.
bool windows_agree(const Tables& tables, uint64_t& compared) {
    for (Window window = 0; window < tables.patterns.size(); ++window)
        for (Color color : {BLACK, WHITE}) {
            ++compared;
            LineView line = view_of(window, tables.half_line, color);
            if (classify(line, tables.half_line, tables.traits.side[color]) !=
                tables.pattern(window, color))
                return false;
        }
    return true;
}

/// Compare the tables with play on every line of up to `longest` cells, and on every window.
///
/// With `flip` >= 0 that entry of each table is spoilt first, to show that the test can fail.
int test_tables(int longest, long flip) {
    bool agrees = true;
    for (const NamedRule& rule : rules()) {
        Tables tables = tables_for(rule.traits);
        if (flip >= 0) tables.patterns[size_t(flip) % tables.patterns.size()] ^= 1;
        uint64_t compared = 0;
        bool rule_agrees = true;
        for (int length = 1; length <= longest && rule_agrees; ++length) {
            std::vector<int> cells(size_t(length), EMPTY);
            while (true) {
                if (!line_agrees(tables, cells, compared)) {
                    print_line(rule.name, cells);
                    rule_agrees = false;
                    break;
                }
                size_t i = 0;
                while (i < cells.size() && ++cells[i] == WALL) cells[i++] = EMPTY;
                if (i == cells.size()) break;
            }
        }
        if (rule_agrees && !windows_agree(tables, compared)) {
            std::printf("%s: table and play differ on a window\n", rule.name);
            rule_agrees = false;
        }
        std::printf("%s: %llu entries compared\n", rule.name, (unsigned long long)compared);
        agrees &= rule_agrees;
    }
    return agrees ? 0 : 1;
}

/// Play random games with threats in them, checking the board against the plain scan all along.
int soak(uint64_t positions, uint64_t seed) {
    std::mt19937_64 random(seed);
    const int SIZES[] = {5, 6, 9, 15, 19, 20, 26};
    uint64_t seen = 0;
    for (uint64_t game = 0; seen < positions; ++game) {
        const NamedRule& rule = rules()[game % rules().size()];
        Setup setup;
        setup.size = SIZES[game / rules().size() % std::size(SIZES)];
        setup.traits = rule.traits;
        for (int y = 0; y < setup.size; ++y)
            for (int x = 0; x < setup.size; ++x)
                if (game % 3 == 0 && random() % 12 == 0)
                    (random() % 3 ? setup.blocked : setup.traps).push_back(make_point(x, y));
        Board board(setup);
        int greed = int(random() % 10);
        while (board.outcome().reason == Reason::NONE) {
            std::vector<Point> moves = board.candidates();
            if (moves.empty()) {
                board.push(PASS);
                continue;
            }
            Point move = moves[random() % moves.size()];
            // Prefer points that make something, so that threats and forbidden points come up.
            for (int tries = 0; tries < greed; ++tries) {
                Point rival = moves[random() % moves.size()];
                if (board.class_at(rival, board.turn()) > board.class_at(move, board.turn()))
                    move = rival;
            }
            board.push(move);
            if (random() % 7 == 0) board.push(board.pop());
            for (Color color : {BLACK, WHITE}) threats(board, color);
            if (std::string differs = board.check(); !differs.empty()) {
                std::printf("game %llu, seed %llu, %s %d: %s differs\n", (unsigned long long)game,
                            (unsigned long long)seed, rule.name, setup.size, differs.c_str());
                return 1;
            }
            if (++seen % 1000000 == 0)
                std::fprintf(stderr, "%llu M positions\n", (unsigned long long)seen / 1000000);
        }
        while (board.move_count()) board.pop();
        if (!board.check().empty()) return std::printf("pop is not the opposite of push\n"), 1;
    }
    std::printf("%llu positions checked\n", (unsigned long long)seen);
    return 0;
}

int bench() {
    for (const NamedRule& rule : rules())
        for (int size : {15, 20, 26})
            std::printf("%-10s %2dx%-2d %6.2f M pairs/s\n", rule.name, size, size,
                        bench_board(size, rule.traits, 0.5) / 1e6);
    return 0;
}

int count(const char* name, int size, int depth) {
    for (const NamedRule& rule : rules())
        if (!std::strcmp(rule.name, name)) {
            Setup setup;
            setup.size = size;
            setup.traits = rule.traits;
            Board board(setup);
            Perft found = perft(board, depth);
            std::printf("perft %d %llu wins %llu\n", depth, (unsigned long long)found.leaves,
                        (unsigned long long)found.wins);
            return 0;
        }
    std::fprintf(stderr, "tengen-tool: there is no rule '%s'\n", name);
    return 2;
}

/// Read `h8i9`, rows counted from the bottom, as moves of a game that has not ended.
std::vector<Point> read_moves(const char* text, int size) {
    std::vector<Point> moves;
    while (*text >= 'a' && *text < 'a' + size) {
        char* end = nullptr;
        int x = *text - 'a';
        int row = int(std::strtol(text + 1, &end, 10));
        if (row < 1 || row > size) break;
        moves.push_back(make_point(x, size - row));
        text = end;
    }
    return moves;
}

std::string text_of(Point point, int size) {
    if (point == PASS) return "pass";
    return char('a' + x_of(point)) + std::to_string(size - y_of(point));
}

/// Return the weights of a file, or those of the formulas without one.
Weights read_weights(const RuleTraits& traits, const char* path) {
    if (!path) return formula_weights(traits);
    std::ifstream file(path, std::ios::binary);
    std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});
    return load_weights(traits, bytes);
}

/// Follow random play, back and forth, with one evaluator, and compare it with a new one.
int follow_network(const NamedRule& rule, uint64_t positions, const char* path) {
    const Weights weights = read_weights(rule.traits, path);
    if (!weights.network) return std::printf("%s has no network\n", path), 1;
    std::mt19937_64 random(positions);
    uint64_t seen = 0;
    for (uint64_t game = 0; seen < positions; ++game) {
        Setup setup;
        setup.size = int(5 + random() % 22);
        setup.traits = rule.traits;
        for (int y = 0; y < setup.size; ++y)
            for (int x = 0; x < setup.size; ++x)
                if (game % 3 == 0 && random() % 12 == 0)
                    (random() % 3 ? setup.blocked : setup.traps).push_back(make_point(x, y));
        Board board(setup, &weights.points);
        Evaluator evaluator(board, weights);
        while (board.outcome().reason == Reason::NONE && seen < positions) {
            for (uint64_t back = random() % 4; back && board.move_count(); --back) {
                board.pop();
                evaluator.popped();
            }
            for (uint64_t on = random() % 6; on && board.outcome().reason == Reason::NONE; --on) {
                std::vector<Point> moves = board.legal_points();
                board.push(moves.empty() ? PASS : moves[random() % moves.size()]);
            }
            Evaluator fresh(board, weights);
            bool agrees = evaluator.value() == fresh.value();
            evaluator.prepare_scores();
            fresh.prepare_scores();
            for (Point point : board.points())
                agrees &= evaluator.score(point) == fresh.score(point);
            if (!agrees) return std::printf("the network has lost its way\n"), 1;
            ++seen;
        }
    }
    std::printf("%llu positions followed\n", (unsigned long long)seen);
    return 0;
}

int search(const char* name, int size, const char* moves, uint64_t nodes, const char* weights) {
    for (const NamedRule& rule : rules())
        if (!std::strcmp(rule.name, name)) {
            Setup setup;
            setup.size = size;
            setup.traits = rule.traits;
            Board board(setup);
            for (Point point : read_moves(moves, size)) board.push(point);
            Engine engine(std::make_shared<Weights>(read_weights(rule.traits, weights)), 64 << 20,
                          1);
            Request request;
            request.nodes = nodes;
            Report report = engine.search(board, request, [&](const Report& now) {
                std::printf("%2d/%-2d %6d %9llu %6.3f ", now.depth, now.selective_depth,
                            now.lines[0].value, (unsigned long long)now.nodes, now.seconds);
                for (Point point : now.lines[0].moves)
                    std::printf(" %s", text_of(point, size).c_str());
                std::putchar('\n');
                return false;
            });
            std::printf(
                "%llu nodes, %.0f a second, %.1f %% of cuts by the first move\n",
                (unsigned long long)report.nodes, double(report.nodes) / report.seconds,
                100.0 * double(report.first_cuts) / double(std::max<uint64_t>(1, report.cuts)));
            return 0;
        }
    return 2;
}

int print_rules() {
    for (const NamedRule& rule : rules()) {
        std::printf("%s", rule.name);
        for (const SideTraits& side : rule.traits.side)
            std::printf(" %d%d%d%d", int(side.overline), side.needs_open_end, side.no_double_three,
                        side.no_double_four);
        std::putchar('\n');
    }
    return 0;
}

}  // namespace

int main(int count_of, char** words) {
    auto is = [&](const char* word) { return count_of > 1 && !std::strcmp(words[1], word); };
    auto number = [&](int index, long fallback) {
        return index < count_of ? std::atol(words[index]) : fallback;
    };
    if (is("bench")) return bench();
    if (is("rules")) return print_rules();
    if (is("tables")) return test_tables(int(number(2, 11)), number(3, -1));
    if (is("soak")) return soak(uint64_t(number(2, 100000)), uint64_t(number(3, 1)));
    if (is("perft") && count_of == 5) return count(words[2], int(number(3, 15)), int(number(4, 2)));
    if (is("network") && count_of == 5)
        for (const NamedRule& rule : rules())
            if (!std::strcmp(rule.name, words[2]))
                return follow_network(rule, uint64_t(number(3, 1000)), words[4]);
    if (is("search") && (count_of == 6 || count_of == 7))
        return search(words[2], int(number(3, 15)), words[4], uint64_t(number(5, 100000)),
                      count_of == 7 ? words[6] : nullptr);
    std::fprintf(
        stderr,
        "usage: tengen-tool bench | search RULE SIZE MOVES NODES [WEIGHTS] | rules | tables "
        "[LONGEST [FLIP]] | soak [POSITIONS "
        "[SEED]] | perft RULE SIZE DEPTH | network RULE POSITIONS WEIGHTS\n");
    return 2;
}
