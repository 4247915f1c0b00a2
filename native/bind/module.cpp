/// The Python module `tengen._native`: thin, typed, and the only place that raises.
#include "bind/bind.h"
#include "board/bench.h"
#include "board/perft.h"
#include "board/threats.h"

using namespace nanobind::literals;

namespace tengen {

namespace {

/// Make a board, trusting nothing: Python code may call this without the core's checks.
Board make_board(int size, const Traits& black, const Traits& white,
                 const std::array<std::vector<Pair>, 4>& points, int turn) {
    if (size < MIN_SIZE || size > MAX_SIZE) throw nb::value_error("size is 5 to 26");
    Setup setup{size, {{to_traits(black), to_traits(white)}}, {}, {}, {}, to_color(turn)};
    std::array<bool, POINTS> taken{};
    std::vector<Point>* kinds[] = {&setup.stones[BLACK], &setup.stones[WHITE], &setup.blocked,
                                   &setup.traps};
    for (size_t kind = 0; kind < 4; ++kind)
        for (Pair pair : points[kind]) {
            Point point = to_point(pair, size);
            if (point == PASS || taken[point]) throw nb::value_error("a point is given twice");
            taken[point] = true;
            kinds[kind]->push_back(point);
        }
    return Board(setup);
}

void push(Board& board, Pair pair) {
    Point point = to_point(pair, board.size());
    if (point != PASS && !board.is_trap(point) && board.cell(point) != EMPTY)
        throw nb::value_error("the point is not empty");
    board.push(point);
}

Pair pop(Board& board) {
    if (board.move_count() == 0) throw nb::value_error("there is no move to take back");
    return to_pair(board.pop());
}

Point empty_point(const Board& board, Pair pair) {
    Point point = to_point(pair, board.size());
    if (point == PASS || board.cell(point) != EMPTY) throw nb::value_error("point not empty");
    return point;
}

std::vector<std::tuple<Pair, int>> forbidden_points(Board& board, int color) {
    std::vector<std::tuple<Pair, int>> found;
    for (Point point : board.points())
        if (board.cell(point) == EMPTY)
            if (Forbidden reason = board.forbidden(point, to_color(color)); reason != Forbidden::NO)
                found.emplace_back(to_pair(point), int(reason));
    return found;
}

using ThreatTuple = std::tuple<int, std::vector<Pair>, std::vector<Pair>, std::vector<Pair>>;

std::vector<ThreatTuple> threat_tuples(Board& board, int color) {
    std::vector<ThreatTuple> found;
    for (const Threat& threat : threats(board, to_color(color)))
        found.emplace_back(int(threat.kind), to_pairs(threat.stones), to_pairs(threat.keys),
                           to_pairs(threat.defences));
    return found;
}

std::tuple<int, int, std::vector<Pair>> outcome_tuple(const Board& board) {
    Outcome outcome = board.outcome();
    return {int(outcome.reason), outcome.row.empty() ? -1 : int(outcome.winner),
            to_pairs(outcome.row)};
}

/// Read a line as text, `X` own, `O` other, `.` empty, anything else wall.
LineView to_line(const std::string& text) {
    if (text.size() > 32) throw nb::value_error("a line has at most 32 points");
    LineView line;
    for (size_t i = 0; i < text.size(); ++i) {
        uint32_t bit = 1u << i;
        if (text[i] == 'X') line.own |= bit;
        if (text[i] == 'O') line.foe |= bit;
        if (text[i] == '.') line.empty |= bit;
    }
    return line;
}

std::pair<int, std::vector<int>> scan_line(const std::string& text, int place, const Traits& side) {
    LineView line = to_line(text);
    if (place < 0 || place >= int(text.size()) || text[size_t(place)] != '.')
        throw nb::value_error("the place is not empty");
    SideTraits traits = to_traits(side);
    std::vector<int> replies;
    for (uint32_t found = defences(line, place, traits); found; found &= found - 1)
        replies.push_back(__builtin_ctz(found));
    return {classify(line, place, traits), replies};
}

}  // namespace

}  // namespace tengen

