"""`kill -9` at any moment: what was acknowledged is there, whole, and every job is done once."""

import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tengen.errors import StoreError
from tengen.store import GameFilter, GameResult, NewGame, Player, Store, StoredEvent, Verdict

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nothing kills like kill -9 elsewhere")

KILLS = 20
JOBS = 300
EVENTS = 12


def events_of(job: int, index: int, count: int) -> list[StoredEvent]:
    return [
        StoredEvent(i, {"job": job, "n": i, "said": "x" * (i * 37 % 500)}, at=float(i))
        for i in range(index, index + count)
    ]


def play(path: str, is_grouped: bool, acknowledge: Connection) -> None:
    """Be an arena that plays the open jobs of run 1, and says what it has in writing."""
    with Store.open(path, exclusive=True) as store, store.lock_run(1), store.writer() as writer:
        for job in store.jobs(1, only_open=True):
            game = store.start_job(1, job.index, NewGame(Player("a"), Player("b")))
            acknowledge.send((job.index, game, 0, False))
            for index in range(0, EVENTS, 3):
                batch = events_of(job.index, index, 3)
                is_last = index + 3 >= EVENTS
                verdict = Verdict(GameResult.FIRST, "five", 1.0)
                if is_grouped:
                    promise = (
                        writer.finish(game, verdict, batch, plies=EVENTS)
                        if is_last
                        else writer.append(game, batch, plies=index + 3)
                    )
                    promise.result()
                elif is_last:
                    store.finish(game, verdict, batch, plies=EVENTS)
                else:
                    store.append(game, batch, plies=index + 3)
                acknowledge.send((job.index, game, index + 3, is_last))


def received(pipe: Connection) -> Iterator[tuple[int, int, int, bool]]:
    """Yield the acknowledgements until the other end is dead."""
    while True:
        try:
            yield pipe.recv()
        except (EOFError, OSError):
            return


def check_whole(store: Store, job: int, game: int, acknowledged: int, is_done: bool) -> None:
    """Check that a game has all that was acknowledged of it, and nothing half-written."""
    found = store.game(game)
    events = store.events(game)
    assert len(events) >= acknowledged
    assert len(events) % 3 == 0
    assert events == events_of(job, 0, len(events))
    assert found.length == found.plies == len(events)
    assert (found.verdict is not None) == (len(events) == EVENTS)
    assert found.verdict is not None or not is_done


def test_what_was_acknowledged_survives_and_every_job_is_done_once(path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    # The processes are real; only the imports are made once for all of them.
    context.set_forkserver_preload(["pytest", "tengen.store"])
    chance = random.Random(3)
    with Store.open(path) as store:
        store.add_run("match", "a against b", {}, [{}] * JOBS)
    done: dict[int, int] = {}
    for attempt in range(KILLS):
        pipe, theirs = context.Pipe(duplex=False)
        process = context.Process(target=play, args=[str(path), attempt % 2 == 1, theirs])
        process.start()
        theirs.close()
        # So far, whatever the speed of the machine, and then a moment further.
        said = list(islice(received(pipe), chance.randint(1, 20)))
        time.sleep(chance.uniform(0.0, 0.004))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        said += received(pipe)
        pipe.close()
        with Store.open(path, exclusive=True) as store:
            for job, game, count, is_done in said:
                check_whole(store, job, game, count, is_done)
                if is_done:
                    assert job not in done
                    done[job] = game
    check_at_the_end(path, done)


def check_at_the_end(path: Path, done: dict[int, int]) -> None:
    assert 0 < len(done) < JOBS, "the kills must come in the middle"
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    with Store.open(path) as store:
        games = {job.index: job.game_id for job in store.jobs(1) if job.is_done}
        assert done.items() <= games.items()
        listed = store.games(GameFilter(run_id=1), limit=None)
        assert len({game.job_index for game in listed}) == len(listed)
        with pytest.raises(StoreError, match="is done"):
            store.start_job(1, min(done), NewGame(Player("a"), Player("b")))
