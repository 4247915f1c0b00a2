"""PSQ files: moves from 1 at the top left, names and results where a tournament wrote them."""

import contextlib
import random

import pytest

from tengen.core.setup import Setup
from tengen.core.tree import Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation import parse_position, recognise
from tengen.notation.psq import MILLISECONDS, format_psq, parse_psq

ARCHIVED = (
    "Piskvorky 15x15, 11:11, 0\r\n8,7,0\r\n1,2,456\r\n15,15,3\r\n"
    "pbrain-a.exe\r\npbrain-b.exe\r\n-1\r\n2,Freestyle15_1\r\n"
)


def moves(tree: Tree) -> str:
    """Return the main line."""
    return " ".join(tree.format_move(node) for node in tree.main_line())


def test_points_count_from_one_at_the_top_left() -> None:
    assert moves(parse_psq(ARCHIVED)) == "h9 a14 o1"


def test_names_result_and_times_are_read() -> None:
    tree = parse_psq(ARCHIVED, rule="caro")
    assert tree.info == {
        "black": "pbrain-a.exe",
        "white": "pbrain-b.exe",
        "result": "W+",
        "event": "Freestyle15_1",
    }
    assert tree.main_line()[1].extras == {MILLISECONDS: ("456",)}
    assert tree.setup.rule.name == "caro"


def test_a_game_of_two_people_has_no_names() -> None:
    assert parse_psq("Piskvorky 20x20, 0:0, 1\n10,10,456\n-1\n").info == {}


def test_what_is_written_is_read_again() -> None:
    tree = parse_psq(ARCHIVED)
    text = format_psq(tree)
    assert text.startswith("Piskvorky 15x15, 11:11, 0\r\n8,7,0\r\n1,2,456\r\n")
    assert moves(parse_psq(text)) == moves(tree)
    assert parse_psq(text).info["white"] == "pbrain-b.exe"


def test_what_a_psq_file_cannot_hold_is_refused() -> None:
    with pytest.raises(InvalidText, match="write SGF instead"):
        format_psq(Tree(Setup(15, blocked=[(0, 0)])))  # type: ignore[list-item]
    swap = Tree(opening="swap")
    swap.add_line(swap.root, ["h8", "i9", "g7", "take-black"])
    with pytest.raises(InvalidText, match="write SGF instead"):
        format_psq(swap)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Piskvorky 20x15, 11:11, 0\n", "is not the first line"),
        ("Piskvorky 99x99, 11:11, 0\n", "size 99 is not possible"),
        ("Piskvorky 15x15, 11:11, 0\n0,1,0\n", "at move 1: '0,1' is off the board"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "at move 2: h8 is occupied"),
        ("8,8,0\n", "is not the first line"),
        ("", "is not the first line"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TengenError, match=sentence):
        parse_psq(text)


def test_with_a_list_of_problems_the_game_ends_before_them() -> None:
    problems: list[str] = []
    tree = parse_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n9,9,0\n", problems=problems)
    assert moves(tree) == "h8"
    assert len(problems) == 1


def test_every_command_takes_a_psq_file_for_a_position() -> None:
    assert recognise(ARCHIVED) == "psq"
    assert len(parse_position(ARCHIVED).moves) == 3
    with pytest.raises(InvalidText, match="size 15, but size 20 was asked for"):
        parse_position(ARCHIVED, size=20)


@pytest.mark.parametrize("rounds", [500, pytest.param(100_000, marks=pytest.mark.soak)])
def test_damaged_files_are_read_or_refused_but_never_fall_through(rounds: int) -> None:
    rng = random.Random(5)
    for _ in range(rounds):
        text = ARCHIVED
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(text))
            junk = "".join(rng.choices("0123456789,x\n\r-é\x00 ", k=rng.randint(0, 3)))
            text = text[:at] + junk + text[at + rng.choice([0, 1, 8]) :]
        with contextlib.suppress(TengenError):
            parse_psq(text, problems=[] if rng.random() < 0.5 else None)
