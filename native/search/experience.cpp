#include "search/experience.h"

#include <algorithm>
#include <cstdlib>

#include "search/parameters.h"

namespace tengen {

using namespace parameters;

namespace {

/// A single search says no more than this about an evaluation.
constexpr Value MOST_DIFFERENCE = 1000;

void age(int16_t& entry, int amount) {
    entry = int16_t(entry + amount - entry * std::abs(amount) / history_limit);
}

}  // namespace

Experience::Experience(const Board& board) : points_(board.points()) {
    for (Point point : points_) place_[point] = uint16_t(places_++);
    follow_.resize(places_ * places_);
    for (auto& side : corrections_) side.resize(places_ * places_);
}

void Experience::fade() {
    for (auto& side : history_)
        for (int16_t& entry : side) entry /= 2;
    for (int16_t& entry : follow_) entry /= 2;
}

void Experience::learn(Color us, Point foe_last, Point own_last, Point best, Depth depth,
                       const Point* tried, int count) {
    int plies = depth / PLY;
    int bonus = std::min(plies * plies * 8 + 32 * plies, 1600);
    auto add = [&](Point point, int amount) {
        age(history_[us][point], amount);
        age(follow_[pair(own_last, point)], amount);
    };
    add(best, bonus);
    for (int i = 0; i < count; ++i)
        if (tried[i] != best) add(tried[i], -bonus);
    counters_[us][foe_last] = best;
}

void Experience::correct(Color us, Point foe_last, Point own_last, Value difference, Depth depth) {
    int16_t& entry = corrections_[us][pair(foe_last, own_last)];
    int weight = std::min(depth / PLY + 1, 16);
    int target = std::clamp(difference, -MOST_DIFFERENCE, MOST_DIFFERENCE) * CORRECTION_UNIT;
    entry = int16_t(entry + (target - entry) * weight / 256);
}

}  // namespace tengen
