"""Options: one row gives default, range check, text form and line of help."""

import pytest

from tengen.errors import InvalidText
from tengen.options import Option, read_options

SEED = Option("seed", int, None, 0, 99, help="which game")
SPEED = Option("speed", float, 0.5, low=0.0, help="how fast")
DEPTH = Option("depth", int, 4, high=20, help="how far")
BOOK = Option("book", bool, True, help="whether to open from the book")
STYLE = Option("style", str, "calm", help="how to play")


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SEED, 7, 7),
        (SEED, "7", 7),
        (SEED, 0, 0),
        (SEED, 99, 99),
        (SEED, None, None),
        (SPEED, 2, 2.0),
        (SPEED, "1e3", 1000.0),
        (DEPTH, "-3", -3),
        (BOOK, False, False),
        (BOOK, "Yes", True),
        (BOOK, "0", False),
        (STYLE, "wild", "wild"),
    ],
)
def test_a_value_or_its_text_is_read(option: Option, given: object, value: object) -> None:
    read = option.read(given)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (SEED, -1),
        (SEED, 100),
        (SEED, "100"),
        (SEED, 1.5),
        (SEED, "1.5"),
        (SEED, True),
        (SEED, ""),
        (SEED, "1_0"),
        (SEED, "٣"),
        (SPEED, float("nan")),
        (SPEED, "nan"),
        (SPEED, -0.1),
        (SPEED, None),
        (DEPTH, 21),
        (DEPTH, float("nan")),
        (BOOK, "maybe"),
        (BOOK, 1),
        (STYLE, 3),
    ],
)
def test_anything_else_is_refused(option: Option, given: object) -> None:
    with pytest.raises(InvalidText, match=f"^{option.name} cannot be .*; give a|yes") as caught:
        option.read(given)
    assert caught.value.code == "option-range"


def test_the_refusal_quotes_the_input_and_says_the_range() -> None:
    with pytest.raises(
        InvalidText, match=r"^seed cannot be '100'; give a whole number from 0 to 99$"
    ):
        SEED.read("100")


def test_a_number_without_bounds_takes_any_number_but_not_a_nan() -> None:
    free = Option("free", float, 0.0)
    assert free.read(-1e300) == -1e300
    with pytest.raises(InvalidText):
        free.read(float("nan"))


@pytest.mark.parametrize(
    ("option", "line"),
    [
        (SEED, "seed: a whole number from 0 to 99 (default none): which game"),
        (SPEED, "speed: a number, at least 0 (default 0.5): how fast"),
        (DEPTH, "depth: a whole number, at most 20 (default 4): how far"),
        (BOOK, "book: yes or no (default yes): whether to open from the book"),
        (STYLE, "style: a text (default calm): how to play"),
    ],
)
def test_the_line_of_help_is_made_from_the_row(option: Option, line: str) -> None:
    assert str(option) == line


def test_a_great_bound_is_written_out() -> None:
    assert Option("seed", int, None, 0, 2**32 - 1).accepted.endswith("to 4294967295")


def test_missing_options_take_their_defaults() -> None:
    assert read_options([SEED, DEPTH], {"depth": "6"}, owner="x") == {"seed": None, "depth": 6}


def test_an_unknown_option_says_which_there_are() -> None:
    with pytest.raises(InvalidText) as caught:
        read_options([SEED, DEPTH], {"sead": 1}, owner="greedy")
    assert str(caught.value) == (
        "greedy has no option 'sead'; "
        "it has seed (a whole number from 0 to 99), depth (a whole number, at most 20)"
    )


def test_an_owner_without_options_says_so() -> None:
    with pytest.raises(InvalidText, match=r"^wall has no option 'height'; it has none$"):
        read_options([], {"height": 1}, owner="wall")
