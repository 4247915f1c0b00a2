"""The one-line set-up: what it means, its one canonical form, and what it refuses."""

import doctest
import re
import shlex
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tengen.core.geometry import Color, Point
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText, TengenError
from tengen.notation.setup_string import MAX_LENGTH, format_setup, parse_setup

PAGE = Path(__file__).parents[3] / "docs" / "setup-string.md"

EVERYTHING = "size:19_rule:renju_black:d4q16_white:c17_blocked:s1a1_traps:b2_turn:white"


def test_every_field_is_read() -> None:
    assert parse_setup(EVERYTHING) == Setup(
        19,
        "renju",
        black=[Point(3, 15), Point(16, 3)],
        white=[Point(2, 2)],
        blocked=[Point(0, 18), Point(18, 18)],
        traps=[Point(1, 17)],
        turn=Color.WHITE,
    )


def test_what_is_not_said_is_as_by_default() -> None:
    assert parse_setup("black:c14") == Setup(15, "freestyle", black=[Point(2, 1)])


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("size:15", "size:15"),
        ("rule:freestyle", "size:15"),
        ("turn:black_rule:freestyle_size:15", "size:15"),
        ("turn:white_size:9", "size:9_turn:white"),
        ("white:a1_black:H8I9", "black:i9h8_white:a1"),
        ("black:a1o15b1", "black:o15a1b1"),
        (
            "turn:white_traps:b2_blocked:a1s1_white:c17_black:d4q16_rule:renju_size:19",
            "size:19_rule:renju_black:q16d4_white:c17_blocked:a1s1_traps:b2_turn:white",
        ),
    ],
)
def test_there_is_one_canonical_form(text: str, canonical: str) -> None:
    assert format_setup(parse_setup(text)) == canonical
    assert format_setup(parse_setup(canonical)) == canonical


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("", "bad-field", "'' in the set-up string '' is not a field; write name:value"),
        ("15", "bad-field", "'15' in the set-up string '15' is not a field"),
        ("h8i9", "bad-field", "'h8i9' in the set-up string 'h8i9' is not a field"),
        ("black:", "bad-field", "'black:' in the set-up string 'black:' is not a field"),
        ("black:h8_", "bad-field", "'' in the set-up string 'black:h8_' is not a field"),
        ("black:h8__turn:white", "bad-field", "'' in the set-up string"),
        ("black: h8", "bad-field", "'black: h8' in the set-up string"),
        ("black=h8", "bad-field", "'black=h8' in the set-up string"),
        ("Black:h8", "bad-field", "'Black:h8' in the set-up string"),
        ("size:１５", "bad-field", "'size:１５' in the set-up string"),
        ("blаck:h8", "bad-field", "'blаck:h8' in the set-up string"),
        ("black:h8\n", "bad-field", r"'black:h8\n' in the set-up string"),
        ("blak:h8", "unknown-field", "no field 'blak'; did you mean black?"),
        ("moves:h8", "unknown-field", "no field 'moves'; did you mean "),
        ("turn:white_turn:white", "repeated-field", "the field 'turn' comes twice"),
        ("size:4", "size-range", "size 4 is not possible; boards have 5 to 26"),
        ("size:27", "size-range", "size 27 is not possible; boards have 5 to 26"),
        ("size:0", "size-range", "size '0' is not possible; boards have 5 to 26"),
        ("size:015", "size-range", "size '015' is not possible"),
        ("size:-15", "size-range", "size '-15' is not possible"),
        ("size:1000000000", "size-range", "size '1000000000' is not possible"),
        ("rule:renjo", "unknown-rule", "there is no rule 'renjo'; did you mean renju?"),
        ("turn:nobody", "bad-turn", "the turn 'nobody' is not a side; write black or white"),
        ("turn:WHITE", "bad-turn", "the turn 'WHITE' is not a side"),
        ("black:h8h8", "repeated-point", "in the field 'black': in 'h8h8' at character 3: 'h8'"),
        ("size:9_white:a1k1", "off-board", "in the field 'white': in 'a1k1' at character 3"),
        ("traps:a1-b2", "bad-point", "in the field 'traps': in 'a1-b2' at character 3: '-'"),
        ("black:h8_white:h8", "repeated-point", "h8 is in the fields 'black' and 'white'"),
        ("blocked:a1_traps:b2a1", "repeated-point", "a1 is in the fields 'blocked' and 'traps'"),
    ],
)
def test_bad_text_gets_one_sentence_that_quotes_it(text: str, code: str, sentence: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_setup(text)
    assert caught.value.code == code
    assert sentence in str(caught.value)


def test_a_set_up_that_both_sides_have_won_is_refused() -> None:
    with pytest.raises(IllegalMove, match="both sides have five in a row"):
        parse_setup("black:a1b1c1d1e1_white:a3b3c3d3e3")


def test_a_giant_string_is_refused_in_a_short_sentence() -> None:
    with pytest.raises(InvalidText, match="the set-up string 'black:h8h8") as caught:
        parse_setup("black:" + "h8" * 5_000_000)
    assert caught.value.code == "too-long"
    assert len(str(caught.value)) < 200


def test_nothing_in_a_long_string_makes_the_sentence_long() -> None:
    room = MAX_LENGTH - 20
    for text in ("x" * room, "x" * room + ":y", "rule:" + "x" * room, "size:" + "9" * room):
        with pytest.raises(TengenError) as caught:
            parse_setup(text)
        assert len(str(caught.value)) < 400


def test_the_fullest_board_fits_into_the_limit() -> None:
    points = [Point(x, y) for x in range(26) for y in range(26)]
    setup = Setup(26, black=points[::2], blocked=points[1::2])
    assert parse_setup(format_setup(setup)) == setup


def test_a_rule_without_a_name_of_its_own_is_not_written() -> None:
    impostor = replace(RULES["standard"], name="renju")
    with pytest.raises(InvalidText, match="the rule 'renju' is not one that text can name"):
        format_setup(Setup(rule=impostor))


def test_no_shell_or_address_needs_it_quoted() -> None:
    assert shlex.quote(EVERYTHING) == EVERYTHING
    address = urlsplit(f"http://localhost/show/{EVERYTHING}?position={EVERYTHING}")
    assert address.path == f"/show/{EVERYTHING}"
    assert parse_qs(address.query) == {"position": [EVERYTHING]}


def test_the_examples_of_the_page_in_python_hold() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


def test_the_listed_examples_of_the_page_are_canonical() -> None:
    block = re.search("## Examples.*?```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block is not None
    lines = block[1].splitlines()
    assert len(lines) > 5
    for line in lines:
        assert format_setup(parse_setup(line)) == line


def test_the_first_example_of_the_page_can_be_read() -> None:
    block = re.search("```text\n(.*?)\n```", PAGE.read_text("utf-8"))
    assert block is not None
    assert parse_setup(block[1]).size == 19


def test_the_page_names_every_rule() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in RULES if f"`{name}`" not in page] == []
