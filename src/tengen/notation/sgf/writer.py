"""Writes SGF as the standard has it, so that every program for `GM[4]` can read it."""

from collections import defaultdict
from importlib import metadata
from typing import Any

from sgfmill import sgf_grammar

from tengen.core.geometry import Color
from tengen.core.openings import Choice
from tengen.core.tree import Node, Tree
from tengen.notation.setup_string import rule_name
from tengen.notation.sgf._info import PROPERTIES
from tengen.notation.sgf._values import SHAPES, write_label, write_point, write_text


def format_sgf(tree: Tree) -> str:
    """Return the file of a tree; `parse_sgf` makes the same tree of it."""
    colors = _colors(tree)

    def properties(node: Node) -> dict[str, list[bytes]]:
        found = {name: [raw.encode() for raw in raws] for name, raws in node.extras.items()}
        if node is tree.root:
            found |= _root(tree)
        return found | _node(node, colors[id(node)])

    coarse: Any = sgf_grammar.make_coarse_game_tree(
        tree.root, lambda node: node.children, properties
    )
    text: str = sgf_grammar.serialise_game_tree(coarse).decode("utf-8")
    return text


def _colors(tree: Tree) -> dict[int, Color]:
    """Return the colour that is to move after each node."""
    turns = {id(tree.root): tree.setup.turn}
    for node in tree.walk():
        if node.parent is not None:
            turn = turns[id(node.parent)]
            turns[id(node)] = turn if isinstance(node.move, Choice) else turn.other
    return turns


def _root(tree: Tree) -> dict[str, list[bytes]]:
    setup = tree.setup
    rule = rule_name(setup.rule) + ("" if tree.opening == "free" else f",{tree.opening}")
    found = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": f"tengen:{_version()}",
        "SZ": str(setup.size),
        "RU": rule,
    }
    found |= {name: tree.info[ours] for name, ours in PROPERTIES.items() if tree.info.get(ours)}
    properties = {name: [write_text(text)] for name, text in found.items()}
    for name, points in (
        ("AB", setup.black),
        ("AW", setup.white),
        ("TGB", setup.blocked),
        ("TGR", setup.traps),
    ):
        if points:
            properties[name] = [write_point(point) for point in points]
    if setup.has_stones or setup.turn is not Color.BLACK:
        properties["PL"] = [b"B" if setup.turn is Color.BLACK else b"W"]
    return properties


def _node(node: Node, turn: Color) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = defaultdict(list)
    if isinstance(node.move, Choice):
        found["TGC"].append(write_text(node.move))
    elif node.move is not None:
        found["B" if turn is Color.WHITE else "W"].append(write_point(node.move))
    if node.comment:
        found["C"].append(write_text(node.comment))
    names = {shape: name for name, shape in SHAPES.items()}
    for mark in node.marks.values():
        name = names[mark.shape]
        label = write_label(mark.point, mark.text)
        found[name].append(label if name == "LB" else write_point(mark.point))
    return dict(found)


def _version() -> str:
    try:
        return metadata.version("tengen")
    except metadata.PackageNotFoundError:
        return "0"
