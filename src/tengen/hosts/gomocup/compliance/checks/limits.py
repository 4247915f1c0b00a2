"""Time, memory and the processor."""

from time import sleep
from typing import Final

from tengen.hosts.gomocup.compliance.check import Group, Level, blaming, check, failed
from tengen.hosts.gomocup.compliance.question import board_lines, middle_game, turn_lines
from tengen.hosts.gomocup.compliance.session import MEMORY, Session

_PUNCTUAL: Final = 0.1  # Seconds by which pipes and a busy machine may make a move late.
_AT_ONCE: Final = 0.5  # Seconds for a move that shall be made as fast as possible.
_IDLE: Final = 1.0  # Seconds of doing nothing,
_IDLE_SHARE: Final = 0.2  # and how much of them the processor may work all the same.
_MB: Final = 1024 * 1024


@check(Group.TIME, needs=("board-even", "turn"))
def time_1000(session: Session) -> None:
    """With `INFO timeout_turn 1000` no move takes more than a second.

    A move that is late by more than the tolerance loses the game. Piskvork's is a second, and
    other managers have others; so a move that is late by less is a warning.
    """
    _timed(session, turn=1.0, limit=1.0)


@check(Group.TIME, needs=("board-even", "turn"))
def time_200(session: Session) -> None:
    """With `INFO timeout_turn 200` no move takes more than 0.2 seconds, plus the tolerance."""
    _timed(session, turn=0.2, limit=0.2)


@check(Group.TIME, needs=("board-even", "turn"))
def time_0(session: Session) -> None:
    """With `INFO timeout_turn 0` moves are made as fast as possible; it is not "no limit"."""
    _timed(session, turn=0.0, limit=0.0, late=_AT_ONCE)


@check(Group.TIME, needs=("board-even", "turn"))
def time_left(session: Session) -> None:
    """With `INFO time_left 300` the move takes no more than 0.3 seconds, plus the tolerance.

    The time for one move, two seconds here, is no reason to spend more than there is.
    """
    _timed(session, turn=2.0, limit=0.3, left=0.3)


def _timed(
    session: Session,
    *,
    turn: float,
    limit: float,
    left: float | None = None,
    late: float = _PUNCTUAL,
) -> None:
    game = middle_game(session.ready(turn=turn, left=left))
    tolerance = session.settings.tolerance
    wait = limit + tolerance + session.settings.timeout
    mend = "look at the clock while you think, and stop a little before the limit"
    with blaming(mend, cause="silent"):
        session.move(game, *board_lines(game), seconds=wait)
        taken = [session.took]
        if left is None:
            session.move(game, *turn_lines(game), seconds=wait)
            taken.append(session.took)
    session.note(" and ".join(f"{took:.2f} s" for took in taken) + f" of {limit:g} s")
    over = max(taken) - limit
    expected, came = f"a move within {limit:g} s", f"it took {max(taken):.2f} s"
    if over > tolerance:
        raise failed(f"{expected} and a tolerance of {tolerance:g} s", came, mend)
    if over > late:
        session.warn(expected, came, f"{mend}, because not every manager forgives")


@check(Group.TIME, needs=("board-even", "turn"))
def memory(session: Session) -> None:
    """The program and all it starts need no more than the 350 MB that Gomocup allows."""
    game = middle_game(session.ready(turn=1.0))
    session.move(game, *board_lines(game))
    session.move(game, *turn_lines(game))
    used = session.usage().memory
    session.note(f"{used / _MB:.0f} MB of {MEMORY / _MB:.0f} MB")
    if used > MEMORY:
        mend = "make your tables smaller: INFO max_memory says how many bytes there are for all"
        raise failed(f"no more than {MEMORY / _MB:.0f} MB", f"it needed {used / _MB:.0f} MB", mend)


@check(Group.TIME, Level.ADVISORY, needs=("begin",))
def idle(session: Session) -> None:
    """While it waits for a command the program does not use the processor.

    On the opponent's turn the processor is the opponent's.
    """
    session.move(session.ready(), "BEGIN")
    before = session.usage().seconds
    sleep(_IDLE)
    used = session.usage().seconds - before
    session.note(f"{used:.2f} s of the processor in {_IDLE:g} s")
    if used > _IDLE_SHARE * _IDLE:
        mend = (
            "wait for input by reading a line, not by asking again and again whether there is one"
        )
        session.warn("the processor to rest", f"it worked {used:.2f} of {_IDLE:g} s", mend)
