"""The colours can be told apart: contrast is computed from the table, for every theme."""

import itertools

import pytest

from tengen.errors import InvalidText
from tengen.picture.theme import find_theme, theme_names, tokens

TEXTS = [
    *itertools.product(["ink", "ink-2"], ["paper", "surface", "sunk"]),
    *itertools.product(["seal", "indigo"], ["paper", "surface"]),
    ("on-seal", "seal"),
    ("grid", "board"),
    *itertools.product(["best", "good", "doubtful"], ["board"]),
]
"""Text and what it stands on; candidates also write in the board's colour on their own."""
MARKS = [
    ("edge", "paper"),
    ("edge", "surface"),
    ("seal", "sunk"),
    ("indigo", "sunk"),
    ("stop", "board"),
]


def luminance(color: str) -> float:
    """Return the relative luminance that WCAG 2 defines."""
    values = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_ratio_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_theme_has_the_same_tokens() -> None:
    assert theme_names() == ["light", "dark", "contrast"]
    assert len({tuple(find_theme(name)) for name in theme_names()}) == 1


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_can_be_read(name: str, text: str, ground: str) -> None:
    theme = find_theme(name)
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_and_controls_can_be_seen(name: str, mark: str, ground: str) -> None:
    theme = find_theme(name)
    assert contrast(theme[mark], theme[ground]) >= 3


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize("color", ["black", "white"])
def test_a_stone_stands_out_from_the_board_by_itself_or_by_its_rim(name: str, color: str) -> None:
    theme = find_theme(name)
    edge = tokens()["stones"][color][-1][1]
    rim = theme[f"rim-{color}"]
    assert max(contrast(c, theme["board"]) for c in (edge, rim) if c != "none") >= 3


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize("color", ["black", "white"])
def test_marks_on_stones_can_be_seen_and_numbers_read(name: str, color: str) -> None:
    stones = tokens()["stones"]
    for _, shade in stones[color][:2]:
        assert contrast(stones[f"on-{color}"], shade) >= 4.5
        assert contrast(find_theme(name)[f"last-on-{color}"], shade) >= 2.5


def test_an_unknown_theme_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InvalidText, match="did you mean dark"):
        find_theme("darkk")
