/// The exact value of a position with few empty points: every legal move, to the end of the game.
///
/// The search prunes and guesses; here nothing is guessed, so that the last moves of a game are
/// perfect and a draw is known to be one.
#pragma once

#include <functional>
#include <unordered_map>

#include "search/value.h"

namespace tengen {

/// With so many empty points or fewer an exact search takes milliseconds, and where stones can be
/// thrown on traps seconds.
constexpr int ENDGAME_POINTS = 12;

class Endgame {
public:
    /// `must_stop` is asked now and then; once it says so the values are worthless.
    /// Where nobody `can_pass`, a side without a legal point has lost.
    Endgame(const Board& board, bool can_pass, std::function<bool()> must_stop)
        : board_(board), can_pass_(can_pass), must_stop_(std::move(must_stop)) {}

    /// Return the value of each legal move for the side to move, the best first; empty if stopped.
    std::vector<std::pair<Point, Value>> solve();

    uint64_t nodes() const { return nodes_; }

private:
    struct Known {
        Value low = -VALUE_INFINITE, high = VALUE_INFINITE;  ///< Wins counted from the position.
    };

    Value search(Value alpha, Value beta, int ply);
    std::vector<Point> moves();
    uint64_t key() const;

    Board board_;
    bool can_pass_;
    std::function<bool()> must_stop_;
    bool stopped_ = false;
    uint64_t nodes_ = 0;
    std::unordered_map<uint64_t, Known> known_;
};

}  // namespace tengen
