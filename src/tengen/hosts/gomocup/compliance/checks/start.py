"""How a program starts, and what it says of itself."""

import re
from typing import Final

from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.check import Group, blocked, check, failed
from tengen.hosts.gomocup.compliance.session import Session
from tengen.hosts.gomocup.wire import Word

_SLOW_START: Final = 1.0  # Seconds for START that nobody minds.
_ABOUT: Final = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


@check(Group.START, needs=())
def start(session: Session) -> None:
    """`START` with the chosen size is answered with `OK`.

    Piskvork wants nothing else on the line, other managers want capitals. More than a second is
    a warning: it is charged to the time of the whole game.
    """
    _start(session, session.settings.size)


@check(Group.START, needs=())
def start_20(session: Session) -> None:
    """`START 20` is answered with `OK`: every program must know the board of 20x20."""
    _start(session, 20)


def _start(session: Session, size: int) -> None:
    expected = f"OK in answer to START {size}"
    mend = "print OK, and nothing else, when you have read START"
    session.open()
    text = session.ask(f"START {size}", wants=str, expected=expected, mend=mend)
    session.note(f"{text[:20]} after {session.took:.2f} s")
    # What was printed even before the question would be taken for its answer.
    text = [*session.strays, text][0]
    if text.upper() != Word.OK:
        raise failed(expected, f"{text[:80]!r} came", mend)
    if text != Word.OK:
        session.warn(expected, f"{text!r} came", "write it in capitals, as some managers want it")
    if session.took > _SLOW_START:
        came = f"it took {session.took:.1f} s"
        session.warn(f"{expected} within a second", came, "load what is large while you think")


@check(Group.START, needs=())
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
