"""Reads SGF: lenient about what files in the wild do, strict about what can be played."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from sgfmill import sgf_grammar

from tengen.core.geometry import Color, Point, check_size, format_point
from tengen.core.openings import Choice, opening_names
from tengen.core.rules import Rule, find_rule
from tengen.core.setup import Setup
from tengen.core.tree import Mark, Node, Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import excerpt, located
from tengen.notation.sgf._info import PROPERTIES, rule_of, tidy
from tengen.notation.sgf._values import SHAPES, read_move, read_point, read_points, read_text

Properties = dict[str, list[bytes]]
Problems = list[str]

_GAMES: Final = {"4", "5", "11", ""}
"""What `GM` says in files of our game: 4 in good ones, other numbers in some."""
_OTHER_GAMES: Final = {"1": "Go", "2": "Othello", "3": "chess", "6": "backgammon", "7": "xiangqi"}
_SETUP: Final = ("AB", "AW", "AE", "TGB", "TGR")
_KNOWN: Final = {"B", "W", "C", "PL", "TGC", "FF", "GM", "CA", "AP", "SZ", "RU", *_SETUP, *SHAPES}
_FIFTHS: Final = re.compile(rb"(?<=[\];])\s*5A(?=\[)")
"""A private property of RenLib for fifth moves, whose name is none: names have no digits."""


def parse_sgf(
    text: str,
    *,
    size: int | None = None,
    rule: str | Rule | None = None,
    problems: Problems | None = None,
) -> Tree:
    """Return the tree of the first game; `size` and `rule` count where the file is silent.

    What cannot be played is an error. With a list of `problems` it is left out, with all that
    follows it, and the list says what it was.
    """
    return _Reader(_parse(text)[0], size, rule, problems).tree()


def parse_sgf_games(
    text: str,
    *,
    size: int | None = None,
    rule: str | Rule | None = None,
    problems: Problems | None = None,
) -> list[Tree]:
    """Return the trees of all games of a file."""
    return [_Reader(game, size, rule, problems).tree() for game in _parse(text)]


def _parse(text: str) -> list[Any]:
    data = _FIFTHS.sub(b"FIFTHS", text.encode("utf-8", "replace"))
    try:
        games: list[Any] = sgf_grammar.parse_sgf_collection(data)
    except ValueError as error:
        raise InvalidText(
            "bad-sgf", "this is not a whole SGF file: {why}", why=str(error)
        ) from None
    return games


class _Reader:
    """Reads one game."""

    def __init__(
        self, game: Any, size: int | None, rule: str | Rule | None, problems: Problems | None
    ) -> None:
        self.coarse, self.problems = game, problems
        self.root: Properties = game.sequence[0]
        self.size = self.read_size(size)
        self.check_game()
        found, self.opening = rule_of(self.root_text("RU"))
        self.rule = find_rule(found or rule or "freestyle")

    def tree(self) -> Tree:
        """Return the tree."""
        tree = Tree(self.setup(), opening=self.known_opening())
        tree.info = self.info()
        for properties, parent, keep in self.nodes(tree):
            try:
                node = self.play(tree, parent, properties)
                self.annotate(node, properties)
            except TengenError as error:
                number = len(parent.line()) + 1
                told = located(error, "at move {number}", number=number)
                if self.problems is None:
                    raise told from None
                self.problems.append(str(told))
            else:
                keep(node)
        return tree

    def nodes(self, tree: Tree) -> Iterator[tuple[Properties, Node, Any]]:
        """Yield each node's properties with its parent and a function to call with its node."""
        stack: list[tuple[Any, int, Node]] = [(self.coarse, 0, tree.root)]
        while stack:
            coarse, index, parent = stack.pop()
            at: list[Node] = []
            yield coarse.sequence[index], parent, at.append
            if not at:
                continue
            if index + 1 < len(coarse.sequence):
                stack.append((coarse, index + 1, at[0]))
            else:
                stack.extend((child, 0, at[0]) for child in reversed(coarse.children))

    # What the root says.

    def root_text(self, name: str) -> str:
        """Return the text of a property of the root, or nothing."""
        return read_text(self.root.get(name, [b""])[0], one_line=True).strip()

    def read_size(self, asked: int | None) -> int:
        """Return the size of the board."""
        text = self.root_text("SZ")
        width, _, height = text.partition(":")
        if not text:
            return check_size(15 if asked is None else asked)
        if not re.fullmatch("[0-9]{1,3}", width, re.ASCII) or (height or width) != width:
            raise InvalidText(
                "sgf-size", "SZ[{text}] is not the size of a square board", text=excerpt(text)
            )
        return check_size(int(width))

    def check_game(self) -> None:
        """Refuse records of other games; some sites write the number of Go by mistake."""
        game = self.root_text("GM")
        if game in _GAMES or (game == "1" and self.size in (15, 20)):
            return
        raise InvalidText(
            "other-game",
            "this is a record of {game}, not of Gomoku, which is GM[4]",
            game=_OTHER_GAMES.get(game, f"another game, GM[{excerpt(game, 12)}]"),
        )

    def setup(self) -> Setup:
        """Return what the game starts from: everything put before the first move."""
        points: dict[str, list[Point]] = {name: [] for name in _SETUP}
        first = ""
        for properties in sgf_grammar.main_sequence_iter(self.coarse):
            for name in _SETUP:
                points[name] += read_points(self.listed(properties, name), self.size)
            first = next((name for name in properties if name in ("B", "W")), "")
            if first:
                break
        erased = set(points["AE"])
        black, white = ([p for p in points[n] if p not in erased] for n in ("AB", "AW"))
        turn = (self.root_text("PL") or first or ("W" if len(black) > len(white) else "B"))[0]
        return Setup(
            self.size,
            self.rule,
            black=black,
            white=white,
            blocked=points["TGB"],
            traps=points["TGR"],
            turn=Color.WHITE if turn.upper() == "W" else Color.BLACK,
        )

    def listed(self, properties: Properties, name: str) -> list[bytes]:
        """Return the values of a list, without the one empty value that stands for none."""
        return [raw for raw in properties.get(name, []) if raw.strip()]

    def known_opening(self) -> str:
        """Return the opening procedure; only our own files say what was chosen in it."""
        ours = self.root_text("AP").startswith("tengen")
        return self.opening if ours and self.opening in opening_names() else "free"

    def info(self) -> dict[str, str]:
        """Return the facts about the game."""
        found = {ours: self.root_text(name) for name, ours in PROPERTIES.items()}
        found["about"] = read_text(self.root.get("GC", [b""])[0])
        # TE is a mark for good moves; a tournament manager writes there how the game ended.
        if self.root_text("TE") not in ("", "1", "2"):
            found["about"] = found["about"] or self.root_text("TE")
        rule, _ = rule_of(self.root_text("RU"))
        if rule is None and self.root_text("RU"):
            found["rules"] = self.root_text("RU")
        return tidy(found)

    # What a node says.

    def play(self, tree: Tree, node: Node, properties: Properties) -> Node:
        """Add the moves of a node, usually one or none."""
        if node.move is not None and any(self.listed(properties, name) for name in _SETUP):
            raise InvalidText("sgf-setup", "stones are put on the board in the middle of the game")
        for raw in properties.get("TGC", []):
            node = tree.add(node, Choice(read_text(raw)) if _is_choice(raw) else read_text(raw))
        for name in [name for name in properties if name in ("B", "W")]:
            color = Color.BLACK if name == "B" else Color.WHITE
            for raw in properties[name]:
                if tree.turn(node) is not color:
                    raise InvalidText(
                        "sgf-turn", "{side} plays, but it is not its turn", side=str(color)
                    )
                node = tree.add(node, read_move(raw, self.size))
        return node

    def annotate(self, node: Node, properties: Properties) -> None:
        """Keep the comment, the marks and whatever else the node says."""
        comment = "\n".join(read_text(raw).strip() for raw in properties.get("C", []))
        if comment and comment not in node.comment:
            node.comment = "\n".join(filter(None, (node.comment, comment)))
        for name, shape in SHAPES.items():
            for mark in self.marks(name, self.listed(properties, name)):
                node.marks[mark.point] = Mark(mark.point, shape, mark.text)
        root = properties is self.root
        for name, raws in properties.items():
            known = name in _KNOWN or (root and (name in PROPERTIES or name == "TE"))
            if not known:
                node.extras[name] = tuple(raw.decode("utf-8", "replace") for raw in raws)

    def marks(self, name: str, raws: Iterable[bytes]) -> Iterator[Mark]:
        """Yield the marks of one property."""
        if name != "LB":
            yield from (Mark(point, SHAPES[name]) for point in read_points(raws, self.size))
            return
        for raw in raws:
            place, text = sgf_grammar.parse_compose(raw)
            point = read_point(place, self.size)
            label = format_point(point, self.size) if text is None else read_text(text)
            yield Mark(point, SHAPES[name], label)


def _is_choice(raw: bytes) -> bool:
    return read_text(raw) in list(Choice)
