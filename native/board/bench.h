/// How fast the board is: whole games pushed and popped again.
#pragma once

#include "rules/traits.h"

namespace tengen {

/// Play fixed games forward and take them back for about `seconds`; return pairs per second.
///
/// A pair is one push and one pop, with all patterns, classes, counters and the key kept.
double bench_board(int size, const RuleTraits& traits, double seconds);

}  // namespace tengen
