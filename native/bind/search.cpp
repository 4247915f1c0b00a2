/// The engine, its weights and the features to fit them, as Python sees them.
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "bind/bind.h"
#include "eval/evaluate.h"
#include "eval/features.h"
#include "search/engine.h"
#include "search/parameters.h"

using namespace nanobind::literals;

namespace tengen {

namespace {

/// How often a search looks whether Ctrl-C was pressed.
constexpr auto SIGNAL_INTERVAL = std::chrono::milliseconds(20);

using LineTuple = std::tuple<int, int, std::vector<Pair>>;

RuleTraits rule_of(const Traits& black, const Traits& white) {
    return {{to_traits(black), to_traits(white)}};
}

std::vector<Point> to_points(const std::vector<Pair>& pairs, int size) {
    std::vector<Point> points;
    for (Pair pair : pairs) points.push_back(to_point(pair, size));
    return points;
}

std::span<const uint8_t> view_of(const nb::bytes& bytes) {
    return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

std::shared_ptr<const Weights> make_weights(const Traits& black, const Traits& white,
                                            const std::optional<nb::bytes>& bytes) {
    RuleTraits traits = rule_of(black, white);
    if (!bytes) return std::make_shared<const Weights>(formula_weights(traits));
    return std::make_shared<const Weights>(load_weights(traits, view_of(*bytes)));
}

/// Search without the interpreter's lock, and take it only to report and to look for Ctrl-C.
Report search(Engine& engine, const Board& board, const Request& request,
              const std::function<bool(const Report&)>& on_report, bool signals) {
    bool raised = false;
    auto next = std::chrono::steady_clock::now() + SIGNAL_INTERVAL;
    std::function<bool(const Report&)> report;
    if (on_report)
        report = [&](const Report& now) {
            nb::gil_scoped_acquire acquire;
            return on_report(now);
        };
    std::function<bool()> poll;
    if (signals)
        poll = [&] {
            auto now = std::chrono::steady_clock::now();
            if (raised || now < next) return raised;
            next = now + SIGNAL_INTERVAL;
            nb::gil_scoped_acquire acquire;
            raised = PyErr_CheckSignals() != 0;
            return raised;
        };
    Report found;
    {
        nb::gil_scoped_release release;
        found = engine.search(board, request, report, poll);
    }
    if (raised) throw nb::python_error();
    return found;
}

std::vector<LineTuple> lines_of(const Report& report) {
    std::vector<LineTuple> lines;
    for (const ReportLine& line : report.lines)
        lines.emplace_back(line.value, line.depth, to_pairs(line.moves));
    return lines;
}

std::vector<std::pair<Pair, int>> candidates_of(const Report& report) {
    std::vector<std::pair<Pair, int>> found;
    for (auto [point, value] : report.candidates) found.emplace_back(to_pair(point), value);
    return found;
}

void append(std::vector<uint16_t>& numbers, int number) {
    numbers.push_back(uint16_t(number));
}

nb::bytes to_bytes(const std::vector<uint16_t>& numbers) {
    return nb::bytes(numbers.data(), 2 * numbers.size());
}

/// Return mask, codes with counts, and the moves to choose from, as 16-bit numbers in bytes.
std::tuple<int, std::vector<int>, nb::bytes, nb::bytes, nb::bytes> features(Board& board) {
    Features found = features_of(board);
    std::vector<uint16_t> mine, theirs, moves;
    for (auto [code, count] : found.mine) append(mine, code), append(mine, count);
    for (auto [code, count] : found.theirs) append(theirs, code), append(theirs, count);
    for (auto [point, own, foe] : found.moves) {
        append(moves, y_of(point) * board.size() + x_of(point));
        append(moves, own);
        append(moves, foe);
    }
    return {found.mask, found.counts, to_bytes(mine), to_bytes(theirs), to_bytes(moves)};
}

std::pair<int, std::vector<std::pair<Pair, int>>> judge(const Board& board,
                                                        const Weights& weights) {
    Board copy(board);
    copy.use(weights.points);
    Evaluator evaluator(copy, weights);
    int value = evaluator.value();
    evaluator.prepare_scores();
    std::vector<std::pair<Pair, int>> scores;
    for (Point point : copy.candidates())
        scores.emplace_back(to_pair(point), evaluator.score(point));
    return {value, scores};
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Weights>(module, "Weights", "The numbers of the evaluation for one rule.")
        .def(nb::new_(&make_weights), "black"_a, "white"_a, "data"_a.none(),
             "Read weights from bytes; None gives those of the formulas.")
        .def_ro("hash", &Weights::hash)
        .def_prop_ro(
            "has_network", [](const Weights& weights) { return weights.network != nullptr; },
            "Whether there is a network besides the patterns' numbers.")
        .def(
            "patterns_only",
            [](const Weights& weights) {
                auto copy = std::make_shared<Weights>(weights);
                copy->network = nullptr;
                return std::shared_ptr<const Weights>(copy);
            },
            "The same without the network.")
        .def(
            "numbers",
            [](const Weights& weights) {
                std::string all(reinterpret_cast<const char*>(weights.side.data()),
                                sizeof weights.side);
                return nb::bytes(all.data(), all.size());
            },
            "All numbers as 16-bit integers of this machine: for each colour to_move, waiting, "
            "threats, mine, theirs, own and foe.");
    module.def(
        "save_weights",
        [](const Traits& black, const Traits& white, const nb::bytes& numbers,
           const nb::bytes& network) {
            std::array<SideWeights, 2> side;
            if (numbers.size() != sizeof side) throw nb::value_error("a wrong number of weights");
            std::memcpy(&side, numbers.data(), sizeof side);
            std::string saved =
                save_weights(rule_of(black, white), side, {network.c_str(), network.size()});
            return nb::bytes(saved.data(), saved.size());
        },
        "black"_a, "white"_a, "numbers"_a, "network"_a = nb::bytes("", 0),
        "Return a weight file of numbers as `numbers` gives, with a network behind them if any.");
    module.attr("CODES") = CODES;
    module.attr("THREAT_MASKS") = THREAT_MASKS;
    module.attr("COUNTS") = COUNTS;
    module.attr("VALUE_WIN") = VALUE_WIN;
    module.attr("VALUE_WIN_BOUND") = VALUE_WIN_BOUND;
    module.attr("OTHER_RULE") = OTHER_RULE;

    nb::class_<Request>(module, "Request", "What a search is asked for; zero means no limit.")
        .def(
            "__init__",
            [](Request* self, uint64_t nodes, int depth, double optimum, double maximum, int lines,
               bool balanced, std::optional<uint64_t> stops) {
                if (depth < 0 || lines < 1) throw nb::value_error("a limit below zero");
                new (self) Request{nodes, depth, maximum, optimum, lines, balanced, {}, {}, stops};
            },
            "nodes"_a = 0, "depth"_a = 0, "optimum"_a = 0.0, "maximum"_a = 0.0, "lines"_a = 1,
            "balanced"_a = false, "stops"_a.none() = nb::none(),
            "`stops` is what the engine's said when the question came: a stop since then ends it.");

    nb::class_<Report>(module, "Report", "What a search has found, for the side to move.")
        .def_ro("depth", &Report::depth)
        .def_ro("selective_depth", &Report::selective_depth)
        .def_ro("nodes", &Report::nodes)
        .def_ro("seconds", &Report::seconds)
        .def_ro("permille_full", &Report::permille_full)
        .def_ro("cuts", &Report::cuts)
        .def_ro("first_cuts", &Report::first_cuts)
        .def_prop_ro("lines", &lines_of, "Value, depth and moves of each line, the best first.")
        .def_prop_ro("candidates", &candidates_of, "Every root move with its newest value.");

    nb::class_<Engine>(module, "Engine", "A search with its table, for one rule.")
        .def(
            "__init__",
            [](Engine* self, std::shared_ptr<const Weights> weights, size_t bytes, int threads,
               bool can_pass) {
                if (threads < 1) throw nb::value_error("at least one thread");
                // A large table takes its time, in which others want to be heard.
                nb::gil_scoped_release release;
                new (self) Engine(std::move(weights), bytes, threads, can_pass);
            },
            "weights"_a, "bytes"_a, "threads"_a = 1, "can_pass"_a = true)
        .def(
            "search",
            [](Engine& engine, const Board& board, Request request, const std::vector<Pair>& only,
               const std::vector<Pair>& except,
               const std::optional<std::function<bool(const Report&)>>& on_report, bool signals) {
                request.only = to_points(only, board.size());
                request.except = to_points(except, board.size());
                return search(engine, board, request,
                              on_report ? *on_report : std::function<bool(const Report&)>{},
                              signals);
            },
            "board"_a, "request"_a, "only"_a = std::vector<Pair>{},
            "except_"_a = std::vector<Pair>{}, "on_report"_a.none() = nb::none(),
            "signals"_a = false,
            "Search; `on_report` is called after each iteration and returns True to stop.")
        .def("stop", &Engine::stop, "End the running search, from any thread.")
        .def_prop_ro("stops", &Engine::stop_count, "How often `stop` was called.")
        .def("clear", &Engine::clear, nb::call_guard<nb::gil_scoped_release>(),
             "Forget all positions.");

    module.def("features", &features, "board"_a,
               "Mask, indices of class counts, own codes with counts, the foe's, and moves as "
               "(index, own, foe).");
    module.def("judge", &judge, "board"_a, "weights"_a,
               "The value of a position without any search, and the score of every candidate.");
    module.def("parameters", &list_parameters, "The constants of the search by name.");
    module.def("set_parameter", &set_parameter, "name"_a, "value"_a,
               "Set a constant; False where this build or the name does not allow it.");
}

}  // namespace tengen
