"""The game of this screen in the store, written by a thread of its own while nobody waits for it.

A game is in the store from its first move on. What cannot be appended, because another program has
gone on with the same game, is written as a game of its own: nothing that was played is lost.
"""

import queue
import threading
from collections.abc import Callable
from time import monotonic, time
from typing import Final

from tengen.core.openings import Seat
from tengen.errors import StoreError, TengenError
from tengen.play.ending import Ending
from tengen.play.event import Ended, Event, MovePlayed, event_from_dict
from tengen.play.live import Kind, Live, Sitter
from tengen.session.record import Record
from tengen.store import (
    GameFilter,
    GameResult,
    NewGame,
    Player,
    Store,
    StoredEvent,
    StoredGame,
    Verdict,
)

OWNER: Final = "this-screen"
"""Whose games these are, for `GameFilter.owner`: whoever sits at this computer."""


class Archive:
    """An open store, with a thread that writes. `fault` says why nothing is kept any more."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fault: str | None = None
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tengen-archive", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, where: str | None = None) -> "Archive":
        """Open the store where it is; raise StoreError or NotAvailable if that cannot be."""
        return cls(Store.open(where, patience=3.0))

    def latest(self) -> Record | None:
        """Return the game that was left unfinished last, if there is one that can be read."""
        wanted = GameFilter(owner=OWNER, is_finished=False, in_a_run=False)
        for stored in self._store.games(wanted, limit=5):
            try:
                return self._load(stored)
            except (TengenError, ValueError):
                continue
        return None

    def keep(self, record: Record) -> None:
        """Hand in whatever has happened since; returns at once."""
        live = record.live
        events = tuple(live.referee.events)
        if record.game_id is None and not any(isinstance(e, MovePlayed) for e in events):
            return
        sitters = {seat: live.sitter(seat) for seat in Seat}
        plies, black = live.referee.game.board.move_count, live.referee.game.black
        self._work.put(lambda: self._write(record, events, sitters, plies, black))

    def close(self) -> None:
        """Write what was handed in, and close the store."""
        self._work.put(None)
        self._thread.join(10.0)
        self._store.close()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
                self.fault = None
            except (TengenError, ValueError) as error:
                self.fault = str(error)

    def _load(self, stored: StoredGame) -> Record:
        events = [event_from_dict(row.payload) for row in self._store.events(stored.id)]
        players = {Seat.FIRST: stored.first, Seat.SECOND: stored.second}
        sitters = {seat: _sitter(player) for seat, player in players.items()}
        live, _ = Live.resume(events, sitters, monotonic())
        return Record(live, stored.id, len(events), sitters)

    def _write(
        self,
        record: Record,
        events: tuple[Event, ...],
        sitters: dict[Seat, Sitter],
        plies: int,
        black: Seat | None,
    ) -> None:
        try:
            self._append(record, events, sitters, plies, black)
        except StoreError:
            record.game_id, record.stored = None, 0
            self._append(record, events, sitters, plies, black)

    def _append(
        self,
        record: Record,
        events: tuple[Event, ...],
        sitters: dict[Seat, Sitter],
        plies: int,
        black: Seat | None,
    ) -> None:
        if record.game_id is None:
            record.game_id = self._store.add_game(_new_game(record.live, sitters))
            record.seated = sitters
        new = events[record.stored :]
        for seat, sitter in sitters.items():
            if record.seated[seat] != sitter:
                self._store.seat(record.game_id, seat, _player(sitter), owner=_owner(sitter))
        record.seated = sitters
        if not new:
            return
        rows = [StoredEvent(record.stored + n, e.to_dict(), time()) for n, e in enumerate(new)]
        ended = next((event for event in new if isinstance(event, Ended)), None)
        if ended is None:
            self._store.append(record.game_id, rows, plies=plies, black=black)
        else:
            verdict = _verdict(ended)
            self._store.finish(record.game_id, verdict, rows, plies=plies, black=black)
        record.stored = len(events)


def _new_game(live: Live, sitters: dict[Seat, Sitter]) -> NewGame:
    first, second = sitters[Seat.FIRST], sitters[Seat.SECOND]
    return NewGame(
        _player(first),
        _player(second),
        live.referee.terms.position,
        {"mode": "bot"},
        _owner(first),
        _owner(second),
    )


def _player(sitter: Sitter) -> Player:
    # A bot with options is another player than the bot without.
    return Player(sitter.name, str(sitter.kind), "" if sitter.bot == sitter.name else sitter.bot)


def _sitter(player: Player) -> Sitter:
    if player.kind == Kind.PERSON:
        return Sitter(Kind.PERSON, player.name)
    return Sitter(Kind.BOT, player.name, player.command or player.name)


def _owner(sitter: Sitter) -> str:
    return OWNER if sitter.kind is Kind.PERSON else ""


def _verdict(ended: Ended) -> Verdict:
    if ended.ending is Ending.ABORTED:
        return Verdict(GameResult.VOID, str(ended.ending))
    result = GameResult.DRAW if ended.winner is None else GameResult(str(ended.winner))
    return Verdict(result, str(ended.ending))
