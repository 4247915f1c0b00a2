#include "search/proof.h"

#include <algorithm>

#include "search/forcing.h"

namespace tengen {

namespace {

const std::pair<Point, int>* find_reply(const ProofNode& node, Point reply) {
    auto same = [&](const auto& listed) { return listed.first == reply; };
    auto at = std::find_if(node.replies.begin(), node.replies.end(), same);
    return at == node.replies.end() ? nullptr : &*at;
}

bool holds_after(Board& board, const Proof& proof, Point reply, int at) {
    board.push(reply);
    bool held = holds(board, proof, at);
    board.pop();
    return held;
}

/// Say whether `five` is answered by nothing but listed replies, which hold themselves.
bool holds_by_five(Board& board, const Proof& proof, const ProofNode& node, Point five) {
    Color attacker = other(board.turn());
    if (board.cell(five) != EMPTY || board.class_at(five, attacker) != WINNING_FIVE) return false;
    Points stoppers;
    stoppers_of(board, five, attacker, stoppers);
    for (Point reply : stoppers)
        if (!find_reply(node, reply) && board.is_legal(reply)) return false;
    for (auto [reply, next] : node.replies)
        if (board.is_legal(reply) && !holds_after(board, proof, reply, next)) return false;
    return true;
}

/// Say whether every legal reply to a move that was just made is answered.
bool holds_against_all(Board& board, const Proof& proof, const ProofNode& node) {
    if (is_filled(board) || board.counts(board.turn())[WINNING_FIVE]) return false;
    if (node.otherwise != NO_NODE && proof[size_t(node.otherwise)].wins_at_once())
        return holds_by_five(board, proof, node, proof[size_t(node.otherwise)].move);
    Points legal = board.legal_points();
    if (legal.empty()) legal.push_back(PASS);
    for (Point reply : legal) {
        const auto* listed = find_reply(node, reply);
        int next = listed ? listed->second : node.otherwise;
        if (next == NO_NODE || !holds_after(board, proof, reply, next)) return false;
    }
    return true;
}

/// Mark a point and everything that its patterns depend on.
void mark_around(const Board& board, Point point, std::array<bool, POINTS>& marks) {
    int half = board.tables().half_line;
    for (int step : STEP)
        for (int i = -half; i <= half; ++i)
            if (int at = point + i * step; at >= 0 && at < POINTS) marks[size_t(at)] = true;
}

/// Say whether the fives after a four are answered by nothing that is only forbidden by chance.
///
/// A reply far away can allow the defender what is forbidden now.
bool is_free_of_forbidden(Board& board, const ProofNode& four, Point five) {
    Color defender = board.turn();
    if (!board.tables().traits.side[defender].has_forbidden()) return true;
    Points stoppers;
    board.push(PASS);
    board.push(four.move);
    stoppers_of(board, five, other(defender), stoppers);
    board.pop();
    board.pop();
    return std::all_of(stoppers.begin(), stoppers.end(),
                       [&](Point reply) { return find_reply(four, reply) != nullptr; });
}

/// Mark all that a reply must touch to matter to a win by fours, under rules that forbid nothing.
///
/// It can take a point, spoil a line, or together with the replies to the fours make a four of its
/// own; one that makes a four at once must be looked at besides. Return whether these are all.
bool mark_fours(const Board& board, const Proof& proof, int at, std::array<bool, POINTS>& marks) {
    const ProofNode& node = proof[size_t(at)];
    mark_around(board, node.move, marks);
    if (node.wins_at_once()) return true;
    if (node.otherwise == NO_NODE || !proof[size_t(node.otherwise)].wins_at_once()) return false;
    mark_around(board, proof[size_t(node.otherwise)].move, marks);
    for (auto [reply, next] : node.replies) {
        mark_around(board, reply, marks);
        if (!mark_fours(board, proof, next, marks)) return false;
    }
    return true;
}

/// Mark all that a reply must touch to matter to a winning four and the fives after it.
///
/// Return whether that can be said: the four must be allowed by its class alone, and nothing but
/// fives may follow, so that the defender has no second move to combine a far reply with.
bool mark_relevant(Board& board, const Proof& proof, int at, std::array<bool, POINTS>& marks) {
    const ProofNode& four = proof[size_t(at)];
    if (board.class_at(four.move, other(board.turn())) != WINNING_FOUR) return false;
    if (four.otherwise == NO_NODE) return false;
    mark_around(board, four.move, marks);
    auto mark_five = [&](int next) {
        const ProofNode& five = proof[size_t(next)];
        if (!five.wins_at_once()) return false;
        mark_around(board, five.move, marks);
        return true;
    };
    for (auto [reply, next] : four.replies)
        if (!mark_five(next)) return false;
    return mark_five(four.otherwise) &&
           is_free_of_forbidden(board, four, proof[size_t(four.otherwise)].move);
}

}  // namespace

bool is_filled(const Board& board) {
    return board.empty_count() == 0 ||
           (board.has_traps() && size_t(board.move_count()) >= board.points().size());
}

bool holds(Board& board, const Proof& proof, int at) {
    const ProofNode& node = proof[size_t(at)];
    Color attacker = board.turn();
    if (is_filled(board) || board.cell(node.move) != EMPTY) return false;
    if (board.class_at(node.move, attacker) == WINNING_FIVE) return true;
    if (node.wins_at_once() || board.forbidden(node.move, attacker) != Forbidden::NO) return false;
    board.push(node.move);
    bool held = holds_against_all(board, proof, node);
    board.pop();
    return held;
}

void refuters_of(Board& board, const Proof& proof, int at, Points& found,
                 const std::function<bool()>& is_over) {
    Color defender = board.turn();
    std::array<bool, POINTS> relevant{};
    bool near = board.tables().traits.has_forbidden() ? mark_relevant(board, proof, at, relevant)
                                                      : mark_fours(board, proof, at, relevant);
    for (Point reply : board.points()) {
        if (is_over()) return;
        bool trap = board.is_trap(reply);
        if (!trap && board.cell(reply) != EMPTY) continue;
        if (near && !relevant[reply] && (trap || !makes_four(board, reply, defender))) continue;
        if (!trap && board.forbidden(reply, defender) != Forbidden::NO) continue;
        if (!holds_after(board, proof, reply, at)) found.push_back(reply);
    }
}

std::vector<Point> main_line(Board& board, const Proof& proof) {
    std::vector<Point> line;
    int at = int(proof.size()) - 1;
    while (true) {
        const ProofNode& node = proof[size_t(at)];
        line.push_back(node.move);
        board.push(node.move);
        if (node.wins_at_once() || board.outcome().reason != Reason::NONE) break;
        int longest = node.otherwise;
        Point reply = PASS;
        for (auto [listed, next] : node.replies)
            if (longest == NO_NODE || proof[size_t(next)].plies >= proof[size_t(longest)].plies) {
                longest = next;
                reply = listed;
            }
        if (reply == PASS) {
            // The longest line answers a reply that is not listed; any legal one shows it.
            for (Point point : board.legal_points())
                if (!find_reply(node, point)) {
                    reply = point;
                    break;
                }
        }
        line.push_back(reply);
        board.push(reply);
        at = longest;
    }
    for (size_t i = 0; i < line.size(); ++i) board.pop();
    return line;
}

}  // namespace tengen
