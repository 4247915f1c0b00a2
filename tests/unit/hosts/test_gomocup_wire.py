"""What both ends of the Gomocup wire agree on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import RULES, InvalidText, Point, Rule
from tengen.core.rules import Overline, SideRule
from tengen.hosts.gomocup import wire
from tengen.hosts.gomocup.wire import Field

points = st.builds(Point, st.integers(0, 25), st.integers(0, 25))


@pytest.mark.parametrize(
    ("code", "name"),
    [(0, "freestyle"), (1, "standard"), (4, "renju"), (8, "caro-open"), (9, "caro")],
)
def test_rules_have_the_codes_of_the_protocol(code: int, name: str) -> None:
    assert wire.code_of(RULES[name]) == code
    assert wire.rule_of(code) is RULES[name]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_every_rule_comes_back_from_its_code(rule: Rule) -> None:
    assert wire.rule_of(wire.code_of(rule)) is rule


def test_the_code_follows_from_the_traits_and_not_from_the_name() -> None:
    caro = RULES["caro"]
    assert wire.code_of(Rule("another", "", caro.black, caro.white)) == 9


@pytest.mark.parametrize(
    ("black", "white"),
    [
        (SideRule(Overline.FORBIDDEN), SideRule(Overline.FORBIDDEN)),
        (SideRule(Overline.FORBIDDEN, no_double_three=True), SideRule(Overline.WINS)),
        (SideRule(Overline.NOTHING), SideRule(Overline.WINS)),
        (RULES["renju"].black, SideRule(Overline.NOTHING)),
    ],
)
def test_traits_that_no_code_can_say_have_none(black: SideRule, white: SideRule) -> None:
    with pytest.raises(InvalidText, match=r"no code for the rule 'odd'; it has 0 .free"):
        wire.code_of(Rule("odd", "", black, white))


def test_a_rule_without_a_code_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Rule("odd", "", SideRule(Overline.FORBIDDEN), SideRule(Overline.FORBIDDEN))
    monkeypatch.setitem(RULES, "odd", odd)
    assert wire.rule_of(9) is RULES["caro"]
    with pytest.raises(InvalidText, match="no code for the rule 'odd'"):
        wire.code_of(odd)


@pytest.mark.parametrize("code", [-1, 2, 3, 5, 6, 7, 10, 11, 12, 100])
def test_other_codes_are_refused(code: int) -> None:
    with pytest.raises(InvalidText, match=rf"there is no rule {code}; give 0 .freestyle., 1 "):
        wire.rule_of(code)


def test_columns_come_first_and_rows_count_from_the_top() -> None:
    assert wire.parse_point("1,13", 15) == Point(1, 13)
    assert wire.format_point(Point(1, 13)) == "1,13"


@given(points)
def test_points_come_back_from_their_text(point: Point) -> None:
    assert wire.parse_point(wire.format_point(point), 26) == point


@given(st.lists(points))
def test_several_points_come_back_from_their_text(several: list[Point]) -> None:
    assert wire.parse_points(wire.format_points(several), 26) == several


@given(points, st.sampled_from(Field))
def test_stones_come_back_from_their_text(point: Point, field: Field) -> None:
    assert wire.parse_stone(wire.format_stone(point, field), 26) == (point, field)


@pytest.mark.parametrize("text", ["7,8", " 7,8 ", "7, 8", "7 ,8", "\t7 , 8", "07,08"])
def test_blanks_around_numbers_do_not_matter(text: str) -> None:
    assert wire.parse_point(text, 15) == Point(7, 8)


@pytest.mark.parametrize(
    "text", ["", "7", "7,", ",7", "7,8,", "7.8", "7,8x", "h8", "７,８", "7,8 9"]
)
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(InvalidText, match="is not a point; write column and row from 0"):
        wire.parse_point(text, 15)


@pytest.mark.parametrize("text", ["15,0", "0,15", "-1,0", "999999999,0"])
def test_points_off_the_board_are_refused(text: str) -> None:
    with pytest.raises(InvalidText, match="is off the board; 15x15 has columns and rows 0 to 14"):
        wire.parse_point(text, 15)


@pytest.mark.parametrize("text", ["", "7,8", "7,8,0", "7,8,4", "7,8,x", "7,8,1,1", "1", ",,1"])
def test_what_is_no_stone_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        wire.parse_stone(text, 15)


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(InvalidText) as caught:
        wire.parse_point("x" * 10_000, 15)
    assert len(str(caught.value)) < 200


@given(st.integers(-(10**6), wire.UNLIMITED_MS - 1))
def test_milliseconds_come_back_from_seconds(number: int) -> None:
    seconds = wire.parse_ms(str(number))
    assert seconds == number / 1000
    assert wire.format_ms(seconds) == str(number)


def test_no_limit_has_its_own_number() -> None:
    assert wire.format_ms(None) == "2147483647"
    assert wire.parse_ms("2147483647") is None
    assert wire.parse_ms("99999999999") is None
    assert wire.format_ms(1e12) == "2147483647"


def test_parts_of_a_millisecond_are_not_promised() -> None:
    assert wire.format_ms(0.0019) == "1"
    assert wire.format_ms(0.3) == "300"


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e3", "0x10", "1_000", "9" * 19, "--1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidText, match="is not a number; write up to 18 digits"):
        wire.parse_number(text)
