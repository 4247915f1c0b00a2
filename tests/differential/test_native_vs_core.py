"""Native and core agree: the core is the reference, on random, threat-rich and crowded positions.

Every disagreement prints the position as a set-up string that can be pasted into a unit test.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from positions import all_settings, crowded_setup, play_on, random_setup
from tengen.core.board import Board
from tengen.core.geometry import PASS, Color, Point
from tengen.core.legality import forbidden_points, is_legal, legal_points
from tengen.core.outcome import find_outcome
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.core.threats import threats
from tengen.engine.board import NativeBoard
from tengen.notation.setup_string import format_setup

FORBIDDEN_CLASS = 1
"""Native's class of points that may be forbidden, of which some are not."""

PARTS = 10
POSITIONS_PER_PART = 2_000
REAL_PER_PART = 200
FALSE_PER_PART = 50


def same(board: Board, rule: Rule, native: NativeBoard, seen: Counter[str]) -> None:
    """Compare everything that both sides say of a position, and count what it holds."""
    try:
        compare_answers(board, rule, native, seen)
    except AssertionError as error:
        raise AssertionError(text_of(board, rule)) from error


def compare_answers(board: Board, rule: Rule, native: NativeBoard, seen: Counter[str]) -> None:
    assert native.key == board.key
    outcome = find_outcome(board, rule)
    assert native.outcome() == outcome
    for color in Color:
        forbidden = forbidden_points(board, rule, color)
        assert native.forbidden(color) == forbidden
        assert native.threats(color) == threats(board, rule, color)
        seen["real"] += bool(forbidden)
        seen["false"] += native.counts(color)[FORBIDDEN_CLASS] > len(forbidden)
    if outcome is None:
        assert native.legal_points() == legal_points(board, rule)
        assert native.is_legal(PASS) == is_legal(board, rule, PASS)
    seen["positions"] += 1


def text_of(board: Board, rule: Rule) -> str:
    setup = Setup(
        board.size,
        rule,
        black=board.stones(Color.BLACK),
        white=board.stones(Color.WHITE),
        blocked=board.blocked,
        traps=board.traps,
        turn=board.turn,
    )
    return f"{format_setup(setup)} after {board.moves}"


def compare_game(rng: random.Random, setup: Setup, seen: Counter[str], most: int) -> None:
    board, native = setup.board(), NativeBoard(setup)
    same(board, setup.rule, native, seen)
    for count, move in enumerate(play_on(rng, native, rng.randrange(12))):
        if count == most:
            break
        native.push(move)
        board.push(move)
        same(board, setup.rule, native, seen)
    assert native.check() == ""
    while board.moves:
        assert native.pop() == board.pop()
    assert native.key == board.key
    assert native.check() == ""


def games(rng: random.Random) -> Iterator[Setup]:
    """Yield starting positions over all settings without end, small boards and renju more often."""
    settings = all_settings()
    while True:
        rng.shuffle(settings)
        for rule, size, special in settings:
            yield random_setup(rng, rule, size, special=special)
            crowded = crowded_setup(rng, RULES["renju"], rng.choice((9, 15, 19, 20, 26)))
            if crowded is not None:
                yield crowded


@pytest.mark.parametrize("part", range(PARTS))
def test_native_says_what_core_says(part: int) -> None:
    compare(random.Random(part), POSITIONS_PER_PART, REAL_PER_PART, FALSE_PER_PART)


@pytest.mark.soak
def test_native_says_what_core_says_a_million_times() -> None:
    compare(random.Random(), 1_000_000, 100_000, 25_000)


def compare(rng: random.Random, positions: int, real: int, false: int) -> None:
    """Compare at least so many positions, and insist that enough of them were interesting."""
    seen: Counter[str] = Counter()
    for setup in games(rng):
        # Few moves a game spread the positions over more games, and so over more settings.
        compare_game(rng, setup, seen, most=25)
        if seen["positions"] >= positions:
            break
    assert seen["real"] >= real, seen
    assert seen["false"] >= false, seen


def test_a_long_game_agrees_from_the_first_stone_to_the_last() -> None:
    seen: Counter[str] = Counter()
    for seed, rule in enumerate(RULES.values()):
        rng = random.Random(seed)
        for size in (5, 6, 9):
            setup = random_setup(rng, rule, size, special=size == 6)
            compare_game(rng, setup, seen, most=Setup(size).size ** 2)


def test_candidates_are_legal_and_never_missing() -> None:
    rng = random.Random(3)
    for rule in RULES.values():
        for size in (5, 9, 15):
            setup = random_setup(rng, rule, size, special=size == 9)
            native = NativeBoard(setup)
            for move in play_on(rng, native, 2):
                legal = set(native.legal_points())
                assert set(native.candidates()) <= legal
                assert bool(native.candidates()) == bool(legal)
                native.push(move)


def test_candidates_on_an_island_fall_back_to_any_legal_point() -> None:
    wall = [Point(x, y) for x in range(15) for y in range(15) if x <= 10 and (x, y) != (0, 0)]
    native = NativeBoard(Setup(15, blocked=wall))
    native.push(Point(0, 0))
    assert native.candidates() == native.legal_points()
    assert len(native.candidates()) == 4 * 15
