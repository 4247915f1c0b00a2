#include "search/engine.h"

#include <algorithm>
#include <thread>

#include "search/endgame.h"
#include "search/parameters.h"

namespace tengen {

using namespace parameters;

namespace {

constexpr int MAX_DEPTH_PLIES = 100;

/// More than this is not spent on a proven win however much time there is.
constexpr uint64_t SOLVER_NODES = 2000000;

/// Games with traps can end in too many ways for an exact search, which is given up after so many
/// nodes where nodes are limited,
constexpr uint64_t ENDGAME_NODES = 200000;

/// and after this part of the time where that is.
constexpr double ENDGAME_SHARE = 0.5;

/// Shorter wins than this are seen by the counters of every search.
constexpr int SHORTENED = 7;

/// Whoever has longer than this, some days, does not wait for the solver's clock.
constexpr double LONGEST_SECONDS = 1e6;

using SteadyClock = std::chrono::steady_clock;

/// Plies from the root to the end that a win or loss announces.
int plies_of(Value value) {
    return VALUE_WIN - std::abs(value);
}

void sort_from(std::vector<RootMove>& moves, size_t first) {
    std::stable_sort(moves.begin() + long(first), moves.end(),
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
}

}  // namespace

/// One call of `search`: what its threads share, and how it decides to go on.
struct Engine::Run {
    Engine& engine;
    const Request& request;
    const std::function<bool(const Report&)>& on_report;
    const std::function<bool()>& poll;
    SteadyClock::time_point start = SteadyClock::now();
    std::vector<std::unique_ptr<Worker>> workers{};
    std::vector<int> done{};  ///< Whole iterations, by worker.
    Report report{};
    ReportLine solved{};  ///< The solver's win, if it has found one.
    double instability = 0;
    uint64_t changes_seen = 0, solver_nodes = 0, endgame_nodes = 0;
    Value last_value = VALUE_NONE;

    double elapsed() const {
        return std::chrono::duration<double>(SteadyClock::now() - start).count();
    }

    static bool poll_now(void* context) {
        Run& run = *static_cast<Run*>(context);
        if (run.request.maximum > 0 && run.elapsed() >= run.request.maximum) return true;
        return run.poll && run.poll();
    }

    /// Fill the report from a worker whose iteration was finished.
    void take(const Worker& worker, int depth) {
        report.depth = depth;
        report.selective_depth = worker.selective_depth();
        report.lines.clear();
        report.candidates.clear();
        size_t lines = std::min(size_t(request.lines), worker.root_moves.size());
        for (size_t i = 0; i < worker.root_moves.size(); ++i) {
            const RootMove& move = worker.root_moves[i];
            if (i < lines && move.previous > -VALUE_INFINITE)
                report.lines.push_back({move.previous, move.depth, move.line});
            report.candidates.emplace_back(move.point, i < lines ? move.previous : move.bound);
        }
        take_solved();
        measure();
    }

    void measure() {
        report.nodes = solver_nodes + endgame_nodes;
        report.cuts = report.first_cuts = 0;
        for (const auto& worker : workers) {
            report.nodes += worker->nodes();
            report.cuts += worker->cuts();
            report.first_cuts += worker->first_cuts();
        }
        report.seconds = elapsed();
        report.permille_full = engine.table_.permille_full();
    }

    /// One iteration of all lines; false when it was stopped inside the first of them.
    bool iterate(Worker& worker, int depth) {
        size_t lines = std::min(size_t(request.lines), worker.root_moves.size());
        Point before = worker.root_moves[0].point;
        for (RootMove& move : worker.root_moves) move.value = -VALUE_INFINITE;
        for (size_t first = 0; first < lines; ++first) {
            aspirate(worker, depth, first);
            if (worker.stopped()) return first > 0 || keep_partial(worker, depth, before);
            RootMove& best = worker.root_moves[first];
            best.previous = best.value;
            best.depth = depth;
        }
        sort_from(worker.root_moves, 0);
        return true;
    }

    /// A stopped iteration still counts if another move has beaten the best of the one before,
    /// which is always searched first.
    static bool keep_partial(Worker& worker, int depth, Point before) {
        RootMove& best = worker.root_moves[0];
        if (best.point == before || best.value == -VALUE_INFINITE) return false;
        best.previous = best.value;
        best.depth = depth;
        return true;
    }

    void aspirate(Worker& worker, int depth, size_t first) {
        Value expected = worker.root_moves[first].previous;
        Value alpha = -VALUE_INFINITE, beta = VALUE_INFINITE;
        int delta = aspiration_window;
        if (depth >= 4 && std::abs(expected) < VALUE_LIMIT) {
            alpha = expected - delta;
            beta = expected + delta;
        }
        while (true) {
            Value value = worker.search_root(alpha, beta, depth * PLY, first);
            sort_from(worker.root_moves, first);
            if (worker.stopped()) return;
            if (value <= alpha && alpha > -VALUE_INFINITE) {
                beta = (alpha + beta) / 2;
                alpha = is_loss(value) ? -VALUE_INFINITE : std::max(value - delta, -VALUE_INFINITE);
            } else if (value >= beta && beta < VALUE_INFINITE) {
                beta = is_win(value) ? VALUE_INFINITE : std::min(value + delta, VALUE_INFINITE);
            } else {
                return;
            }
            delta *= 3;
        }
    }

