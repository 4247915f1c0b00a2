/// The engine: iterative deepening over threads, with limits, reports and a table of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "search/solver.h"
#include "search/table.h"
#include "search/worker.h"

namespace tengen {

/// What a search is asked for. Zero means no limit.
struct Request {
    uint64_t nodes = 0;
    int depth = 0;
    double maximum = 0;               ///< Seconds after which the search must have ended.
    double optimum = 0;               ///< Seconds that it should take in a usual position.
    int lines = 1;                    ///< How many best moves to report with exact values.
    bool balanced = false;            ///< Look for the move nearest to zero instead of the best.
    std::vector<Point> only, except;  ///< Restrict the root moves.
    /// What `Engine::stop_count` said when the question came: a stop since then is for this search.
    std::optional<uint64_t> stops{};
};

/// One move at the root with its value and the line that follows.
struct ReportLine {
    Value value;
    int depth;
    std::vector<Point> moves;
};

/// What a search has found so far; all values are for the side to move.
struct Report {
    int depth = 0, selective_depth = 0;
    uint64_t nodes = 0;
    double seconds = 0;
    int permille_full = 0;
    uint64_t cuts = 0, first_cuts = 0;
    std::vector<ReportLine> lines;
    /// Every root move with its newest value, which may be a bound only; best first.
    std::vector<std::pair<Point, Value>> candidates;
};

/// One engine for one rule. Searches of one engine must not overlap; `stop` may come any time.
class Engine {
public:
    /// `bytes` is for the table; each thread needs about two megabytes besides.
    Engine(std::shared_ptr<const Weights> weights, size_t bytes, int threads, bool can_pass = true);

    /// Search a position that is not over and has a legal move, and return what was found last.
    /// `on_report` is called in this thread after every iteration, `poll` now and then; each may
    /// return true to stop.
    Report search(const Board& board, const Request& request,
                  const std::function<bool(const Report&)>& on_report = {},
                  const std::function<bool()>& poll = {});

    /// Ask the running search to end, from any thread. A search that begins later is not affected,
    /// unless its request says that it was asked for before.
    void stop() {
        stops_.fetch_add(1);
        stop_.store(true);
    }
    uint64_t stop_count() const { return stops_.load(); }

    /// Forget all positions, and what was learnt of moves.
    void clear() {
        table_.clear();
        solver_.clear();
        experience_.clear();
    }

    const Weights& weights() const { return *weights_; }

private:
    struct Run;
    static constexpr size_t SOLVER_BYTES = size_t(4) << 20;

    std::shared_ptr<const Weights> weights_;
    Table table_;
    Solver solver_{SOLVER_BYTES};
    int threads_;
    bool can_pass_;
    std::vector<Experience> experience_;  ///< By thread; none before the first search.
    std::atomic<bool> stop_{false};
    std::atomic<uint64_t> stops_{0};
};

}  // namespace tengen
