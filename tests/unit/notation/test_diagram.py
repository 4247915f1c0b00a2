"""The picture of a board, drawn and read."""

from dataclasses import replace
from textwrap import dedent

import pytest

from tengen.core.board import Board
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText
from tengen.notation.diagram import (
    MAX_LENGTH,
    format_diagram,
    looks_like_diagram,
    parse_board,
    parse_diagram,
)

SMALL = Setup(
    6,
    black=[Point(1, 0), Point(4, 2)],
    white=[Point(0, 2), Point(5, 5)],
    blocked=[Point(3, 0)],
    traps=[Point(2, 4)],
)


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


def test_a_set_up_is_drawn_with_rows_from_the_bottom() -> None:
    assert format_diagram(SMALL) == drawn("""
        6 . X . # . .
        5 . . . . . .
        4 O . . . X .
        3 . . . . . .
        2 . . * . . .
        1 . . . . . O
          a b c d e f
    """)


def test_row_numbers_are_lined_up_on_the_right() -> None:
    lines = format_diagram(Setup(12)).splitlines()
    assert lines[2:4] == ["10 . . . . . . . . . . . .", " 9 . . . . . . . . . . . ."]
    assert lines[-1] == "   a b c d e f g h i j k l"


def test_margins_can_be_left_out() -> None:
    assert format_diagram(SMALL, coordinates=False) == drawn("""
        . X . # . .
        . . . . . .
        O . . . X .
        . . . . . .
        . . * . . .
        . . . . . O
    """)


@pytest.mark.parametrize(
    ("move", "line"),
    [("a3", "3(X). . . ."), ("c3", "3 . .(X). ."), ("e3", "3 . . . .(X)")],
)
def test_the_last_move_stands_in_brackets(move: str, line: str) -> None:
    game = Game(5)
    game.play(move)
    assert format_diagram(game).splitlines()[2] == line


def test_brackets_at_the_left_edge_keep_the_columns_lined_up() -> None:
    game = Game(5)
    game.play("a4")
    assert format_diagram(game, coordinates=False).splitlines()[:3] == [
        " . . . . .",
        "(X). . . .",
        " . . . . .",
    ]


def test_the_last_move_need_not_be_marked() -> None:
    game = Game(5)
    game.play("c3")
    assert "(" not in format_diagram(game, last=False)


def test_a_pass_marks_no_point() -> None:
    board = Board(5)
    board.push(Point(2, 2))
    board.push(PASS)
    assert "(" not in format_diagram(board)


def test_a_move_into_a_trap_marks_the_trap() -> None:
    game = Game(5, traps=["b4"])
    game.play("b4")
    assert format_diagram(game).splitlines()[:3] == [
        "turn: white",
        "5 . . . . .",
        "4 .(*). . .",
    ]


def test_a_winning_row_is_fenced_in() -> None:
    game = Game(7)
    for move in ("b2", "a7", "c2", "b7", "d2", "c7", "f2", "d7", "e2"):
        game.play(move)
    outcome = game.outcome()
    assert outcome is not None
    rows = format_diagram(game, line=outcome.line).splitlines()
    assert rows[5] == "2 .[X|X|X(X)X]."
    assert format_diagram(game, line=outcome.line, last=False).splitlines()[5] == "2 .[X|X|X|X|X]."


def test_a_slanting_winning_row_is_fenced_in_stone_by_stone() -> None:
    line = [Point(at, at) for at in range(5)]
    rows = format_diagram(Setup(5, black=line, turn=Color.WHITE), line=line).splitlines()
    assert rows[1:3] == ["5[X]. . . .", "4 .[X]. . ."]


def test_key_points_and_forbidden_points_are_marked_where_they_are_empty() -> None:
    points = [Point(0, 0), Point(1, 0), Point(3, 0)]
    first = format_diagram(SMALL, keys=points).splitlines()[0]
    assert first == "6 + X . # . ."
    first = format_diagram(SMALL, keys=points, forbidden=points[:2]).splitlines()[0]
    assert first == "6 ! X . # . ."


