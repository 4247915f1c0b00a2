"""What several commands accept, declared once."""

from typing import Annotated, Final

import typer

from tengen.core.game import Game
from tengen.core.geometry import MAX_SIZE, MIN_SIZE
from tengen.core.limits import Limit
from tengen.core.rules import RULES
from tengen.notation.position import read_position
from tengen.options import Option

SIZE: Final = Option("size", int, 15, MIN_SIZE, MAX_SIZE, help="lines a side")
SIZE_HELP: Final = f"Lines a side, {MIN_SIZE} to {MAX_SIZE}."
RULE_HELP: Final = f"{', '.join(RULES)}."


POSITION_HELP: Final = (
    "POSITION is moves like h8i9g7, a set-up like rule:renju_black:h8_turn:white, a diagram, an "
    "SGF, PSQ or RIF record, the path of a file with one of these, or - for standard input."
)

SizeOption = Annotated[str | None, typer.Option(metavar="N", help=SIZE_HELP)]
RuleOption = Annotated[str | None, typer.Option(metavar="RULE", help=RULE_HELP)]
SecondsOption = Annotated[str | None, typer.Option(metavar="S", help="Seconds to think.")]
NodesOption = Annotated[str | None, typer.Option(metavar="N", help="Positions to look at.")]
DepthOption = Annotated[str | None, typer.Option(metavar="D", help="Moves to look ahead.")]

_SECONDS: Final = Option("seconds", float, None)
_NODES: Final = Option("nodes", int, None)
_DEPTH: Final = Option("depth", int, None)


def read_game(position: str, size: str | None, rule: str | None) -> Game:
    """Return the game that the arguments of a command describe."""
    return read_position(position, size=None if size is None else read_size(size), rule=rule)


def read_limit(
    seconds: str | None, nodes: str | None, depth: str | None, default: float | None
) -> Limit:
    """Return the limit that was given, or `default` seconds; None lets a bot end by itself."""
    if seconds is nodes is depth is None:
        return Limit(turn=default)
    turn = _SECONDS.read(seconds)
    assert turn is None or isinstance(turn, float)
    return Limit(
        turn=turn,
        nodes=None if nodes is None else read_number(_NODES, nodes),
        depth=None if depth is None else read_number(_DEPTH, depth),
    )


def read_number(option: Option, text: str) -> int:
    """Return the number that `text` says; typer would refuse a wrong one without quoting it."""
    number = option.read(text)
    assert isinstance(number, int)
    return number


def read_size(text: str) -> int:
    """Return the size that `text` says."""
    return read_number(SIZE, text)
