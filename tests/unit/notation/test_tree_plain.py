"""Trees as JSON: what is written is read again, and nonsense is refused by one error."""

import copy
import json
import random
from typing import Any

import pytest

from tengen.core.geometry import Color, Point
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Shape, Tree
from tengen.errors import TengenError
from tengen.notation.sgf import format_sgf
from tengen.notation.tree_plain import tree_from_plain, tree_to_plain

NONSENSE: list[Any] = [None, 7, -1, True, "h8", "z99", "", [], [[]], {}, {"move": 3}, "]", "x" * 9]


def sample() -> Tree:
    """Return a tree with one of everything."""
    tree = Tree(Setup(9, "renju", black=[Point(4, 4)], blocked=[Point(0, 0)], turn=Color.WHITE))
    first = tree.add(tree.root, "c3")
    first.comment = "]\\ 天元"
    first.marks = {Point(1, 1): Mark(Point(1, 1), Shape.LABEL, "A")}
    first.extras = {"TGM": ("250",), "XY": ("a\\]b",)}
    tree.add(first, "d4")
    tree.add(tree.add(first, "d3"), "e9")
    tree.info = {"black": "somebody", "result": "W+"}
    return tree


def test_a_tree_survives_json_whole() -> None:
    tree = sample()
    plain = json.loads(json.dumps(tree_to_plain(tree)))
    assert format_sgf(tree_from_plain(plain)) == format_sgf(tree)
    assert tree_to_plain(tree_from_plain(plain)) == plain


def test_a_game_with_choices_survives() -> None:
    tree = Tree(opening="swap2")
    tree.add_line(tree.root, ["h8", "i9", "g7", "take-white", "a1"])
    assert format_sgf(tree_from_plain(tree_to_plain(tree))) == format_sgf(tree)


def test_nothing_is_the_empty_board() -> None:
    assert tree_from_plain({}).setup == Setup()


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ([], "tree cannot be"),
        ({"setup": {"size": 99}}, "size 99 is not possible"),
        ({"nodes": [{}, {"parent": 0, "move": "z1"}]}, "in node 1 of the tree"),
        ({"nodes": [{}, {"parent": 1, "move": "a1"}]}, "parent cannot be 1"),
        ({"nodes": [{"comment": "x" * 20_001}]}, "text cannot be"),
        ({"nodes": [{"extras": {"V": ["]"]}}]}, "extra cannot be"),
        ({"nodes": [{"extras": {"v": ["1"]}}]}, "name of an extra cannot be"),
    ],
)
def test_what_is_no_tree_is_refused(plain: object, sentence: str) -> None:
    with pytest.raises(TengenError, match=sentence):
        tree_from_plain(plain)


def test_planted_nonsense_is_read_or_refused_but_never_falls_through() -> None:
    rng = random.Random(2)
    plain = tree_to_plain(sample())
    refused = 0
    for _ in range(1500):
        damaged: Any = copy.deepcopy(plain)
        place = damaged
        while isinstance(place, dict | list) and place:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if rng.random() < 0.4:
                place[key] = rng.choice(NONSENSE)
                break
            place = place[key]
        try:
            format_sgf(tree_from_plain(damaged))
        except TengenError:
            refused += 1
    assert refused > 300
