"""Points run together, and the moves of a game run together."""

import pytest

from tengen.core.game import Move
from tengen.core.geometry import PASS, Point
from tengen.core.openings import Choice
from tengen.errors import InvalidText
from tengen.notation.pos import format_moves, format_pos, parse_moves, parse_pos

C14, N12, O1 = Point(2, 1), Point(13, 3), Point(14, 14)


def test_rows_count_from_the_bottom_at_home() -> None:
    assert parse_pos("c14n12o1", 15) == [C14, N12, O1]
    assert format_pos([C14, N12, O1], 15) == "c14n12o1"


def test_rows_count_from_the_top_in_the_other_dialect() -> None:
    assert parse_pos("c2n4o15", 15, "pos-top") == [C14, N12, O1]
    assert format_pos([C14, N12, O1], 15, "pos-top") == "c2n4o15"


def test_an_empty_string_has_no_points() -> None:
    assert parse_pos("", 15) == []
    assert format_pos([], 15) == ""


def test_capitals_throughout_are_read() -> None:
    assert parse_pos("C14N12", 15) == [C14, N12]


@pytest.mark.parametrize(
    ("text", "place", "junk"),
    [
        ("h8I9g7", 3, "I9"),
        ("H8i9", 1, "H8"),
        ("h8 i9", 3, " "),
        ("h8,i9", 3, ","),
        ("h8i09", 3, "i09"),
        ("h123", 4, "3"),
        ("h8i", 3, "i"),
        ("8h", 1, "8h"),
        ("h8i９", 3, "i９"),
        ("h8ｉ9", 3, "ｉ9"),
        ("H8\N{KELVIN SIGN}9", 1, "H8\N{KELVIN SIGN}9"),
        ("h8\n", 3, "\n"),
        ("h8pass", 3, "pass"),
        ("h8-i9", 3, "-"),
        ("h8+i9", 3, "+"),
    ],
)
def test_junk_is_quoted_with_its_place(text: str, place: int, junk: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_pos(text, 15)
    assert caught.value.code == "bad-point"
    assert f"in {text!r} at character {place}: {junk!r} is not a point" in str(caught.value)


@pytest.mark.parametrize("dialect", ["house", "pos-top"])
def test_a_point_off_the_board_is_quoted_with_its_place(dialect: str) -> None:
    with pytest.raises(InvalidText, match="in 'h8p1' at character 3: 'p1' is off") as caught:
        parse_pos("h8p1", 15, dialect)
    assert caught.value.code == "off-board"


def test_a_repeated_point_is_quoted_with_its_place() -> None:
    with pytest.raises(InvalidText, match="in 'h8i9h8' at character 5: 'h8' comes") as caught:
        parse_pos("h8i9h8", 15)
    assert caught.value.code == "repeated-point"


def test_more_text_than_a_board_can_need_is_refused() -> None:
    with pytest.raises(InvalidText, match="has 1000000 characters") as caught:
        parse_pos("h8" * 500_000, 15)
    assert caught.value.code == "too-long"
    assert len(str(caught.value)) < 200


def test_a_board_full_of_points_is_not_too_much() -> None:
    points = [Point(x, y) for x in range(26) for y in range(26)]
    assert parse_pos(format_pos(points, 26), 26) == points


def test_only_dialects_of_letter_and_number_can_be_run_together() -> None:
    with pytest.raises(InvalidText, match="'gomocup'; use 'house' or 'pos-top'"):
        parse_pos("1,2", 15, "gomocup")
    with pytest.raises(InvalidText, match="'sgf'; use 'house' or 'pos-top'"):
        format_pos([C14], 15, "sgf")


def test_an_impossible_size_is_refused() -> None:
    with pytest.raises(InvalidText, match="size 4 is not possible"):
        parse_pos("a1", 4)


def test_a_pass_is_not_a_point() -> None:
    with pytest.raises(InvalidText, match="is no point"):
        format_pos([PASS], 15)


def test_moves_may_be_passes_and_choices_and_come_again() -> None:
    moves: list[Move] = [C14, C14, PASS, PASS, Choice.TAKE_BLACK, Choice.PLACE_TWO, O1]
    text = "c14c14passpasstake-blackplace-twoo1"
    assert parse_moves(text, 15) == moves
    assert format_moves(moves, 15) == text


def test_moves_in_capitals_are_read() -> None:
    assert parse_moves("C14PASSTAKE-WHITE", 15) == [C14, PASS, Choice.TAKE_WHITE]


def test_a_move_off_the_board_is_quoted_with_its_place() -> None:
    with pytest.raises(InvalidText, match="in 'passp1' at character 5: 'p1' is off the board"):
        parse_moves("passp1", 15)


def test_a_word_that_is_no_move_is_quoted_with_its_place() -> None:
    with pytest.raises(InvalidText, match="in 'h8swap' at character 3: 'swap' is not a point"):
        parse_moves("h8swap", 15)
