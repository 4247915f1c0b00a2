"""RenLib libraries: nodes, siblings, comments and board texts, and bytes that are none of these."""

import contextlib
import random
from pathlib import Path

import pytest

from tengen.cli import main
from tengen.core.geometry import PASS, Point, parse_point
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Node, Shape, Tree
from tengen.errors import TengenError
from tengen.notation import read_position, read_tree
from tengen.notation.renlib import HEADER, parse_renlib
from tengen.notation.sgf import format_sgf


def written(tree: Tree, *, root: bool = True, encoding: str = "utf-8") -> bytes:
    """Write a tree as RenLib does: a walk, each node with flags for sibling and no child."""
    minor = 4 if root else 0
    data = bytearray(HEADER + bytes([3, minor]) + b"\xff" * 10)
    for node in tree.walk():
        if node is tree.root:
            if root:
                data += entry(0, node, tree.root, encoding)
        else:
            assert isinstance(node.move, Point)
            place = 0 if node.move == PASS else 16 * node.move.y + node.move.x + 1
            data += entry(place, node, node.parent or tree.root, encoding)
    return bytes(data)


def entry(place: int, node: Node, parent: Node, encoding: str) -> bytes:
    """Write one node."""
    siblings = parent.children if node is not parent else [node]
    flags = 0x80 if siblings[-1] is not node else 0
    flags |= 0x40 if not node.children else 0
    label = parent.marks.get(node.move) if isinstance(node.move, Point) else None
    text = b""
    if node.comment:
        flags |= 0x08
        first, _, rest = node.comment.encode(encoding).partition(b"\n")
        text += even(first + (b"\x08" + rest if rest else b""))
    if label is not None:
        flags |= 0x01
        text += even(label.text.encode(encoding))
    return bytes([place, flags]) + (b"\0\1" if label is not None else b"") + text


def even(text: bytes) -> bytes:
    """End a text with a zero, and pad it."""
    text += b"\0"
    return text + b"\0" * (len(text) % 2)


def sample() -> Tree:
    """A tree of several lines, with a comment and a board text."""
    tree = Tree(Setup(15, "renju"))
    first = tree.add(tree.root, "h8")
    second = tree.add(first, "h9")
    tree.add_line(second, ["i10", "i9", "g9"])
    tree.add(second, "g7").comment = "calm\nand slow"
    tree.add_line(first, ["i9", "j10"])
    point = parse_point("g7", 15)
    second.marks[point] = Mark(point, Shape.LABEL, "A")
    tree.root.comment = "openings"
    return tree


@pytest.mark.parametrize("root", [True, False])
def test_a_library_with_and_without_a_root_node_is_read(root: bool) -> None:
    tree = sample()
    if not root:
        tree.root.comment = ""
    assert format_sgf(parse_renlib(written(tree, root=root))) == format_sgf(tree)


@pytest.mark.parametrize(("text", "encoding"), [("直指开局寒星", "gb18030"), ("née", "cp1252")])
def test_the_encoding_of_texts_is_guessed(text: str, encoding: str) -> None:
    tree = Tree(Setup(15, "renju"))
    tree.add(tree.root, "h8").comment = text if encoding != "cp1252" else f"a plain word {text}"
    again = parse_renlib(written(tree, encoding=encoding))
    assert text in again.root.children[0].comment


def test_an_old_comment_ends_with_a_high_bit() -> None:
    data = HEADER + b"\x03\x00" + b"\xff" * 10 + b"\x78\x60" + b"ol" + bytes([ord("d") | 0x80, 0])
    assert parse_renlib(data).root.children[0].comment == "old"


def test_what_renju_forbids_is_left_out_with_all_that_follows() -> None:
    tree = Tree(Setup(15, "freestyle"))
    tree.add_line(tree.root, ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7", "j8", "b1"])
    tree.add(tree.root, "g8")
    problems: list[str] = []
    read = parse_renlib(written(tree), problems=problems)
    assert problems == ["at move 9: j8 is forbidden to black: 3-3"]
    assert (len(read.main_line()), len(read.root.children)) == (8, 2)
    with pytest.raises(TengenError, match="at move 9"):
        parse_renlib(written(tree))
    assert len(parse_renlib(written(tree), rule="freestyle")) == len(tree)


def test_every_command_takes_a_library(tmp_path: Path) -> None:
    path = tmp_path / "openings.lib"
    path.write_bytes(written(sample()))
    assert len(read_tree(path)) == len(sample())
    assert len(read_position(path).moves) == 5
    assert main(["convert", str(path), str(tmp_path / "out.sgf")]) == 0
    assert len(read_tree(tmp_path / "out.sgf")) == len(sample())


@pytest.mark.parametrize("data", [b"", b"RenLib", b"\x78\x40", b"\xffRenLib\xfe"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(TengenError, match="not a RenLib library"):
        parse_renlib(data)


@pytest.mark.parametrize("rounds", [400, pytest.param(50_000, marks=pytest.mark.soak)])
def test_damaged_libraries_are_read_or_refused_but_never_fall_through(rounds: int) -> None:
    rng = random.Random(4)
    whole = written(sample())
    for _ in range(rounds):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(20, len(data))] = rng.randrange(256)
        cut = bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
        with contextlib.suppress(TengenError):
            parse_renlib(cut, problems=[] if rng.random() < 0.5 else None)
