"""What holds for every position: push/pop, keys, symmetries, undo/redo."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import crowded, draw, rich_in_black, rich_in_lines, snapshot
from tengen.core.board import Board
from tengen.core.game import Game, Move
from tengen.core.geometry import (
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    SYMMETRIES,
    Color,
    Point,
    format_point,
    parse_point,
)
from tengen.core.legality import forbidden_points, is_legal, legal_points, may_pass
from tengen.core.openings import opening_names
from tengen.core.outcome import find_outcome, winning_rows
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.core.threats import threats

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
Draw = Callable[[st.SearchStrategy[Any]], Any]


@st.composite
def boards(draw_from: Draw, sizes: tuple[int, ...] = (5, 6, 7, 8, 9, 15)) -> Board:
    """Boards with special points and strokes of stones, so that there are lines to speak of."""
    size = draw_from(st.sampled_from(sizes))
    points = st.builds(Point, st.integers(0, size - 1), st.integers(0, size - 1))
    special = draw_from(st.lists(points, max_size=4, unique=True))
    traps = draw_from(st.integers(0, len(special)))
    board = Board(size, blocked=special[traps:], traps=special[:traps])
    stroke = st.tuples(points, st.sampled_from(STEPS), st.integers(1, 127), st.sampled_from(Color))
    for start, (dx, dy), mask, color in draw_from(st.lists(stroke, max_size=8)):
        for i in range(7):
            point = Point(start.x + i * dx, start.y + i * dy)
            if mask >> i & 1 and point in board.empty_points():
                board.put(point, color)
    board.turn = draw_from(st.sampled_from(Color))
    return board


def rich() -> st.SearchStrategy[Board]:
    """Boards full of threats and forbidden points, which drawn strokes seldom are."""
    makers = st.sampled_from([crowded, rich_in_lines, rich_in_black])
    return st.builds(lambda make, seed: make(random.Random(seed)), makers, st.integers())


def rules() -> st.SearchStrategy[Rule]:
    return st.sampled_from(list(RULES.values()))


def picks() -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 10**6), max_size=30)


def mirrored(board: Board, image: Callable[[Point], Point]) -> Board:
    """The board with everything moved, moves included."""
    moved = Board(board.size, map(image, board.blocked), map(image, board.traps))
    for color in Color:
        for point in board.stones(color):
            if point not in board.moves:
                moved.put(image(point), color)
    moved.turn = board.turn if board.move_count % 2 == 0 else board.turn.other
    for point in board.moves:
        moved.push(image(point))
    return moved


@given(boards(), rules(), picks())
def test_pop_takes_back_everything_that_push_did(
    board: Board, rule: Rule, choice: list[int]
) -> None:
    seen = []
    for pick in choice:
        options = [*board.empty_points(), *board.traps, PASS]
        seen.append((snapshot(board), find_outcome(board, rule), board.last))
        board.push(options[pick % len(options)])
    for before in reversed(seen):
        board.pop()
        assert (snapshot(board), find_outcome(board, rule), board.last) == before


@given(boards(), rules())
def test_questions_leave_the_board_alone(board: Board, rule: Rule) -> None:
    before = snapshot(board)
    for color in Color:
        threats(board, rule, color)
        forbidden_points(board, rule, color)
    legal_points(board, rule)
    may_pass(board, rule)
    find_outcome(board, rule)
    assert snapshot(board) == before


@given(boards(), rules())
def test_legal_points_are_the_points_that_is_legal_accepts(board: Board, rule: Rule) -> None:
    everywhere = [Point(x, y) for y in range(-1, board.size + 1) for x in range(board.size + 1)]
    accepted = [point for point in everywhere if is_legal(board, rule, point)]
    assert legal_points(board, rule) == accepted


@given(boards())
def test_a_copy_is_equal_and_independent(board: Board) -> None:
    before = snapshot(board)
    copy = board.copy()
    assert snapshot(copy) == before
    copy.push(PASS)
    for point in copy.empty_points()[:1]:
        copy.push(point)
    assert snapshot(board) == before


def mixed(index: int) -> int:
    """Splitmix64, written from its description: a Weyl step, then two xor-shift-multiplies."""
    value = (index * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64
    value = (value ^ (value // 2**30)) * 0xBF58476D1CE4E5B9 % 2**64
    value = (value ^ (value // 2**27)) * 0x94D049BB133111EB % 2**64
    return value ^ (value // 2**31)


@given(boards(), picks())
def test_the_key_is_the_key_computed_from_scratch(board: Board, choice: list[int]) -> None:
    for pick in choice:
        options = [*board.empty_points(), *board.traps, PASS]
        board.push(options[pick % len(options)])
    key = mixed(65536) if board.turn is Color.WHITE else 0
    for y in range(board.size):
        for x in range(board.size):
            if (cell := board[Point(x, y)]) != ".":
                key ^= mixed(4 * (32 * y + x) + "XO#*".index(cell))
    assert board.key == key


@given(boards())
def test_the_key_differs_by_side_to_move(board: Board) -> None:
    other = board.copy()
    other.turn = board.turn.other
    assert other.key != board.key


@given(st.permutations(range(6)), st.integers(0, 2**32))
def test_the_key_forgets_the_order_of_moves(order: list[int], seed: int) -> None:
    points = [Point((seed + 3 * i) % 9, i) for i in range(6)]
    one, two = Board(9), Board(9)
    for point, i in zip(points, range(6), strict=True):
        one.put(point, Color(i % 2))
    for i in order:
        two.put(points[i], Color(i % 2))
    assert one.key == two.key
    assert draw(one) == draw(two)


def test_no_two_single_stones_and_special_points_share_a_key() -> None:
    keys = Counter(
        key for x in range(MAX_SIZE) for y in range(MAX_SIZE) for key in single_keys(Point(x, y))
    )
    assert max(keys.values()) == 1


def single_keys(point: Point) -> list[int]:
    stones = []
    for color in Color:
        board = Board(MAX_SIZE)
        board.put(point, color)
        stones.append(board.key)
    special = [Board(MAX_SIZE, blocked=[point]).key, Board(MAX_SIZE, traps=[point]).key]
    return stones + special


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_every_symmetry_is_undone_by_its_inverse(size: int) -> None:
    points = [Point(x, y) for x in range(size) for y in range(size)]
    for symmetry in SYMMETRIES:
        images = [symmetry.apply(point, size) for point in points]
        assert [symmetry.inverse.apply(image, size) for image in images] == points
        assert symmetry.inverse.inverse == symmetry
        assert sorted(images) == points
        assert symmetry.apply(PASS, size) == PASS


def test_the_eight_symmetries_differ_and_the_first_is_the_identity() -> None:
    probe = Point(1, 2)
    images = [symmetry.apply(probe, 9) for symmetry in SYMMETRIES]
    assert images[0] == probe
    assert len(set(images)) == 8


@given(st.integers(MIN_SIZE, MAX_SIZE), st.data())
def test_a_point_is_read_as_it_was_written(size: int, data: st.DataObject) -> None:
    point = Point(data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1)))
    assert parse_point(format_point(point, size), size) == point
    assert parse_point(format_point(point, size).upper(), size) == point


@settings(max_examples=200)
@given(boards(sizes=(5, 6, 8, 9)) | rich(), rules(), picks(), st.sampled_from(SYMMETRIES[1:]))
def test_symmetries_commute_with_every_question(
    board: Board, rule: Rule, choice: list[int], symmetry: Any
) -> None:
    for pick in choice:
        options = [*board.empty_points(), *board.traps, PASS]
        board.push(options[pick % len(options)])
    image = symmetry.bound(board.size)
    moved = mirrored(board, image)
    assert set(legal_points(moved, rule)) == set(map(image, legal_points(board, rule)))
    assert may_pass(moved, rule) == may_pass(board, rule)
    for color in Color:
        forbidden = {image(p): why for p, why in forbidden_points(board, rule, color).items()}
        assert forbidden_points(moved, rule, color) == forbidden
        found = Counter(as_sets(threat, image) for threat in threats(board, rule, color))
        assert Counter(as_sets(t, lambda p: p) for t in threats(moved, rule, color)) == found
        rows = {frozenset(map(image, row)) for row in winning_rows(board, rule, color)}
        assert {frozenset(row) for row in winning_rows(moved, rule, color)} == rows
    assert_outcomes_agree(board, moved, rule, image)


def as_sets(threat: Any, image: Callable[[Point], Point]) -> tuple[object, ...]:
    places = (frozenset(map(image, points)) for points in threat[2:])
    return (threat.kind, threat.side, *places)


def assert_outcomes_agree(
    board: Board, moved: Board, rule: Rule, image: Callable[[Point], Point]
) -> None:
    here, there = find_outcome(board, rule), find_outcome(moved, rule)
    if here is None or there is None:
        assert here is there
        return
    assert here.winner is there.winner
    assert here.reason is there.reason
    assert len(here.line) == len(there.line)
    # Of two rows that win (or are longest) at once the first in reading order is named, and
    # reading order is the one thing that does not turn with the board.
    if here.winner is not None and len(winning_rows(board, rule, here.winner)) == 1:
        assert set(map(image, here.line)) == set(there.line)


@given(boards(), rules(), st.sampled_from(SYMMETRIES))
def test_a_setup_turns_with_its_board(board: Board, rule: Rule, symmetry: Any) -> None:
    if all(winning_rows(board, rule, color) for color in Color):
        return
    setup = Setup(
        board.size,
        rule,
        black=board.stones(Color.BLACK),
        white=board.stones(Color.WHITE),
        blocked=board.blocked,
        traps=board.traps,
        turn=board.turn,
    )
    assert snapshot(setup.board()) == snapshot(board)
    turned = setup.transformed(symmetry)
    image = symmetry.bound(board.size)
    assert snapshot(turned.board()) == snapshot(mirrored(board, image))
    assert turned.transformed(symmetry.inverse) == setup
    assert hash(turned.transformed(symmetry.inverse)) == hash(setup)


def play_some(game: Game, choice: list[int]) -> None:
    """Play whatever is legal, opening choices and passes included, until the picks run out."""
    for pick in choice:
        options: list[Move] = [*game.choices, *game.legal_points()]
        if game.may_pass():
            options.append(PASS)
        if not options:
            assert game.outcome() is not None
            return
        game.push(options[pick % len(options)])


def state(game: Game) -> tuple[object, ...]:
    """Everything that can be asked of a game, but for what was undone."""
    return (
        snapshot(game.board),
        game.moves,
        game.turn,
        game.seat,
        game.black,
        game.stage,
        game.choices,
        game.outcome(),
        game.legal_points(),
        game.may_pass(),
    )


games = st.builds(
    Game,
    st.sampled_from([5, 6, 7]),
    rules(),
    opening=st.sampled_from(opening_names()),
    blocked=st.sets(st.sampled_from([Point(0, 0), Point(2, 2), Point(3, 1)])),
    traps=st.sets(st.sampled_from([Point(4, 4), Point(1, 3)]), max_size=1),
)


@settings(max_examples=60)
@given(games, picks(), st.integers(0, 30))
def test_redo_plays_again_what_undo_took_back(game: Game, choice: list[int], back: int) -> None:
    play_some(game, choice)
    seen = []
    for _ in range(min(back, len(game.moves))):
        seen.append((state(game), game.moves[-1]))
        assert game.undo() == seen[-1][1]
    for after, move in reversed(seen):
        assert game.redo() == move
        assert state(game) == after


@settings(max_examples=60)
@given(games, picks())
def test_undoing_everything_gives_the_game_as_it_began(game: Game, choice: list[int]) -> None:
    start = state(game)
    play_some(game, choice)
    while game.moves:
        game.undo()
    assert state(game) == start


@settings(max_examples=60)
@given(games, picks())
def test_a_copied_game_is_equal_and_independent(game: Game, choice: list[int]) -> None:
    play_some(game, choice)
    before = state(game)
    copy = game.copy()
    assert state(copy) == before
    play_some(copy, [0, 1, 2])
    assert state(game) == before


@given(games, picks())
def test_moves_are_read_as_they_were_written(game: Game, choice: list[int]) -> None:
    play_some(game, choice)
    for move in game.moves:
        assert game.parse_move(game.format_move(move)) == move
