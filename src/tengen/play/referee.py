"""The referee of one game. The only place where a game is judged.

A referee has no clock and does no I/O: the host hands it commands and the time, and gets events.
It thinks in two steps that never mix. `_decide` looks at a command and says what happens; `_apply`
is told what happened and is the only one to change anything. So the events are the whole truth:
whoever has kept them can `replay` them, and has the same game again.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any, Self

from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, format_point
from tengen.core.limits import Clock, Limit
from tengen.core.openings import Choice, Seat
from tengen.core.openings import Place as PlaceStage
from tengen.errors import IllegalMove, InvalidText
from tengen.notation.position import parse_position
from tengen.play.command import (
    Abort,
    Answer,
    Command,
    Fault,
    Follow,
    Move,
    Offer,
    OfferKind,
    Pause,
    Place,
    Recover,
    Resign,
    Resume,
    Sit,
    Tick,
    Undo,
)
from tengen.play.ending import BY_REASON, Ending, ending_of_refusal
from tengen.play.event import (
    Answered,
    Ended,
    Event,
    Followed,
    MovePlayed,
    Offered,
    Paused,
    Recovered,
    Refused,
    Resumed,
    Seated,
    Started,
    Undone,
)
from tengen.play.terms import Terms

_LEAST = 0.001  # What a player is told to have left when there is nothing.
_LATE_ABORT = 2  # Moves after which a player may not abort any more.


class Referee:
    """One game under way. Read whatever you like; change it only by `handle`.

    Instants are seconds by any clock of the host that does not go backwards. The clock of the
    seat to move runs from the very start; never more than one runs.
    """

    def __init__(self, terms: Terms, now: float) -> None:
        self.terms = terms
        self.game: Game = parse_position(terms.position)
        """The board and whose turn it is. It is the referee's own: copy it before changing it."""
        if (outcome := self.game.outcome()) is not None:
            raise IllegalMove(
                "game-over",
                "the game is over before it begins: {outcome}",
                outcome=str(outcome),
            )
        self.events: list[Event] = [Started(now, terms)]
        """All that happened, refusals apart; the index of an event is its number for good."""
        self.result: Ended | None = None
        self.offer: Offered | None = None
        """The offer that stands."""
        self.paused: Paused | None = None
        self.rematch = False
        """Whether both players want another game."""
        self.open = set(terms.open)
        """The seats that nobody has taken yet."""
        self.names: dict[Seat, str] = {}
        """What those call themselves who have taken a seat."""
        self.next: str | None = None
        """Where the next game of the same players is."""
        self._clocks = {seat: Clock(terms.limit(seat)) for seat in Seat}
        self._over = dict.fromkeys(Seat, 0.0)
        self.movers: list[Seat] = []
        """Who made each move since the start."""
        self._used = 0.0  # What the turn had taken before it was last interrupted,
        self._since = now  # and since when it goes on.
        self._begin_turn(now)

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Self:
        """Return a referee to whom just this has happened, and nothing else.

        After a stop of the host the next command is `Recover`.
        """
        history = list(events)
        first = history[0] if history else None
        if not isinstance(first, Started):
            raise InvalidText(
                "not-started",
                "the events of a game begin with Started, not with {first!r}",
                first=first,
            )
        referee = cls(first.terms, first.at)
        for event in history[1:]:
            if not isinstance(event, Refused):
                referee._apply(event)
        return referee

    def handle(self, command: Command, now: float) -> list[Event]:
        """Return what happens; a single Refused means that nothing does."""
        events: list[Event] = []
        try:
            # Each event has happened before the next is thought of: a move may end the game.
            for event in self._decide(command, now):
                self._apply(event)
                events.append(event)
        except (IllegalMove, InvalidText) as error:
            assert not events, "a refusal comes before any event"
            return [Refused.of(error, now)]
        return events

    # What can be asked.

    @property
    def deadline(self) -> float | None:
        """The instant from which on a Tick ends the game; None while no limit threatens."""
        stands = self.result is not None or self.paused is not None or bool(self.open)
        if stands or self._allowed == math.inf:
            return None
        return self._since + (self._allowed - self._used) + self.terms.tolerance

    def color(self, seat: Seat) -> Color | None:
        """Return the colour that `seat` has; None while the opening procedure has not said."""
        if self.game.black is None:
            return None
        return Color.BLACK if self.game.black is seat else Color.WHITE

    def limit(self, seat: Seat, now: float) -> Limit:
        """Return what `seat` may spend on a move, with `match` as what its clock has left."""
        limit = self.terms.limit(seat)
        left = self._clocks[seat].match_left(now)
        match = None if left == math.inf else max(left, _LEAST)
        return Limit(limit.turn, match, limit.increment, limit.nodes, limit.depth)

    def clock(self, seat: Seat, now: float) -> dict[str, Any]:
        """Return the clock of `seat` as plain data: seconds, and None for what has no limit.

        `spent` counts finished turns less the increments; `over` is how far limits were overrun.
        """
        clock = self._clocks[seat]
        turn, match = clock.turn_left(now), clock.match_left(now)
        return {
            "spent": clock.spent,
            "over": self._over[seat],
            "turn_left": None if turn == math.inf else turn,
            "match_left": None if match == math.inf else match,
            "is_running": clock.is_running,
        }

    def state(self, now: float) -> dict[str, Any]:
        """Return all that a spectator who has just arrived must know, as plain data."""
        game = self.game
        return {
            "seq": len(self.events) - 1,
            "terms": self.terms.to_dict(),
            "moves": [game.format_move(move) for move in game.moves],
            "seat": str(game.seat),
            "turn": str(game.turn),
            "black": None if game.black is None else str(game.black),
            "choices": [str(choice) for choice in game.choices],
            "clocks": {str(seat): self.clock(seat, now) for seat in Seat},
            "offer": self.offer and self.offer.to_dict(),
            "paused": self.paused and self.paused.to_dict(),
            "result": self.result and self.result.to_dict(),
            "rematch": self.rematch,
            "open": sorted(map(str, self.open)),
            "names": {str(seat): name for seat, name in self.names.items()},
            "next": self.next,
        }

    # What happens. Nothing below changes anything before it yields.

    def _decide(self, command: Command, now: float) -> Iterator[Event]:
        if self.result is not None:
            return self._after_the_end(command, now)
        match command:
            case Move():
                return self._move(command, now)
            case Place():
                return self._place(command, now)
            # What the host says counts even if it says so late: a silent program is reported
            # after its deadline, and a host that was away has no right to punish.
            case Fault():
                return self._fault(command, now)
            case Abort():
                return self._abort(command, now)
            case Recover():
                return self._recover(now)
        if self.deadline is not None and now >= self.deadline:
            return iter([self._timeout(now, self._elapsed(now))])
        match command:
            case Sit():
                return self._sit(command, now)
            case Undo():
                return self._undo(command, now)
            case Offer():
                return self._offer(command, now)
            case Answer():
                return self._answer(command, now)
            case Resign():
                return self._resign(command, now)
            case Pause():
                return self._pause(command, now)
            case Resume():
                return self._resume(command, now)
            case Follow():
                raise IllegalMove("not-over", "the next game follows when this one is over")
            case Tick():
                return iter(())

    def _after_the_end(self, command: Command, now: float) -> Iterator[Event]:
        match command:
            case Tick():
                return iter(())
            case Offer(kind=OfferKind.REMATCH) if not self.rematch:
                return self._offer(command, now)
            case Answer() if self.offer is not None:
                return self._answer(command, now)
            case Follow() if self.next is None:
                return iter([Followed(now, command.next)])
        assert self.result is not None
        raise IllegalMove("game-over", "the game is over: {detail}", detail=self.result.detail)

    def _move(self, command: Move, now: float) -> Iterator[Event]:
        seat, deadline = self.game.seat, self.deadline
        if command.seat is not seat:
            if deadline is not None and now >= deadline:
                yield self._timeout(now, self._elapsed(now))
                return
            raise IllegalMove("not-your-turn", "it is the turn of {name}", name=self._name(seat))
        if self.open:
            raise IllegalMove("not-arrived", "the other player has not arrived yet")
        if self.paused is not None:
            raise IllegalMove("paused", "the game is paused; resume it first")
        seconds, is_late = self._elapsed(now), deadline is not None and now > deadline
        if command.seconds is not None:
            seconds = max(self._used, min(command.seconds, seconds))
            is_late = seconds > self._allowed + self.terms.tolerance
        if is_late:
            yield self._timeout(now, seconds)
            return
        try:
            move = self.game.parse_move(command.move)
            self.game.push(move)
        except (IllegalMove, InvalidText) as error:
            if not command.strict:
                raise
            yield self._lost(now, seat, ending_of_refusal(error.code), str(error), error.code)
            return
        # The move was only tried; it is played when its event is applied.
        self.game.undo()
        color = None if isinstance(move, Choice) else self.game.turn
        over = max(0.0, seconds - max(0.0, self._allowed))
        text = self.game.format_move(move)
        yield MovePlayed(now, seat, text, color, seconds, over, command.info)
        yield from self._end_by_the_rules(now)

    def _place(self, command: Place, now: float) -> Iterator[Event]:
        stage = self.game.stage
        due = stage.count if isinstance(stage, PlaceStage) else 0
        if command.seat is self.game.seat and len(command.points) != due:
            raise IllegalMove(
                "stones-due",
                "{count} stones were given; {due} are to be put now",
                count=len(command.points),
                due=due,
            )
        tried = self.game.copy()
        for point in command.points if command.seat is self.game.seat else ():
            if tried.parse_move(point) == PASS:
                raise IllegalMove("pass", "a stone is to be put, and no pass")
            tried.play(point)
        # Those after the first are put at the same instant, and take no time.
        for point in command.points or ("",):
            yield from self._move(Move(command.seat, point), now)
            if self.result is not None:
                return

    def _sit(self, command: Sit, now: float) -> Iterator[Event]:
        if command.seat not in self.open:
            raise IllegalMove(
                "seat-taken", "the seat of {name} is taken", name=self._name(command.seat)
            )
        yield Seated(now, command.seat, command.name)

    def _end_by_the_rules(self, now: float) -> Iterator[Event]:
        outcome, limit = self.game.outcome(), self.terms.max_moves
        if outcome is not None:
            line = tuple(format_point(point, self.game.size) for point in outcome.line)
            ending, color = BY_REASON[outcome.reason], outcome.winner
            winner = None if color is None else self._seat(color)
            yield Ended(now, ending, winner, color, str(outcome), line=line)
        elif limit is not None and self.game.board.move_count >= limit:
            detail = f"draw: {limit} moves were played"
            yield Ended(now, Ending.MAX_MOVES, None, None, detail)

    def _fault(self, command: Fault, now: float) -> Iterator[Event]:
        if not command.ending.is_fault:
            raise IllegalMove(
                "not-a-fault", "{ending} is no fault of a player", ending=str(command.ending)
            )
        yield self._lost(now, command.seat, command.ending, command.detail, command.code)

    def _abort(self, command: Abort, now: float) -> Iterator[Event]:
        if command.seat is not None and len(self.movers) >= _LATE_ABORT:
            raise IllegalMove("too-late-to-abort", "the game is under way; resign, or offer a draw")
        detail = command.detail or "the game was aborted"
        yield Ended(now, Ending.ABORTED, None, None, detail)

    def _recover(self, now: float) -> Iterator[Event]:
        yield Recovered(now)
        # The host may have stopped between a move and the end that it brought.
        yield from self._end_by_the_rules(now)

    def _undo(self, command: Undo, now: float) -> Iterator[Event]:
        if self.terms.consent:
            raise IllegalMove("needs-consent", "the other player must agree; offer an undo")
        yield Undone(now, command.seat, self._moves_back(command.seat))

    def _offer(self, command: Offer, now: float) -> Iterator[Event]:
        if (standing := self.offer) is not None:
            if standing.kind is command.kind and standing.seat is not command.seat:
                yield from self._accept(standing, command.seat, now)
                return
            raise IllegalMove(
                "offer-stands", "an offer stands already: {kind}", kind=str(standing.kind)
            )
        if command.kind is OfferKind.REMATCH and self.result is None:
            raise IllegalMove("not-over", "a rematch can be offered when the game is over")
        if command.kind is OfferKind.UNDO:
            self._moves_back(command.seat)
        yield Offered(now, command.seat, command.kind)

    def _answer(self, command: Answer, now: float) -> Iterator[Event]:
        if self.offer is None:
            raise IllegalMove("no-offer", "there is no offer to answer")
        if not command.accept:
            yield Answered(now, command.seat, self.offer.kind, False)
            return
        if self.offer.seat is command.seat:
            raise IllegalMove("own-offer", "only the other player can accept this offer")
        yield from self._accept(self.offer, command.seat, now)

    def _accept(self, offer: Offered, seat: Seat, now: float) -> Iterator[Event]:
        yield Answered(now, seat, offer.kind, True)
        if offer.kind is OfferKind.UNDO:
            yield Undone(now, offer.seat, self._moves_back(offer.seat))
        elif offer.kind is OfferKind.DRAW:
            yield Ended(now, Ending.AGREED_DRAW, None, None, "draw: agreed by both")

    def _resign(self, command: Resign, now: float) -> Iterator[Event]:
        detail = f"{self._name(command.seat)} resigned"
        yield self._lost(now, command.seat, Ending.RESIGNATION, detail)

    def _pause(self, command: Pause, now: float) -> Iterator[Event]:
        self._check_pause(command.seat)
        if self.paused is not None:
            raise IllegalMove("paused", "the game is paused already")
        yield Paused(now, command.seat)

    def _resume(self, command: Resume, now: float) -> Iterator[Event]:
        self._check_pause(command.seat)
        if self.paused is None:
            raise IllegalMove("not-paused", "the game is not paused")
        if self.paused.seat is None and command.seat is not None:
            raise IllegalMove(
                "host-paused", "the game waits for its host, and will go on by itself"
            )
        yield Resumed(now, command.seat)

    # What has happened. Nothing else changes the state.

    def _apply(self, event: Event) -> None:
        clock = self._clocks[self.game.seat]
        match event:
            case MovePlayed():
                clock.stop(self._since + (event.seconds - self._used))
                self._over[event.seat] += event.over
                self.game.play(event.move)
                self.movers.append(event.seat)
                self._drop_offer(event.seat)
                self._begin_turn(event.at)
            case Undone():
                self._break_off_turn(event.at)
                for _ in range(event.count):
                    self.game.undo()
                    self.movers.pop()
                self.offer = None
                self._begin_turn(event.at)
            case Seated():
                self.open.discard(event.seat)
                self.names[event.seat] = event.name
                if self.paused is None:
                    self._continue_turn(event.at)
            case Offered():
                self.offer = event
            case Answered():
                self.offer = None
                self.rematch = event.accepted and event.kind is OfferKind.REMATCH
            case Paused():
                self.paused = event
                self._used += clock.pause(event.at)
            case Resumed():
                self.paused = None
                self._continue_turn(event.at)
            case Recovered() if self.paused is None:
                self._used += clock.pause(self.events[-1].at)
                self._continue_turn(event.at)
            case Ended():
                self._break_off_turn(event.at)
                self.result, self.offer, self.paused = event, None, None
            case Followed():
                self.next = event.next
        self.events.append(event)

    def _begin_turn(self, at: float) -> None:
        self._since, self._used = at, 0.0
        if self.paused is None:
            self._continue_turn(at)

    def _continue_turn(self, at: float) -> None:
        self._since = at
        if not self.open:
            self._clocks[self.game.seat].start(at)

    def _break_off_turn(self, at: float) -> None:
        """Charge a turn in which no move was made: there is no increment for it."""
        clock = self._clocks[self.game.seat]
        clock.stop(at)
        clock.spent += clock.limit.increment

    def _drop_offer(self, mover: Seat) -> None:
        """Let the offer fall that a move of `mover` has answered or overtaken."""
        offer = self.offer
        if offer is not None and (offer.kind is OfferKind.UNDO or offer.seat is not mover):
            self.offer = None

    # Small change.

    @property
    def _allowed(self) -> float:
        """The seconds that the turn may take, by its own limit and by what the game has left."""
        return self._used + self._clocks[self.game.seat].turn_left(self._since)

    def _elapsed(self, now: float) -> float:
        """Return the seconds that the turn has taken; not while the game is paused."""
        return self._used + max(0.0, now - self._since)

    def _moves_back(self, seat: Seat) -> int:
        """Return how many moves are to be taken back so that `seat` can move again."""
        for count, mover in enumerate(reversed(self.movers), 1):
            if mover is seat:
                return count
        raise IllegalMove(
            "nothing-to-undo", "{name} has no move to take back", name=self._name(seat)
        )

    def _check_pause(self, seat: Seat | None) -> None:
        if self.terms.consent and seat is not None:
            raise IllegalMove(
                "no-pause", "a game between two people at two screens cannot be paused"
            )

    def _timeout(self, now: float, seconds: float) -> Ended:
        seat = self.game.seat
        detail = (
            f"{self._name(seat)} overran the time: {seconds:.3f} s of "
            f"{max(0.0, self._allowed):.3f} s, with {self.terms.tolerance:g} s of tolerance"
        )
        return self._lost(now, seat, Ending.TIMEOUT, detail, "late")

    def _lost(self, now: float, loser: Seat, ending: Ending, detail: str, fault: str = "") -> Ended:
        return Ended(now, ending, loser.other, self.color(loser.other), detail, fault)

    def _seat(self, color: Color) -> Seat:
        return next(seat for seat in Seat if self.color(seat) is color)

    def _name(self, seat: Seat) -> str:
        color = self.color(seat)
        return f"the {seat} player" if color is None else str(color)
