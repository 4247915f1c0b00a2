"""A game tree: a game with its variations, comments and marks, safe to edit.

Every move is checked when it is added, so that each node is a position that can be reached.
Nothing here recurses: a tree may be as deep as a game is long, and as wide as somebody is patient.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tengen.core.game import Game, Move
from tengen.core.geometry import Color, Point
from tengen.core.setup import Setup
from tengen.errors import InvalidText

MAX_NODES: Final = 100_000
"""The largest tree: one that no page and no reader has to be afraid of."""


class Shape(StrEnum):
    """What somebody can draw on a point."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"
    LABEL = "label"
    """A short text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape or a short text on a point."""

    point: Point
    shape: Shape
    text: str = ""


@dataclass(eq=False, slots=True)
class Node:
    """A position of the tree, by the move that leads to it; the root has none.

    Comments, marks and extras may be changed freely; moves only through the tree.
    """

    move: Move | None = None
    parent: "Node | None" = None
    children: "list[Node]" = field(default_factory=list)
    """What was played next, the main line first."""
    comment: str = ""
    marks: dict[Point, Mark] = field(default_factory=dict)
    extras: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What a file says besides, by its own names, kept so that it can be written again."""

    def line(self) -> list["Node"]:
        """Return the nodes from the first move to this one."""
        nodes = []
        node: Node | None = self
        while node is not None and node.move is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def moves(self) -> list[Move]:
        """Return the moves that lead here."""
        return [node.move for node in self.line() if node.move is not None]

    def child(self, move: Move) -> "Node | None":
        """Return the node after `move`, if it is in the tree."""
        return next((node for node in self.children if node.move == move), None)


class Tree:
    """A set-up and everything that was played from it.

    >>> tree = Tree()
    >>> first = tree.add(tree.root, "h8")
    >>> second, third = tree.add(first, "i9"), tree.add(first, "h9")
    >>> [tree.format_move(node) for node in tree.main_line()]
    ['h8', 'i9']
    >>> tree.promote(third)
    >>> [tree.format_move(node) for node in tree.main_line()]
    ['h8', 'h9']
    """

    def __init__(self, setup: Setup | None = None, *, opening: str = "free") -> None:
        self.root = Node()
        self.info: dict[str, str] = {}
        """Who played, when and where: `black`, `white`, `date`, `result` and others."""
        self._game = Game(opening=opening, setup=Setup() if setup is None else setup)
        self._at = self.root
        self._count = 1

    @classmethod
    def of_game(cls, game: Game) -> "Tree":
        """Return the tree of a game: its moves, in one line."""
        tree = cls(game.setup, opening=game.opening)
        tree.add_line(tree.root, game.moves)
        return tree

    def __len__(self) -> int:
        """Return the number of nodes, the root included."""
        return self._count

    @property
    def setup(self) -> Setup:
        """What the game starts from."""
        return self._game.setup

    @property
    def opening(self) -> str:
        """The name of the opening procedure."""
        return self._game.opening

    def game(self, node: Node | None = None) -> Game:
        """Return the game up to `node`, by default to the end of the main line."""
        return self._seek(self.end() if node is None else node).copy()

    def turn(self, node: Node) -> Color:
        """Return the colour of the next stone after `node`."""
        return self._seek(node).turn

    def format_move(self, node: Node) -> str:
        """Write the move of a node; nothing for the root."""
        return "" if node.move is None else self._game.format_move(node.move)

    # Walking.

    def walk(self, start: Node | None = None) -> Iterator[Node]:
        """Yield every node below `start` and itself, each line to its end, main lines first."""
        stack = [self.root if start is None else start]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def main_line(self) -> list[Node]:
        """Return the nodes of the main line, without the root."""
        return self.end().line()

    def end(self, start: Node | None = None) -> Node:
        """Return the last node of the main line, or of the line that goes on from `start`."""
        node = self.root if start is None else start
        while node.children:
            node = node.children[0]
        return node

    def find(self, moves: Iterable[Move]) -> Node | None:
        """Return the node after these moves, if it is in the tree."""
        node: Node | None = self.root
        for move in moves:
            node = None if node is None else node.child(move)
        return node

    # Changing.

    def add(self, node: Node, move: str | Move) -> Node:
        """Return the node after `move`, which is added if it was not there; check that it may."""
        game = self._seek(node)
        if isinstance(move, str):
            move = game.parse_move(move)
        if (found := node.child(move)) is not None:
            return found
        if self._count >= MAX_NODES:
            raise InvalidText("large-tree", "a tree has at most {most} positions", most=MAX_NODES)
        game.push(move)
        made = Node(move, node)
        node.children.append(made)
        self._at = made
        self._count += 1
        return made

    def add_line(self, node: Node, moves: Iterable[str | Move]) -> Node:
        """Add moves one after another and return the last node."""
        for move in moves:
            node = self.add(node, move)
        return node

    def promote(self, node: Node) -> None:
        """Make `node` the first continuation of its parent."""
        parent = self._parent(node)
        parent.children.remove(node)
        parent.children.insert(0, node)

    def make_main(self, node: Node) -> None:
        """Make the line to `node` the main line."""
        self._check(node)
        for step in node.line():
            self.promote(step)

    def delete(self, node: Node) -> None:
        """Take `node` and all that follows it out of the tree."""
        parent = self._parent(node)
        self._seek(parent)
        self._count -= sum(1 for _ in self.walk(node))
        parent.children.remove(node)
        node.parent = None

    def merge(self, other: "Tree") -> None:
        """Add everything of another tree of the same start; what differs is kept from both."""
        if (other.setup, other.opening) != (self.setup, self.opening):
            raise InvalidText(
                "other-start", "trees can be merged only if they start from the same position"
            )
        here = {id(other.root): self.root}
        for node in other.walk():
            if node.move is not None and node.parent is not None:
                here[id(node)] = self.add(here[id(node.parent)], node.move)
            _merge_notes(here[id(node)], node)
        self.info = other.info | self.info

    def _parent(self, node: Node) -> Node:
        self._check(node)
        if node.parent is None:
            raise InvalidText("root", "the start of a tree cannot be moved or deleted")
        return node.parent

    def _check(self, node: Node) -> None:
        top = node
        while top.parent is not None:
            top = top.parent
        if top is not self.root:
            raise InvalidText("other-tree", "that position is not, or no longer, in this tree")

    def _seek(self, node: Node) -> Game:
        """Bring the tree's own game to `node` and return it; moves in common are not replayed."""
        if node is self._at:
            return self._game
        self._check(node)
        there = node.line()
        known = {id(step) for step in there}
        here = self._at
        while here.parent is not None and id(here) not in known:
            self._game.undo()
            here = here.parent
        common = 0 if here.parent is None else len(here.line())
        for step in there[common:]:
            assert step.move is not None
            self._game.push(step.move)
        self._at = node
        return self._game


def _merge_notes(node: Node, other: Node) -> None:
    if other.comment and other.comment not in node.comment:
        node.comment = "\n".join(filter(None, (node.comment, other.comment)))
    node.marks = other.marks | node.marks
    node.extras = other.extras | node.extras
