/// A small network over line windows: the worth of a position and its moves beyond patterns.
///
/// Every point that can hold a stone sees nine cells along each of its four lines. A window has a
/// row of numbers for a colour; the four rows of a point are added up and clipped, and those of all
/// points summed, less what they would be without stones. That is done for both colours, each from
/// its own view. Two small layers make a value of the sums, and weights with which the clipped rows
/// of a point become the score of a move. All of it is whole numbers, so that every compiler gives
/// the same answers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "board/board.h"

namespace tengen {

/// The numbers of a network. They never change, so that searches may share them.
struct Network {
    static constexpr int REACH = 4;  ///< How many cells a window has on either side of its point.
    static constexpr int CELLS = 2 * REACH + 1;
    static constexpr int WINDOWS = 1 << 2 * CELLS;
    static constexpr int CHANNELS = 16;  ///< Numbers of a row.
    static constexpr int HIDDEN = 32;
    static constexpr int MASKS = 1 << 11;  ///< Sets of threats, as `threat_mask` gives them.
    static constexpr int CLIP = 512;       ///< What stands for one in sums of rows.

    /// What one colour sees.
    struct View {
        std::vector<uint32_t> windows;                    ///< Those that have a row, rising.
        std::vector<std::array<int16_t, CHANNELS>> rows;  ///< By number of the row.
        std::array<int16_t, CHANNELS> bias;               ///< Begins the sum of every point.
    };

    /// Weights from 32 numbers to 32, by pairs of inputs as `multiply` reads them.
    using Matrix = std::array<int16_t, HIDDEN * HIDDEN>;
    static_assert(HIDDEN == 32 && CHANNELS == 16);

    /// What is made of the sums when one colour is to move: its own come first, then the foe's.
    struct Head {
        Matrix first;
        std::array<int32_t, HIDDEN> first_bias;
        std::array<std::array<int16_t, HIDDEN>, MASKS> threats;  ///< Added to the first layer.
        Matrix second;
        std::array<int32_t, HIDDEN> second_bias;
        std::array<int16_t, HIDDEN> value;
        int32_t value_bias;
        std::array<int16_t, MASKS> worth;  ///< Of a set of threats, in the unit of values.
        Matrix moves;                      ///< To the weights of a point's clipped sums.
        std::array<int32_t, 2 * CHANNELS> moves_bias;
        int32_t unit;          ///< Of the value, for a logit of one.
        int32_t values_share;  ///< Of the patterns' value, in 4096ths.
        int32_t scores_share;  ///< Of the patterns' scores of moves, in 4096ths.
    };

    std::vector<View> views;  ///< One for both colours, or one for each.
    std::vector<Head> heads;  ///< The same.

    /// By window, a cell's two bits like those of a line: the row of each colour.
    std::vector<std::array<uint16_t, 2>> row_of;

    const View& view(Color color) const { return views[views.size() == 1 ? 0 : color]; }
    const Head& head(Color color) const { return heads[heads.size() == 1 ? 0 : color]; }
};

/// Read a network as `tengen.training` writes it; throw std::invalid_argument for anything else.
Network load_network(std::span<const uint8_t> bytes);

/// The sums of a network along a line of play. Not shared between threads.
class NetworkState {
public:
    /// Begin at a position, which may have moves before it that will not be taken back.
    NetworkState(const Network& network, const Board& board);

    /// Tell that the board has taken a move back.
    void forget(int move_count) { common_ = std::min(common_, move_count); }

    /// Return the value for the side to move, beside the patterns' own, `value`.
    int value(const Board& board, int mask, int value);

    /// Prepare `score` for the moves of a position.
    void prepare_scores(const Board& board, int mask);

    /// Return the score of a move whose patterns have `score`.
    int score(Point point, int score) const;

private:
    static constexpr int BOTH = 2 * Network::CHANNELS;
    using Sums = std::array<int16_t, BOTH>;  ///< Black's view, then White's.

    struct Step {
        std::array<int32_t, BOTH> total;
        uint32_t saved;
        Point point;
        Color color;
    };

    /// Play and take back until the board's position is reached; say whether that took anything.
    bool follow(const Board& board);
    void put(Point point, Color color);
    void lift();
    Sums sums_of(Point point, bool without_stones) const;
    void add_window(Sums& sums, uint32_t window) const;
    void think(const Board& board, int mask);

    const Network* network_;
    int base_;    ///< Moves of the board when this began.
    Color turn_;  ///< To move then.
    int common_;  ///< Of the moves that are played here, so many are the board's.
    std::array<uint64_t, 64> lines_[DIRECTIONS];
    alignas(64) std::array<Sums, POINTS> sums_;
    std::array<int32_t, BOTH> total_{};
    std::vector<Step> steps_;
    std::vector<Sums> saved_;  ///< What sums were before they changed, and whose.
    std::vector<Point> saved_points_;
    uint32_t saved_count_ = 0;
    alignas(64) std::array<int16_t, Network::HIDDEN> hidden_;  ///< After the first layer.
    bool has_thought_ = false;                                 ///< Whether it has been made.
    alignas(64) std::array<int16_t, BOTH> move_weights_;
    int scores_share_ = 0;
};

}  // namespace tengen
