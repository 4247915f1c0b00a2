"""Positions from text, files and standard input."""

import io
import sys
from pathlib import Path

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.openings import Choice
from tengen.errors import IllegalMove, InvalidText
from tengen.notation import format_position, parse_position, read_position, recognise
from tengen.notation.position import MAX_BYTES
from tengen.notation.readers import readers

DIAGRAM = """
rule: standard
5 . X . . .
4 . . . . .
3 . . O X .
2 . . . . .
1 . . . . .
  a b c d e
"""

SAMPLES = {
    "empty": ["", "  \n"],
    "pos": ["h8", "c14n12o1", "H8I9", "h8 i9", "h8h8", "h99"],
    "setup": ["size:15", "rule:renju_black:h8_turn:white", "sise:15", "moves:h8i9"],
    "diagram": [DIAGRAM, ".....\n....."],
    "sgf": ["(;GM[4]SZ[15];B[hh])", "( ;", "(;FF[4]C[.....\n.....])"],
    "psq": ["Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n", "Piskvorky 20x20, 0:0, 1"],
    "rif": ['<?xml version="1.0"?>\n<database version="1.0">', "<database><games/></database>"],
}


def same(game: Game, other: Game) -> bool:
    return (game.setup, game.opening, game.moves) == (other.setup, other.opening, other.moves)


@pytest.mark.parametrize("name", readers())
def test_every_reader_has_samples_that_only_it_takes(name: str) -> None:
    for text in SAMPLES[name]:
        assert recognise(text) == name
        assert [n for n, reader in readers().items() if reader.fits(text.strip())] == [name]


def test_no_text_is_the_empty_board() -> None:
    assert same(parse_position(""), Game())
    assert same(parse_position("\n", size=7, rule="caro"), Game(7, "caro"))


def test_moves_are_played_from_the_empty_board() -> None:
    game = parse_position("c14n12o1")
    assert game.moves == (Point(2, 1), Point(13, 3), Point(14, 14))
    assert game.turn is Color.WHITE


def test_moves_are_played_on_the_board_that_was_asked_for() -> None:
    game = parse_position("c14n12\n", size=20, rule="renju")
    assert (game.size, game.rule.name, game.moves[0]) == (20, "renju", Point(2, 6))


def test_a_set_up_may_have_moves() -> None:
    game = parse_position("size:9_white:a1_turn:white_moves:b1c9")
    assert game.setup.white == (Point(0, 8),)
    assert game.moves == (Point(1, 8), Point(2, 0))
    assert game.board.stones(Color.WHITE) == [Point(0, 8), Point(1, 8)]


def test_a_set_up_may_have_an_opening_procedure() -> None:
    game = parse_position("opening:swap_moves:h8g9i7take-black")
    assert (game.opening, game.moves[-1]) == ("swap", Choice.TAKE_BLACK)


def test_a_diagram_is_where_its_game_starts() -> None:
    game = parse_position(DIAGRAM)
    assert (game.size, game.rule.name, game.turn) == (5, "standard", Color.WHITE)
    assert game.board[Point(2, 2)] == "O"
    assert game.moves == ()


def test_the_caller_fills_in_what_the_text_does_not_say() -> None:
    game = parse_position("black:a1_turn:white", size=19, rule="renju")
    assert (game.size, game.rule.name, game.setup.black) == (19, "renju", (Point(0, 18),))
    assert parse_position(DIAGRAM.replace("rule: standard", ""), rule="caro").rule.name == "caro"


@pytest.mark.parametrize("text", ["size:15_rule:renju", "rule:renju_size:15_moves:h8"])
def test_the_caller_may_say_the_same_as_the_text(text: str) -> None:
    assert parse_position(text, size=15, rule="renju").rule.name == "renju"