def test_the_rule_is_said_unless_it_is_freestyle() -> None:
    assert format_diagram(Setup(5, "caro-open")).splitlines()[0] == "rule: caro-open"
    assert format_diagram(Setup(5)).splitlines()[0] == "5 . . . . ."


def test_the_turn_is_said_where_the_stones_do_not() -> None:
    white = Setup(5, "renju", black=[Point(1, 1)], turn=Color.WHITE)
    black = Setup(5, "renju", black=[Point(1, 1)])
    assert format_diagram(white).splitlines()[:2] == ["rule: renju", "5 . . . . ."]
    assert format_diagram(black).splitlines()[:2] == ["rule: renju", "turn: black"]


def test_the_header_can_be_left_out() -> None:
    lonely = Setup(5, "renju", white=[Point(1, 1)])
    assert format_diagram(lonely, header=False).splitlines()[0] == "5 . . . . ."


def test_a_rule_without_a_name_of_its_own_is_not_drawn() -> None:
    impostor = replace(RULES["standard"], name="renju")
    with pytest.raises(InvalidText, match="not one that text can name"):
        format_diagram(Setup(rule=impostor))


@pytest.mark.parametrize(
    "text",
    [
        """
        6 . X . # . .
        5 . . . . . .
        4 O . . . X .
        3 . . . . . .
        2 . . * . . .
        1 . . . . . O
          a b c d e f
        """,
        ".X.#..\n......\nO...X.\n......\n..*...\n.....O",
        "\n\n  .X.#..\n ......\n\nO...X.\n......\r\n\t..*...\n.....O  \n\n",
        """
             A B C D E F
          6  . X . # . .  6
          5  . . . . . .  5
          4  O . . . X .  4
          3  . . . . . .  3
          2  . . * . . .  2
          1  . . . . . O  1
             A B C D E F
        """,
        """
        .X.#..6
        ......5
        O...X.4
        ......3
        ..*...2
        .....O1
        abcdef
        """,
        """
        6 ! X + # . .
        5 . . . . . .
        4[O]. . .(X).
        3 . . . . . .
        2| . . * . . . |
        1 . . . . . O
        """,
        """
        rule: freestyle
        turn:black
        . X . # . .
        . . . . . .
        O . . . X .
        . . . . . .
        . . * . . .
        . . . . . O
        """,
    ],
)
def test_every_way_to_draw_it_is_read(text: str) -> None:
    assert parse_diagram(text) == SMALL


EMPTY_ROWS = ".....\n" * 4


def test_the_header_is_read() -> None:
    setup = parse_diagram(f"turn : white\nrule:  renju \n.X...\n{EMPTY_ROWS}")
    assert (setup.rule.name, setup.turn) == ("renju", Color.WHITE)


def test_without_a_turn_equal_numbers_mean_black() -> None:
    assert parse_diagram(f"XO...\n{EMPTY_ROWS}").turn is Color.BLACK


def test_without_a_turn_one_more_black_stone_means_white() -> None:
    assert parse_diagram(f"XOX..\n{EMPTY_ROWS}").turn is Color.WHITE


@pytest.mark.parametrize("row", ["XX...", "O....", "XOO.."])
def test_without_a_turn_other_numbers_are_refused(row: str) -> None:
    with pytest.raises(InvalidText, match="add a line 'turn: black' or 'turn: white'") as caught:
        parse_diagram(f"{row}\n{EMPTY_ROWS}")
    assert caught.value.code == "turn-unknown"


def test_the_caller_may_say_the_rule_and_the_turn() -> None:
    setup = parse_diagram(f"XX...\n{EMPTY_ROWS}", rule="caro", turn=Color.WHITE)
    assert (setup.rule.name, setup.turn) == ("caro", Color.WHITE)


def test_the_header_comes_before_the_caller() -> None:
    text = f"rule: renju\nturn: black\nXX...\n{EMPTY_ROWS}"
    setup = parse_diagram(text, rule="caro", turn=Color.WHITE)
    assert (setup.rule.name, setup.turn) == ("renju", Color.BLACK)


