"""Grouped commits: many games hand in their events, one thread writes them down together."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Self

from sqlalchemy import Connection

from tengen.core.openings import Seat
from tengen.errors import StoreError
from tengen.store import _games
from tengen.store._database import Database
from tengen.store.records import StoredEvent, Verdict


@dataclass(slots=True)
class _Item:
    """What was handed in for one game."""

    game_id: int
    rows: _games.Rows
    plies: int | None
    black: Seat | None
    verdict: dict[str, Any] | None
    is_after_end: bool = False
    done: "Future[None]" = field(default_factory=Future)

    def write(self, connection: Connection) -> None:
        """Write everything but the events, or raise StoreError and change nothing."""
        if self.is_after_end:
            _games.extend_game(connection, self.game_id, self.rows)
            return
        _games.advance_game(connection, self.game_id, self.rows, self.plies, self.black)
        if self.verdict is not None:
            _games.finish_game(connection, self.verdict)


class Writer:
    """Takes events from any thread without blocking it, and commits all that waits at once.

    What is handed in comes back as a future, done when it is committed: only then is it
    acknowledged. A refusal of one game leaves the others alone; if the database itself fails, all
    that was in the same transaction fails, and may be handed in again. A commit begins `delay`
    seconds after the first event came, or at once when a game ends, or on `flush` and `close`.
    """

    def __init__(self, database: Database, delay: float) -> None:
        self._database = database
        self._delay = delay
        # All below is touched only under this condition's lock.
        self._changed = threading.Condition()
        self._waiting: list[_Item] = []
        self._is_urgent = False
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="tengen-store", daemon=True)
        self._thread.start()

    def append(
        self,
        game_id: int,
        events: Sequence[StoredEvent],
        *,
        plies: int | None = None,
        black: Seat | None = None,
    ) -> "Future[None]":
        """Hand in the next events of a game; see `Store.append`."""
        rows = _games.event_rows(game_id, events)
        return self._hand_in(_Item(game_id, rows, plies, black, None))

    def extend(self, game_id: int, events: Sequence[StoredEvent]) -> "Future[None]":
        """Hand in what is said after the end of a game, such as the wish for another one."""
        rows = _games.event_rows(game_id, events)
        return self._hand_in(_Item(game_id, rows, None, None, None, is_after_end=True))

    def finish(
        self,
        game_id: int,
        verdict: Verdict,
        events: Sequence[StoredEvent] = (),
        *,
        plies: int | None = None,
        black: Seat | None = None,
    ) -> "Future[None]":
        """Hand in how a game ended, with its last events; see `Store.finish`."""
        rows = _games.event_rows(game_id, events)
        verdict_row = _games.verdict_row(game_id, verdict)
        return self._hand_in(_Item(game_id, rows, plies, black, verdict_row), is_urgent=True)

    def flush(self) -> None:
        """Wait until all that was handed in is committed or refused."""
        self._hand_in(_Item(0, [], None, None, None), is_urgent=True).result()

    def close(self) -> None:
        """Commit what waits, and take no more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hand_in(self, item: _Item, *, is_urgent: bool = False) -> "Future[None]":
        # From here on it cannot be cancelled: the events would be written all the same.
        item.done.set_running_or_notify_cancel()
        with self._changed:
            if self._is_closed:
                raise StoreError("writer-closed", "the store is being closed; nothing is taken now")
            self._waiting.append(item)
            self._is_urgent |= is_urgent
            if is_urgent or len(self._waiting) == 1:
                self._changed.notify()
        return item.done

    def _run(self) -> None:
        while batch := self._next_batch():
            _settle(batch, *self._commit(batch))

    def _next_batch(self) -> list[_Item]:
        """Wait for work and return it, or nothing when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            self._changed.wait_for(lambda: self._is_urgent or self._is_closed, self._delay)
            batch, self._waiting, self._is_urgent = self._waiting, [], False
            return batch

    def _commit(self, batch: list[_Item]) -> tuple[dict[int, StoreError], Exception | None]:
        """Write a batch in one transaction; return who was refused, and what went wrong for all."""
        refused: dict[int, StoreError] = {}
        rows: _games.Rows = []
        try:
            with self._database.write() as connection:
                for place, item in enumerate(batch):
                    try:
                        item.write(connection)
                    except StoreError as error:
                        refused[place] = error
                    else:
                        rows += item.rows
                _games.insert_events(connection, rows)
        except Exception as error:
            # Whatever it was, it must reach those who wait, or they would wait for ever.
            return refused, error
        return refused, None


def _settle(batch: list[_Item], refused: dict[int, StoreError], failure: Exception | None) -> None:
    """Tell those who wait what became of what they handed in."""
    for place, item in enumerate(batch):
        if (error := failure or refused.get(place)) is not None:
            item.done.set_exception(error)
        else:
            item.done.set_result(None)
