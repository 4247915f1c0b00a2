"""The analyses of one web app: one for each visitor, streamed to whoever listens."""

import asyncio
import itertools
from time import monotonic
from typing import Any, Final

from tengen.core.game import Game
from tengen.core.openings import Choice
from tengen.errors import BotFault, IllegalMove, StoreError
from tengen.notation.position import format_position
from tengen.play.pool import Pool, Ticket
from tengen.play.question import AskAnalysis, AskProof, Done, Found, Solved
from tengen.ui.web.hub import Hub, TooMany
from tengen.ui.web.messages import Message
from tengen.ui.web.outbox import Outbox

_EVERY: Final = 0.2  # Seconds between two reports of one analysis.
_KEPT: Final = 60.0  # Seconds that a finished analysis can still be listened to.
_UNHEARD: Final = 10.0  # Seconds after which one that nobody listens to is stopped,
_LEFT: Final = 1.0  # and so many when its listeners have left and others wait for the engine.


class Study:
    """One analysis: what it has found last, and who listens."""

    def __init__(self, number: str, visitor: str, game: Game) -> None:
        self.number = number
        self.visitor = visitor
        self.game = game
        self.outboxes: set[Outbox] = set()
        self.info: Message | None = None
        self.done: Message | None = None
        self.ended_at: float | None = None
        self.heard_at = monotonic()
        self.was_left = False
        self.begun = asyncio.Event()
        """Set once there is something to see."""
        self.ticket: Ticket | None = None
        self.place: int | None = None
        """In the queue for the engine, from 1, as the listeners know it."""
        self._told_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()

    def join(self, outbox: Outbox) -> None:
        """Let a listener in; he gets what was found last."""
        self.heard_at = monotonic()
        self.outboxes.add(outbox)
        waiting = None if self.place is None else self._note(0)
        for message in (self.info, self.done or waiting):
            if message is not None:
                outbox.put(message)

    def leave(self, outbox: Outbox) -> None:
        """Let a listener go."""
        self.heard_at, self.was_left = monotonic(), True
        self.outboxes.discard(outbox)

    def is_unheard(self, now: float, *, others_wait: bool) -> bool:
        """Say whether it is at work for nobody."""
        patience = _LEFT if self.was_left and others_wait else _UNHEARD
        return self.done is None and not self.outboxes and self.heard_at < now - patience

    def tell(self, message: Message, key: str | None = None) -> None:
        """Send a message to all who listen."""
        for outbox in self.outboxes:
            outbox.put(message, key)

    def found(self, found: Found, sharing: int) -> None:
        """Take in what the engine has found; listeners hear of it a few times a second."""
        self.info = {
            "is": "info",
            "job": self.number,
            "depth": found.depth,
            "nodes": found.nodes,
            "nps": found.nps,
            "lines": list(found.lines),
            "candidates": list(found.candidates),
            "sharing": sharing,
        }
        self.begun.set()
        wait = self._told_at + _EVERY - monotonic()
        if self._timer is None:
            self._timer = self._loop.call_later(max(0.0, wait), self._tell_info)

    def queue(self, place: int | None, sharing: int) -> None:
        """Say where in the queue it is, or that the engine is at it."""
        self.place = place
        self.tell(self._note(sharing), key="note")

    def _note(self, sharing: int) -> Message:
        what = "thinking" if self.place is None else "waiting"
        note = {"is": "note", "job": self.number, "what": what}
        return {**note, "place": self.place, "sharing": sharing}

    def share(self, sharing: int) -> None:
        """Say with how many games the engine shares the machine now, if that has changed."""
        if self.done is None and self.info is not None and self.info["sharing"] != sharing:
            self.info = {**self.info, "sharing": sharing}
            self.tell(self.info, key="info")

    def end(self, reason: str, text: str = "") -> None:
        """Say that it is over, and why."""
        if self.done is not None:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._tell_info()
        self.begun.set()
        self.ended_at = monotonic()
        self.done = {"is": "done", "job": self.number, "reason": reason, "text": text}
        self.tell(self.done)

    def _tell_info(self) -> None:
        self._timer, self._told_at = None, monotonic()
        if self.info is not None:
            self.tell(self.info, key="info")


