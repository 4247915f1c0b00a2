"""The rules as rows of traits, and values that cannot be changed."""

import pytest

from tengen.core.geometry import Color
from tengen.core.limits import Limit
from tengen.core.openings import Place, Play, Seat
from tengen.core.outcome import Outcome, Reason
from tengen.core.rules import RULES, Overline, Rule, SideRule, find_rule
from tengen.core.score import Score
from tengen.errors import InvalidText


def test_there_are_the_five_rules() -> None:
    assert list(RULES) == ["freestyle", "standard", "renju", "caro", "caro-open"]
    assert all(rule.name == name == str(rule) for name, rule in RULES.items())


@pytest.mark.parametrize(
    ("name", "overline", "needs_open_end"),
    [
        ("freestyle", Overline.WINS, False),
        ("standard", Overline.NOTHING, False),
        ("caro", Overline.NOTHING, True),
        ("caro-open", Overline.WINS, True),
    ],
)
def test_a_rule_without_forbidden_points_is_the_same_for_both_sides(
    name: str, overline: Overline, needs_open_end: bool
) -> None:
    for color in Color:
        assert RULES[name].side(color) == SideRule(overline, needs_open_end)
        assert not RULES[name].side(color).has_forbidden


def test_renju_forbids_black_what_it_allows_white() -> None:
    black, white = (RULES["renju"].side(color) for color in Color)
    assert black == SideRule(Overline.FORBIDDEN, no_double_three=True, no_double_four=True)
    assert black.has_forbidden
    assert white == SideRule(Overline.WINS)


@pytest.mark.parametrize(
    "side",
    [
        SideRule(Overline.FORBIDDEN),
        SideRule(Overline.WINS, no_double_three=True),
        SideRule(Overline.NOTHING, no_double_four=True),
    ],
)
def test_each_prohibition_alone_makes_points_forbidden(side: SideRule) -> None:
    assert side.has_forbidden


def test_every_rule_has_a_sentence_for_people() -> None:
    assert all(rule.title.endswith(".") for rule in RULES.values())


def test_a_rule_is_found_by_name_or_by_itself() -> None:
    mine = Rule("mine", "Mine.", SideRule(Overline.WINS), SideRule(Overline.WINS))
    assert find_rule("caro") is RULES["caro"]
    assert find_rule(mine) is mine


@pytest.mark.parametrize(
    ("name", "near"),
    [("renyu", "renju"), ("Standard", "standard"), ("CARO-OPEN", "caro-open"), ("reｎju", "renju")],
)
def test_an_unknown_rule_is_refused_with_the_nearest_name(name: str, near: str) -> None:
    with pytest.raises(InvalidText) as caught:
        find_rule(name)
    assert caught.value.code == "unknown-rule"
    assert repr(name) in str(caught.value)
    assert near in str(caught.value)


def test_a_name_like_no_other_is_refused_with_all_names() -> None:
    with pytest.raises(InvalidText) as caught:
        find_rule("")
    assert all(name in str(caught.value) for name in RULES)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (RULES["caro"], "title"),
        (RULES["caro"].black, "overline"),
        (Play(Seat.FIRST), "black"),
        (Place(Seat.FIRST, 1, Play(Seat.FIRST)), "count"),
        (Outcome(None, Reason.PASSES), "winner"),
        (Limit(turn=1), "turn"),
        (Score.win(3), "number"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_cannot_be_changed(value: object, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(value, name, None)
