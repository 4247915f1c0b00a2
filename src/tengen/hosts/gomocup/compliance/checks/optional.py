"""Commands that a program need not know."""

from typing import Final

from tengen.core.geometry import Point, is_on_board
from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Group, Level, absent, blaming, check, failed
from tengen.hosts.gomocup.compliance.question import turn_lines
from tengen.hosts.gomocup.compliance.session import Session, read_ok, read_point, read_refusal
from tengen.hosts.gomocup.wire import Word, format_point

_BRIEF: Final = 3.0  # Seconds after which a command is taken for one that is not known.


def try_command(session: Session, *lines: str) -> str:
    """Return the answer to a command that a program need not know, or say that it does not."""
    word = lines[0].partition(" ")[0]
    expected, mend = f"an answer to {word}", f"answer UNKNOWN if you do not know {word}"
    seconds = min(session.settings.timeout, _BRIEF)
    try:
        text = session.ask(*lines, wants=str, expected=expected, mend=mend, seconds=seconds)
    except BotFault as fault:
        if fault.arguments.get("cause") != "silent":
            raise
        raise absent("not supported, but silent: UNKNOWN would say so at once") from None
    if read_refusal(text) is not None:
        raise absent(f"not supported: {text[:40]}")
    return text


def try_for_ok(session: Session, line: str) -> None:
    """Send an optional command that is obeyed with OK."""
    text = try_command(session, line)
    if read_ok(text) is None:
        raise failed(f"OK in answer to {line}", f"{text[:80]!r} came", "answer OK, or UNKNOWN")


@check(Group.OPTIONAL, Level.OPTIONAL, needs=("begin", "turn"))
def restart(session: Session) -> None:
    """`RESTART` is answered with `OK` and empties the board. Without it, managers start anew."""
    game = session.ready()
    point = session.move(game, "BEGIN")
    try_for_ok(session, "RESTART")
    game.undo()
    game.push(point)
    with blaming("take all stones from the board when you read RESTART"):
        session.move(game, f"TURN {format_point(point)}")
    session.note("supported")


@check(Group.OPTIONAL, Level.OPTIONAL, needs=("begin", "turn"))
def takeback(session: Session) -> None:
    """`TAKEBACK` is answered with `OK` and takes the last stone from the board."""
    game = session.ready()
    session.move(game, "BEGIN")
    session.move(game, *turn_lines(game))
    point = game.board.last
    for _ in range(2):
        last = game.undo()
        assert isinstance(last, Point)
        try_for_ok(session, f"TAKEBACK {format_point(last)}")
    assert point is not None
    game.push(point)
    with blaming("make the point free again that TAKEBACK names"):
        session.move(game, f"TURN {format_point(point)}")
    session.note("supported")


@check(Group.OPTIONAL, Level.OPTIONAL, needs=("begin",))
def rectstart(session: Session) -> None:
    """`RECTSTART 12,9` is answered with `OK`; then the board has 12 columns and 9 rows."""
    session.ready()
    try_for_ok(session, "RECTSTART 12,9")
    expected, mend = "a point of the board of 12x9", "columns go from 0 to 11, rows from 0 to 8"
    point = session.ask("BEGIN", wants=read_point, expected=expected, mend=mend)
    if not (0 <= point.x < 12 and 0 <= point.y < 9):
        raise failed(expected, f"{format_point(point)} came", mend)
    session.note("supported")


@check(Group.OPTIONAL, Level.OPTIONAL)
def swap2board(session: Session) -> None:
    """`SWAP2BOARD` without stones is answered with three points, as in `7,7 8,7 9,9`.

    With those three stones it is answered with `SWAP`, with one point or with two.
    """
    session.ready()
    text = try_command(session, "SWAP2BOARD", "DONE")
    stones = _points(text, session.settings.size)
    if len(stones) != 3:
        mend = "print them in one line, with a blank between them"
        raise failed("three different points to SWAP2BOARD", f"{text[:80]!r} came", mend)
    session.ready()
    text = session.ask(
        "SWAP2BOARD",
        *map(format_point, stones),
        "DONE",
        wants=_read_choice,
        expected="SWAP, or one or two free points, to SWAP2BOARD with three stones",
        mend="read the stones as x,y, without a colour",
    )
    if {*stones} & {*_points(text, session.settings.size)}:
        raise failed("free points", f"{text[:80]!r} came", "do not repeat the stones you are given")
    session.note(f"supported: {text[:40]}")


def _read_choice(text: str) -> str | None:
    """Return a line that chooses: to swap, or with one stone or two."""
    points = [read_point(word) for word in text.split()]
    return text if text.upper() == Word.SWAP or (len(points) < 3 and None not in points) else None


def _points(text: str, size: int) -> list[Point]:
    """Return the points of a line; none if one of them is off the board or comes twice."""
    points = [read_point(word) for word in text.split()]
    found = [point for point in points if point is not None and is_on_board(point, size)]
    return found if len(set(found)) == len(points) else []