class Studies:
    """All analyses."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._pool: Pool = hub.pool
        self._studies: dict[str, Study] = {}
        self._numbers = itertools.count(1)
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._tidy())

    def close(self) -> None:
        """Stop everything."""
        self._task.cancel()
        for study in self._studies.values():
            if study.ticket is not None:
                study.ticket.cancel()

    def find(self, number: str, visitor: str) -> Study:
        """Return an analysis of a visitor."""
        study = self._studies.get(number)
        if study is None or study.visitor != visitor:
            raise StoreError("no-analysis", "there is no analysis {number!r}", number=number)
        return study

    def start(self, game: Game, lines: int, visitor: str) -> Study:
        """Begin an analysis; the one that the visitor had before is displaced."""
        check_allowed(self._hub, game, visitor)
        mine = [s for s in self._studies.values() if s.visitor == visitor and s.done is None]
        for old in mine[: max(0, len(mine) - self._hub.settings.analyses_per_visitor + 1)]:
            self.stop(old, "displaced")
        self._stop_unheard(others_wait=True)
        running = self._running()
        if running >= self._hub.settings.analyses:
            raise TooMany(
                "too-many-analyses", "{count} analyses are running; try later", count=running
            )
        study = Study(f"a{next(self._numbers)}", visitor, game)
        self._studies[study.number] = study
        ask = AskAnalysis(format_position(game), lines, self._hub.settings.analysis_seconds)
        study.ticket = self._pool.ask(
            ask,
            visitor=visitor,
            on_change=lambda ticket: self._soon(self._changed, study, ticket),
            on_found=lambda found: self._soon(self._found, study, found),
        )
        return study

    def stop(self, study: Study, reason: str = "stopped") -> None:
        """End an analysis."""
        study.end(reason)
        if study.ticket is not None:
            study.ticket.cancel()

    async def prove(self, game: Game, seconds: float, visitor: str) -> Solved:
        """Look for a forced win; cancelled with the task that waits for it."""
        check_allowed(self._hub, game, visitor)
        ticket = self._pool.ask(AskProof(format_position(game), seconds), visitor=visitor)
        try:
            answer = await asyncio.wrap_future(ticket.future)
        finally:
            ticket.cancel()
        assert isinstance(answer, Solved)
        return answer

    def _soon(self, call: Any, *arguments: Any) -> None:
        """Do something in the loop's thread; engines speak from others."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _found(self, study: Study, found: Found) -> None:
        if study.done is None:
            study.found(found, self._pool.thinking)

    def _changed(self, study: Study, ticket: Ticket) -> None:
        if not ticket.is_done:
            self._tell_place(study)
            return
        error = ticket.future.exception()
        if isinstance(error, BotFault):
            study.end("failed" if error.code != "cancelled" else "stopped", str(error))
            return
        answer = ticket.result(0)
        study.end(answer.reason if isinstance(answer, Done) else "stopped")

    def _tell_place(self, study: Study) -> None:
        place = None if study.ticket is None else self._pool.places().get(study.ticket)
        study.queue(place, self._pool.thinking)

    async def _tidy(self) -> None:
        """Stop what nobody listens to, forget what is long over, and say who else is served."""
        while True:
            await asyncio.sleep(1.0)
            now, sharing, places = monotonic(), self._pool.thinking, self._pool.places()
            for number, study in list(self._studies.items()):
                study.share(sharing)
                place = None if study.ticket is None else places.get(study.ticket)
                if study.done is None and place is not None and place != study.place:
                    study.queue(place, sharing)
                if study.ended_at is not None and study.ended_at < now - _KEPT:
                    del self._studies[number]
            self._stop_unheard(others_wait=self._running() > 1)

    def _running(self) -> int:
        return sum(study.done is None for study in self._studies.values())

    def _stop_unheard(self, *, others_wait: bool) -> None:
        now = monotonic()
        for study in self._studies.values():
            if study.is_unheard(now, others_wait=others_wait):
                self.stop(study)


def check_allowed(hub: Hub, game: Game, visitor: str) -> None:
    """Refuse an engine's help to somebody in the middle of a game between two people."""
    stones = [move for move in game.moves if not isinstance(move, Choice)]
    for table in hub.tables.values():
        is_running = table.mode == "link" and not table.live.is_over
        if is_running and stones and table.seats_of(visitor):
            board = table.live.referee.game.board
            if board.size == game.size and board.key == game.board.key:
                raise IllegalMove(
                    "game-running", "this is your running game; the engine waits for its end"
                )
