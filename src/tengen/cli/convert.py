"""`tengen convert`: positions and games from one format to another, pictures included."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from tengen.cli._app import app
from tengen.cli._arguments import RuleOption, SizeOption, read_number, read_size
from tengen.cli._output import write_output
from tengen.core.setup import Setup
from tengen.core.tree import Tree
from tengen.errors import InvalidText
from tengen.options import Option
from tengen.registry import nearest

_HELP = """Turn a position or a game into another format.

IN is anything that other commands take for a position: an SGF, PSQ or RIF file, a RenLib library,
moves like h8i9g7, a set-up string, a diagram, or - for standard input. OUT is a file whose ending
says the format, or - for standard output with --to.

sgf keeps everything, variations included; psq the moves of the main line; pos the moves, rows
counted from the bottom (pos-top: from the top); setup a line with stones and moves; txt a diagram;
svg, png and gif are pictures of the last position, the gif of all of them.
"""

_WIDTH: Final = Option("width", int, 800, 16, 8192)
_MOVE: Final = Option("move", int, None, 0, 1_000_000)


@dataclass(frozen=True)
class _Look:
    """How pictures look."""

    theme: str
    width: int
    numbers: bool


@app.command(help=_HELP, epilog="Example: tengen convert game.sgf game.png --numbers")
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="What to read.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="What to write.")],
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="If the ending does not say it.")
    ] = None,
    move: Annotated[
        str | None, typer.Option(metavar="N", help="Only the first so many moves.")
    ] = None,
    theme: Annotated[
        str, typer.Option(metavar="NAME", help="Of pictures: light, dark or contrast.")
    ] = "light",
    width: Annotated[str, typer.Option(metavar="PIXELS", help="Of pictures.")] = "800",
    numbers: Annotated[bool, typer.Option("--numbers", help="Number the stones.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    size: SizeOption = None,
    rule: RuleOption = None,
) -> None:
    """Read, and write in another format."""
    from tengen.notation.position import read_tree

    write = _writer(to, target)
    look = _Look(theme, read_number(_WIDTH, width), numbers)
    last = None if move is None else read_number(_MOVE, move)
    problems: list[str] = []
    asked = None if size is None else read_size(size)
    tree = read_tree(source, size=asked, rule=rule, problems=problems)
    for problem in problems:
        typer.echo(f"tengen: left out: {problem}", err=True)
    data = write(tree if last is None else _cut(tree, last), look)
    write_output(None if target == "-" else Path(target), data, force)


def _cut(tree: Tree, last: int) -> Tree:
    """Return the first moves of the main line."""
    line = tree.main_line()[:last]
    cut = Tree.of_game(tree.game(line[-1] if line else tree.root))
    cut.info = {name: value for name, value in tree.info.items() if name != "result"}
    return cut


def _writer(to: str | None, target: str) -> Callable[[Tree, _Look], bytes]:
    name = (to or Path(target).suffix.removeprefix(".")).lower()
    if name in _WRITERS:
        return _WRITERS[name]
    if not name:
        raise InvalidText(
            "no-format",
            "{target!r} does not say in which format to write; give --to, one of {known}",
            target=target,
            known=", ".join(_WRITERS),
        )
    raise InvalidText(
        "unknown-format",
        "there is no format {name!r} to write; did you mean {near}?",
        name=name,
        near=nearest(name, _WRITERS),
    )


def _sgf(tree: Tree, _look: _Look) -> bytes:
    from tengen.notation.sgf import format_sgf

    return format_sgf(tree).encode()


def _psq(tree: Tree, _look: _Look) -> bytes:
    from tengen.notation.psq import format_psq

    return format_psq(tree).encode()


def _pos(tree: Tree, _look: _Look, dialect: str = "house") -> bytes:
    from tengen.core.geometry import PASS, Point
    from tengen.notation.pos import format_pos

    game = tree.game()
    points = [move for move in game.moves if isinstance(move, Point) and move != PASS]
    empty = Setup(game.size, game.rule)
    if game.setup != empty or len(points) != len(game.moves):
        raise InvalidText(
            "pos-cannot",
            "moves alone cannot say this position; write a set-up string or SGF instead",
        )
    return (format_pos(points, game.size, dialect) + "\n").encode()


def _pos_top(tree: Tree, look: _Look) -> bytes:
    return _pos(tree, look, "pos-top")


def _setup(tree: Tree, _look: _Look) -> bytes:
    from tengen.notation.position import format_position

    return (format_position(tree.game()) + "\n").encode()


def _diagram(tree: Tree, _look: _Look) -> bytes:
    from tengen.notation.diagram import format_diagram

    return (format_diagram(tree.game()) + "\n").encode()


def _svg(tree: Tree, look: _Look) -> bytes:
    from tengen.picture.record import tree_scene
    from tengen.picture.svg import scene_svg

    scene = tree_scene(tree, numbers=look.numbers)
    return scene_svg(scene, theme=look.theme, width=look.width).encode()


def _png(tree: Tree, look: _Look) -> bytes:
    from tengen.picture.png import scene_png
    from tengen.picture.record import tree_scene

    scene = tree_scene(tree, numbers=look.numbers)
    return scene_png(scene, theme=look.theme, width=look.width)


def _gif(tree: Tree, look: _Look) -> bytes:
    from tengen.picture.gif import tree_gif

    return tree_gif(tree, theme=look.theme, width=look.width, numbers=look.numbers)


_WRITERS: Final[dict[str, Callable[[Tree, _Look], bytes]]] = {
    "sgf": _sgf,
    "psq": _psq,
    "pos": _pos,
    "pos-top": _pos_top,
    "setup": _setup,
    "txt": _diagram,
    "svg": _svg,
    "png": _png,
    "gif": _gif,
}
