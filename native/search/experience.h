/// What a thread has learnt of moves and evaluations.
///
/// It outlives a search: much of it is still true two plies later.
#pragma once

#include <array>
#include <vector>

#include "board/board.h"
#include "search/value.h"

namespace tengen {

class Experience {
public:
    explicit Experience(const Board& board);

    /// Say whether it was made for a board with these points.
    bool suits(const Board& board) const { return points_ == board.points(); }

    /// Let what is old count half beside what will be learnt.
    void fade();

    /// How well a move has done anywhere.
    int history(Color us, Point move) const { return history_[us][move]; }

    /// How well a move has followed one's own last move.
    int follow(Point last, Point move) const { return follow_[pair(last, move)]; }

    /// The move that refuted the foe's last one.
    Point counter(Color us, Point foe_last) const { return counters_[us][foe_last]; }

    /// Learn that of the moves `tried` at a depth `best` was the one.
    void learn(Color us, Point foe_last, Point own_last, Point best, Depth depth,
               const Point* tried, int count);

    /// How far evaluations after these two moves were from what searches said.
    Value correction(Color us, Point foe_last, Point own_last) const {
        return corrections_[us][pair(foe_last, own_last)] / CORRECTION_UNIT;
    }

    /// Learn that a search to a depth differs so much from the evaluation.
    void correct(Color us, Point foe_last, Point own_last, Value difference, Depth depth);

private:
    static constexpr int CORRECTION_UNIT = 32;

    size_t pair(Point first, Point second) const {
        return size_t(place_[first]) * places_ + place_[second];
    }

    std::vector<Point> points_;
    size_t places_ = 1;  ///< Place 0 is for passes.
    std::array<uint16_t, POINTS> place_{};
    std::array<std::array<int16_t, POINTS>, 2> history_{};
    std::array<std::array<Point, POINTS>, 2> counters_{};
    std::vector<int16_t> follow_;
    std::array<std::vector<int16_t>, 2> corrections_;
};

}  // namespace tengen
