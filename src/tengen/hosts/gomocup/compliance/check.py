"""What a check is, what comes out of it, and how it says what is wrong."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tengen.core.rules import Rule
from tengen.errors import BotFault

if TYPE_CHECKING:
    from tengen.hosts.gomocup.compliance.session import Session


class Group(StrEnum):
    """What a check is about; the value is a heading."""

    START = "Start"
    MOVES = "Moves"
    GAMES = "Games"
    TIME = "Time and memory"
    MANNERS = "Manners"
    END = "End"
    SENSE = "Good sense"
    OPTIONAL = "Optional commands"


class Level(StrEnum):
    """How much a check counts."""

    MANDATORY = "mandatory"
    """A manager may give the game to the opponent."""
    ADVISORY = "advisory"
    """It is at most a warning."""
    OPTIONAL = "optional"
    """The program need not know it; if it does and does it wrong, that is a warning."""


class Verdict(StrEnum):
    """What came out of a check."""

    PASS = "pass"  # noqa: S105 - No password.
    WARN = "warn"
    FAIL = "fail"
    ABSENT = "absent"
    """Not supported, or it does not apply."""
    SKIP = "skip"
    """It could not be made, because something else is wrong."""


class Problem(NamedTuple):
    """What is wrong, in three parts of one sentence."""

    expected: str
    came: str
    mend: str

    def __str__(self) -> str:
        return f"Expected {self.expected}, but {self.came}; {self.mend}."


class Entry(NamedTuple):
    """One line of a transcript."""

    at: float
    """Seconds since the check began."""
    sigil: str
    """`>` sent, `<` received, `!` from stderr, which has no times, `#` what happened otherwise."""
    text: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What the checks use wherever the protocol leaves a choice."""

    rule: Rule
    size: int = 15
    timeout: float = 10.0
    """Seconds after which an answer is not waited for any longer."""
    tolerance: float = 1.0
    """Seconds by which a limit may be overrun, and within which END must be obeyed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check."""

    name: str
    group: Group
    level: Level
    explanation: str
    """What it asks and why, in some sentences on one line: the function's docstring."""
    needs: tuple[str, ...]
    """The checks that must have passed before this one says anything."""
    run: Callable[["Session"], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of one check."""

    check: Check
    verdict: Verdict
    seconds: float
    note: str
    """What was seen, in some words; perhaps empty."""
    problems: tuple[Problem, ...]
    transcript: tuple[Entry, ...]

    @property
    def is_good(self) -> bool:
        """Whether the program may be said to comply, as far as this check can tell."""
        return self.check.level is not Level.MANDATORY or self.verdict not in (
            Verdict.FAIL,
            Verdict.SKIP,
        )

    def describe(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "name": self.check.name,
            "group": str(self.check.group),
            "level": str(self.check.level),
            "verdict": str(self.verdict),
            "seconds": round(self.seconds, 3),
            "note": self.note,
            "problems": [problem._asdict() for problem in self.problems],
            "transcript": [[round(e.at, 4), e.sigil, e.text] for e in self.transcript],
        }


def check(
    group: Group, level: Level = Level.MANDATORY, *, needs: tuple[str, ...] = ("start",)
) -> Callable[[Callable[["Session"], None]], Check]:
    """Make a function a check; its name and its docstring become those of the check."""

    def make(run: Callable[["Session"], None]) -> Check:
        explanation = " ".join((inspect.getdoc(run) or "").split())
        return Check(run.__name__.replace("_", "-"), group, level, explanation, needs, run)

    return make


def failed(expected: str, came: str, mend: str, *, cause: str = "") -> BotFault:
    """Return the fault that ends a check: the program does not do what is expected.

    `cause` is the code of the fault that a child process has raised, if it was one.
    """
    return BotFault(
        "check-failed",
        "expected {expected}, but {came}; {mend}",
        expected=expected,
        came=came,
        mend=mend,
        cause=cause,
    )


@contextmanager
def blaming(mend: str, *, cause: str = "") -> Iterator[None]:
    """Let what fails within be mended so; only the check knows what the question was about.

    With a `cause`, only what fails because of it.
    """
    try:
        yield
    except BotFault as fault:
        if fault.code != "check-failed" or cause not in ("", fault.arguments["cause"]):
            raise
        expected, came, why = (str(fault.arguments[k]) for k in ("expected", "came", "cause"))
        raise failed(expected, came, mend, cause=why) from None


def absent(note: str) -> BotFault:
    """Return the fault that ends a check of something that is not there, and need not be."""
    return BotFault("check-absent", "{note}", note=note)


def blocked(note: str) -> BotFault:
    """Return the fault that ends a check that cannot be made."""
    return BotFault("check-blocked", "{note}", note=note)
