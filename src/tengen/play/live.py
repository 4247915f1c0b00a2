"""A game under way with those who play it: the referee, who sits where, and whom to ask next.

No I/O and no time of its own, like the referee. A user interface feeds commands and the answers of
a `Pool`, keeps the events, and draws the state:

```python
live = Live.start(Terms(), {Seat.FIRST: person("You"), Seat.SECOND: bot("greedy")}, monotonic())
events = live.handle(Move(Seat.FIRST, "h8"), monotonic())
if (question := live.question(monotonic())) is not None:
    ticket = pool.ask(question.ask)                   # Returns at once.
…
events = live.take(question, ticket.result(), monotonic())    # When `ticket.is_done`.
```

An answer to a question that is no longer due, after an undo for instance, changes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple, Self

from tengen.core.geometry import Color
from tengen.core.limits import Limit
from tengen.core.openings import Play, Seat
from tengen.notation.position import format_position
from tengen.play._plain import Plain
from tengen.play.command import Command, Move, Recover
from tengen.play.event import Event, MovePlayed, Started, Undone
from tengen.play.question import Answer, AskMove, Chosen
from tengen.play.referee import Referee
from tengen.play.terms import Terms


class Kind(StrEnum):
    """What sits on a seat."""

    PERSON = "person"
    BOT = "bot"
    OPEN = "open"
    """Nobody yet."""


@dataclass(frozen=True, slots=True)
class Sitter(Plain):
    """Who sits on a seat."""

    kind: Kind
    name: str
    bot: str = ""
    """What to ask, as `tengen.bots.find_bot` reads it; empty unless it is a bot."""


def person(name: str) -> Sitter:
    """Return a person for a seat."""
    return Sitter(Kind.PERSON, name)


def bot(spec: str) -> Sitter:
    """Return a bot for a seat, named as `tengen.bots.find_bot` reads it."""
    return Sitter(Kind.BOT, spec.partition(":")[0], spec)


class Due(NamedTuple):
    """A question that a bot's turn asks, and the point of the game that it belongs to."""

    turn: int
    seat: Seat
    ask: AskMove


class Live:
    """One game and its sitters. Read what you like; change it by `handle` and `take`."""

    def __init__(self, referee: Referee, sitters: Mapping[Seat, Sitter]) -> None:
        self.referee = referee
        self._sitters = dict(sitters)
        # No two games begin at the same moment, and a game that was kept knows when it began.
        self._seed = Random(referee.events[0].at).getrandbits(32)

    @classmethod
    def start(cls, terms: Terms, sitters: Mapping[Seat, Sitter], now: float) -> Self:
        """Begin a game; seats without a person or bot must be open in the terms."""
        return cls(Referee(terms, now), sitters)

    @classmethod
    def resume(
        cls, events: Iterable[Event], sitters: Mapping[Seat, Sitter], now: float
    ) -> tuple[Self, list[Event]]:
        """Go on with a game that was kept; return it and the event of its coming back, if any."""
        live = cls(Referee.replay(events), sitters)
        if live.referee.result is not None:
            return live, []
        return live, live.handle(Recover(), now)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.referee.events) - 1

    @property
    def turn(self) -> int:
        """The number of the event with which the turn began, by which turns are told apart."""
        kinds = (Started, MovePlayed, Undone)
        events = self.referee.events
        return next(n for n in range(self.seq, -1, -1) if isinstance(events[n], kinds))

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.referee.result is not None

    @property
    def is_settled(self) -> bool:
        """Whether the colours are given out."""
        return self.referee.game.black is not None

    @property
    def is_plain(self) -> bool:
        """Whether stones are put by turns, the opening procedure being over."""
        return isinstance(self.referee.game.stage, Play)

    def sitter(self, seat: Seat) -> Sitter:
        """Return who sits there; nobody, while a seat is open."""
        if (name := self.referee.names.get(seat)) is not None:
            return person(name)
        return self._sitters[seat]

    def color(self, seat: Seat) -> Color:
        """Return the colour of a seat; while none is given out, Black stands for the first."""
        settled = self.referee.color(seat)
        if settled is not None:
            return settled
        return Color.BLACK if seat is Seat.FIRST else Color.WHITE

    def seat(self, color: Color) -> Seat:
        """Return the seat that `color` says it is of."""
        return next(seat for seat in Seat if self.color(seat) is color)

    def handle(self, command: Command, now: float) -> list[Event]:
        """Return what happens; a single Refused means that nothing does."""
        return self.referee.handle(command, now)

    def question(self, now: float) -> Due | None:
        """Return what is to be asked now, if a bot must act."""
        referee = self.referee
        if self.is_over or referee.paused is not None or referee.open:
            return None
        seat = referee.game.seat
        sitter = self.sitter(seat)
        if sitter.kind is not Kind.BOT:
            return None
        limit = referee.limit(seat, now)
        ask = AskMove(sitter.bot, format_position(referee.game), limit, self._seed)
        return Due(self.turn, seat, ask)

    def take(self, due: Due, answer: Answer, now: float) -> list[Event]:
        """Play a bot's answer; one that comes too late to matter is dropped."""
        if due.turn != self.turn or not isinstance(answer, Chosen):
            return []
        move = Move(due.seat, answer.move, seconds=answer.seconds, info=answer.info)
        return self.handle(move, now)


def unlimited(limit: Limit) -> bool:
    """Say whether no clock runs under this limit."""
    return limit.turn is None and limit.match is None
