/// Every constant of the search, by name. A tuning build can set them while it runs.
///
/// Depths are in 64ths of a ply, values in the unit of the evaluation, move scores in hundredths of
/// a natural logarithm of the odds of a move.
#pragma once

#include <string>
#include <vector>

namespace tengen {

// clang-format off
#define TENGEN_PARAMETERS(X) \
    X(aspiration_window, 52)      /* The first window around the last score. */ \
    X(razor_depth, 160)           /* Razoring into the fours search below this depth, */ \
    X(razor_base, 35)             /* with a margin of this */ \
    X(razor_slope, 70)            /* and this a ply. */ \
    X(futility_depth, 640)        /* Reverse futility below this depth, */ \
    X(futility_slope, 140)        /* with this margin a ply, */ \
    X(futility_improving, 88)     /* and this much less when improving. */ \
    X(null_depth, 0)              /* Null move from this depth on; 0 is never. */ \
    X(null_reduction, 320)        /* How much shallower it searches. */ \
    X(count_base, 3)              /* Quiet moves searched at depth zero, */ \
    X(count_slope, 64)            /* and in percent of the power of depth. */ \
    X(pv_count, 140)              /* So many percent of that on a principal variation. */ \
    X(singular_depth, 420)        /* Singular extensions from this depth on, */ \
    X(singular_margin, 230)       /* margin in 64ths of a value a ply. */ \
    X(singular_double, 53)        /* How far below the margin a second ply is given. */ \
    X(forced_extension, 64)       /* For the reply to a five. */ \
    X(four_extension, 0)          /* For a move that makes a four, */ \
    X(reduction_base, 20)         /* Late move reductions: constant, */ \
    X(reduction_slope, 14)        /* times log2(depth) log2(moves) / 64, */ \
    X(reduction_not_improving, 15) /* more when not improving, */ \
    X(reduction_cut, 44)          /* more at expected cut nodes, */ \
    X(reduction_pv, 50)           /* less at nodes once on a principal variation, */ \
    X(reduction_score, 45)        /* more per 100 of score below the best, */ \
    X(reduction_score_limit, 320) /* at most this much, */ \
    X(reduction_far, 50)          /* more far from the last two moves, */ \
    X(reduction_history, 60)      /* less per 8192 of history. */ \
    X(history_limit, 8192)        /* Histories stay within this. */ \
    X(history_order, 40)          /* History's share of the move score, in percent of a 32nd. */ \
    X(counter_bonus, 60)          /* The counter-move's bonus in ordering. */ \
    X(killer_bonus, 0)            /* A killer's bonus in ordering. */ \
    X(fours_depth, 24)            /* Fours in a row that the fours search follows. */ \
    X(fours_free, 0)              /* So many of them may be anywhere, the others near the last. */ \
    X(five_plies, 1)              /* Whether counters announce wins in five. */ \
    X(behind_share, 18)           /* A PV node is reduced by this many 64ths of what its table */ \
    X(behind_limit, 230)          /* entry is behind, at most by this. */ \
    X(solver_share, 8)            /* Percent of a move's time or nodes for the threat solver. */ \
    X(iir_depth, 256)             /* Reduce by a ply from this depth without a table move. */ \
    X(follow_order, 40)           /* The share of the history of replies to one's own last move. */ \
    X(before_share, 40)           /* Percent of a value that the position before is asked for. */ \
    X(correction_share, 50)       /* Percent of what evaluations have been off that is believed. */
// clang-format on

#ifdef TENGEN_TUNING
#define X(name, value) inline int name = value;
#else
#define X(name, value) inline constexpr int name = value;
#endif
namespace parameters {
TENGEN_PARAMETERS(X)
}
#undef X

/// Return the names and values of all parameters.
std::vector<std::pair<std::string, int>> list_parameters();

/// Set a parameter; return whether there is one of that name that can be set in this build.
bool set_parameter(const std::string& name, int value);

}  // namespace tengen
