/// The transposition table, shared by all threads of a search and kept between searches.
///
/// Lock-free: an entry is two words, and the first is the key mixed with the second, so that an
/// entry torn by two writers fits no key. Losing a race costs an entry, never a wrong answer.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "search/value.h"

namespace tengen {

enum class Bound : uint8_t { NONE = 0, UPPER = 1, LOWER = 2, EXACT = 3 };

/// What the table remembers of a position.
struct Entry {
    Value value = VALUE_NONE;  ///< Wins count from the position, not from the root.
    Value eval = VALUE_NONE;   ///< The evaluation, or VALUE_NONE.
    Depth depth = 0;
    Point move = PASS;
    Bound bound = Bound::NONE;
    bool pv = false;
};

class Table {
public:
    /// Make a table of at most `bytes`; at least one bucket.
    explicit Table(size_t bytes);

    size_t bytes() const { return buckets_ * sizeof(Bucket); }

    /// Forget everything.
    void clear();

    /// Begin a new search: older entries are replaced first.
    void age() { generation_ = (generation_ + 1) & GENERATION_MASK; }

    /// Return whether `key` is known, and fill `entry`, wins counted from the root at `ply`.
    bool probe(uint64_t key, int ply, Entry& entry) const;

    /// Remember an entry, wins counted from the root at `ply`.
    void store(uint64_t key, int ply, const Entry& entry);

    void prefetch(uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(key));
#endif
    }

    /// Return how many of a thousand entries belong to this search.
    int permille_full() const;

private:
    static constexpr uint64_t GENERATION_MASK = 31;

    struct Slot {
        std::atomic<uint64_t> check, data;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    Bucket& bucket(uint64_t key) const {
        return memory_[size_t((unsigned __int128)(key)*buckets_ >> 64)];
    }

    size_t buckets_;
    std::unique_ptr<void, void (*)(void*)> owned_;  ///< Fresh pages: got zeroed on first use.
    Bucket* memory_;
    uint64_t generation_ = 0;
};

}  // namespace tengen
