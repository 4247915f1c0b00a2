"""How a program starts and ends."""

import re
from typing import Final

from tengen.core.game import Game
from tengen.core.geometry import Point, is_on_board
from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Group, blaming, blocked, check, failed
from tengen.hosts.gomocup.compliance.session import QUICK, Session, infos, read_ok
from tengen.hosts.gomocup.wire import Word, format_point

_SLOW_START: Final = 1.0  # Seconds for START that nobody minds.
_ABOUT: Final = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


@check(Group.START)
def start(session: Session) -> None:
    """`START` with the chosen size is answered with `OK`.

    Piskvork wants nothing else on the line, some managers want capitals. Slow starts, of more
    than a second, are charged to the time of the whole game.
    """
    _start(session, session.settings.size)


@check(Group.START)
def start_20(session: Session) -> None:
    """`START 20` is answered with `OK`: every program must know the board of 20x20."""
    _start(session, 20)


def _start(session: Session, size: int) -> None:
    expected = f"OK in answer to START {size}"
    mend = "print OK, and nothing else, when you have read START"
    text = session.start(size, wants=str, expected=expected, mend=mend)
    session.note(f"{text[:20]} after {session.took:.2f} s")
    if text.upper() != Word.OK:
        raise failed(expected, f"{text[:80]!r} came", mend)
    if text != Word.OK:
        session.warn(expected, f"{text!r} came", "write it in capitals, as some managers want it")
    if session.took > _SLOW_START:
        came = f"it took {session.took:.1f} s"
        session.warn(f"{expected} within a second", came, "load what is large while you think")


@check(Group.START)
def flush(session: Session) -> None:
    """Every answer comes before the next question is asked.

    Output that goes into a pipe is kept back by most languages until there is much of it. A
    program that plays well on a terminal then says nothing at all to a manager.
    """
    session.open()
    lines = [f"START {session.settings.size}", "BEGIN"]
    for line in lines:
        try:
            session.ask(line, wants=str, expected=f"an answer to {line}", mend="")
        except BotFault as fault:
            if fault.arguments.get("cause") == "unflushed":
                raise
            raise blocked(f"{line} is not answered at all") from None


@check(Group.START)
def about(session: Session) -> None:
    """`ABOUT` is answered with one line that says what the program is.

    It looks like `name="mine", version="1.0", author="me", country="Japan"`.
    """
    session.ready()
    example = 'name="mine", version="1.0", author="me", country="Japan"'
    expected, mend = "one line like the example in answer to ABOUT", f"print {example}"
    found = session.ask("ABOUT", wants=_read_about, expected=expected, mend=mend)
    session.note(" ".join(found[key] for key in ("name", "version") if key in found)[:60])
    missing = [key for key in ("version", "author", "country") if key not in found]
    if missing:
        session.warn(expected, f"there is no {' and no '.join(missing)}", mend)


def _read_about(text: str) -> dict[str, str] | None:
    found = dict(_ABOUT.findall(text))
    return found if found.get("name") else None


@check(Group.START)
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


@check(Group.START)
def end(session: Session) -> None:
    """`END` ends the program within a second, and nothing is printed after it."""
    session.move(session.ready(), "BEGIN")
    before = len(session.strays)
    _leave(session, session.send("END"), "END", "leave the program at once when you read END")
    if said := session.strays[before:]:
        came = f"{said[0][:80]!r} came"
        session.warn("nothing to be printed after END", came, "just leave the program")
    if session.status:
        came = f"the status is {session.status}"
        session.warn("exit status 0 after END", came, "look whether it crashes on its way out")


@check(Group.START)
def end_of_input(session: Session) -> None:
    """The program ends when its input ends, because then the manager is gone.

    Otherwise it stays behind, mostly reading nothing again and again as fast as it can.
    """
    session.move(session.ready(), "BEGIN")
    mend = "treat the end of the input like END"
    _leave(session, session.end_input(), "the end of its input", mend)


def _leave(session: Session, since: float, event: str, mend: str) -> None:
    seconds = session.settings.tolerance
    took = session.wait_for_exit(since, seconds)
    if took is None:
        expected = f"the program to end within {seconds:.3g} s after {event}"
        raise failed(expected, "it runs on", mend)
    session.note(f"gone after {took:.2f} s")


@check(Group.START)
def children(session: Session) -> None:
    """No process that the program has started is left when it has ended."""
    session.move(session.ready(), "BEGIN")
    since = session.send("END")
    session.end_input()
    if session.wait_for_exit(since, session.settings.tolerance) is None:
        raise blocked("the program itself does not end")
    if left := session.leftovers(session.settings.tolerance):
        came = f"{len(left)} remained: {', '.join(left[:5])}"
        raise failed("no process to be left", came, "end what you start before you leave")