NB_MODULE(_native, module) {
    using namespace tengen;
#ifdef NDEBUG
    // Piskvork takes a program's standard error for its answers, so nothing may be written there.
    nb::set_leak_warnings(false);
#endif
    module.doc() = "The fast twin of tengen.core. Import it through tengen.engine only.";

    nb::class_<Board>(module, "Board", "A position in motion, with every pattern kept up to date.")
        .def(
            "__init__",
            [](Board* self, int size, const Traits& black, const Traits& white,
               const std::array<std::vector<Pair>, 4>& points,
               int turn) { new (self) Board(make_board(size, black, white, points, turn)); },
            "size"_a, "black"_a, "white"_a, "points"_a, "turn"_a,
            "Make a board; points are black stones, white stones, blocked points, traps.")
        .def("copy", [](const Board& board) { return Board(board); })
        .def("push", &push, "point"_a, "Play an empty point, a trap or (-1, -1) for a pass.")
        .def("pop", &pop, "Take the last move back and return it.")
        .def_prop_ro("size", &Board::size)
        .def_prop_ro("turn", [](const Board& board) { return int(board.turn()); })
        .def_prop_ro("key", &Board::key)
        .def(
            "cell",
            [](const Board& board, Pair pair) {
                return int(board.cell(to_point(pair, board.size())));
            },
            "point"_a, "0 empty, 1 black, 2 white, 3 blocked or trap.")
        .def(
            "is_legal",
            [](Board& board, Pair pair) { return board.is_legal(to_point(pair, board.size())); },
            "point"_a)
        .def("legal_points", [](Board& board) { return to_pairs(board.legal_points()); })
        .def("candidates", [](Board& board) { return to_pairs(board.candidates()); })
        .def("forbidden", &forbidden_points, "color"_a,
             "Each forbidden point with its reason: 1 overline, 2 double four, 3 double three.")
        .def("threats", &threat_tuples, "color"_a, "Kind, stones, keys and defences of each.")
        .def("outcome", &outcome_tuple, "Reason (0 while the game goes on), winner or -1, row.")
        .def(
            "patterns",
            [](const Board& board, Pair pair, int color) {
                Patterns made = board.patterns(empty_point(board, pair), to_color(color));
                std::array<int, 4> found;
                for (int d = 0; d < DIRECTIONS; ++d) found[size_t(d)] = pattern_at(made, d);
                return found;
            },
            "point"_a, "color"_a, "What a stone there makes in the four directions.")
        .def(
            "class_at",
            [](const Board& board, Pair pair, int color) {
                return int(board.class_at(empty_point(board, pair), to_color(color)));
            },
            "point"_a, "color"_a, "What a stone there makes on its four lines together.")
        .def(
            "counts",
            [](const Board& board, int color) {
                const Counts& counts = board.counts(to_color(color));
                return std::vector<int>(counts.begin(), counts.begin() + CLASSES);
            },
            "color"_a, "How many empty points of each class; upper bounds where forbidden.")
        .def("check", &Board::check, "What differs from a computation from scratch, or ''.")
        .def(
            "perft",
            [](Board& board, int depth) {
                if (depth < 0) throw nb::value_error("the depth is 0 or more");
                nb::gil_scoped_release release;
                Perft counted = perft(board, depth);
                return std::pair{counted.leaves, counted.wins};
            },
            "depth"_a, "Leaves and wins of all continuations to a depth.");

    module.def(
        "scan_line", &scan_line, "text"_a, "place"_a, "side"_a,
        "The plain scan of one line: the pattern at `place`, and the replies that lessen it.");
    module.def(
        "bench_board",
        [](int size, const Traits& black, const Traits& white, double seconds) {
            if (size < MIN_SIZE || size > MAX_SIZE) throw nb::value_error("size is 5 to 26");
            nb::gil_scoped_release release;
            return bench_board(size, {{to_traits(black), to_traits(white)}}, seconds);
        },
        "size"_a, "black"_a, "white"_a, "seconds"_a, "Pushes and pops, pairs per second.");
    bind_search(module);
    bind_solver(module);
}
