#include "search/table.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tengen {

namespace {

// The fields of the data word, lowest first: value 16, eval 16, depth 13, move 11, bound 2, pv 1,
// generation 5. Depths below zero are kept as offsets.
constexpr int DEPTH_OFFSET = 1024;
constexpr int MAX_DEPTH = (1 << 13) - 1 - DEPTH_OFFSET;

uint64_t pack(Value value, const Entry& entry, uint64_t generation) {
    int depth = std::clamp(entry.depth, -DEPTH_OFFSET, MAX_DEPTH) + DEPTH_OFFSET;
    return uint64_t(uint16_t(value)) | uint64_t(uint16_t(entry.eval)) << 16 |
           uint64_t(depth) << 32 | uint64_t(entry.move) << 45 | uint64_t(entry.bound) << 56 |
           uint64_t(entry.pv) << 58 | generation << 59;
}

int depth_of(uint64_t data) {
    return int(data >> 32 & 0x1FFF) - DEPTH_OFFSET;
}

}  // namespace

Table::Table(size_t bytes)
    : buckets_(std::max<size_t>(1, bytes / sizeof(Bucket))),
      owned_(std::calloc(buckets_ + 1, sizeof(Bucket)), &std::free) {
    // The system hands out zeroed pages when they are first touched, so that a large table costs
    // nothing to make. Zeroes are empty slots.
    if (!owned_) throw std::bad_alloc();
    void* start = owned_.get();
    size_t space = (buckets_ + 1) * sizeof(Bucket);
    memory_ =
        static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), start, space));
#ifdef __linux__
    // Every node looks into another page; with large ones the processor finds them faster. A
    // system that does not know them goes on with small ones.
    constexpr size_t LARGE_PAGE = size_t(2) << 20;
    void* page = memory_;
    size_t rest = buckets_ * sizeof(Bucket);
    if (std::align(LARGE_PAGE, LARGE_PAGE, page, rest))
        madvise(page, rest / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
}

void Table::clear() {
    for (size_t i = 0; i < buckets_; ++i)
        for (Slot& slot : memory_[i].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    generation_ = 0;
}

bool Table::probe(uint64_t key, int ply, Entry& entry) const {
    for (const Slot& slot : bucket(key).slots) {
        uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || !data) continue;
        entry.value = int16_t(data);
        entry.eval = int16_t(data >> 16);
        entry.depth = depth_of(data);
        entry.move = Point(data >> 45 & 0x7FF);
        entry.bound = Bound(data >> 56 & 3);
        entry.pv = data >> 58 & 1;
        if (is_win(entry.value) && entry.value <= VALUE_WIN) entry.value -= ply;
        if (is_loss(entry.value)) entry.value += ply;
        return true;
    }
    return false;
}

void Table::store(uint64_t key, int ply, const Entry& entry) {
    Value value = entry.value;
    if (is_win(value) && value <= VALUE_WIN) value += ply;
    if (is_loss(value)) value -= ply;
    Slot* target = nullptr;
    int lowest = 0;
    Point move = entry.move;
    for (Slot& slot : bucket(key).slots) {
        uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
            // A shallow bound must not push out a deep one of the same search.
            bool current = data >> 59 == generation_;
            if (current && entry.bound != Bound::EXACT && entry.depth + 2 * PLY < depth_of(data))
                return;
            if (move == PASS) move = Point(data >> 45 & 0x7FF);
            target = &slot;
            break;
        }
        int age = int((generation_ - (data >> 59)) & GENERATION_MASK);
        int worth = data ? depth_of(data) - 4 * PLY * age : -1000000;
        if (!target || worth < lowest) {
            target = &slot;
            lowest = worth;
        }
    }
    Entry kept = entry;
    kept.move = move;
    uint64_t data = pack(value, kept, generation_);
    target->data.store(data, std::memory_order_relaxed);
    target->check.store(key ^ data, std::memory_order_relaxed);
}

int Table::permille_full() const {
    int full = 0;
    size_t looked_at = std::min<size_t>(buckets_, 250);
    for (size_t i = 0; i < looked_at; ++i)
        for (const Slot& slot : memory_[i].slots) {
            uint64_t data = slot.data.load(std::memory_order_relaxed);
            full += data && data >> 59 == generation_;
        }
    return int(full * 250 / int(looked_at));
}

}  // namespace tengen
