"""The store as everybody else sees it: open it, and say what is to be kept or found."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tengen.core.openings import Seat
from tengen.store import _games, _notes, _runs
from tengen.store._database import Database, find_target
from tengen.store._faults import fault
from tengen.store._lock import Lock
from tengen.store._migrate import prepare
from tengen.store.location import default_path, locate
from tengen.store.records import (
    GameFilter,
    Json,
    NewGame,
    Player,
    StoredEvent,
    StoredGame,
    StoredJob,
    StoredRating,
    StoredRun,
    Verdict,
)
from tengen.store.writer import Writer


class Store:
    """An open store. Every method is one transaction, committed when it returns.

    Any thread may use it, and other processes may have the same store open. What cannot be done
    raises StoreError and changes nothing; what cannot be stored at all raises InvalidText.
    """

    def __init__(self, database: Database, owner: Lock | None = None) -> None:
        self._database = database
        self._owner = owner

    @classmethod
    def open(
        cls,
        where: str | Path | None = None,
        *,
        create: bool = True,
        exclusive: bool = False,
        patience: float = 10.0,
    ) -> Self:
        """Open the store at a path or a URL, by default where `locate` says, at our revision.

        With `create`, a new one is made where there is none. With `exclusive`, nobody else may
        open it so until it is closed. `patience` is how long, in seconds, another program's
        transaction is waited for.
        """
        target = find_target(locate(where))
        if target.path is not None:
            _check_file(target.path, target.shown, create)
        database = Database(target, patience=patience)
        owner = Lock(database, "owner", target.shown) if exclusive else None
        store = cls(database, owner)
        try:
            prepare(database, create=create)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close all connections, and let others be its owner."""
        self._database.close()
        if self._owner is not None:
            self._owner.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store: {self._database.target.shown}>"

    @property
    def path(self) -> Path | None:
        """The file of SQLite; None for PostgreSQL."""
        return self._database.target.path

    def announce(self, words: str) -> None:
        """Say who the exclusive owner is, to those who are refused; at most 60 bytes of ASCII."""
        if self._owner is not None:
            self._owner.announce(words)

    def writer(self, *, delay: float = 0.0) -> Writer:
        """Return a writer that commits what many threads hand in together; see its class."""
        return Writer(self._database, delay)

    # Games.

    def add_game(self, game: NewGame) -> int:
        """Store a new game and return its id."""
        row = _games.game_row(game)
        with self._database.write() as connection:
            return _games.insert_game(connection, game, row)

    def seat(self, game_id: int, seat: Seat, player: Player, *, owner: str = "") -> None:
        """Let a player sit down on a seat of a game that is not over, in place of who sat there."""
        with self._database.write() as connection:
            _games.seat_player(connection, game_id, seat, player, owner)

    def append(
        self,
        game_id: int,
        events: Sequence[StoredEvent],
        *,
        plies: int | None = None,
        black: Seat | None = None,
    ) -> None:
        """Store the next events of a game, all or none; their indices go on where it stopped.

        `plies` and `black` are what is true after them; None leaves the game's own as they are.
        """
        rows = _games.event_rows(game_id, events)
        with self._database.write() as connection:
            _games.advance_game(connection, game_id, rows, plies, black)
            _games.insert_events(connection, rows)

    def finish(
        self,
        game_id: int,
        verdict: Verdict,
        events: Sequence[StoredEvent] = (),
        *,
        plies: int | None = None,
        black: Seat | None = None,
    ) -> None:
        """Store how a game ended, with its last events; if it has a job, that is done now."""
        rows = _games.event_rows(game_id, events)
        row = _games.verdict_row(game_id, verdict)
        with self._database.write() as connection:
            _games.advance_game(connection, game_id, rows, plies, black)
            _games.insert_events(connection, rows)
            _games.finish_game(connection, row)

    def game(self, game_id: int) -> StoredGame:
        """Return a game without its events."""
        with self._database.read() as connection:
            return _games.find_game(connection, game_id)

    def events(self, game_id: int, start: int = 0) -> list[StoredEvent]:
        """Return the events of a game from index `start` on, in order."""
        with self._database.read() as connection:
            _games.find_game(connection, game_id)
            return _games.find_events(connection, game_id, start)

    def find(self, address: str) -> StoredGame | None:
        """Return the game that has this address, without its events; None if there is none."""
        if "\0" in address or not address.isascii():
            return None
        with self._database.read() as connection:
            return _games.find_address(connection, address)

    def games(
        self, wanted: GameFilter | None = None, *, limit: int | None = 50, before: int | None = None
    ) -> list[StoredGame]:
        """Return games, the newest first.

        For the next page give the id of the last game as `before`; games that are added meanwhile
        move nothing.
        """
        with self._database.read() as connection:
            return _games.list_games(connection, wanted or GameFilter(), limit, before)

    def count_games(self, wanted: GameFilter | None = None) -> int:
        """Return how many games there are."""
        with self._database.read() as connection:
            return _games.count_games(connection, wanted or GameFilter())

    # Runs and their jobs.

    def add_run(self, kind: str, name: str, plan: Json, jobs: Sequence[Json] = ()) -> int:
        """Store a new run with its first jobs and return its id."""
        with self._database.write() as connection:
            run_id = _runs.insert_run(connection, kind, name, plan, time.time())
            _runs.insert_jobs(connection, run_id, 0, jobs)
            return run_id

    def lock_run(self, run_id: int) -> Lock:
        """Make this process the only one that plays the run, until the lock is released.

        Whoever resumes a run needs this, since starting a job discards another's attempt at it.
        """
        name = f"{self.run(run_id).kind} {run_id}"
        return Lock(self._database, f"run-{run_id}", f"{name} in {self._database.target.shown}")

    def add_jobs(self, run_id: int, first: int, jobs: Sequence[Json]) -> None:
        """Store more jobs of a run; the index of the first of them is `first`."""
        with self._database.write() as connection:
            _runs.insert_jobs(connection, run_id, first, jobs)

    def start_job(self, run_id: int, index: int, game: NewGame) -> int:
        """Store the game of a job, discard an attempt that was never finished, return the new id.

        A job that is done cannot be started again: so every job has one finished game at most.
        """
        row = _games.game_row(game)
        with self._database.write() as connection:
            return _runs.start_job(connection, run_id, index, game, row)

    def jobs(self, run_id: int, *, only_open: bool = False) -> list[StoredJob]:
        """Return the jobs of a run in order; with `only_open`, those that are still to be done."""
        with self._database.read() as connection:
            return _runs.list_jobs(connection, run_id, only_open)

    def run(self, run_id: int) -> StoredRun:
        """Return a run."""
        with self._database.read() as connection:
            return _runs.find_run(connection, run_id)

    def runs(self, *, limit: int | None = 50) -> list[StoredRun]:
        """Return runs, the newest first."""
        with self._database.read() as connection:
            return _runs.list_runs(connection, limit)

    def finish_run(self, run_id: int, summary: Json) -> None:
        """Store what came out of a run."""
        with self._database.write() as connection:
            _runs.finish_run(connection, run_id, summary, time.time())

    # What the store remembers about itself, and what people share.

    def note(self, key: str, value: str) -> str:
        """Return the note under `key`; it is `value` if there was none before."""
        with self._database.write() as connection:
            return _notes.keep_note(connection, key, value)

    def add_tree(self, address: str, payload: Json) -> None:
        """Store an analysis under an address of its own."""
        with self._database.write() as connection:
            _notes.insert_tree(connection, address, payload, time.time())

    def tree(self, address: str) -> Json | None:
        """Return the analysis with this address, or None."""
        if "\0" in address or not address.isascii():
            return None
        with self._database.read() as connection:
            return _notes.find_tree(connection, address)

    # Ratings.

    def save_ratings(self, run_id: int, ratings: Sequence[StoredRating]) -> None:
        """Store the ratings of a run in place of those it had."""
        with self._database.write() as connection:
            _runs.replace_ratings(connection, run_id, ratings)

    def ratings(self, run_id: int) -> list[StoredRating]:
        """Return the ratings of a run, the strongest first."""
        with self._database.read() as connection:
            return _runs.list_ratings(connection, run_id)


def _check_file(path: Path, shown: str, create: bool) -> None:
    """Refuse a path that cannot be a store; make the folder if it is our own."""
    try:
        if path.exists() and not path.is_file():
            raise fault("store-foreign", shown, "it is not a file")
        if not path.exists() and not create:
            raise fault("store-missing", shown)
        if create and path == default_path().resolve():
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.is_dir():
            raise fault("store-folder", shown, f"there is no folder {str(path.parent)!r}")
    except OSError as error:
        raise fault("store-unopened", shown, error.strerror or str(error)) from None
