#include "eval/features.h"

#include "eval/evaluate.h"

namespace tengen {

Features features_of(Board& board) {
    Features found;
    Color us = board.turn(), them = other(us);
    found.mask = threat_mask(board.counts(us), board.counts(them));
    for (Color color : {us, them})
        for (int what = ONE_TWO; what < CLASSES; ++what)
            found.counts.push_back((color == us ? 0 : COUNTS) + 8 * what +
                                   std::min<int>(board.counts(color)[size_t(what)], 7));
    std::array<std::array<int, CODES>, 2> counts{};
    for (Point point : board.points())
        if (board.cell(point) == EMPTY)
            for (Color color : {us, them}) ++counts[color][board.code_at(point, color)];
    for (int code = 0; code < CODES; ++code) {
        if (int n = counts[us][size_t(code)]) found.mine.emplace_back(Code(code), n);
        if (int n = counts[them][size_t(code)]) found.theirs.emplace_back(Code(code), n);
    }
    for (Point point : board.candidates())
        if (board.cell(point) == EMPTY)
            found.moves.emplace_back(point, board.code_at(point, us), board.code_at(point, them));
    return found;
}

}  // namespace tengen
