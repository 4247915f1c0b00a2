"""Game trees as JSON values, both ways: what pages and programs hand to one another.

An object with `setup` (size, rule, black, white, blocked, traps, turn), `opening`, `info`, and
`nodes`: each has its `move`, the number of its `parent`, which comes before it, and perhaps a
`comment`, `marks` and `extras`. The first node is the start and has neither move nor parent.
"""

from typing import Any, Final

from tengen.core.geometry import Color, format_point, parse_point
from tengen.core.rules import find_rule
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Node, Shape, Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import excerpt, located
from tengen.notation.setup_string import parse_turn, rule_name

LONGEST_TEXT: Final = 20_000
"""Characters of one comment; nobody has written as many about one move."""
_POINTS: Final = ("black", "white", "blocked", "traps")


def tree_to_plain(tree: Tree) -> dict[str, Any]:
    """Return a tree as values that JSON can carry; `tree_from_plain` reads them."""
    setup = tree.setup
    numbers = {id(node): number for number, node in enumerate(tree.walk())}
    return {
        "setup": {
            "size": setup.size,
            "rule": rule_name(setup.rule),
            **{
                name: [format_point(p, setup.size) for p in getattr(setup, name)]
                for name in _POINTS
            },
            "turn": str(setup.turn),
        },
        "opening": tree.opening,
        "info": dict(tree.info),
        "nodes": [_node_to_plain(tree, node, numbers) for node in tree.walk()],
    }


def tree_from_plain(plain: object) -> Tree:
    """Read what `tree_to_plain` wrote; every move is played, and an error names its node."""
    values = _object(plain, "tree")
    tree = Tree(_read_setup(values.get("setup", {})), opening=_text(values.get("opening", "free")))
    info = _object(values.get("info", {}), "info")
    tree.info = {_text(name): _text(value) for name, value in info.items()}
    nodes: list[Node] = []
    for number, node in enumerate(_list(values.get("nodes", [{}]), "nodes")):
        try:
            nodes.append(_read_node(tree, _object(node, "node"), nodes))
        except TengenError as error:
            raise located(error, "in node {number} of the tree", number=number) from None
    return tree


def _node_to_plain(tree: Tree, node: Node, numbers: dict[int, int]) -> dict[str, Any]:
    size = tree.setup.size
    plain: dict[str, Any] = {}
    if node.parent is not None:
        plain |= {"parent": numbers[id(node.parent)], "move": tree.format_move(node)}
    if node.comment:
        plain["comment"] = node.comment
    if node.marks:
        plain["marks"] = [
            {"point": format_point(mark.point, size), "shape": str(mark.shape), "text": mark.text}
            for mark in node.marks.values()
        ]
    if node.extras:
        plain["extras"] = {name: list(raws) for name, raws in node.extras.items()}
    return plain


def _read_setup(plain: object) -> Setup:
    values = _object(plain, "setup")
    size = values.get("size", 15)
    if not isinstance(size, int) or isinstance(size, bool):
        raise _wrong("size", size)
    points = {
        name: [
            parse_point(_text(point), Setup(size).size)
            for point in _list(values.get(name, []), name)
        ]
        for name in _POINTS
    }
    return Setup(
        size,
        find_rule(_text(values.get("rule", "freestyle"))),
        **points,
        turn=parse_turn(_text(values.get("turn", str(Color.BLACK)))),
    )


def _read_node(tree: Tree, plain: dict[Any, Any], nodes: list[Node]) -> Node:
    node = tree.root
    if nodes:
        parent = plain.get("parent")
        if type(parent) is not int or not 0 <= parent < len(nodes):
            raise _wrong("parent", parent)
        node = tree.add(nodes[parent], _text(plain.get("move")))
    node.comment = _text(plain.get("comment", ""))
    for mark in _list(plain.get("marks", []), "marks"):
        values = _object(mark, "mark")
        point = parse_point(_text(values.get("point")), tree.setup.size)
        shape = values.get("shape")
        if shape not in list(Shape):
            raise _wrong("shape", shape)
        node.marks[point] = Mark(point, Shape(shape), _text(values.get("text", "")))
    for name, raws in _object(plain.get("extras", {}), "extras").items():
        node.extras[_name(name)] = tuple(_raw(raw) for raw in _list(raws, "extras"))
    return node


def _name(value: object) -> str:
    text = _text(value)
    if not (text.isascii() and text.isalpha() and text.isupper()) or len(text) > 64:
        raise _wrong("name of an extra", value)
    return text


def _raw(value: object) -> str:
    """Return an extra's value, in which a closing bracket must be escaped, as files have it."""
    text = _text(value)
    if "]" in text.replace("\\\\", "").replace("\\]", "") or text.replace("\\\\", "").endswith(
        "\\"
    ):
        raise _wrong("extra", value)
    return text


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise _wrong("text", value)
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(name, value)
    return value


def _object(value: object, name: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, value)
    return value


def _wrong(name: str, value: object) -> InvalidText:
    return InvalidText(
        "bad-tree", "not a tree: {name} cannot be {value}", name=name, value=excerpt(repr(value))
    )
