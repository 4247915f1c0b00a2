/// The solver as Python sees it.
#include "search/solver.h"

#include "bind/bind.h"

using namespace nanobind::literals;

namespace tengen {

namespace {

/// A node of a proof: its move, the number of `otherwise` or -1, and the replies with theirs.
using NodeTuple = std::tuple<Pair, int, std::vector<std::pair<Pair, int>>>;

std::vector<NodeTuple> proof_tuples(const Solution& solution) {
    std::vector<NodeTuple> nodes;
    nodes.reserve(solution.proof.size());
    for (const ProofNode& node : solution.proof) {
        std::vector<std::pair<Pair, int>> replies;
        for (auto [reply, next] : node.replies) replies.emplace_back(to_pair(reply), next);
        nodes.emplace_back(to_pair(node.move), node.otherwise, std::move(replies));
    }
    return nodes;
}

/// Solve without holding Python up: other threads run, and Ctrl-C ends it.
Solution solve(Solver& solver, const Board& position, uint64_t nodes, int64_t milliseconds,
               int depth, bool fours_only, bool shorten, uint64_t stops) {
    // A copy, so that nothing Python does to its board meanwhile can matter.
    Board board(position);
    SolverLimits limits;
    limits.nodes = nodes;
    limits.milliseconds = milliseconds;
    limits.depth = depth;
    limits.fours_only = fours_only;
    limits.shorten = shorten;
    limits.stops = stops;
    bool signalled = false;
    limits.interrupted = [&] {
        nb::gil_scoped_acquire acquire;
        return signalled = PyErr_CheckSignals() != 0;
    };
    Solution solution;
    {
        nb::gil_scoped_release release;
        solution = solver.solve(board, limits);
    }
    if (signalled) throw nb::python_error();
    return solution;
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Solution>(module, "Solution", "What a solver found.")
        .def_prop_ro(
            "verdict", [](const Solution& found) { return int(found.verdict); },
            "0 a win, 1 no win, 2 unknown.")
        .def_ro("plies", &Solution::plies)
        .def_ro("nodes", &Solution::nodes)
        .def_ro("microseconds", &Solution::microseconds)
        .def_prop_ro("line", [](const Solution& found) { return to_pairs(found.line); })
        .def_prop_ro("proof", &proof_tuples,
                     "Move, otherwise and replies of each node; the last is the root.");
    nb::class_<Solver>(module, "Solver", "Looks for wins by threats, and proves them.")
        .def(nb::init<size_t>(), "bytes"_a)
        .def("solve", &solve, "board"_a, "nodes"_a, "milliseconds"_a, "depth"_a, "fours_only"_a,
             "shorten"_a, "stops"_a,
             "Look for a win of the side to move; one thread at a time. `stops` is what it said "
             "when the question came: a stop since then ends it.")
        .def("stop", &Solver::stop, "End a running solve; any thread may call it.")
        .def_prop_ro("stops", &Solver::stop_count, "How often `stop` was called.")
        .def("clear", &Solver::clear, "Forget everything.");
}

}  // namespace tengen