    /// Say whether deeper iterations cannot change or better the answer.
    bool is_settled(const Worker& worker, int depth) const {
        if (request.balanced) return false;
        Value value = std::max(worker.root_moves[0].previous,
                               solved.moves.empty() ? -VALUE_INFINITE : solved.value);
        if (request.lines == 1 && (is_win(value) || is_loss(value)))
            return depth >= plies_of(value);
        return depth >= 2 * moves_left(worker.board()) + 8;
    }

    /// Say whether another iteration is worth its time.
    bool has_time(const Worker& worker) {
        const RootMove& best = worker.root_moves[0];
        instability = instability / 2 + double(worker.best_changes - changes_seen);
        changes_seen = worker.best_changes;
        double falling = 0;
        if (last_value != VALUE_NONE && !is_win(best.previous))
            falling = std::clamp(double(last_value - best.previous) / 350, -0.25, 0.75);
        last_value = best.previous;
        if (request.optimum <= 0) return true;
        if (worker.root_moves.size() == 1) return false;
        double factor = std::min(2.5, 0.8 + falling + 0.4 * instability);
        if (!solved.moves.empty()) factor = 0.2;  // Won already: look a little for a shorter way.
        return elapsed() < request.optimum * factor;
    }

    void run_main() {
        Worker& worker = *workers[0];
        int last = request.depth > 0 ? std::min(request.depth, MAX_DEPTH_PLIES) : MAX_DEPTH_PLIES;
        for (int depth = 1; depth <= last; ++depth) {
            bool whole = true;
            if (request.balanced)
                worker.search_balanced(depth * PLY);
            else
                whole = iterate(worker, depth);
            if (whole) take(worker, depth);
            if (worker.stopped()) break;
            done[0] = depth;
            if (on_report && on_report(report)) break;
            if (is_settled(worker, depth)) {
                shorten_win();
                break;
            }
            if (!has_time(worker)) break;
        }
    }

    /// Helpers fill the table, every other one of them a ply ahead.
    void run_helper(size_t index) {
        Worker& worker = *workers[index];
        for (int depth = 1 + int(index % 2); depth <= MAX_DEPTH_PLIES; ++depth) {
            iterate(worker, depth);
            if (worker.stopped()) return;
            done[index] = depth;
        }
    }

    /// Ask the threat solver for a proven win, with a small share of what the move may take.
    void solve_threats() {
        SolverLimits limits;
        limits.shorten = false;
        limits.nodes = SOLVER_NODES;
        // Shares of what is more than the solver ever takes need no sum, which might overflow.
        if (request.nodes && request.nodes < 100 * SOLVER_NODES)
            limits.nodes = std::min(limits.nodes, request.nodes * solver_share / 100);
        if (request.optimum > 0 && request.optimum < LONGEST_SECONDS)
            limits.milliseconds =
                std::max<int64_t>(1, int64_t(request.optimum * 10 * solver_share));
        if (limits.nodes) ask_solver(limits);
    }

    /// A search that prunes may have passed over a shorter win: spend what is left, at most as much
    /// again, on looking for one.
    void shorten_win() {
        Value value = report.lines[0].value;
        if (!is_win(value) || plies_of(value) < SHORTENED) return;
        SolverLimits limits;
        limits.depth = plies_of(value) - 2;
        limits.nodes = std::min(SOLVER_NODES, report.nodes);
        if (request.nodes)
            limits.nodes =
                std::min(limits.nodes, request.nodes - std::min(request.nodes, report.nodes));
        if (request.optimum > 0) {
            double end = std::min(request.optimum, request.maximum);
            double left = std::min({elapsed(), end - elapsed(), LONGEST_SECONDS});
            if (left <= 0) return;
            limits.milliseconds = std::max<int64_t>(1, int64_t(1000 * left));
        }
        if (limits.nodes && ask_solver(limits) && on_report) on_report(report);
    }

    /// Say whether the solver has found a win, which is then reported unless a shorter one is.
    bool ask_solver(SolverLimits& limits) {
        bool is_asked = request.lines == 1 && !request.balanced && request.only.empty() &&
                        request.except.empty() && request.depth == 0;
        if (!is_asked || solver_share == 0) return false;
        limits.stop = &engine.stop_;
        limits.interrupted = [this] { return poll_now(this); };
        Board copy(workers[0]->board());
        Solution found = engine.solver_.solve(copy, limits);
        solver_nodes += found.nodes;
        if (found.verdict != Verdict::WIN || found.line.empty()) return false;
        solved = {win_in(found.plies), found.plies, found.line};
        take_solved();
        measure();
        return true;
    }

