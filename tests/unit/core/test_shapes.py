"""Shapes on one line: five, fours, open fours and threes under every rule's side."""

import pytest

from tengen.core.rules import RULES, SideRule
from tengen.core.shapes import (
    Kind,
    LineThreat,
    five_points,
    fours,
    fours_made,
    is_five,
    makes_five,
    makes_open_four,
    open_four_points,
    run,
    threes,
)

FREE = RULES["freestyle"].black
STANDARD = RULES["standard"].black
RENJU_BLACK, RENJU_WHITE = RULES["renju"].black, RULES["renju"].white
CARO = RULES["caro"].black
CARO_OPEN = RULES["caro-open"].black


def the_four(text: str, side: SideRule) -> LineThreat:
    """Return the only four on the line."""
    (four,) = fours(text, side)
    return four


def the_three(text: str, side: SideRule) -> LineThreat:
    """Return the only three on the line."""
    (three,) = threes(text, side, open_four_points(text, side))
    return three


def has_three(text: str, side: SideRule) -> bool:
    return bool(open_four_points(text, side))


def row_wins(text: str, side: SideRule) -> bool:
    """Say whether the first unbroken row on the line wins."""
    return is_five(text, run(text, text.index("X")), side)


# Five.


@pytest.mark.parametrize("side", [FREE, STANDARD, RENJU_BLACK, RENJU_WHITE, CARO, CARO_OPEN])
def test_five_wins_for_every_side_when_an_end_is_free(side: SideRule) -> None:
    assert row_wins(".XXXXX.", side)
    assert row_wins("OXXXXX.", side)
    assert row_wins(".XXXXXO", side)


@pytest.mark.parametrize("side", [FREE, STANDARD, RENJU_BLACK, RENJU_WHITE, CARO, CARO_OPEN])
def test_four_never_win(side: SideRule) -> None:
    assert not row_wins(".XXXX.", side)
    assert not row_wins("XXXX.X", side)


@pytest.mark.parametrize(
    ("side", "wins"),
    [
        (FREE, True),
        (STANDARD, False),
        (RENJU_BLACK, False),
        (RENJU_WHITE, True),
        (CARO, False),
        (CARO_OPEN, True),
    ],
)
@pytest.mark.parametrize("text", [".XXXXXX.", "OXXXXXXO", "XXXXXXX", "#XXXXXXXXX#"])
def test_six_or_more_win_where_overlines_win(text: str, side: SideRule, wins: bool) -> None:
    assert row_wins(text, side) is wins


@pytest.mark.parametrize("side", [CARO, CARO_OPEN])
def test_stones_at_both_ends_close_a_caro_five(side: SideRule) -> None:
    assert not row_wins("OXXXXXO", side)


@pytest.mark.parametrize("side", [CARO, CARO_OPEN])
@pytest.mark.parametrize(
    "text", ["XXXXX", "XXXXXO", "OXXXXX", "#XXXXX#", "#XXXXXO", "OXXXXX#", ".XXXXXO"]
)
def test_edges_and_blocked_points_do_not_close_a_caro_five(text: str, side: SideRule) -> None:
    assert row_wins(text, side)


@pytest.mark.parametrize("side", [FREE, STANDARD, RENJU_BLACK, RENJU_WHITE])
def test_stones_at_both_ends_close_nothing_outside_caro(side: SideRule) -> None:
    assert row_wins("OXXXXXO", side)


def test_a_closed_five_does_not_win_in_caro_open_but_a_closed_six_does() -> None:
    assert not makes_five("OXXXX.O", 5, CARO_OPEN)
    assert makes_five("OXXXXX.O", 6, CARO_OPEN)
    assert not makes_five("OXXXXX.O", 6, CARO)


def test_a_run_stops_at_gaps_edges_and_other_stones() -> None:
    assert run("XX.XXXO", 4) == range(3, 6)
    assert run("XXX", 0) == range(3)
    assert run("#X#", 1) == range(1, 2)


# Fours.


def test_a_four_closed_on_one_side_has_one_key_and_one_defence() -> None:
    four = the_four("OXXXX.", STANDARD)
    assert four == (Kind.FOUR, (1, 2, 3, 4), (5,), (5,))


def test_a_broken_four_is_answered_in_its_gap() -> None:
    assert the_four("..XX.XX..", FREE) == (Kind.FOUR, (2, 3, 5, 6), (4,), (4,))


