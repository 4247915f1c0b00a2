"""RenLib libraries, `.lib`: trees of renju on 15x15, read from their bytes.

A file is a header of twenty bytes, then nodes in the order of a walk. A node is a point and a byte
of flags, perhaps two bytes more, and then its texts. Nothing says how texts are encoded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tengen.core.geometry import PASS, Point, format_point
from tengen.core.rules import Rule, find_rule
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Node, Shape, Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import located

SIZE: Final = 15
HEADER: Final = b"\xffRenLib\xff"
_HEADER_BYTES: Final = 20

_SIBLING: Final = 0x80
_NO_CHILD: Final = 0x40
_OLD_COMMENT: Final = 0x20
_MARK: Final = 0x10
_COMMENT: Final = 0x08
_NO_MOVE: Final = 0x02
_EXTENSION: Final = 0x01
_BOARD_TEXT: Final = 0x0001
_ENCODINGS: Final = ("utf-8", "gb18030", "shift_jis")
_ENDLESS: Final = 400
"""Nodes in a row; a game has at most 225 moves."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One node as the file has it."""

    point: Point
    flags: int
    comment: bytes
    board_text: bytes

    @property
    def says_more(self) -> bool:
        """Whether there is more than a move."""
        return bool(self.comment or self.board_text or self.flags & _MARK)


def looks_like_renlib(data: bytes) -> bool:
    """Say whether these are the bytes of a library."""
    return data.startswith(HEADER)


def parse_renlib(
    data: bytes, *, rule: str | Rule | None = None, problems: list[str] | None = None
) -> Tree:
    """Return the tree of a library under `rule`, by default renju.

    What cannot be played is an error. With a list of `problems` it is left out, with all that
    follows it, and the list says what it was.
    """
    if not looks_like_renlib(data):
        raise InvalidText("bad-renlib", "this is not a RenLib library: its first bytes are others")
    entries = list(_entries(data[_HEADER_BYTES:]))
    encoding = _encoding(b"".join(entry.comment + entry.board_text for entry in entries))
    tree = Tree(Setup(SIZE, find_rule("renju" if rule is None else rule)))
    # A parent that could not be played is None, and so is everything under it.
    waiting: list[tuple[Node | None, int]] = []
    parent: Node | None = tree.root
    depth = 0
    for entry in entries:
        node = None if parent is None else _add(tree, parent, entry, depth, problems)
        if node is not None and parent is not None and entry.says_more:
            _annotate(node, parent, entry, encoding)
        if entry.flags & _SIBLING:
            waiting.append((parent, depth))
        if not entry.flags & _NO_CHILD:
            parent, depth = node, depth + 1
        elif waiting:
            parent, depth = waiting.pop()
        else:
            break
    return tree


def _add(
    tree: Tree, parent: Node, entry: _Entry, depth: int, problems: list[str] | None
) -> Node | None:
    if entry.flags & _NO_MOVE or (entry.point == PASS and parent is tree.root):
        return parent
    try:
        if depth > _ENDLESS:
            raise InvalidText("bad-renlib", "a line of this library is longer than any game")
        return tree.add(parent, entry.point)
    except TengenError as error:
        told = located(error, "at move {number}", number=len(parent.line()) + 1)
        if problems is None:
            raise told from None
        problems.append(str(told))
        return None


def _annotate(node: Node, parent: Node, entry: _Entry, encoding: str) -> None:
    # The byte 8 divides the first line of a comment from the others.
    lines = entry.comment.replace(b"\x08", b"\n").decode(encoding, "replace")
    comment = "\n".join(line.strip() for line in lines.splitlines() if line.strip())
    if comment and comment not in node.comment:
        node.comment = "\n".join(filter(None, (node.comment, comment)))
    if node is parent or not isinstance(node.move, Point):
        return
    text = entry.board_text.decode(encoding, "replace").strip()
    if text:
        parent.marks[node.move] = Mark(node.move, Shape.LABEL, text)
    elif entry.flags & _MARK:
        node.marks[node.move] = Mark(node.move, Shape.SQUARE)


def _entries(data: bytes) -> Iterator[_Entry]:
    at = 0
    while at + 1 < len(data):
        place, flags = data[at], data[at + 1]
        at += 2
        extension = 0
        if flags & _EXTENSION:
            extension = int.from_bytes(data[at : at + 2])
            at += 2
        comment = board_text = b""
        if flags & _OLD_COMMENT:
            comment, at = _old_text(data, at)
        elif flags & _COMMENT:
            comment, at = _text(data, at)
        if extension & _BOARD_TEXT:
            board_text, at = _text(data, at)
        yield _Entry(_point(place), flags, comment, board_text)


def _point(place: int) -> Point:
    """Return the point of a byte: sixteen times the row from the top, and the column, from 1."""
    if place == 0:
        return PASS
    point = Point((place & 15) - 1, place >> 4)
    if not (0 <= point.x < SIZE and point.y < SIZE):
        raise InvalidText(
            "bad-renlib",
            "the byte {place} of this library is no point of a 15x15 board; {last} is {code}",
            place=place,
            last=format_point(Point(14, 14), SIZE),
            code=239,
        )
    return point


def _text(data: bytes, at: int) -> tuple[bytes, int]:
    """Return a text that ends with a zero, and where what follows begins: after an even length."""
    end = data.find(b"\0", at)
    if end < 0:
        raise InvalidText("bad-renlib", "this library ends in the middle of a text")
    length = end - at + 1
    return data[at:end], at + length + length % 2


def _old_text(data: bytes, at: int) -> tuple[bytes, int]:
    """Return a text of old files, whose last letter has the high bit set."""
    end = at
    while end < len(data) and data[end] < 0x80:
        end += 1
    if end >= len(data):
        raise InvalidText("bad-renlib", "this library ends in the middle of a text")
    length = end - at + 1
    return data[at:end] + bytes([data[end] & 0x7F]), at + length + length % 2


def _encoding(texts: bytes) -> str:
    """Guess how texts are encoded; a few high bytes among others are accents of the West."""
    high = sum(byte > 0x7F for byte in texts)
    if high < 0.2 * len(texts):
        candidates: tuple[str, ...] = ("utf-8",)
    else:
        candidates = _ENCODINGS
    for name in candidates:
        try:
            texts.decode(name)
        except UnicodeDecodeError:
            continue
        return name
    return "cp1252" if high < 0.2 * len(texts) else "gb18030"
