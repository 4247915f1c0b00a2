/// A proof that the side to move wins, whatever is replied; the core's checker reads the same.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "board/board.h"

namespace tengen {

constexpr int NO_NODE = -1;

/// A move of the attacker and what follows it; nothing does where the move wins at once.
struct ProofNode {
    Point move = PASS;
    int otherwise = NO_NODE;  ///< What answers every legal reply that is not listed.
    int plies = 1;            ///< The longest line from here, this move counted.
    std::vector<std::pair<Point, int>> replies{};

    bool wins_at_once() const { return otherwise == NO_NODE && replies.empty(); }
};

/// Nodes that refer to each other by number, always to an earlier one; the last is the root.
///
/// A node can have several parents: what is equal is kept once.
using Proof = std::vector<ProofNode>;

/// Say whether no move is left in a game that nobody has won by five.
bool is_filled(const Board& board);

/// Say whether node `at`, played by the side to move, wins against every legal reply.
bool holds(Board& board, const Proof& proof, int at);

/// Find the legal replies, the side to move being the defender, that node `at` does not answer.
///
/// It gives up when `is_over` says so, which is asked before every reply.
void refuters_of(Board& board, const Proof& proof, int at, std::vector<Point>& found,
                 const std::function<bool()>& is_over);

/// Return the moves of the longest line of the proof, the replies being the listed ones.
std::vector<Point> main_line(Board& board, const Proof& proof);

}  // namespace tengen