@pytest.mark.parametrize(
    ("text", "size", "rule", "sentence"),
    [
        ("size:20", 15, None, "the position is of size 20, but size 15 was asked for"),
        (DIAGRAM, 15, None, "the position is of size 5, but size 15 was asked for"),
        ("rule:caro", None, "renju", "under the rule 'caro', but 'renju' was asked for"),
        (DIAGRAM, None, "renju", "under the rule 'standard', but 'renju' was asked for"),
        (DIAGRAM, None, "ludo", "there is no rule 'ludo'"),
        ("size:15", 10**9, None, "the position is of size 15, but size 1000000000 was asked for"),
        ("black:a1", 27, None, "size 27 is not possible"),
        ("h8", 4, None, "size 4 is not possible"),
        ("", 0, None, "size 0 is not possible"),
        ("h8", None, "", "there is no rule ''"),
    ],
)
def test_text_and_caller_must_agree(
    text: str, size: int | None, rule: str | None, sentence: str
) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_position(text, size=size, rule=rule)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error", "code", "sentence"),
    [
        ("h8h8", InvalidText, "repeated-point", "in 'h8h8' at character 3: 'h8' comes a second"),
        ("h8p3", InvalidText, "off-board", "'p3' is off the board"),
        ("h8,i9", InvalidText, "bad-point", "in 'h8,i9' at character 3: ',' is not a point"),
        ("moves:h8h8", IllegalMove, "occupied", "move 2: h8 is occupied by a black stone"),
        ("blocked:a1_moves:a1", IllegalMove, "blocked", "move 1: a1 is blocked"),
        ("moves:h8pass", IllegalMove, "pass", "move 2: white has a point to play"),
        ("moves:h8take-black", IllegalMove, "no-choice-due", "move 2: there is nothing to choose"),
        ("moves:h8x", InvalidText, "bad-point", "in 'h8x' at character 3: 'x' is not a point"),
        ("opening:swop", InvalidText, "unknown-opening", "no opening procedure 'swop'; did you"),
        ("black:a1_opening:swap", InvalidText, "opening-with-stones", "needs an empty board"),
        ("sise:15", InvalidText, "unknown-field", "no field 'sise'; did you mean size?"),
        ("a1a3b1b3c1c3d1d3e1e3", IllegalMove, "game-over", "move 10: the game is over: black"),
        (
            "rule:renju_moves:h8a1g8a3i9a5i10a7i8",
            IllegalMove,
            "forbidden",
            "move 9: i8 is forbidden to black: 3-3",
        ),
        (
            "nonsense",
            InvalidText,
            "no-position",
            "'nonsense' is not a position; write a PSQ record",
        ),
        ("ｈ8", InvalidText, "no-position", "moves like 'h8i9g7'"),
        ("x" * 2 * MAX_BYTES, InvalidText, "too-long", "has 2000000 characters"),
    ],
)
def test_bad_positions_get_one_sentence(
    text: str, error: type[Exception], code: str, sentence: str
) -> None:
    with pytest.raises(error) as caught:
        parse_position(text)
    assert getattr(caught.value, "code", None) == code
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c14",
        "c14n12o1",
        "rule:renju",
        "rule:renju_moves:c14n12o1",
        "size:20_moves:c14",
        "black:c14_turn:white_moves:n12o1",
        "opening:swap2_moves:h8g9i7take-white",
        "opening:swap",
        "traps:c3_moves:c3c3h8",
        "size:26_rule:caro_black:z26_white:a26_blocked:b26_traps:c26_turn:white_moves:z1",
    ],
)
def test_a_game_is_written_as_the_shortest_text_that_gives_it_back(text: str) -> None:
    assert format_position(parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("size:15", ""),
        ("moves:c14n12", "c14n12"),
        ("rule:freestyle_moves:c14_opening:free", "c14"),
        ("C14", "c14"),
    ],
)
def test_what_need_not_be_said_is_not_written(text: str, shortest: str) -> None:
    assert format_position(parse_position(text)) == shortest


def test_a_diagram_is_written_as_a_set_up() -> None:
    text = "size:5_rule:standard_black:b5d3_white:c3_turn:white"
    assert format_position(parse_position(DIAGRAM)) == text


# Files and standard input.


def test_text_needs_no_file() -> None:
    assert same(read_position("c14n12", size=19), parse_position("c14n12", size=19))


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(DIAGRAM)
    assert same(read_position(str(file)), parse_position(DIAGRAM))
    assert same(read_position(file, rule="standard"), parse_position(DIAGRAM))


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_bytes(b"\xef\xbb\xbfc14n12\r\n")
    assert same(read_position(file), parse_position("c14n12"))


def test_text_comes_before_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("h8").write_text("size:20")
    assert read_position("h8").size == 15
    assert read_position("./h8").size == 20
    assert read_position(Path("h8")).size == 20


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DIAGRAM.encode())))
    assert same(read_position("-"), parse_position(DIAGRAM))


def test_bad_standard_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"nonsense")))
    with pytest.raises(InvalidText, match="in standard input: 'nonsense' is not a position"):
        read_position("-")


def test_standard_input_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" " * (MAX_BYTES + 1))))
    with pytest.raises(InvalidText, match="in standard input: there are more than 1000000 bytes"):
        read_position("-")


def test_a_path_with_a_drive_is_no_set_up() -> None:
    with pytest.raises(InvalidText, match="nor a file that can be read"):
        read_position("C:game")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(InvalidText, match=r"'no/such\.txt' is neither a position") as caught:
        read_position("no/such.txt")
    assert caught.value.code == "no-file"
    assert "(No such file or directory)" in str(caught.value)
    assert str(caught.value).endswith("or the path of a file")


def test_a_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidText, match="nor a file that can be read") as caught:
        read_position(str(tmp_path))
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("source", ["\0", "x" * 100_000, "\ud800", "nonsense"])
def test_what_cannot_even_be_a_file_name_is_quoted(source: str) -> None:
    with pytest.raises(InvalidText, match="is neither a position nor a file") as caught:
        read_position(source)
    assert len(str(caught.value)) < 500


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.lib"
    file.write_bytes(b"h8\xffRenLib\xff")
    with pytest.raises(InvalidText, match=r"game.lib': byte 0xff at offset 2 is not UTF-8 text"):
        read_position(file)


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "endless.txt"
    file.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(InvalidText, match=r"endless.txt': there are more than 1000000 bytes"):
        read_position(file)


def test_a_file_without_a_position_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader,\nthis is not a game.\n")
    with pytest.raises(InvalidText, match=r"letter.txt': 'Dear reader.* is not a position"):
        read_position(file)


def test_an_illegal_move_in_a_file_is_named_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("moves:h8h8")
    with pytest.raises(IllegalMove, match=r"moves.txt': move 2: h8 is occupied"):
        read_position(file)


def test_moves_may_stand_apart() -> None:
    assert parse_position("h8 i9  g7").moves == parse_position("h8i9g7").moves
