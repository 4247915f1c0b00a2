"""One live game of the web app: commands come in, events go to the store and then to the readers.

Everything here runs in the event loop's thread. A game is changed only while its lock is held, and
what has happened is told only when it is written down; what cannot be written has not happened.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic, time
from typing import Any, Final

from tengen.core.openings import Seat
from tengen.errors import BotFault, IllegalMove, StoreError, TengenError
from tengen.notation.position import format_position
from tengen.play.command import Command, Follow, Sit, Tick
from tengen.play.event import Ended, Event, MovePlayed, Refused
from tengen.play.live import Due, Kind, Live
from tengen.play.pool import Pool, Stage, Ticket
from tengen.play.question import AskHint, Chosen, Hinted
from tengen.store import Writer
from tengen.ui.web.conduct import (
    LINK,
    acting_seat,
    check_fresh,
    check_hint,
    read_claim,
    read_command,
)
from tengen.ui.web.keeper import Keeper
from tengen.ui.web.messages import (
    Message,
    clock_view,
    colors_of,
    error_message,
    game_view,
    move_message,
    name_of,
    refused_message,
)
from tengen.ui.web.outbox import Outbox, dumps
from tengen.ui.web.scene import scene_of
from tengen.ui.web.settings import Settings
from tengen.ui.web.shapes import CommandBody

_SOON: Final = 0.1  # Seconds until those who look hear who else does.
_REMEMBERED: Final = 128
"""Answers that are given again when their command comes again."""

Rematch = Callable[["Table"], Awaitable[str]]
"""Begins the next game of the same players, and returns its address."""


class Table:
    """A game, its readers, and the engine's question that is open."""

    def __init__(
        self,
        live: Live,
        *,
        address: str,
        game_id: int,
        mode: str,
        owners: dict[Seat, str],
        pool: Pool,
        writer: Writer,
        stored: int = 0,
        started_at: float | None = None,
        settings: Settings,
        rematch: Rematch,
        on_store: Callable[[bool], None],
        ratings: dict[str, float],
    ) -> None:
        self.live = live
        self.address = address
        self.game_id = game_id
        self.mode = mode
        self.started_at = started_at or time()
        self.owners = owners
        """Whose seats they are: the hash of a visitor, empty for bots and open seats."""
        self.outboxes: set[Outbox] = set()
        self.used_at = monotonic()
        self.is_failed = False
        """Whether the engine has been given up, until somebody says to try again."""
        self._pool = pool
        self._keeper = Keeper(live, writer, game_id, stored)
        self._settings = settings
        self._rematch = rematch
        self._on_store = on_store
        self._ratings = ratings
        self._lock = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._ticket: Ticket | None = None
        self._due: Due | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_presence_due = False
        self._waited = 0.0  # Seconds that the last question was in the queue.
        self._answers: OrderedDict[tuple[str, str], Message] = OrderedDict()
        self._away: dict[Seat, float] = dict.fromkeys(Seat, monotonic())
        self._scene: tuple[int, Message] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # Looking.

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, nothing is thought about, and no clock runs."""
        busy = self.outboxes or self._ticket or self._tasks or self._lock.locked()
        return not busy and (self.live.is_over or self.live.referee.deadline is None)

    @property
    def spectators(self) -> int:
        """How many readers have no seat."""
        return len({box.visitor for box in self.outboxes if not box.seats})

    def seats_of(self, visitor: str) -> set[Seat]:
        """Return the seats of a visitor."""
        return {seat for seat in Seat if visitor and self.owners[seat] == visitor}

    def state(self, seats: set[Seat]) -> Message:
        """Return the whole game as somebody with these seats sees it."""
        live, offer, paused = self.live, self.live.referee.offer, self.live.referee.paused
        return {
            "is": "state",
            "seq": live.seq,
            "game": game_view(live, self.address, self.mode),
            "seats": {str(live.color(seat)): self._seat_view(seat, seats) for seat in Seat},
            "you": colors_of(live, seats),
            "clock": self._clock(),
            "scene": self.scene(),
            "offer": offer and {"kind": str(offer.kind), "by": str(live.color(offer.seat))},
            "paused": paused and ("host" if paused.seat is None else str(live.color(paused.seat))),
            "thinking": self._thinking(),
            "next": live.referee.next,
            "spectators": self.spectators,
            "claim_ms": round(self._settings.claim_seconds * 1000),
        }

    def scene(self) -> Message:
        """Return what the rules say about the position, computed once for each."""
        if self._scene is None or self._scene[0] != self.live.seq:
            self._scene = self.live.seq, scene_of(self.live.referee.game)
        return self._scene[1]

    def _seat_view(self, seat: Seat, seats: set[Seat]) -> Message:
        sitter = self.live.sitter(seat)
        view: Message = {
            "name": name_of(self.live, seat, seats),
            "kind": str(sitter.kind),
            "seat": str(seat),
        }
        if sitter.kind is Kind.PERSON:
            view["here"] = self._is_here(seat)
            view["away_ms"] = (
                None if view["here"] else round((monotonic() - self._away[seat]) * 1000)
            )
        if sitter.kind is Kind.BOT:
            view["rating"] = self._ratings.get(sitter.name)
        return view

    def _is_here(self, seat: Seat) -> bool:
        return any(seat in box.seats for box in self.outboxes)

    def _clock(self) -> Message | None:
        is_queued = self._ticket is not None and self._ticket.stage is Stage.WAITING
        return clock_view(self.live, monotonic(), is_queued=is_queued)

    def _thinking(self) -> Message | None:
        if self.is_failed:
            return {"stage": "failed"}
        if self._ticket is None or self._due is None:
            return None
        view: Message = {"stage": str(self._ticket.stage)}
        view["by"] = str(self.live.color(self._due.seat))
        if self._ticket.stage is Stage.WAITING:
            view["place"] = self._pool.places().get(self._ticket, 1)
        elif self._ticket.thinking_since is not None:
            view["since_ms"] = round((monotonic() - self._ticket.thinking_since) * 1000)
        return view

    # Readers.

    async def look(self, seats: set[Seat]) -> Message:
        """Return the state when nothing is on its way to the store."""
        self.used_at = monotonic()
        async with self._lock:
            return self.state(seats)

    async def join(self, outbox: Outbox) -> None:
        """Let a reader in: he gets the state, and the others hear of him."""
        self.used_at = monotonic()
        async with self._lock:
            self.outboxes.add(outbox)
            outbox.put(self.state(outbox.seats))
            self._presence_changed()

    def leave(self, outbox: Outbox) -> None:
        """Let a reader go."""
        self.used_at = monotonic()
        self.outboxes.discard(outbox)
        for seat in outbox.seats:
            if not self._is_here(seat):
                self._away[seat] = monotonic()
        self._presence_changed()

    def _presence_changed(self) -> None:
        """Tell soon who is here; when many come at once, once for all of them."""
        if not self._is_presence_due:
            self._is_presence_due = True
            self._loop.call_later(_SOON, self._tell_presence)

    def _tell_presence(self) -> None:
        self._is_presence_due = False
        people = [seat for seat in Seat if self.live.sitter(seat).kind is Kind.PERSON]
        note = {
            "is": "note",
            "what": "presence",
            "here": {str(self.live.color(seat)): self._is_here(seat) for seat in people},
            "away_ms": {
                str(self.live.color(seat)): round((monotonic() - self._away[seat]) * 1000)
                for seat in people
                if not self._is_here(seat)
            },
            "spectators": self.spectators,
        }
        self._tell(note, key="presence")

    def _tell(self, message: Message, *, key: str | None = None) -> None:
        text = dumps(message)
        for outbox in self.outboxes:
            outbox.put(text, key)

    # Commands.

    async def command(self, visitor: str, seats: set[Seat], body: CommandBody) -> Message:
        """Carry out a command of somebody with these seats, and return the answer."""
        self.used_at = monotonic()
        key = visitor, body.id or ""
        if body.id is not None and (known := self._answers.get(key)) is not None:
            return known
        try:
            answer = await self._obey(seats, body)
        except TengenError as error:
            answer = error_message(error, body.id)
        if body.id is not None:
            self._answers[key] = answer
            if len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
        return answer

    async def sit(self, visitor: str, seat: Seat, name: str, keep: Callable[[], None]) -> Message:
        """Let a visitor take an open seat; `keep` writes down whose it is."""
        async with self._lock:
            if self.live.referee.open and self.seats_of(visitor):
                raise IllegalMove("own-game", "you cannot play against yourself here")
            events = self.live.referee.handle(Sit(seat, name), monotonic())
            if isinstance(events[0], Refused):
                return refused_message(events[0])
            try:
                # The owner first: a seat that has one but no event yet is still open after a crash.
                await asyncio.to_thread(keep)
            except StoreError:
                self._keeper.roll_back()
                raise
            await self._keep(events)
            self.owners[seat] = visitor
            for outbox in self.outboxes:
                outbox.seats = self.seats_of(outbox.visitor) or outbox.seats
            self._after(events)
        return {"is": "ok"}

    async def _obey(self, seats: set[Seat], body: CommandBody) -> Message:
        seat = acting_seat(self.live, seats, body)
        if body.do == "hint":
            return await self._hint(seat, body)
        async with self._lock:
            check_fresh(self.live, body)
            if body.do == "retry":
                self.is_failed = False
                self.go_on()
            elif body.do == "rematch" and self.mode != LINK:
                await self._begin_rematch()
            else:
                refused = await self._change(self._read(seat, body))
                if refused is not None:
                    return refused_message(refused, body.id)
                if self.live.referee.rematch and self.live.referee.next is None:
                    await self._begin_rematch()
        return {"is": "ok", "id": body.id, "next": self.live.referee.next}

    def _read(self, seat: Seat, body: CommandBody) -> Command:
        if body.do != "claim":
            return read_command(seat, body, self.mode)
        other = seat.other
        away = 0.0 if self._is_here(other) else monotonic() - self._away[other]
        return read_claim(self.live, seat, self.mode, away, self._settings.claim_seconds)

    async def _hint(self, seat: Seat, body: CommandBody) -> Message:
        check_hint(self.live, seat, self.mode)
        seq, question = self.live.seq, AskHint(format_position(self.live.referee.game))
        ticket = self._pool.ask(question, visitor=self.owners[seat])
        try:
            answer = await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            ticket.cancel()
            raise
        if seq != self.live.seq:
            raise IllegalMove("stale", "the game has gone on", seq=seq, latest=self.live.seq)
        if isinstance(answer, Chosen):
            hint: Message = {"choice": answer.move}
        else:
            assert isinstance(answer, Hinted)
            hint = {
                "point": answer.move,
                "code": answer.code,
                "args": answer.arguments,
                "text": answer.text,
            }
        return {"is": "ok", "id": body.id, "hint": hint}

    async def _begin_rematch(self) -> None:
        if not self.live.is_over:
            raise IllegalMove("not-over", "a rematch can be had when the game is over")
        if self.live.referee.next is None:
            address = await self._rematch(self)
            await self._change(Follow(address))

    # What happens.

    async def _change(self, command: Command) -> Refused | None:
        """Let the referee decide, write down what happened, tell it; return a refusal."""
        events = self.live.handle(command, monotonic())
        if not events:
            return None
        if isinstance(events[0], Refused):
            return events[0]
        await self._keep(events)
        self._after(events)
        return None

    async def _keep(self, events: Sequence[Event]) -> None:
        """Write down what happened; if that fails, let everybody know that it did not happen."""
        try:
            await self._keeper.keep(events)
            self._on_store(True)
        except StoreError as error:
            self._on_store(False)
            self._scene = None
            self._tell({"is": "note", "what": "store", "ok": False, "text": str(error)})
            raise

    async def begin(self) -> None:
        """Write down the first event, and go on."""
        await self._keep(self.live.referee.events)
        self.go_on()

    def _after(self, events: Sequence[Event]) -> None:
        """Tell what has happened and is written down, and see what is to be done next."""
        self.is_failed = False
        self.go_on()
        first = self.live.seq - len(events) + 1
        plain = [event for event in events if isinstance(event, MovePlayed)]
        if len(plain) == len(events) == 1 and self.live.is_plain and plain[0].color is not None:
            self._tell({**self._move_message(first, plain[0]), "thinking": self._thinking()})
            return
        if plain and isinstance(events[-1], Ended) and len(events) == 2:
            # The stone first, so that it is seen to fall before the result.
            self._tell(self._move_message(first, plain[0]))
        self.tell_state()

    def _move_message(self, seq: int, event: MovePlayed) -> Message:
        message = move_message(self.live, seq, event, self._clock())
        waited, self._waited = self._waited, 0.0
        return {**message, "waited_ms": round(waited * 1000), "scene": self.scene()}

    def tell_state(self) -> None:
        """Send everybody the whole game."""
        # Those with the same seats see the same; of spectators there may be many.
        seen: dict[frozenset[Seat], str] = {}
        for outbox in self.outboxes:
            seats = frozenset(outbox.seats)
            if seats not in seen:
                seen[seats] = dumps(self.state(outbox.seats))
            outbox.put(seen[seats])

    # Engines and clocks.

    def go_on(self) -> None:
        """Ask the engine if a bot must act, call off what is not wanted, and set the clock."""
        due = None if self.is_failed else self.live.question(monotonic())
        if self._due is not None and (due is None or due.turn != self._due.turn):
            assert self._ticket is not None
            self._ticket.cancel()
            self._ticket = self._due = None
        if due is not None and self._due is None:
            self._due = due
            self._ticket = self._pool.ask(
                due.ask, visitor=self.owners[due.seat.other], on_change=self._heard
            )
        self._set_timer()

    def _heard(self, ticket: Ticket) -> None:
        """Hear from a thread of the pool."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ticket_changed, ticket)

    def _ticket_changed(self, ticket: Ticket) -> None:
        if ticket is not self._ticket or self._due is None:
            return
        if ticket.stage is Stage.DONE:
            self._spawn(self._take(self._due, ticket))
            return
        self.tell_thinking()

    def tell_thinking(self) -> None:
        """Send a note about the engine: thinking, or its place in the queue."""
        if (view := self._thinking()) is not None and self._ticket is not None:
            what = "restarted" if self._ticket.restarts else view["stage"]
            note = {"is": "note", "what": what, **view, "clock": self._clock()}
            self._tell(note, key="thinking")

    @property
    def is_waiting(self) -> bool:
        """Whether the engine's question waits in the queue."""
        return self._ticket is not None and self._ticket.stage is Stage.WAITING

    async def _take(self, due: Due, ticket: Ticket) -> None:
        """Play what the engine has answered."""
        async with self._lock:
            if ticket is not self._ticket:
                return
            self._ticket = self._due = None
            try:
                answer = ticket.result(0)
                self._waited = (ticket.thinking_since or ticket.asked_at) - ticket.asked_at
                events = self.live.take(due, answer, monotonic())
                if events and isinstance(events[0], Refused):
                    raise BotFault("illegal", "{text}", text=events[0].text)
                if events:
                    await self._keep(events)
                    self._after(events)
                else:
                    self.go_on()
            except (BotFault, StoreError) as error:
                if not (isinstance(error, BotFault) and error.code == "closed"):
                    self._fail(error)

    def _fail(self, error: TengenError) -> None:
        self.is_failed = True
        self._set_timer()
        message = error_message(error)
        self._tell({**message, "is": "note", "what": "failed"})
        self.tell_state()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.live.referee.deadline
        # Nobody ticks for a bot: its thinking is measured where it happens, and its queue is free.
        if deadline is not None and self._due is None and not self.is_failed:
            self._timer = self._loop.call_later(
                max(0.0, deadline - monotonic()) + 0.005, lambda: self._spawn(self._tick())
            )

    async def _tick(self) -> None:
        async with self._lock:
            try:
                await self._change(Tick())
            except StoreError:
                # The store will be asked again at the next command or tick.
                self._timer = self._loop.call_later(1.0, lambda: self._spawn(self._tick()))
                return
            self._set_timer()

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop the clock and the engine; the game is in the store."""
        if self._timer is not None:
            self._timer.cancel()
        if self._ticket is not None:
            self._ticket.cancel()
