/// Zobrist keys by formula, equal to those of the core's board.
#pragma once

#include <cstdint>

namespace tengen {

/// Mix an index into 64 bits.
constexpr uint64_t splitmix64(uint64_t index) {
    uint64_t z = (index + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/// What a key tells apart on a point.
enum KeyCell { KEY_BLACK = 0, KEY_WHITE = 1, KEY_BLOCKED = 2, KEY_TRAP = 3 };

constexpr uint64_t key_of(int x, int y, int cell) {
    return splitmix64(uint64_t(y * 32 + x) * 4 + uint64_t(cell));
}

constexpr uint64_t KEY_WHITE_TO_MOVE = splitmix64(1ull << 16);

/// For searches, beside a board's own key: whether the last move was a pass.
constexpr uint64_t KEY_PASSED = splitmix64(1ull << 17);

/// For searches of games that end after a number of moves: how many there were. Indices begin far
/// above those of points, or a number would be the key of a stone.
constexpr uint64_t key_of_count(int moves) {
    return splitmix64((1ull << 18) + uint64_t(moves));
}

}  // namespace tengen
