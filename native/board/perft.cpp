#include "board/perft.h"

namespace tengen {

Perft perft(Board& board, int depth) {
    Outcome outcome = board.outcome();
    if (outcome.reason != Reason::NONE) return {1, outcome.row.empty() ? 0u : 1u};
    if (depth == 0) return {1, 0};
    std::vector<Point> moves = board.legal_points();
    if (board.is_legal(PASS)) moves.push_back(PASS);
    Perft total;
    for (Point move : moves) {
        board.push(move);
        Perft below = perft(board, depth - 1);
        board.pop();
        total.leaves += below.leaves;
        total.wins += below.wins;
    }
    return total;
}

}  // namespace tengen
