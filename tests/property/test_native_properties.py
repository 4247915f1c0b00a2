"""Whatever is played on the native board, it keeps what a computation from scratch would say."""

import random
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from positions import SIZES, random_setup
from tengen.core.geometry import PASS, SYMMETRIES, Color, Point, Symmetry, row_order
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard

setups = st.builds(
    lambda seed, rule, size, special: random_setup(
        random.Random(seed), RULES[rule], size, special=special
    ),
    st.integers(0, 10**6),
    st.sampled_from(sorted(RULES)),
    st.sampled_from(SIZES[:5]),
    st.booleans(),
)
steps = st.lists(st.integers(-100_000, 10**6), min_size=8, max_size=60)
"""Each a pop if negative, else a push of that legal point, counted round."""


def walk(board: NativeBoard, setup: Setup, choices: list[int]) -> list[Point]:
    moves: list[Point] = []
    for choice in choices:
        if choice < 0:
            if moves:
                assert board.pop() == moves.pop()
            continue
        if board.outcome() is not None:
            break
        legal = board.legal_points() or [PASS]
        moves.append(legal[choice % len(legal)])
        board.push(moves[-1])
    return moves


@settings(max_examples=150)
@given(setups, steps)
def test_check_holds_after_any_sequence(setup: Setup, choices: list[int]) -> None:
    board = NativeBoard(setup)
    walk(board, setup, choices)
    assert board.check() == ""


@settings(max_examples=150)
@given(setups, steps)
def test_popping_everything_gives_the_first_position_back(setup: Setup, choices: list[int]) -> None:
    board, fresh = NativeBoard(setup), NativeBoard(setup)
    for _ in walk(board, setup, choices):
        board.pop()
    assert board.key == fresh.key
    for color in Color:
        assert board.counts(color) == fresh.counts(color)
        assert board.threats(color) == fresh.threats(color)
    assert board.candidates() == fresh.candidates()
    assert board.check() == ""


@settings(max_examples=100)
@given(setups, steps, st.sampled_from(SYMMETRIES))
def test_symmetries_commute_with_everything(
    setup: Setup, choices: list[int], symmetry: Symmetry
) -> None:
    board = NativeBoard(setup)
    moves = walk(board, setup, choices)
    turn = symmetry.bound(setup.size)
    turned = NativeBoard(setup.transformed(symmetry), map(turn, moves))

    def moved(points: Iterable[Point]) -> list[Point]:
        return sorted(map(turn, points), key=row_order)

    assert turned.legal_points() == moved(board.legal_points())
    assert turned.candidates() == moved(board.candidates())
    outcome, mirrored = board.outcome(), turned.outcome()
    assert (outcome is None) == (mirrored is None)
    if outcome and mirrored:
        assert (outcome.winner, outcome.reason) == (mirrored.winner, mirrored.reason)
    for color in Color:
        assert turned.counts(color) == board.counts(color)
        forbidden = {turn(point): why for point, why in board.forbidden(color).items()}
        assert turned.forbidden(color) == forbidden
        threats = sorted(
            (t.kind, moved(t.stones), moved(t.keys), moved(t.defences))
            for t in board.threats(color)
        )
        assert sorted((t.kind, *map(list, t[2:])) for t in turned.threats(color)) == threats


@settings(max_examples=50)
@given(setups, steps)
def test_a_copy_is_independent(setup: Setup, choices: list[int]) -> None:
    board = NativeBoard(setup)
    moves = walk(board, setup, choices)
    copy = board.copy()
    for _ in moves:
        copy.pop()
    assert board.check() == copy.check() == ""
    assert copy.key == NativeBoard(setup).key
    assert board.key == NativeBoard(setup, moves).key
