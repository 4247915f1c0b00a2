"""An event: the games of one pairing, judged as on the host and kept in the store as they go."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tengen.bots import find_bot
from tengen.core.openings import Seat
from tengen.errors import BotFault
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Judge, Player, Table
from tengen.notation.position import parse_position
from tengen.play.command import Abort, Fault, Move
from tengen.play.ending import Ending
from tengen.play.event import Ended
from tengen.play.event import Event as GameEvent
from tengen.play.referee import Referee
from tengen.play.terms import Terms

if TYPE_CHECKING:
    from tengen.store.store import Store

KIND = "judge"
"""What runs of judges are called in the store."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """A finished game."""

    number: int
    players: tuple[Entrant, Entrant]
    """By seats."""
    referee: Referee
    game_id: int | None
    """Its number in the store, if it was kept."""

    @property
    def ended(self) -> Ended:
        """How it ended."""
        assert self.referee.result is not None
        return self.referee.result

    @property
    def winner(self) -> Entrant | None:
        """Who won it."""
        return None if self.ended.winner is None else self.players[self.ended.winner]

    @property
    def guilty(self) -> Entrant | None:
        """Who lost it by something other than the game."""
        if not self.ended.ending.is_fault or self.ended.winner is None:
            return None
        return self.players[self.ended.winner.other]


OnGameEvent = Callable[[GameEvent, Referee, tuple[Entrant, Entrant]], None]
"""Told what happens in a game, in order, with the players by seats."""
OnNote = Callable[[str], None]
"""Told sentences for the authors of programs, when they are worth saying."""


class Event:
    """The games of two programs before one judge."""

    def __init__(
        self,
        judge: Judge,
        pair: tuple[Entrant, Entrant],
        *,
        name: str = "",
        store: "Store | None" = None,
        folder: Path | None = None,
    ) -> None:
        game = parse_position(judge.position(1))
        for entrant in pair:
            if entrant.kind == "bot":  # It says so before it is started, in its own words.
                find_bot(entrant.words[0]).check_setup(game.setup)
        self.judge = judge
        self.pair = pair
        self.name = name or f"{judge.title}: {pair[0].name} - {pair[1].name}"
        self._store = store
        self._folder = folder
        self._kept: dict[str, Any] = {}

    def play(self, games: int, on_event: OnGameEvent, on_note: OnNote) -> Iterator[GameEnd]:
        """Play so many games and yield each when it is over and stored."""
        run_id = self._begin(games)
        for number in range(1, games + 1):
            first = self.judge.first(number)
            seated = (self.pair[first], self.pair[1 - first])
            recorder = _Recorder(self._store, run_id, number, seated, self.judge)
            yield self._play_game(number, seated, recorder, on_event, on_note)

    def _begin(self, games: int) -> int:
        """Store the event; it is finished at once, because it cannot be resumed."""
        if self._store is None:
            return 0
        plan = {"host": self.judge.title, "players": [e.name for e in self.pair]}
        run_id = self._store.add_run(KIND, self.name, plan, [{"index": i} for i in range(games)])
        self._store.finish_run(run_id, {"games": games})
        return run_id

    def _play_game(
        self,
        number: int,
        seated: tuple[Entrant, Entrant],
        recorder: "_Recorder",
        on_event: OnGameEvent,
        on_note: OnNote,
    ) -> GameEnd:
        table = Table(number, self._game_folder(number), self._kept)
        players = {seat: self.judge.seat(seated[seat], seat, table) for seat in Seat}
        referee = Referee(Terms(self.judge.position(number), tolerance=0.0), perf_counter())

        def tell(events: Sequence[GameEvent]) -> None:
            recorder.take(events, referee)
            for event in events:
                on_event(event, referee, seated)
            for seat in Seat:
                for note in players[seat].notes:
                    on_note(note)
                players[seat].notes.clear()

        try:
            tell(referee.events)
            for events in _moves(referee, players):
                tell(events)
        except BaseException:
            if referee.result is None:
                recorder.take(referee.handle(Abort(detail="the judge was stopped"), 0.0), referee)
            raise
        finally:
            for player in players.values():
                player.close()
        if table.folder is not None:
            name, text = self.judge.record(referee)
            (table.folder / name).write_text(text, encoding="utf-8")
        return GameEnd(number, seated, referee, recorder.game_id)

    def _game_folder(self, number: int) -> Path | None:
        if self._folder is None:
            return None
        folder = self._folder if number == 1 else self._folder / f"game{number}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def _moves(referee: Referee, players: dict[Seat, Player]) -> Iterator[Sequence[GameEvent]]:
    """Ask for moves until the game is over, yielding what happens."""
    for seat in Seat:
        try:
            players[seat].begin(referee.game)
        except BotFault as fault:
            yield referee.handle(Fault.of(seat, fault), perf_counter())
            return
    while referee.result is None:
        seat = referee.game.seat
        try:
            answer = players[seat].choose(referee.game)
        except BotFault as fault:
            yield referee.handle(Fault.of(seat, fault), perf_counter())
        else:
            text = referee.game.format_move(answer.point)
            move = Move(seat, text, strict=True, seconds=answer.seconds)
            yield referee.handle(move, perf_counter())
    for seat in Seat:
        try:
            players[seat].end(referee.game)
        except BotFault:
            continue  # The game is over, and how a program takes it is its own affair.


class _Recorder:
    """Writes one game into the store as it is played; without a store it does nothing."""

    def __init__(
        self,
        store: "Store | None",
        run_id: int,
        number: int,
        players: tuple[Entrant, Entrant],
        judge: Judge,
    ) -> None:
        self.game_id: int | None = None
        self._store, self._run_id, self._number = store, run_id, number
        self._players, self._judge = players, judge
        self._written = 0

    def take(self, events: Sequence[GameEvent], referee: Referee) -> None:
        """Store what happened."""
        if self._store is None:
            return
        from tengen.store.records import GameResult, NewGame, Player, StoredEvent, Verdict

        if self.game_id is None:
            first, second = (Player(e.name, e.kind, _shown(e)) for e in self._players)
            new = NewGame(first, second, referee.terms.position, self._judge.limits)
            self.game_id = self._store.start_job(self._run_id, self._number - 1, new)
        now = time.time()
        rows = [StoredEvent(self._written + i, e.to_dict(), now) for i, e in enumerate(events)]
        self._written += len(rows)
        plies, black = referee.game.board.move_count, referee.game.black
        if (ended := referee.result) is None:
            self._store.append(self.game_id, rows, plies=plies, black=black)
            return
        result = GameResult.DRAW if ended.winner is None else GameResult(str(ended.winner))
        if ended.ending is Ending.ABORTED:
            result = GameResult.VOID
        verdict = Verdict(result, ended.ending)
        self._store.finish(self.game_id, verdict, rows, plies=plies, black=black)


def _shown(entrant: Entrant) -> str:
    return "" if entrant.kind == "bot" else " ".join(entrant.words)
