"""RIF files of RenjuNet: many games in one tree, and what is wrong with a file is said."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import InvalidText, TengenError
from tengen.notation.position import parse_position, parse_tree, recognise
from tengen.notation.rif import parse_rif


def database(*games: str) -> str:
    """Return a file with two players, an event, and these games."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0" date="2026-01-01">
 <players><player id="1" name="Ada" surname="A"/><player id="2" name="Bo" surname="B"/></players>
 <tournaments><tournament id="7" name="Spring Cup" year="2026"/></tournaments>
 <games>{"".join(games)}</games>
</database>"""


def game(moves: str, number: int = 1, result: str = "1") -> str:
    """Return a game between the two."""
    return (
        f'<game id="{number}" tournament="7" round="3" rule="1" black="1" white="2" '
        f'bresult="{result}"><move>{moves}</move><info>B=12</info></game>'
    )


def test_one_game_has_its_names_and_result() -> None:
    tree = parse_rif(database(game("h8 i9 G7")))
    assert [tree.format_move(node) for node in tree.main_line()] == ["h8", "i9", "g7"]
    assert tree.setup.rule.name == "renju"
    assert tree.info == {
        "black": "Ada A",
        "white": "Bo B",
        "event": "Spring Cup",
        "round": "3",
        "result": "B+",
    }


def test_games_become_variations_and_their_ends_say_who_played() -> None:
    tree = parse_rif(database(game("h8 i9 g7"), game("h8 h9 i8", 2, "0.5"), game("h8 i9 g7", 3)))
    assert len(tree) == 1 + 1 + 2 + 2
    first, second = (tree.end(node) for node in tree.root.children[0].children)
    assert first.comment == "Ada A – Bo B, Spring Cup, B+\nAda A – Bo B, Spring Cup, B+"
    assert second.comment == "Ada A – Bo B, Spring Cup, 0"


def test_a_rif_file_is_recognised_wherever_a_position_is() -> None:
    text = database(game("h8 i9 g7"))
    assert recognise(text) == "rif"
    assert parse_position(text).size == 15


def test_what_cannot_be_played_is_told_with_its_game_and_move() -> None:
    text = database(game("h8 i9 h8", 41), game("h8 zz", 42), game("", 43))
    with pytest.raises(TengenError, match="in game 41, move 3"):
        parse_rif(text)
    problems: list[str] = []
    tree = parse_tree(text, problems=problems)
    assert len(tree) == 3
    assert [("game 41" in told, "game 42" in told) for told in problems] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<database><games>", "not whole"),
        ("<database></database>", "no games"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><database/>', "no document type"),
        ("<databases/>", "not a file of RenjuNet"),
    ],
)
def test_what_is_no_file_of_renjunet_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(InvalidText, match=why):
        parse_rif(text)


@given(st.data())
def test_a_damaged_file_never_does_worse_than_be_refused(data: st.DataObject) -> None:
    text = database(game("h8 i9 g7"), game("h8 h9", 2))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    damaged = text[:start] + data.draw(st.text(max_size=6)) + text[end:]
    with contextlib.suppress(TengenError):
        parse_rif(damaged, problems=[])