    /// Report the solver's win unless the search has found a shorter one.
    void take_solved() {
        if (solved.moves.empty()) return;
        if (!report.lines.empty() && report.lines[0].value >= solved.value) return;
        report.lines = {solved};
        std::erase_if(report.candidates,
                      [&](const auto& other) { return other.first == solved.moves[0]; });
        report.candidates.insert(report.candidates.begin(), {solved.moves[0], solved.value});
        report.depth = std::max(report.depth, 1);
    }

    /// Solve a position with few empty points exactly, if there is time for it.
    bool solve_endgame(const Board& board) {
        if (board.empty_count() > ENDGAME_POINTS || request.balanced) return false;
        double time = ENDGAME_SHARE * std::min(request.optimum, request.maximum);
        uint64_t most = board.has_traps() && request.nodes ? std::max(request.nodes, ENDGAME_NODES)
                                                           : ~uint64_t(0);
        Endgame endgame(board, engine.can_pass_, [&] {
            return engine.stop_.load() || poll_now(this) || (time > 0 && elapsed() > time) ||
                   endgame.nodes() > most;
        });
        auto has = [](const std::vector<Point>& points, Point point) {
            return std::find(points.begin(), points.end(), point) != points.end();
        };
        for (auto [point, value] : endgame.solve()) {
            if ((!request.only.empty() && !has(request.only, point)) || has(request.except, point))
                continue;
            report.candidates.emplace_back(point, value);
            if (int(report.lines.size()) < request.lines)
                report.lines.push_back({value, board.empty_count(), {point}});
        }
        endgame_nodes = endgame.nodes();
        if (report.lines.empty()) return false;
        report.depth = report.selective_depth = board.empty_count();
        measure();
        return true;
    }

    /// Report the fives at hand, if there are any: they end the game, and no search plays one.
    bool takes_five(const Worker& worker) {
        if (request.balanced) return false;
        for (const RootMove& move : worker.root_moves) {
            if (!worker.is_five(move.point)) continue;
            if (int(report.lines.size()) < request.lines)
                report.lines.push_back({win_in(1), 1, {move.point}});
            report.candidates.emplace_back(move.point, win_in(1));
        }
        if (report.lines.empty()) return false;
        report.depth = 1;
        report.seconds = elapsed();
        return true;
    }

    /// A helper that has finished a deeper iteration knows better.
    void ask_helpers() {
        if (request.balanced || request.lines > 1) return;
        for (size_t i = 1; i < workers.size(); ++i) {
            const RootMove& theirs = workers[i]->root_moves[0];
            bool deeper = done[i] > done[0] && !is_loss(theirs.previous);
            if (report.lines.empty() || (deeper && theirs.previous > report.lines[0].value))
                take(*workers[i], done[i]);
        }
    }
};

/// Threads that end before their search does, even when a callback throws out of it.
struct Helpers {
    std::atomic<bool>& stop;
    std::vector<std::thread> threads{};

    ~Helpers() {
        stop.store(true, std::memory_order_relaxed);
        for (std::thread& thread : threads) thread.join();
    }
};

Engine::Engine(std::shared_ptr<const Weights> weights, size_t bytes, int threads, bool can_pass)
    : weights_(std::move(weights)),
      table_(bytes),
      threads_(std::max(1, threads)),
      can_pass_(can_pass) {}

Report Engine::search(const Board& board, const Request& request,
                      const std::function<bool(const Report&)>& on_report,
                      const std::function<bool()>& poll) {
    stop_.store(false);
    if (request.stops && *request.stops != stop_count()) stop_.store(true);
    table_.age();
    Run run{*this, request, on_report, poll};
    if (run.solve_endgame(board)) {
        if (on_report) on_report(run.report);
        return run.report;
    }
    if (experience_.empty() || !experience_[0].suits(board))
        experience_.assign(size_t(threads_), Experience(board));
    for (int i = 0; i < threads_; ++i) {
        experience_[size_t(i)].fade();
        Shared shared{&table_, weights_.get(), &stop_, can_pass_};
        if (i == 0) {
            shared.poll = &Run::poll_now;
            shared.context = &run;
        }
        run.workers.push_back(std::make_unique<Worker>(board, shared, experience_[size_t(i)]));
        run.workers.back()->list_root_moves(request.only, request.except, request.balanced);
        run.done.push_back(0);
    }
    Worker& main = *run.workers[0];
    if (main.root_moves.empty()) return run.report;

    if (run.takes_five(main)) {
        if (on_report) on_report(run.report);
        return run.report;
    }

    run.solve_threats();
    // What the solver has taken is part of the limit.
    if (request.nodes)
        main.limit_nodes(request.nodes > run.solver_nodes ? request.nodes - run.solver_nodes : 1);
    {
        Helpers helpers{stop_};
        for (size_t i = 1; i < run.workers.size(); ++i)
            helpers.threads.emplace_back([&run, i] { run.run_helper(i); });
        run.run_main();
    }
    run.ask_helpers();
    if (run.report.lines.empty()) {
        // Not even one iteration: the move of the highest score is better than none.
        run.report.lines = {{0, 0, {main.root_moves[0].point}}};
        run.report.candidates = {{main.root_moves[0].point, 0}};
    }
    run.measure();
    return run.report;
}

}  // namespace tengen