def test_a_four_closed_by_edges_or_blocked_points_is_none() -> None:
    assert not fours("XXXX", FREE)
    assert not fours("#XXXX#", FREE)
    assert not fours("OXXXX#.", FREE)


@pytest.mark.parametrize("side", [FREE, STANDARD, RENJU_BLACK, CARO])
def test_four_with_room_on_both_sides_is_open(side: SideRule) -> None:
    assert the_four("..XXXX..", side) == (Kind.OPEN_FOUR, (2, 3, 4, 5), (1, 6), ())


def test_a_caro_four_has_a_second_defence_beyond_its_five_point() -> None:
    # O X X X X . . : a stone on the further point closes the five that would be made.
    assert the_four("OXXXX..", CARO) == (Kind.FOUR, (1, 2, 3, 4), (5,), (5, 6))
    assert the_four("OXXXX..", CARO_OPEN) == (Kind.FOUR, (1, 2, 3, 4), (5,), (5, 6))
    assert the_four("OXXXX..", STANDARD) == (Kind.FOUR, (1, 2, 3, 4), (5,), (5,))


def test_a_caro_four_at_the_edge_has_one_defence() -> None:
    # The edge closes nothing, so a stone beyond the five point closes nothing either.
    assert the_four("XXXX..", CARO) == (Kind.FOUR, (0, 1, 2, 3), (4,), (4,))
    assert the_four("#XXXX..", CARO) == (Kind.FOUR, (1, 2, 3, 4), (5,), (5,))


def test_a_broken_caro_four_between_stone_and_gap_has_two_defences() -> None:
    # O X X . X X . : the gap makes five, the far point closes it.
    assert the_four("OXX.XX.", CARO) == (Kind.FOUR, (1, 2, 4, 5), (3,), (3, 6))


def test_four_one_step_from_an_opposing_stone_is_open_in_standard_but_not_in_caro() -> None:
    # O . X X X X . . : in caro White on 6 leaves only O X X X X X O.
    assert the_four("O.XXXX..", STANDARD) == (Kind.OPEN_FOUR, (2, 3, 4, 5), (1, 6), ())
    assert the_four("O.XXXX..", CARO) == (Kind.FOUR, (2, 3, 4, 5), (1, 6), (6,))


def test_a_blocked_point_in_the_same_place_leaves_the_caro_four_open() -> None:
    assert the_four("#.XXXX..", CARO).kind is Kind.OPEN_FOUR
    assert the_four(".XXXX..", CARO).kind is Kind.OPEN_FOUR


def test_a_caro_four_between_two_stones_is_no_four_on_the_closed_side() -> None:
    # O X X X X . O : the five would be closed at both ends.
    assert not fours("OXXXX.O", CARO)
    assert not fours("OXXXX.O", CARO_OPEN)


def test_four_that_would_only_make_six_is_no_four_in_standard() -> None:
    # X . X X X X O : the gap makes six, the other end is closed.
    assert not fours("X.XXXXO", STANDARD)
    assert not fours("X.XXXXO", CARO)
    assert not fours("X.XXXXO", RENJU_BLACK)
    assert the_four("X.XXXXO", FREE).keys == (1,)
    assert the_four("X.XXXXO", RENJU_WHITE).keys == (1,)
    assert the_four("X.XXXXO", CARO_OPEN).keys == (1,)


def test_four_with_one_end_that_makes_six_is_closed_on_that_side_in_standard() -> None:
    # X . X X X X . . : only the right end makes five.
    assert the_four("X.XXXX..", STANDARD) == (Kind.FOUR, (2, 3, 4, 5), (6,), (6,))
    assert the_four("X.XXXX..", FREE) == (Kind.OPEN_FOUR, (0, 2, 3, 4, 5), (1, 6), ())


def test_xx_gap_xxx_is_a_four_in_freestyle_only() -> None:
    assert the_four(".XX.XXX.", FREE).keys == (3,)
    assert not fours(".XX.XXX.", STANDARD)


@pytest.mark.parametrize("text", ["X.XXX.X", "XX.XX.XX", "XXX.X.XXX"])
@pytest.mark.parametrize("side", [STANDARD, CARO, RENJU_BLACK])
def test_two_fours_on_one_line_that_share_stones_are_an_open_four(
    text: str, side: SideRule
) -> None:
    four = the_four(text, side)
    gaps = tuple(place for place, cell in enumerate(text) if cell == ".")
    assert (four.kind, four.keys, four.defences) == (Kind.OPEN_FOUR, gaps, ())


