"""Game trees: variations are added, walked, promoted, deleted and merged, and stay playable."""

import random

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Color, parse_point
from tengen.core.openings import Choice
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Node, Shape, Tree
from tengen.errors import IllegalMove, InvalidText


def drawn(tree: Tree) -> list[str]:
    """Return a line for each node, indented by its depth."""
    return ["  " * len(node.line()) + tree.format_move(node) for node in tree.walk()][1:]


def small_tree() -> tuple[Tree, dict[str, Node]]:
    """A tree of three lines, with its nodes by name."""
    tree = Tree()
    nodes = {"h8": tree.add(tree.root, "h8")}
    nodes["i9"] = tree.add(nodes["h8"], "i9")
    nodes["g7"] = tree.add(nodes["i9"], "g7")
    nodes["h9"] = tree.add(nodes["h8"], "h9")
    nodes["j7"] = tree.add(nodes["i9"], "j7")
    return tree, nodes


def test_variations_are_walked_line_by_line_the_main_line_first() -> None:
    tree, _ = small_tree()
    assert drawn(tree) == ["  h8", "    i9", "      g7", "      j7", "    h9"]
    assert [tree.format_move(node) for node in tree.main_line()] == ["h8", "i9", "g7"]
    assert len(tree) == 6


def test_a_move_that_is_there_is_not_added_twice() -> None:
    tree, nodes = small_tree()
    assert tree.add(nodes["h8"], "h9") is nodes["h9"]
    assert len(tree) == 6


def test_a_move_that_may_not_be_played_is_refused_and_changes_nothing() -> None:
    tree, nodes = small_tree()
    before = drawn(tree)
    for node, move in ((nodes["g7"], "h8"), (nodes["h8"], "pass"), (tree.root, "take-black")):
        with pytest.raises(IllegalMove):
            tree.add(node, move)
    with pytest.raises(InvalidText):
        tree.add(tree.root, "z99")
    assert drawn(tree) == before


def test_each_node_is_the_game_that_leads_to_it() -> None:
    tree, nodes = small_tree()
    game = tree.game(nodes["j7"])
    assert [game.format_move(move) for move in game.moves] == ["h8", "i9", "j7"]
    game.play("a1")
    assert len(nodes["j7"].children) == 0, "the game is a copy"
    assert tree.turn(nodes["j7"]) is Color.WHITE
    assert tree.game().moves == tree.game(nodes["g7"]).moves


def test_promote_and_make_main_change_only_the_order() -> None:
    tree, nodes = small_tree()
    tree.promote(nodes["j7"])
    assert drawn(tree) == ["  h8", "    i9", "      j7", "      g7", "    h9"]
    tree.promote(nodes["h9"])
    tree.make_main(nodes["g7"])
    assert drawn(tree) == ["  h8", "    i9", "      g7", "      j7", "    h9"]


def test_delete_takes_all_that_follows_and_the_rest_stays_playable() -> None:
    tree, nodes = small_tree()
    tree.game(nodes["j7"])
    tree.delete(nodes["i9"])
    assert drawn(tree) == ["  h8", "    h9"]
    assert len(tree) == 3
    tree.add(nodes["h8"], "i9")
    assert drawn(tree) == ["  h8", "    h9", "    i9"]


def test_what_is_not_in_the_tree_is_refused() -> None:
    tree, nodes = small_tree()
    tree.delete(nodes["i9"])
    other, _ = small_tree()
    for node in (nodes["i9"], nodes["g7"], other.root.children[0]):
        with pytest.raises(InvalidText, match="not, or no longer, in this tree"):
            tree.add(node, "a1")
    for change in (tree.delete, tree.promote):
        with pytest.raises(InvalidText, match="cannot be moved or deleted"):
            change(tree.root)


def test_merge_keeps_what_both_have() -> None:
    tree, nodes = small_tree()
    nodes["h8"].comment = "the centre"
    other = Tree()
    end = other.add_line(other.root, ["h8", "i9", "a1", "b2"])
    end.comment = "odd"
    end.parent.marks[parse_point("c3", 15)] = Mark(parse_point("c3", 15), Shape.SQUARE)  # type: ignore[union-attr]
    other.root.children[0].comment = "tengen"
    other.info["black"] = "somebody"
    tree.merge(other)
    tree.merge(other)
    assert drawn(tree) == [
        *("  h8", "    i9", "      g7", "      j7", "      a1", "        b2", "    h9")
    ]
    assert nodes["h8"].comment == "the centre\ntengen"
    found = tree.find([parse_point(text, 15) for text in ("h8", "i9", "a1")])
    assert found is not None
    assert [mark.shape for mark in found.marks.values()] == [Shape.SQUARE]
    assert tree.info == {"black": "somebody"}
    with pytest.raises(InvalidText, match="same position"):
        tree.merge(Tree(Setup(9)))


def test_a_game_with_its_choices_becomes_one_line() -> None:
    game = Game(opening="swap2")
    for move in ("h8", "i9", "g7", "take-white", "a1"):
        game.play(move)
    tree = Tree.of_game(game)
    assert [node.move for node in tree.main_line()][3] is Choice.TAKE_WHITE
    assert tree.game().moves == game.moves
    assert tree.opening == "swap2"


def test_random_edits_keep_every_node_reachable_and_counted() -> None:
    rng = random.Random(3)
    tree = Tree(Setup(7, "renju"))
    for _ in range(1500):
        nodes = list(tree.walk())
        node = rng.choice(nodes)
        action = rng.random()
        if action < 0.8:
            legal = tree.game(node).legal_points()
            if legal:
                tree.add(node, rng.choice(legal))
        elif node is not tree.root:
            (tree.promote, tree.make_main, tree.delete)[rng.randrange(3)](node)
    nodes = list(tree.walk())
    assert len(nodes) == len(tree) > 100
    for node in nodes:
        assert tree.game(node).moves == tuple(node.moves())
