"""Writes what happens in one game into the store, or makes it not have happened."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from time import time

from tengen.core.openings import Seat
from tengen.errors import StoreError
from tengen.play.ending import Ending
from tengen.play.event import Ended, Event, Recovered
from tengen.play.live import Live
from tengen.play.referee import Referee
from tengen.store import GameResult, Player, StoredEvent, Verdict, Writer


class Keeper:
    """Knows how many events of a game are in the store.

    A game that was found again is one event ahead of it: that it came back is written together with
    whatever happens next, so that looking at a game writes nothing.
    """

    def __init__(self, live: Live, writer: Writer, game_id: int, stored: int) -> None:
        self._live = live
        self._writer = writer
        self._game_id = game_id
        self._stored = stored

    async def keep(self, events: Sequence[Event]) -> None:
        """Write all that is not yet written; if that fails nothing has happened, and raise."""
        kept = self._live.referee.events[self._stored :]
        rows = [StoredEvent(self._stored + n, e.to_dict(), time()) for n, e in enumerate(kept)]
        try:
            await asyncio.wrap_future(self._hand_in(rows, events))
        except StoreError:
            self.roll_back()
            raise
        self._stored += len(rows)

    def roll_back(self) -> None:
        """Return to what is in the store, as if nothing had been asked."""
        events = self._live.referee.events
        keep = max(self._stored, 1)
        while keep < len(events) and isinstance(events[keep], Recovered):
            keep += 1
        self._live.referee = Referee.replay(events[:keep])

    def _hand_in(self, rows: list[StoredEvent], events: Sequence[Event]) -> "Future[None]":
        game = self._live.referee.game
        black, plies = game.black, game.board.move_count
        for event in events:
            if isinstance(event, Ended):
                verdict = verdict_of(event)
                return self._writer.finish(self._game_id, verdict, rows, plies=plies, black=black)
        if self._live.is_over:
            return self._writer.extend(self._game_id, rows)
        return self._writer.append(self._game_id, rows, plies=plies, black=black)


def verdict_of(ended: Ended) -> Verdict:
    """Return an end as the store has it."""
    if ended.ending is Ending.ABORTED:
        return Verdict(GameResult.VOID, str(ended.ending))
    result = GameResult.DRAW if ended.winner is None else GameResult(str(ended.winner))
    return Verdict(result, str(ended.ending))


def player_of(live: Live, seat: Seat) -> Player:
    """Return a sitter as the store has players."""
    sitter = live.sitter(seat)
    return Player(sitter.name, str(sitter.kind))
