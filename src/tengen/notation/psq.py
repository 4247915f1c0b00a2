"""PSQ files, as Piskvork writes them: a size, then a move a line, and sometimes who played.

Moves are `x,y,milliseconds` from the top left corner, counted from 1. The file says no rule.
"""

import re
from typing import Final

from tengen.core.geometry import PASS, Point, check_size
from tengen.core.openings import Choice
from tengen.core.rules import Rule, find_rule
from tengen.core.setup import Setup
from tengen.core.tree import Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import excerpt, located

MILLISECONDS: Final = "TGM"
"""The name of the extra that holds how long a move took, in SGF files too."""

_HEADER: Final = re.compile(r"Piskv\w*\s+([0-9]{1,3})x([0-9]{1,3})\s*(?:,.*)?", re.I)
_MOVE: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*([0-9]{1,12})\s*)?")
_RESULT: Final = re.compile(r"\s*([012])\s*,\s*(.*)")
_LONGEST: Final = 10_000
"""Lines; the largest board has 676 points."""


def looks_like_psq(text: str) -> bool:
    """Say whether the first line is that of a PSQ file."""
    return _HEADER.fullmatch(text.lstrip().split("\n", 1)[0].strip()) is not None


def parse_psq(
    text: str, *, rule: str | Rule | None = None, problems: list[str] | None = None
) -> Tree:
    """Return the game of a PSQ file under `rule`, by default freestyle.

    What cannot be played is an error; with a list of `problems` the game ends before it.
    """
    lines = text.strip().splitlines()[:_LONGEST]
    header = _HEADER.fullmatch(lines[0].strip()) if lines else None
    if header is None or header[1] != header[2]:
        raise InvalidText(
            "bad-psq",
            "{line!r} is not the first line of a PSQ file; it says 'Piskvorky 15x15, 11:11, 0'",
            line=excerpt(lines[0]) if lines else "",
        )
    size = check_size(int(header[1]))
    tree = Tree(Setup(size, find_rule("freestyle" if rule is None else rule)))
    end = _read_moves(tree, lines, problems)
    _read_names(tree, lines[end:])
    return tree


def format_psq(tree: Tree) -> str:
    """Return the PSQ file of the main line; lines end as Piskvork ends them."""
    setup, node = tree.setup, tree.root
    moves = [step.move for step in tree.main_line()]
    if setup != Setup(setup.size, setup.rule) or any(
        isinstance(move, Choice) or move == PASS for move in moves
    ):
        raise InvalidText(
            "psq-cannot",
            "a PSQ file holds only stones played in turn from the empty board; write SGF instead",
        )
    lines = [f"Piskvorky {setup.size}x{setup.size}, 11:11, 0"]
    for node in tree.main_line():
        assert isinstance(node.move, Point)
        taken = node.extras.get(MILLISECONDS, ("0",))[0]
        lines.append(f"{node.move.x + 1},{node.move.y + 1},{taken}")
    names = [" ".join(tree.info.get(side, "").split()) for side in ("black", "white")]
    if all(names):
        lines += [*names, "-1"]
    return "\r\n".join(lines) + "\r\n"


def _read_moves(tree: Tree, lines: list[str], problems: list[str] | None) -> int:
    """Play the moves and return the number of the first line that is none."""
    node, size = tree.root, tree.setup.size
    for number, line in enumerate(lines[1:], 1):
        match = _MOVE.fullmatch(line)
        if match is None:
            return number
        try:
            node = tree.add(node, _point(match, size))
        except TengenError as error:
            told = located(error, "at move {number}", number=number)
            if problems is None:
                raise told from None
            problems.append(str(told))
            return len(lines)
        if match[3] and int(match[3]):
            node.extras[MILLISECONDS] = (str(int(match[3])),)
    return len(lines)


def _point(match: re.Match[str], size: int) -> Point:
    point = Point(int(match[1]) - 1, int(match[2]) - 1)
    if not (0 <= point.x < size and 0 <= point.y < size):
        raise InvalidText(
            "off-board",
            "{text!r} is off the board; {size}x{size} has 1,1 to {size},{size}",
            text=f"{match[1]},{match[2]}",
            size=size,
        )
    return point


def _read_names(tree: Tree, lines: list[str]) -> None:
    names = [line.strip() for line in lines if line.strip()]
    if len(names) >= 2 and not re.fullmatch("-?[0-9]+", names[0]):
        tree.info |= {"black": names[0], "white": names[1]}
        for line in names[2:]:
            if match := _RESULT.fullmatch(line):
                tree.info["result"] = {"0": "0", "1": "B+", "2": "W+"}[match[1]]
                tree.info["event"] = match[2].strip()
