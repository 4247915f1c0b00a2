"""What else a program must put up with, and what it must not say."""

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from tengen.core.game import Game
from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Group, Level, blaming, check, failed
from tengen.hosts.gomocup.compliance.question import (
    board_lines,
    converse,
    duel,
    quiet_game,
    turn_lines,
)
from tengen.hosts.gomocup.compliance.session import (
    QUICK,
    Session,
    infos,
    read_ok,
    read_point,
    read_refusal,
)
from tengen.hosts.gomocup.wire import Key, Word

_HASTY_TURNS: Final = 12


@check(Group.MANNERS, needs=("begin",))
def info(session: Session) -> None:
    """`INFO` is never answered, with any key of the protocol.

    An answer would be taken for the next move. Keys that mean nothing to the program are ignored.
    """
    game = session.ready()
    lines = [
        *infos(game.rule, QUICK),
        f"INFO {Key.EVALUATE} 0,0",
        f"INFO {Key.FOLDER} {tempfile.gettempdir()}",
    ]
    _unanswered(session, game, lines)


@check(Group.MANNERS, needs=("begin",))
def info_unknown(session: Session) -> None:
    """`INFO` with an unknown key is not answered either: every manager has keys of its own."""
    _unanswered(session, session.ready(), ["INFO tengen_check 1"])


def _unanswered(session: Session, game: Game, lines: Sequence[str]) -> None:
    session.move(game, *lines, "BEGIN")
    if session.strays:
        came = f"{session.strays[0][:80]!r} came"
        mend = "read INFO and print nothing, or a line that begins with MESSAGE or DEBUG"
        raise failed("no answer to INFO", came, mend)


@check(Group.MANNERS)
def chatter(session: Session) -> None:
    """Besides answers there are only lines that begin with `MESSAGE` or `DEBUG` and a space.

    Piskvork takes any other line for the answer, though other managers pass over it.
    """
    converse(session)
    if said := [text for text in session.strays if read_refusal(text) is None]:
        came = f"{said[0][:80]!r} came"
        mend = "print nothing but answers, or put MESSAGE before what people shall read"
        raise failed("only answers, MESSAGE and DEBUG", came, mend)


@check(Group.MANNERS)
def stderr(session: Session) -> None:
    """Nothing is written to stderr: Piskvork mixes it into the answers."""
    converse(session)
    with suppress(BotFault):
        session.wait_for_exit(session.send("END"), session.settings.tolerance)
    if said := session.stderr:
        mend = "write to a file, or to standard output after DEBUG; turn warnings off"
        raise failed("nothing on stderr", f"{said[-1][:80]!r} came", mend)


@check(Group.MANNERS, needs=("board-even", "turn"))
def crlf(session: Session) -> None:
    """Commands may end with CR LF, as Piskvork sends them; all other checks send LF alone."""
    game = quiet_game(session.ready(), 2)
    session.open("\r\n")
    with blaming("strip CR from the end of every line: DONE and CR is DONE"):
        expected = "OK in answer to START and CR LF"
        session.ask(f"START {game.size}", wants=read_ok, expected=expected, mend="")
        session.move(game, *infos(game.rule, QUICK), *board_lines(game))
        session.move(game, *turn_lines(game))


@check(Group.MANNERS, needs=("begin",))
def unknown(session: Session) -> None:
    """A command that the program does not know is answered with `UNKNOWN`, and it lives on."""
    game = session.ready()
    expected = "UNKNOWN in answer to FROBNICATE, which is no command"
    mend = "answer every line that you do not understand with UNKNOWN"
    text = session.ask("FROBNICATE", wants=read_refusal, expected=expected, mend=mend)
    if not text.upper().startswith(Word.UNKNOWN):
        why = "ERROR is for commands that you know and cannot obey"
        session.warn(expected, f"{text[:80]!r} came", f"{mend}; {why}")
    with blaming("go on after UNKNOWN as if nothing had been said"):
        session.move(game, "BEGIN")


@check(Group.MANNERS, needs=("turn",))
def bad_point(session: Session) -> None:
    """A point off the board, and one that is none, are answered with `ERROR`; it lives on."""
    game = session.ready()
    mend = "check what follows TURN before you use it, and answer ERROR if it is no free point"
    for bad in ("99,99", "-1,0", "x,y"):
        expected = f"ERROR in answer to TURN {bad}"
        text = session.ask(f"TURN {bad}", wants=_read_reply, expected=expected, mend=mend)
        if read_refusal(text) is None:
            raise failed(expected, f"{text[:80]!r} came", mend)
        if not text.upper().startswith(Word.ERROR):
            session.warn(expected, f"{text[:80]!r} came", "UNKNOWN is for unknown commands")
    with blaming("go on after ERROR as if nothing had been said"):
        session.move(game, *turn_lines(game))


def _read_reply(text: str) -> str | None:
    """Return a line that is a move or a refusal."""
    return read_refusal(text) or (text if read_point(text) else None)


@check(Group.MANNERS, Level.ADVISORY, needs=("turn",))
def haste(session: Session) -> None:
    """The next command may come right after an answer.

    A program that thinks in one thread and reads in another must not lose what it reads before
    the first has come to rest. All other checks wait a little before they go on.
    """
    session.breath = 0.0
    game = session.ready()
    mend = "be ready to read before you print the move, or let one thread do both"
    with blaming(mend):
        duel(session, game, turn_lines(game), _HASTY_TURNS)


@check(Group.MANNERS, Level.ADVISORY, needs=("begin", "turn"))
def lower_case(session: Session) -> None:
    """Commands may be written in small letters."""
    game = session.ready()
    session.open()
    with blaming("turn every command into capitals before you compare it"):
        expected = f"OK in answer to start {game.size}"
        session.ask(f"start {game.size}", wants=read_ok, expected=expected, mend="")
        session.move(game, *(line.lower() for line in infos(game.rule, QUICK)), "begin")
        session.move(game, *(line.lower() for line in turn_lines(game)))


@check(Group.MANNERS, Level.ADVISORY, needs=("begin", "turn"))
def empty_lines(session: Session) -> None:
    """Empty lines between the commands are passed over, without an answer."""
    game = session.ready()
    with blaming("pass over lines that are empty"):
        session.move(game, "", "BEGIN")
        session.move(game, "", "", *turn_lines(game))
    if session.strays:
        came = f"{session.strays[0][:80]!r} came"
        raise failed("no answer to an empty line", came, "pass over lines that are empty")
