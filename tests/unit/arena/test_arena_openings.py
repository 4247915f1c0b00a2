"""Openings from files and at random."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.openings import random_openings, read_openings, transformed
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.rules import RULES
from tengen.errors import InvalidText

FREE = RULES["freestyle"]


def read(tmp_path: Path, text: str, size: int = 15, rows_from: str = "top") -> list[object]:
    path = tmp_path / "openings.txt"
    path.write_text(text, encoding="utf-8")
    return list(read_openings(path, size, FREE, rows_from))


def refused(tmp_path: Path, text: str, size: int = 15) -> str:
    with pytest.raises(InvalidText) as caught:
        read(tmp_path, text, size)
    return str(caught.value)


def test_row_one_is_at_the_top_or_at_the_bottom(tmp_path: Path) -> None:
    assert read(tmp_path, "a1b3\n") == [(Point(0, 0), Point(1, 2))]
    assert read(tmp_path, "a1b3\n", rows_from="bottom") == [(Point(0, 14), Point(1, 12))]


def test_offsets_are_counted_from_the_centre(tmp_path: Path) -> None:
    assert read(tmp_path, "0,0, 1,-2, -3,4\n", size=20) == [
        (Point(10, 10), Point(11, 8), Point(7, 14))
    ]


def test_blank_lines_comments_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeff# mine\r\n\r\na1b3\r\n") == [(Point(0, 0), Point(1, 2))]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("a1b3\na1a1\n", ":2:", "a1"),
        ("a1b3\n\nz99\n", ":3:", "z99"),
        ("a1b3\na1b3\n", ":2:", "line 1"),
        ("0,0, 1\n", ":1:", "odd"),
        ("0,0, 9,9\n", ":1:", "9,9"),
        ("a1a2b1b2c1c2d1d2e1\n", ":1:", "over"),
        ("nonsense\n", ":1:", "nonsense"),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_number(
    tmp_path: Path, text: str, where: str, why: str
) -> None:
    sentence = refused(tmp_path, text)
    assert "openings.txt" + where in sentence
    assert why in sentence


def test_a_file_without_openings_is_refused(tmp_path: Path) -> None:
    assert "no opening" in refused(tmp_path, "# nothing\n")


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidText, match="no such file"):
        read_openings(tmp_path / "missing.txt", 15, FREE)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(InvalidText, match="not a text file"):
        read_openings(binary, 15, FREE)
    with pytest.raises(InvalidText, match="directory"):
        read_openings(tmp_path, 15, FREE)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("size", [5, 6, 15, 26])
def test_random_openings_differ_and_hold_no_threat(rule: object, size: int) -> None:
    openings = random_openings(30, size, RULES[str(rule)], seed=4)
    assert len(openings) == 30
    pictures = set()
    for opening in openings:
        game = Game(size, RULES[str(rule)])
        for point in opening:
            game.push(point)
        assert not any(game.threats(color) for color in Color)
        for which in range(8):
            one = transformed(opening, size, which)
            pictures.add((frozenset(one[::2]), frozenset(one[1::2])))
    assert len(pictures) > 30


def test_random_openings_are_the_same_for_the_same_seed() -> None:
    assert random_openings(9, 15, FREE, 1) == random_openings(9, 15, FREE, 1)
    assert random_openings(9, 15, FREE, 1) != random_openings(9, 15, FREE, 2)


@given(st.text(max_size=60))
def test_any_file_gives_openings_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "o.txt"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    with contextlib.suppress(InvalidText):
        assert read_openings(path, 9, FREE)
