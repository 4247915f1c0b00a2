"""Everything written can be read again, and nothing that is read breaks the reader."""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tengen.core.board import Board
from tengen.core.game import Game
from tengen.core.geometry import MAX_SIZE, MIN_SIZE, PASS, SYMMETRIES, Color, Point, Symmetry
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, TengenError
from tengen.notation import (
    DIALECTS,
    format_diagram,
    format_pos,
    format_position,
    format_setup,
    parse_board,
    parse_diagram,
    parse_pos,
    parse_position,
    parse_setup,
    read_position,
)

# The first call on a size fills caches, so single examples may be slow.
patient = settings(deadline=None, max_examples=60)

sizes = st.integers(MIN_SIZE, MAX_SIZE)
POS_DIALECTS = ("house", "pos-top")


@st.composite
def point_lists(draw: st.DrawFn, size: int, max_size: int = 40) -> list[Point]:
    places = draw(st.lists(st.integers(0, size * size - 1), unique=True, max_size=max_size))
    return [Point(place % size, place // size) for place in places]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw a set-up: few stones on a board of any size, or a small board full of them."""
    if draw(st.booleans()):
        size = draw(sizes)
        points = draw(point_lists(size))
        length = len(points)
    else:
        size = draw(st.integers(MIN_SIZE, 9))
        points = [Point(x, y) for y in range(size) for x in range(size)]
        length = size * size
    cells = draw(st.text("XO.#*", min_size=length, max_size=length))
    owned = {cell: [p for p, c in zip(points, cells, strict=True) if c == cell] for cell in "XO#*"}
    try:
        return Setup(
            size,
            draw(st.sampled_from([*RULES])),
            black=owned["X"],
            white=owned["O"],
            blocked=owned["#"],
            traps=owned["*"],
            turn=draw(st.sampled_from(Color)),
        )
    except IllegalMove as error:
        assume(error.code != "both-won")
        raise


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of some tried moves; those that are illegal are not played."""
    setup = draw(setups())
    opening = draw(st.sampled_from(["free", "swap", "swap2"]))
    game = Game(opening="free" if setup.has_stones else opening, setup=setup)
    for place in draw(st.lists(st.integers(-1, setup.size**2 - 1), max_size=20)):
        with suppress(IllegalMove):
            if game.choices:
                game.push(game.choices[place % len(game.choices)])
            else:
                game.push(PASS if place < 0 else Point(place % setup.size, place // setup.size))
    return game


def same(game: Game, other: Game) -> bool:
    return (game.setup, game.opening, game.moves) == (other.setup, other.opening, other.moves)


def as_setup(game: Game) -> Setup:
    board = game.board
    return Setup(
        game.size,
        game.rule,
        black=board.stones(Color.BLACK),
        white=board.stones(Color.WHITE),
        blocked=board.blocked,
        traps=board.traps,
        turn=game.turn,
    )


def cells(board: Board) -> list[str]:
    return [board[Point(x, y)] for y in range(board.size) for x in range(board.size)]


# What is written can be read.


@patient
@given(sizes.flatmap(lambda size: st.tuples(st.just(size), point_lists(size))))
def test_pos_strings_round_trip(drawn: tuple[int, list[Point]]) -> None:
    size, points = drawn
    for dialect in POS_DIALECTS:
        text = format_pos(points, size, dialect)
        assert parse_pos(text, size, dialect) == points
        assert parse_pos(text.upper(), size, dialect) == points


@patient
@given(sizes.flatmap(lambda size: st.tuples(st.just(size), point_lists(size))))
def test_the_two_dialects_of_pos_are_each_other_upside_down(
    drawn: tuple[int, list[Point]],
) -> None:
    size, points = drawn
    upside_down = parse_pos(format_pos(points, size), size, "pos-top")
    assert upside_down == [Point(x, size - 1 - y) for x, y in points]


@patient
@given(setups())
def test_set_up_strings_round_trip(setup: Setup) -> None:
    assert parse_setup(format_setup(setup)) == setup


@patient
@given(setups(), st.randoms(use_true_random=False))
def test_the_order_of_fields_means_nothing(setup: Setup, random: Random) -> None:
    fields = format_setup(setup).split("_")
    random.shuffle(fields)
    assert format_setup(parse_setup("_".join(fields))) == format_setup(setup)


@patient
@given(setups(), st.sampled_from(SYMMETRIES))
def test_turned_set_ups_round_trip(setup: Setup, symmetry: Symmetry) -> None:
    turned = setup.transformed(symmetry)
    assert parse_setup(format_setup(turned)) == turned
    assert parse_diagram(format_diagram(turned)) == turned


@patient
@given(setups(), st.booleans(), st.data())
def test_diagrams_of_set_ups_round_trip(
    setup: Setup, coordinates: bool, data: st.DataObject
) -> None:
    line, keys, forbidden = (data.draw(point_lists(setup.size, max_size=8)) for _ in range(3))
    text = format_diagram(setup, coordinates=coordinates, line=line, keys=keys, forbidden=forbidden)
    assert parse_diagram(text) == setup
    assert same(parse_position(text), Game(setup=setup))


@patient
@given(games(), st.booleans())
def test_diagrams_of_games_round_trip(game: Game, coordinates: bool) -> None:
    text = format_diagram(game, coordinates=coordinates)
    assert parse_diagram(text) == as_setup(game)


@patient
@given(games())
def test_diagrams_of_boards_round_trip(game: Game) -> None:
    board = parse_board(format_diagram(game.board))
    assert cells(board) == cells(game.board)
    assert board.turn is game.turn


@patient
@given(games())
def test_cells_stand_under_each_other(game: Game) -> None:
    rows = format_diagram(game, header=False).splitlines()[: game.size]
    first = len(str(game.size)) + 1
    assert [row[first + 2 * x] for row in rows for x in range(game.size)] == cells(game.board)


@patient
@given(games())
def test_positions_round_trip(game: Game) -> None:
    text = format_position(game)
    assert same(parse_position(text), game)
    assert same(parse_position(text, size=game.size, rule=game.rule), game)
    assert len(text.splitlines()) <= 1


# Nothing that is read breaks the reader.

PARSERS: list[Callable[[str], object]] = [
    parse_setup,
    parse_diagram,
    parse_board,
    parse_position,
    lambda text: parse_pos(text, 15),
    lambda text: parse_pos(text, 26, "pos-top"),
]


def check_all(text: str) -> None:
    """Give `text` to every parser, and read again what could be read."""
    for parse in PARSERS:
        with suppress(TengenError):
            parse(text)
    for dialect in DIALECTS.values():
        with suppress(TengenError):
            assert dialect.format(dialect.parse(text, 15), 15) in (text, text.lower())
    with suppress(TengenError):
        game = parse_position(text)
        assert same(parse_position(format_position(game)), game)


ALPHABET = "abhjko01589XOxo.#*!+()[]| \n\t:_-,;ßİ٣８Ｘа"


@settings(patient, max_examples=200)
@given(st.text() | st.text(ALPHABET))
@example("h8" * 100_000)
@example("h8" * 7_000 + "!")
@example("a" * 100_000)
@example("_" * 16_000)
@example(":" * 100_000 + "\n.")
@example("black:" + "-" * 16_000)
@example("1" * 90_000 + "X")
@example("X" + "1" * 90_000 + "X\n.")
@example(" " * 100_000 + "X\n" + "\n" * 100_000)
@example("a " * 50_000 + "\n.")
@example("moves:" + "pass" * 4_000)
@example("moves:" + "take-black" * 1_600)
def test_any_text_is_read_or_refused(text: str) -> None:
    check_all(text)


@settings(patient, max_examples=150)
@given(games(), st.data())
def test_any_damaged_text_is_read_or_refused(game: Game, data: st.DataObject) -> None:
    texts = [format_position(game), format_setup(game.setup), format_diagram(game)]
    text = data.draw(st.sampled_from(texts))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.integers(0, 3))
        patch = data.draw(st.text(ALPHABET, max_size=3))
        text = text[:start] + patch + text[stop:]
    check_all(text)


@settings(patient, max_examples=40)
@given(st.binary(max_size=200))
def test_any_file_is_read_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position"
        file.write_bytes(content)
        with suppress(TengenError):
            read_position(file)


@settings(patient, max_examples=200)
@given(st.text(ALPHABET, max_size=6), sizes)
@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reads_only_what_it_writes(name: str, text: str, size: int) -> None:
    dialect = DIALECTS[name]
    with suppress(TengenError):
        point = dialect.parse(text, size)
        assert dialect.format(point, size) in (text, text.lower())
