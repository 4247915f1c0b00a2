/// The exact threat solver: wins by fours alone (VCF), and by fours and threes (VCT), with proofs.
///
/// Fours alone are searched depth first; fours and threes by proof numbers (df-pn with the weak
/// sum, because positions are reached in many orders). A win is claimed only with a proof that
/// covers every legal reply: what the generators of replies left out is found when the proof is
/// built, listed, and searched like any other reply.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <unordered_map>

#include "search/forcing.h"
#include "search/proof.h"

namespace tengen {

struct SolverLimits {
    uint64_t nodes = 0;  ///< 0 for no limit, here and below.
    int64_t milliseconds = 0;
    int depth = 0;            ///< The most plies that a win may take.
    bool fours_only = false;  ///< Search fours, and no threes.
    bool shorten = true;      ///< Spend what is left, at most as much again, on a shorter win.
    const std::atomic<bool>* stop = nullptr;  ///< Set by any thread; obeyed within milliseconds.
    std::function<bool()> interrupted{};      ///< Asked every few milliseconds; true stops.
    /// What `Solver::stop_count` said when the question came; a stop since then is for it.
    std::optional<uint64_t> stops{};
};

enum class Verdict : uint8_t {
    WIN,      ///< The side to move wins; there is a proof.
    NO_WIN,   ///< No win by the moves that were asked for, in so many plies as were allowed.
    UNKNOWN,  ///< A limit came first.
};

struct Solution {
    Verdict verdict = Verdict::UNKNOWN;
    int plies = 0;  ///< Of the longest line of the proof.
    uint64_t nodes = 0;
    int64_t microseconds = 0;
    Proof proof;
    std::vector<Point> line;  ///< The longest line of the proof; its first move is the best.
};

/// A solver with its own table, which stays useful from one call to the next.
///
/// One thread at a time may call `solve`; `stop` may be called by any.
class Solver {
public:
    static constexpr size_t DEFAULT_BYTES = size_t(16) << 20;

    /// Make a solver whose tables take about so many bytes; they are got on the first use.
    explicit Solver(size_t bytes = DEFAULT_BYTES);

    /// Look for a win of the side to move; the board is left as it was found.
    Solution solve(Board& board, const SolverLimits& limits);

    /// Make a running `solve` return soon with what it has.
    void stop() { ++stops_; }
    uint64_t stop_count() const { return stops_; }

    /// Forget everything.
    void clear();

private:
    /// How much is left to show: that the side to move succeeds (phi) or fails (delta).
    struct Numbers {
        uint32_t phi, delta;
        bool is_settled() const { return phi == 0 || delta == 0; }
    };
    static constexpr uint32_t INFINITE = 1u << 30;
    static constexpr Numbers SUCCEEDS = {0, INFINITE};
    static constexpr Numbers FAILS = {INFINITE, 0};

    struct Entry {
        uint64_t key = 0;
        Numbers numbers = {1, 1};
        uint32_t work = 0;  ///< Nodes spent below; the least is replaced first.
        Point move = PASS;
    };

    struct Child {
        uint64_t key;
        Numbers numbers;
        Point move;
    };

    /// The child to look at next and its limits, or the node's own numbers when none is needed.
    struct Choice {
        Numbers numbers;
        size_t best;
        Numbers limit;
    };

    /// What building a proof can come to instead of the number of a node: a limit was reached, or
    /// a reply that nobody thought of refutes it.
    enum : int { STOPPED = -2, HOLE = -3 };

    /// A proof that is being built, with the nodes that can be used again.
    struct Draft {
        Proof nodes;
        std::unordered_map<uint64_t, int> by_key;
        std::unordered_map<Point, int> leaves;

        int add(ProofNode node);
        int leaf(Point move);
    };

    void begin(Board& board, const SolverLimits& limits);
    void make_tables();
    bool is_stopped();
    bool poll();
    bool is_over();

    // `left` is how many plies a win may still take, that of the side to move included.
    static constexpr int UNLIMITED = 1 << 20;
    static int one_less(int left) { return left == UNLIMITED ? left : left - 1; }
    static uint64_t depth_salt(int left);
    uint64_t key(int left) const;
    uint64_t child_key(Point move, int left) const;
    const Entry* look_up(uint64_t key) const;
    void store(uint64_t key, Numbers numbers, Point move, uint64_t work);

    /// Return the move that wins at once or by a winning four, if there is one, else PASS.
    Point quick_win(int left);

    /// Search fours only, the attacker to move; wins go into the table.
    bool win_by_fours(int left);
    bool four_wins(int left);
    /// The same with a limit of nodes of its own; a limit reached is a failure not remembered.
    bool win_by_fours(int left, uint64_t nodes);
    /// Search fours deeper and deeper; return the depth that was enough, or 0.
    int deepen_fours(int left);

    Numbers search(bool attacking, Numbers limit, int left);
    Numbers expand_attack(uint64_t key, int left);
    Numbers expand_defence(uint64_t key, int left);
    void add_answers(uint64_t key, int left, Points& replies);
    void add_children(const Points& moves, size_t from, bool attacking, int left);
    Choice choose(size_t base, Numbers limit) const;

    /// Allow so many nodes from here, as far as the limits of the call do.
    void give(uint64_t nodes);

    /// Search fours and threes for a win in at most `left` plies, with so many nodes.
    Verdict prove(int left, uint64_t nodes);

    /// Build the proof of a win that was found with `left`; UNKNOWN if it has a hole.
    Verdict build(int left, Proof& proof);

    /// Look for a win in `depth` plies, then in more, but less than `most`; `depth` goes up.
    Verdict deepen(int& depth, int most, uint64_t nodes, Proof& proof);
    Verdict find_win(int most, int& depth, Proof& proof);
    Verdict find_proof(int most, int& depth, Proof& proof);
    /// Build what follows, the attacker or the defender to move; with `by_fours`, without threes.
    int build_attack(Draft& draft, int left, bool by_fours);
    int build_defence(Draft& draft, Point move, int left, bool by_fours);
    Point winning_move(uint64_t key, int left, bool by_fours);
    void add_hole(uint64_t key, Point reply);

    size_t bytes_;
    std::vector<Entry> table_;
    std::vector<uint64_t> failed_;  ///< Positions without a win by fours, by key.
    std::vector<Child> children_;   ///< Of all nodes from the root to here.
    Points moves_;                  ///< Move lists of the search by fours, as a stack.
    std::unordered_map<uint64_t, Points> extra_;  ///< Replies that the generators left out.

    // The current call.
    Board* board_ = nullptr;
    SolverLimits limits_;
    uint64_t salt_ = 0;
    uint64_t nodes_ = 0, node_limit_ = 0, fours_limit_ = 0, next_poll_ = 0;
    uint64_t threat_nodes_ = 0;  ///< Of a search by fours for what is threatened.
    std::chrono::steady_clock::time_point started_, next_question_;
    bool over_ = false;     ///< A limit of the call was reached.
    bool stopped_ = false;  ///< So it was, or that of the current turn.
    bool fours_cut_ = false;
    int holes_ = 0;  ///< How many replies were added to extra_.
    std::atomic<uint64_t> stops_ = 0;
    uint64_t stops_before_ = 0;
};

}  // namespace tengen
