"""A run: its plan is played game by game into the store, and can be stopped and resumed anywhere.

Every finished game is stored once, with all its events; a game that was not finished when the run
stopped is discarded and played again from its start.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from enum import StrEnum

from tengen.arena.executor import Executor
from tengen.arena.plan import Job, Plan, name_of
from tengen.arena.player import Entrant
from tengen.arena.sprt import Verdict as SprtVerdict
from tengen.arena.standing import GameScore, Standing
from tengen.core.openings import Seat
from tengen.errors import InvalidText
from tengen.play.ending import Ending
from tengen.play.event import Ended, Event, MovePlayed
from tengen.play.referee import Referee
from tengen.store.records import (
    GameFilter,
    GameResult,
    NewGame,
    Player,
    StoredEvent,
    StoredGame,
    StoredRating,
    Verdict,
)
from tengen.store.store import Store
from tengen.store.writer import Writer

GROUPED = 0.1
"""Seconds by which commits of moves are delayed to be written together; ends are never delayed."""

JUDGED = "judge"
"""The kind of runs that are no plan of the arena: the events of `tengen judge`."""

OnChange = Callable[[Standing], None]


class Finish(StrEnum):
    """Why a run stopped by itself."""

    PLAYED = "all games are played"
    DECIDED = "the test has decided"
    FAULTS = "more than 1 % of the games ended in faults"


class Run:
    """One match, tournament or test in a store."""

    def __init__(self, store: Store, run_id: int) -> None:
        self._store = store
        self.id = run_id
        stored = store.run(run_id)
        if stored.kind == JUDGED:
            raise InvalidText(
                "no-plan",
                "run {run} is an event before a judge, which can be neither resumed nor rated",
                run=run_id,
            )
        self.plan = Plan.from_dict(dict(stored.plan))
        self.is_finished = stored.finished_at is not None
        self.standing = Standing(self.plan)
        wanted = GameFilter(run_id=run_id, is_finished=True)
        for game in store.games(wanted, limit=None):
            self.standing.add(self._score_of(game))

    @classmethod
    def begin(cls, store: Store, plan: Plan) -> "Run":
        """Store a new run; nothing is played yet."""
        jobs = [{"index": index} for index in range(plan.total)]
        return cls(store, store.add_run(plan.kind, name_of(plan), plan.to_dict(), jobs))

    @classmethod
    def resume(cls, store: Store, run_id: int | None) -> "Run":
        """Return a run that was stopped, the last such one if no number is given."""
        if run_id is None:
            unfinished = [run.id for run in store.runs(limit=None) if run.finished_at is None]
            if not unfinished:
                raise InvalidText("nothing-to-resume", "there is no unfinished run to resume")
            run_id = unfinished[0]
        return cls(store, run_id)

    def again(self) -> "Run":
        """Return the run as the store has it now."""
        return Run(self._store, self.id)

    def play(self, executor: Executor, on_change: OnChange) -> Finish:
        """Play what is left, telling `on_change` at least twice a second; return why it ended.

        Whatever interrupts this, Ctrl-C included, leaves every finished game in the store.
        """
        with self._store.lock_run(self.id):
            # Another process may have played since this run was read.
            self.standing = self.again().standing
            with self._store.writer(delay=GROUPED) as writer:
                try:
                    finish = self._play(executor, writer, on_change)
                finally:
                    executor.close()
            self._finish(finish)
        return finish

    def _play(self, executor: Executor, writer: Writer, on_change: OnChange) -> Finish:
        waiting = iter([at for at in range(self.plan.total) if at not in self.standing.finished])
        running: dict[Future[Ended], _Recorder] = {}
        while (finish := self._is_over()) is None:
            while len(running) < executor.concurrency:
                index = next(waiting, None)
                if index is None:
                    break
                recorder = _Recorder(self._store, writer, self.id, self.plan.job(index))
                running[executor.submit(recorder.job, recorder.on_events)] = recorder
            if not running:
                return Finish.PLAYED
            done, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                self.standing.add(running.pop(future).score(future.result()))
            on_change(self.standing)
        return finish

    def _is_over(self) -> Finish | None:
        state = self.standing.test()
        if state is None:
            return None
        if self.standing.has_too_many_faults:
            return Finish.FAULTS
        return None if state.verdict is SprtVerdict.CONTINUE else Finish.DECIDED

    def _finish(self, finish: Finish) -> None:
        if self.standing.counted():
            ratings = self.standing.ratings()
            players = {player.name: _stored_player(player) for player in self.plan.players}
            self._store.save_ratings(
                self.id,
                [
                    StoredRating(players[r.name], r.elo, r.low, r.high, r.games, r.score)
                    for r in ratings.ratings
                ],
            )
        self._store.finish_run(self.id, {"finish": finish.name, "games": self.standing.games})

    def _score_of(self, game: StoredGame) -> GameScore:
        assert game.verdict is not None
        assert game.job_index is not None
        moves = ""
        if self.plan.is_any_repeatable:
            events = (event.payload for event in self._store.events(game.id))
            moves = " ".join(event["move"] for event in events if "move" in event)
        names = game.first.name, game.second.name
        return _score(game.job_index, names, game.verdict.result, game.verdict.reason, moves)


class _Recorder:
    """Writes one game into the store as it is played."""

    def __init__(self, store: Store, writer: Writer, run_id: int, job: Job) -> None:
        self.job = job
        self._store, self._writer, self._run_id = store, writer, run_id
        self._game_id = 0
        self._written = 0
        self._moves: list[str] = []

    def on_events(self, events: Sequence[Event], referee: Referee) -> None:
        """Take in what happened; when the game has ended, return only when that is stored."""
        if self._written == 0:
            self._game_id = self._store.start_job(self._run_id, self.job.index, self._new_game())
        now = time.time()
        rows = [
            StoredEvent(self._written + i, event.to_dict(), now) for i, event in enumerate(events)
        ]
        self._written += len(rows)
        self._moves += [event.move for event in events if isinstance(event, MovePlayed)]
        plies, black = referee.game.board.move_count, referee.game.black
        if referee.result is None:
            self._writer.append(self._game_id, rows, plies=plies, black=black)
            return
        result = _result_of(referee.result)
        verdict = Verdict(result, referee.result.ending)
        self._writer.finish(self._game_id, verdict, rows, plies=plies, black=black).result()

    def score(self, ended: Ended) -> GameScore:
        """Return the finished game for the standings."""
        names = self.job.first.name, self.job.second.name
        moves = " ".join(self._moves)
        return _score(self.job.index, names, _result_of(ended), ended.ending, moves)

    def _new_game(self) -> NewGame:
        limits = {
            "first": str(self.job.first.limit),
            "second": str(self.job.second.limit),
            "tolerance": self.job.tolerance,
        }
        first, second = _stored_player(self.job.first), _stored_player(self.job.second)
        return NewGame(first, second, self.job.position, limits)


def _stored_player(player: Entrant) -> Player:
    command = "" if player.kind == "bot" else " ".join(player.command)
    return Player(player.name, player.kind, command)


def _result_of(ended: Ended) -> GameResult:
    if ended.ending is Ending.ABORTED:
        return GameResult.VOID
    if ended.winner is None:
        return GameResult.DRAW
    return GameResult.FIRST if ended.winner is Seat.FIRST else GameResult.SECOND


def _score(
    index: int, names: tuple[str, str], result: GameResult, ending: str, moves: str
) -> GameScore:
    points = {GameResult.FIRST: 1.0, GameResult.DRAW: 0.5, GameResult.SECOND: 0.0}
    fault = Ending(ending).is_fault
    return GameScore(index, *names, points.get(result), ending, fault, moves)
