/// One thread of a search: its board, its memory, and the search itself.
#pragma once

#include <atomic>
#include <chrono>
#include <vector>

#include "search/experience.h"
#include "search/moves.h"
#include "search/table.h"

namespace tengen {

/// What all threads of a search share. Only `stop` is written while they run.
struct Shared {
    Table* table;
    const Weights* weights;
    std::atomic<bool>* stop;
    bool can_pass = true;  ///< Whether a side without a legal point passes; else it has lost.
    /// Polled by the main thread about every thousand nodes; returns whether to stop.
    bool (*poll)(void* context) = nullptr;
    void* context = nullptr;
};

/// A move at the root, with the line that follows it.
struct RootMove {
    Point point;
    Value value = -VALUE_INFINITE;     ///< Of this iteration; -VALUE_INFINITE where only bounded.
    Value previous = -VALUE_INFINITE;  ///< The newest exact value of an earlier iteration.
    Value bound = -VALUE_INFINITE;     ///< The newest value, exact or an upper bound.
    int depth = 0;                     ///< Plies of the iteration that `previous` comes from.
    std::vector<Point> line;
    int score = 0;  ///< Of the move, before any search.
};

/// A number that its own thread raises and any other may read.
class Counter {
public:
    operator uint64_t() const { return number_.load(std::memory_order_relaxed); }
    void operator+=(uint64_t more) { number_.store(*this + more, std::memory_order_relaxed); }
    void operator++() { *this += 1; }

private:
    std::atomic<uint64_t> number_{0};
};

class Worker {
public:
    Worker(const Board& board, const Shared& shared, Experience& experience);

    /// Search the root moves from `first` on in a window, and give those that count their values.
    Value search_root(Value alpha, Value beta, Depth depth, size_t first);

    /// Search all root moves for the one whose value is nearest to zero; it comes first.
    void search_balanced(Depth depth);

    /// Fill the root moves, in the order of their scores: the legal ones of `only`, or all that
    /// make sense where it is empty, without those of `except`.
    /// Who looks for balance has other moves besides a five at hand.
    void list_root_moves(const std::vector<Point>& only, const std::vector<Point>& except,
                         bool balanced = false);

    /// Say whether a move of the side to move makes five and wins.
    bool is_five(Point point) const {
        return point != PASS && board_.class_at(point, board_.turn()) == WINNING_FIVE;
    }

    /// Stop all threads after so many nodes of this one; 0 is no limit.
    void limit_nodes(uint64_t nodes) { nodes_limit_ = nodes; }

    const Board& board() const { return board_; }
    uint64_t nodes() const { return nodes_; }
    int selective_depth() const { return selective_depth_; }
    bool stopped() const { return stopped_; }

    /// How often the first move was the one that cut off, and how often any was.
    uint64_t first_cuts() const { return first_cuts_; }
    uint64_t cuts() const { return cuts_; }

    std::vector<RootMove> root_moves;
    uint64_t best_changes = 0;  ///< How often the best root move changed.

private:
    /// What a node knows of the ones before it.
    struct Frame {
        Value eval = VALUE_NONE;  ///< Of the position alone, for the side to move there.
        Point move = PASS;
        Point excluded = PASS;
        Point killer = PASS;
        Point line[MAX_PLY];  ///< The principal variation from here.
        int line_length = 0;
    };

    enum class Node : uint8_t { ROOT, PV, CUT_OR_ALL };

    template <Node NODE>
    Value search(Frame* frame, Value alpha, Value beta, Depth depth, bool cut_node);
    template <bool PV>
    Value fours(Frame* frame, Value alpha, Value beta, int depth);
    Value exact_end(Frame* frame) const;

    Value smoothed(const Frame* frame) const;
    Value corrected(const Frame* frame, Value smooth) const;

    bool must_stop();
    uint64_t key() const;
    int ply_of(const Frame* frame) const { return int(frame - frames_.data()) - FRAMES_BELOW; }
    bool is_over() const;
    bool was_lost_by_pass() const;
    bool wins_in_five(Color us) const;
    void push(Point point);
    void pop();
    int score_of(Point point, Stage stage) const;
    void score_moves(MoveList& list, const Frame* frame, Point table_move, Stage stage);
    void learn(Frame* frame, Point best, Depth depth, const Point* tried, int count);
    void take_line(Frame* frame, Point move);
    static ScoredMove* sort_some(ScoredMove* move, const MoveList& list);

    static constexpr int FRAMES_BELOW = 4;

    Board board_;
    Shared shared_;
    Evaluator evaluator_;
    Experience& experience_;
    std::vector<Frame> frames_;
    std::vector<ScoredMove> moves_memory_;
    ScoredMove* moves_top_;
    Counter nodes_, first_cuts_, cuts_;
    uint64_t nodes_limit_ = 0, next_poll_ = 0;
    int selective_depth_ = 0;
    bool stopped_ = false;
    size_t root_first_ = 0;
    bool is_restricted_ = false;  ///< Whether some root moves were left out by wish.
};

}  // namespace tengen
