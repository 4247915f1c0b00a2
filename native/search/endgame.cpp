#include "search/endgame.h"

#include <algorithm>
#include <utility>

#include "base/zobrist.h"

namespace tengen {

namespace {

constexpr uint64_t POLL_NODES = 256;

/// So many positions are remembered, some 50 MB; only games with traps come near it.
constexpr size_t MOST_KNOWN = size_t(1) << 20;

/// Move a value between counting wins from the root and from a position `ply` moves below it.
Value shifted(Value value, int plies) {
    if (is_win(value)) return value + plies;
    return is_loss(value) ? value - plies : value;
}

}  // namespace

uint64_t Endgame::key() const {
    uint64_t key = board_.key();
    if (board_.move_count() && board_.last() == PASS) key ^= KEY_PASSED;
    if (board_.has_traps()) key ^= key_of_count(board_.move_count());
    return key;
}

/// Return every legal move, those that win or stop a win first; traps are all alike, so one is
/// enough.
std::vector<Point> Endgame::moves() {
    std::vector<Point> found;
    bool has_trap = false;
    for (Point point : board_.legal_points()) {
        if (board_.is_trap(point) && std::exchange(has_trap, true)) continue;
        found.push_back(point);
    }
    if (board_.is_legal(PASS)) found.push_back(PASS);
    Color us = board_.turn();
    auto urgency = [&](Point point) {
        if (point == PASS || board_.is_trap(point)) return 0;
        return 32 * board_.class_at(point, us) + 16 * board_.class_at(point, other(us)) + 1;
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](Point a, Point b) { return urgency(a) > urgency(b); });
    return found;
}

Value Endgame::search(Value alpha, Value beta, int ply) {
    if (++nodes_ % POLL_NODES == 0 && must_stop_ && must_stop_()) stopped_ = true;
    if (stopped_) return 0;
    if (!can_pass_ && board_.last() == PASS) return win_in(ply);
    Outcome outcome = board_.outcome();
    if (outcome.reason != Reason::NONE) {
        if (outcome.row.empty()) return 0;
        return outcome.winner == board_.turn() ? win_in(ply) : loss_in(ply);
    }
    uint64_t key = this->key();
    if (auto entry = known_.find(key); entry != known_.end()) {
        Value low = shifted(entry->second.low, -ply), high = shifted(entry->second.high, -ply);
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
    }
    Value best = -VALUE_INFINITE, first_alpha = alpha;
    for (Point point : moves()) {
        board_.push(point);
        Value value = -search(-beta, -std::max(alpha, best), ply + 1);
        board_.pop();
        if (stopped_) return 0;
        best = std::max(best, value);
        if (best >= beta) break;
    }
    if (known_.size() >= MOST_KNOWN) known_.clear();
    Known& entry = known_[key];
    Value kept = shifted(best, ply);
    if (best > first_alpha) entry.low = std::max(entry.low, kept);
    if (best < beta) entry.high = std::min(entry.high, kept);
    return best;
}

std::vector<std::pair<Point, Value>> Endgame::solve() {
    std::vector<std::pair<Point, Value>> found;
    for (Point point : moves()) {
        board_.push(point);
        Value value = -search(-VALUE_INFINITE, VALUE_INFINITE, 1);
        board_.pop();
        if (stopped_) return {};
        found.emplace_back(point, value);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return found;
}

}  // namespace tengen
