"""A refereed game as a game tree with its facts: what is exported, downloaded and analysed."""

import time
from typing import Final

from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.core.tree import Tree
from tengen.play.ending import Ending
from tengen.play.event import MovePlayed, Undone
from tengen.play.referee import Referee

MILLISECONDS: Final = "TGM"
"""The extra of a node that holds how long its move took; SGF and PSQ files carry it."""

_HOW: Final = {Ending.RESIGNATION: "R", Ending.TIMEOUT: "T"}


def record(referee: Referee, names: dict[Seat, str], started_at: float | None = None) -> Tree:
    """Return the tree of a game: its moves with their times, who played, and the result."""
    tree = Tree.of_game(referee.game)
    played = _moves_that_stand(referee)
    nodes = tree.main_line()
    for node, event in zip(nodes[len(nodes) - len(played) :], played, strict=True):
        if milliseconds := round(1000 * event.seconds):
            node.extras[MILLISECONDS] = (str(milliseconds),)
    for seat in Seat:
        color = referee.color(seat)
        tree.info[("black", "white")[seat] if color is None else str(color)] = names[seat]
    if started_at is not None:
        tree.info["date"] = time.strftime("%Y-%m-%d", time.gmtime(started_at))
    if result := _result(referee):
        tree.info["result"] = result
    return tree


def _moves_that_stand(referee: Referee) -> list[MovePlayed]:
    stand: list[MovePlayed] = []
    for event in referee.events:
        if isinstance(event, MovePlayed):
            stand.append(event)
        elif isinstance(event, Undone):
            del stand[len(stand) - event.count :]
    return stand


def _result(referee: Referee) -> str:
    """Return `B+`, `W+R`, `0` and the like, as SGF has it; nothing for a game that goes on."""
    ended = referee.result
    if ended is None:
        return ""
    if ended.winner is None:
        return "Void" if ended.ending is Ending.ABORTED else "0"
    side = "B" if referee.color(ended.winner) is Color.BLACK else "W"
    how = _HOW.get(ended.ending, "F" if ended.ending.is_fault else "")
    return f"{side}+{how}"
