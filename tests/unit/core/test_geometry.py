"""Points, colours and directions, and every text that is not a point."""

import pytest

from tengen.core.geometry import (
    PASS,
    SYMMETRIES,
    Color,
    Direction,
    Point,
    Symmetry,
    check_size,
    format_point,
    is_on_board,
    parse_point,
    row_order,
)
from tengen.errors import InvalidText


@pytest.mark.parametrize(
    ("text", "size", "point"),
    [
        ("a1", 5, Point(0, 4)),
        ("a15", 15, Point(0, 0)),
        ("b3", 15, Point(1, 12)),
        ("i9", 15, Point(8, 6)),
        ("o1", 15, Point(14, 14)),
        ("z26", 26, Point(25, 0)),
        ("B3", 15, Point(1, 12)),
    ],
)
def test_columns_are_lettered_from_the_left_and_rows_numbered_from_the_bottom(
    text: str, size: int, point: Point
) -> None:
    assert parse_point(text, size) == point
    assert format_point(point, size) == text.lower()


def test_the_letter_i_is_not_skipped() -> None:
    assert [format_point(Point(x, 0), 15)[0] for x in (7, 8, 9)] == ["h", "i", "j"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "h",
        "8",
        "8h",
        "hh8",
        "h8 ",
        " h8",
        "h 8",
        "h08",
        "h0",
        "h-1",
        "h8.0",
        "h8i9",
        "h100",
        "h8\n",
        "h8\x00",
        "pass",
        "{text}",
        "ｈ8",  # Fullwidth.
        "һ8",  # Cyrillic shha.
        "h８",  # Fullwidth digit.
        "h٨",  # Arabic-Indic digit.
        "h⁸",  # Superscript.
        "ℎ8",  # Planck constant.
        "\u212a8",  # Kelvin sign, whose lower case is an ordinary k.
        "İ8",  # Its lower case is two characters.
    ],
)
def test_what_is_not_a_point_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_point(text, 15)
    assert caught.value.code == "bad-point"
    assert repr(text) in str(caught.value)
    assert "'h8'" in str(caught.value)


@pytest.mark.parametrize("text", ["f1", "a6", "z26", "e9", "a99"])
def test_a_point_off_the_board_is_refused_with_the_corner_of_the_board(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_point(text, 5)
    assert caught.value.code == "off-board"
    assert str(caught.value) == f"{text!r} is off the board; 5x5 has a1 to e5"


@pytest.mark.parametrize("size", [0, 4, 27, -5, 10**9, True, False, "15", 15.0, None])
def test_impossible_sizes_are_refused_and_quoted(size: object) -> None:
    with pytest.raises(InvalidText) as caught:
        check_size(size)  # type: ignore[arg-type]
    assert caught.value.code == "size-range"
    assert caught.value.arguments == {"size": size}
    assert str(caught.value) == f"size {size!r} is not possible; boards have 5 to 26 lines a side"


@pytest.mark.parametrize("size", [5, 15, 26])
def test_possible_sizes_are_returned(size: int) -> None:
    assert check_size(size) == size


def test_a_pass_is_written_as_a_word_and_is_on_no_board() -> None:
    assert format_point(PASS, 15) == "pass"
    assert not is_on_board(PASS, 26)
    # Native and the wire formats know this pair.
    assert PASS == (-1, -1)


def test_a_point_off_the_board_is_written_as_a_pair() -> None:
    assert format_point(Point(99, -3), 15) == "(99, -3)"


def test_points_sort_by_row_from_the_top() -> None:
    points = [Point(0, 1), Point(3, 0), Point(1, 0)]
    assert sorted(points, key=row_order) == [Point(1, 0), Point(3, 0), Point(0, 1)]


def test_each_colour_is_the_others_other() -> None:
    assert [color.other for color in Color] == [Color.WHITE, Color.BLACK]
    assert [str(color) for color in Color] == ["black", "white"]


def test_directions_step_as_they_are_called() -> None:
    # Up is smaller y, since rows count from the top.
    assert [direction.step for direction in Direction] == [(1, 0), (0, 1), (1, 1), (1, -1)]


def test_a_quarter_turn_is_undone_by_the_opposite_quarter_turn() -> None:
    clockwise = Symmetry(transpose=True, mirror_x=True, mirror_y=False)
    assert clockwise.apply(Point(0, 0), 5) == Point(4, 0)
    assert clockwise.apply(Point(1, 0), 5) == Point(4, 1)
    assert clockwise.inverse != clockwise
    assert clockwise.inverse.apply(Point(4, 1), 5) == Point(1, 0)


def test_the_symmetries_are_closed_under_composition() -> None:
    probe = [Point(x, y) for x in range(5) for y in range(5)]
    images = {tuple(s.apply(p, 5) for p in probe) for s in SYMMETRIES}
    for one in SYMMETRIES:
        for two in SYMMETRIES:
            both = tuple(two.apply(one.apply(p, 5), 5) for p in probe)
            assert both in images
