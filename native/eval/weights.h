/// The numbers of the evaluation: values of points, corrections for threats, scores of moves.
#pragma once

#include <span>
#include <string>

#include "eval/network.h"

namespace tengen {

/// What is said of a file that was made for another rule, which its readers tell from a bad one.
constexpr const char* OTHER_RULE = "these weights are for another rule";

/// Which threats the two sides have, as bits from the view of the side to move.
constexpr int THREAT_MASKS = Network::MASKS;

/// How many points of each class there are, up to seven: eight times the class, and the count.
constexpr int COUNTS = 8 * 16;

/// The raw numbers for one colour, in the order in which a weight file holds them.
struct SideWeights {
    std::array<int16_t, CODES> to_move;  ///< The worth of a point, by its code, to the mover.
    std::array<int16_t, CODES> waiting;  ///< The same to the side that is not to move.
    std::array<int16_t, THREAT_MASKS> threats;  ///< Added when this colour is to move.
    std::array<int16_t, COUNTS> mine;    ///< By class and count of one's own points, when to move.
    std::array<int16_t, COUNTS> theirs;  ///< By class and count of the foe's points, when to move.
    std::array<int16_t, CODES> own;  ///< The score of a move of this colour, by its own code there.
    std::array<int16_t, CODES> foe;  ///< Added to it, by the foe's code there.
};

/// The numbers for one rule. They never change, so that searches may share them.
struct Weights {
    std::array<SideWeights, 2> side;
    std::shared_ptr<const Network> network;  ///< None: the patterns alone.
    PointTable points;                       ///< `to_move` and `waiting` as the board sums them.
    uint32_t hash = 0;                       ///< Of all numbers; shown by bench.
};

/// Return the weights that simple formulas give, for rules without a file and as a start of fits.
Weights formula_weights(const RuleTraits& traits);

/// Read weights as `save_weights` wrote them. Throw std::invalid_argument for anything else: other
/// versions, other rules, damage.
Weights load_weights(const RuleTraits& traits, std::span<const uint8_t> bytes);

/// Return weights as bytes: a header with version, traits and checksum, then all numbers, then the
/// network if there is one, as its own bytes.
std::string save_weights(const RuleTraits& traits, const std::array<SideWeights, 2>& side,
                         std::string_view network = {});

}  // namespace tengen