def test_a_board_can_be_read_without_a_game() -> None:
    board = parse_board(f"X.O#*\n{EMPTY_ROWS}")
    assert [board[Point(x, 0)] for x in range(5)] == ["X", ".", "O", "#", "*"]
    assert (board.turn, board.moves) == (Color.BLACK, ())


def test_a_board_can_be_read_with_the_turn_of_the_caller() -> None:
    assert parse_board(f"XX...\n{EMPTY_ROWS}", turn=Color.WHITE).turn is Color.WHITE


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("", "size-range", "size 0 is not possible"),
        ("....\n" * 4, "size-range", "size 4 is not possible"),
        (("." * 27 + "\n") * 27, "size-range", "size 27 is not possible"),
        (".....\n" * 6, "not-square", "has 6 rows, but 5 cells in the line '.....'"),
        (EMPTY_ROWS + "..X...", "not-square", "5 rows, but 6 cells in the line '..X...'"),
        (EMPTY_ROWS + "5", "not-square", "0 cells in the line '5'"),
        (EMPTY_ROWS + "..x..", "bad-cell", "'x' in the line '..x..' of the diagram is not a cell"),
        (EMPTY_ROWS + "..0..", "bad-cell", "'0' in the line '..0..'"),
        (EMPTY_ROWS + "..О..", "bad-cell", "'О' in the line '..О..'"),
        (EMPTY_ROWS + "..Ｘ..", "bad-cell", "'Ｘ' in the line '..Ｘ..'"),
        (EMPTY_ROWS + "１ .....", "bad-cell", "'１' in the line"),
        ("1 .....\n" + EMPTY_ROWS, "row-number", "numbered 1; rows are counted from the bottom"),
        ("05 .....\n" + EMPTY_ROWS, "row-number", "numbered 05; rows are counted"),
        (".....15\n" + EMPTY_ROWS, "row-number", "'.....15' of the diagram is numbered 15"),
        ("9" * 999 + ".....\n" + EMPTY_ROWS, "row-number", "so it is 5"),
        (EMPTY_ROWS + ".....\nabcdf", "column-letters", "'abcdf' of the diagram are not those"),
        (EMPTY_ROWS + ".....\nabcdefg", "column-letters", "write a to e without a gap"),
        ("size: 15\n" + EMPTY_ROWS, "unknown-header", "no header line 'size'; did you mean"),
        ("Turn: white\n" + EMPTY_ROWS, "unknown-header", "'Turn'; did you mean turn?"),
        ("turn: white\n" * 2, "repeated-header", "the header line 'turn' comes twice"),
        ("turn: me\n.....\n" + EMPTY_ROWS, "bad-turn", "the turn 'me' is not a side"),
        ("rule: go\n.....\n" + EMPTY_ROWS, "unknown-rule", "there is no rule 'go'"),
        ("." * (MAX_LENGTH + 1), "too-long", "characters; at most 100000 are read"),
    ],
)
def test_a_bad_picture_gets_one_sentence_that_quotes_it(
    text: str, code: str, sentence: str
) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_diagram(text)
    assert caught.value.code == code
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_picture_that_both_sides_have_won_is_refused() -> None:
    with pytest.raises(IllegalMove, match="both sides have five in a row"):
        parse_diagram("XXXXX\nOOOOO\n.....\n.....\n.....")


@pytest.mark.parametrize(
    "text",
    [
        ".....\n.....",
        "rule: renju\n\n  5 . . X . .\n",
        "   a b c d e\n 5 . . . . .",
        "(X)O.x.\n.....",
        "5[X|X|X|X|X]\n4 . . . . .",
    ],
)
def test_a_drawing_looks_like_one_even_if_it_is_bad(text: str) -> None:
    assert looks_like_diagram(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".....",
        "h8i9g7",
        "rule:renju",
        "rule: renju\nturn: white",
        "(\n;FF[4]GM[4]SZ[15])",
        "15\n15\n3",
        "(;FF[4]GM[4]SZ[15]\n;B[hh]\n;W[ig])",
        "Piskvorky 15x15, 11:11, 0\n8,8,0",
        "one line\nof prose",
    ],
)
def test_other_texts_do_not_look_like_a_drawing(text: str) -> None:
    assert not looks_like_diagram(text)
