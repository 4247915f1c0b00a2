"""Play in the terminal: an app of boards and keys, or lines of text where there is no terminal."""

import sys
from collections.abc import Callable
from importlib.util import find_spec

from tengen.bots import Bot, find_bot
from tengen.core.game import Game
from tengen.core.openings import Seat
from tengen.errors import NotAvailable, StoreError
from tengen.session.session import Session
from tengen.session.start import Start
from tengen.ui.terminal._stdio import converse, wants_color
from tengen.ui.terminal.line import LineSession

__all__ = ["LineSession", "run"]


def run(start: Start) -> None:
    """Play until the person leaves or the input ends."""
    if start.plain or find_spec("textual") is None:
        wishes = start.wishes
        _run_lines(wishes.game(), find_bot(wishes.bot), wishes.seat)
    else:
        _run_app(start)


def _run_lines(game: Game, bot: Bot, seat: Seat) -> None:
    converse(LineSession(game, bot, seat, color=wants_color(sys.stdout)), sys.stdin, sys.stdout)


def _run_app(start: Start) -> None:
    from tengen.ui.terminal._typed import read_any_bytes
    from tengen.ui.terminal.app import TerminalApp
    from tengen.ui.terminal.signs import find_signs

    made: list[Session] = []

    def make_session(wake: Callable[[], None]) -> Session:
        made.append(_make_session(start, wake))
        return made[0]

    read_any_bytes()
    signs = find_signs(start.stones, encoding=sys.stdout.encoding or "ascii")
    try:
        app = TerminalApp(make_session, signs, is_asked=start.is_asked)
        wants_lines = app.run()
    finally:
        for session in made:
            session.close()
    if wants_lines and made:
        session = made[0]
        _run_lines(session.game.copy(), find_bot(session.bot), session.seat)


def _make_session(start: Start, wake: Callable[[], None]) -> Session:
    from tengen.session.archive import Archive

    try:
        archive = Archive.open(start.store)
    except (StoreError, NotAvailable) as error:
        if start.store is not None:
            raise
        session = Session(start.wishes, wake=wake)
        session.note = f"Games are not being saved: {error}"
        return session
    return Session(start.wishes, archive=archive, wake=wake)
