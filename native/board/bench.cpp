#include "board/bench.h"

#include <algorithm>
#include <chrono>

#include "base/zobrist.h"
#include "board/board.h"

namespace tengen {

namespace {

constexpr int GAMES = 20;
constexpr int LENGTH = 60;

/// Return games of random candidates, the same ones on every machine.
std::vector<std::vector<Point>> make_games(int size, const RuleTraits& traits) {
    std::vector<std::vector<Point>> games;
    uint64_t draw = 0;
    for (int game = 0; game < GAMES; ++game) {
        Setup setup;
        setup.size = size;
        setup.traits = traits;
        Board board(setup);
        std::vector<Point> moves = {make_point(size / 2, size / 2)};
        board.push(moves.back());
        while (int(moves.size()) < std::min(LENGTH, size * size - 1)) {
            std::vector<Point> candidates = board.candidates();
            if (candidates.empty()) break;
            moves.push_back(candidates[splitmix64(draw++) % candidates.size()]);
            board.push(moves.back());
        }
        games.push_back(std::move(moves));
    }
    return games;
}

}  // namespace

double bench_board(int size, const RuleTraits& traits, double seconds) {
    auto games = make_games(size, traits);
    Setup setup;
    setup.size = size;
    setup.traits = traits;
    Board board(setup);
    using Clock = std::chrono::steady_clock;
    auto start = Clock::now();
    uint64_t pairs = 0;
    double spent = 0;
    do {
        for (const auto& game : games) {
            for (Point point : game) board.push(point);
            for (size_t i = 0; i < game.size(); ++i) board.pop();
            pairs += game.size();
        }
        spent = std::chrono::duration<double>(Clock::now() - start).count();
    } while (spent < seconds);
    return double(pairs) / spent;
}

}  // namespace tengen
