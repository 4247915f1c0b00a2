"""Whole games, and a second game in the same process."""

from collections.abc import Sequence

from tengen.core.game import Game
from tengen.core.geometry import Color, Point, is_on_board
from tengen.hosts.gomocup.compliance.check import Group, blaming, check
from tengen.hosts.gomocup.compliance.question import duel, turn_lines
from tengen.hosts.gomocup.compliance.session import QUICK, Session, infos, read_ok
from tengen.hosts.gomocup.wire import format_point


@check(Group.GAMES, needs=("begin", "turn"))
def game(session: Session) -> None:
    """A whole game against `random` on the chosen size, in which the program begins."""
    played = session.ready()
    _whole(session, played, ["BEGIN"], Color.BLACK)


@check(Group.GAMES, needs=("start-20", "turn"))
def game_20(session: Session) -> None:
    """A whole game against `random` on 20x20, in which the opponent begins."""
    played = session.ready(20)
    _whole(session, played, turn_lines(played), Color.WHITE)


def _whole(session: Session, played: Game, lines: Sequence[str], color: Color) -> None:
    duel(session, played, lines, played.size**2)
    if (outcome := played.outcome()) is not None:
        ending = {color: "won", None: "drawn"}.get(outcome.winner, "lost")
        session.note(f"{ending} after {len(played.moves)} moves")


@check(Group.GAMES, needs=("start-20", "begin", "turn"))
def start_again(session: Session) -> None:
    """A second `START`, with another size, begins a new game on an empty board."""
    game = session.ready()
    point = session.move(game, "BEGIN")
    other = 20 if game.size < 20 else 15
    point = point if is_on_board(point, other) else Point(7, 7)
    with blaming("forget the old size and all stones when you read START"):
        expected = f"OK in answer to a second START, with {other}"
        session.ask(f"START {other}", wants=read_ok, expected=expected, mend="")
        session.send(*infos(game.rule, QUICK))
        game = Game(other, game.rule)
        game.push(point)
        session.move(game, f"TURN {format_point(point)}")