def test_fours_on_one_line_that_share_no_stone_are_two_threats() -> None:
    two = fours("OXXXX.OXXXX.", STANDARD)
    assert [(four.kind, four.keys, four.defences) for four in two] == [
        (Kind.FOUR, (5,), (5,)),
        (Kind.FOUR, (11,), (11,)),
    ]


@pytest.mark.parametrize(
    ("text", "place", "count"),
    [
        (".XXX..", 4, 1),
        ("X.X.X.X", 3, 2),
        ("XX..X.XX", 3, 2),
        ("XXX...XXX", 4, 2),
        ("..XXX.X", 0, 1),
        ("XX..XX", 2, 0),
        ("OXXX.O", 4, 0),
        (".XX...", 3, 0),
    ],
)
def test_fours_made_by_one_stone_are_told_apart_by_their_stones(
    text: str, place: int, count: int
) -> None:
    assert fours_made(text, place, RENJU_BLACK) == count


def test_five_points_through_a_stone_leave_out_fives_without_it() -> None:
    text = "XXXX.....XXXX"
    assert five_points(text, FREE) == (4, 8)
    assert five_points(text, FREE, through=0) == (4,)
    assert five_points(text, FREE, through=12) == (8,)


# Threes.


def test_a_solid_three_with_room_grows_at_either_end() -> None:
    assert the_three("..XXX..", STANDARD) == (Kind.THREE, (2, 3, 4), (1, 5), (1, 5))


def test_a_three_with_only_one_way_to_grow_has_three_defences() -> None:
    # O . X X X . . : the two ends of the coming four and the key itself.
    assert the_three("O.XXX..", STANDARD) == (Kind.THREE, (2, 3, 4), (5,), (1, 5, 6))


def test_a_broken_three_is_answered_in_its_gap_or_at_its_ends() -> None:
    assert the_three(".XX.X.", STANDARD) == (Kind.THREE, (1, 2, 4), (3,), (0, 3, 5))


def test_a_three_that_cannot_become_an_open_four_is_none() -> None:
    for text in ("OXXX..", "XXX...", "O.XXX.O", ".XXX.", "#.XXX.#", "OXX.X.", "XX..X"):
        assert not has_three(text, STANDARD), text


def test_a_three_whose_fours_would_overline_is_none_in_standard() -> None:
    # X . . X X X . . X : every straight four has an end that makes six.
    assert not has_three("X..XXX..X", STANDARD)
    assert has_three("X..XXX..X", FREE)


def test_a_caro_three_needs_more_room_than_a_standard_one() -> None:
    # O . X X X . . : the four O . X X X X . is stopped in caro by the stone at its right end.
    assert has_three("O.XXX..", STANDARD)
    assert not has_three("O.XXX..", CARO)
    assert has_three("#.XXX..", CARO)


def test_a_caro_three_two_steps_from_an_opposing_stone_grows_away_or_towards_it() -> None:
    # O . . X X X . . . : 2 would make O . X X X X, which 6 stops; 6 makes . X X X X . in the open.
    assert open_four_points("O..XXX...", CARO) == (6,)
    assert open_four_points("O..XXX...", STANDARD) == (2, 6)


def test_one_stone_can_make_an_open_four_of_two_broken_fours() -> None:
    # X . X . X . X with the middle filled has two fours; White may, Black in renju may not.
    assert makes_open_four("X.X.X.X", 3, STANDARD)
    assert the_three("X.X.X.X", STANDARD) == (Kind.THREE, (0, 2, 4, 6), (3,), (1, 3, 5))
    assert not has_three("X.X.X.X", RENJU_BLACK)


def test_a_point_that_makes_five_is_no_open_four_point() -> None:
    assert open_four_points(".XXXX..", FREE) == ()
    assert open_four_points("..XX.XX..", FREE) == ()


def test_an_open_four_elsewhere_on_the_line_lends_nothing_to_a_stone() -> None:
    assert not makes_open_four(".XXXX.....", 8, FREE)


def test_threes_are_only_those_with_a_key_that_may_be_played() -> None:
    (three,) = threes("..XXX..", RENJU_BLACK, (1,))
    assert three == (Kind.THREE, (2, 3, 4), (1,), (0, 1, 5))
    assert not threes("..XXX..", RENJU_BLACK, ())


def test_kinds_are_ordered_from_the_gravest_and_speak() -> None:
    assert sorted(Kind, reverse=True) == [Kind.THREE, Kind.FOUR, Kind.OPEN_FOUR]
    assert [str(kind) for kind in Kind] == ["open four", "four", "three"]
