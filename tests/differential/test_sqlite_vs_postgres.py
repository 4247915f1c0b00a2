"""SQLite and PostgreSQL: the same calls give the same answers.

A server of its own is started for these tests, from the programs that the distribution installs.
"""

import contextlib
import functools
import os
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import NullPool, create_engine, text

from tengen.core.openings import Seat
from tengen.errors import InvalidText, StoreError, TengenError
from tengen.store import (
    GameFilter,
    GameResult,
    NewGame,
    Player,
    Store,
    StoredEvent,
    StoredRating,
    Verdict,
)
from tengen.store._schema import VERSION_TABLE, metadata

PLAYERS = [Player("anna", "person"), Player("greedy"), Player("rapfi", "program", "./r", "1")]
WEIRD = {"said": "天元 \0 \ud800 'q' \"p\" %s :x \\ \n", "big": 10**40, "small": 5e-324}


# A server.


def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return None if on_path is None else Path(on_path).parent


def missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@contextlib.contextmanager
def running_server(folder: Path, bin_folder: Path) -> Iterator[str]:
    """Start a server that is reached through a socket in `folder`, and yield its URL."""
    # The server refuses to be run by root.
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        import pwd

        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    data = folder / "data"
    subprocess.run(
        [bin_folder / "initdb", "-D", data, "-U", "tengen", "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        capture_output=True,
        cwd=folder,
        **user,
    )
    server = subprocess.Popen(
        [
            bin_folder / "postgres",
            *("-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        **user,
    )
    try:
        url = f"postgresql+psycopg://tengen@/postgres?host={folder}"
        wait_until_ready(url, server)
        yield url
    finally:
        # It does not wait for those who are still connected.
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)


def wait_until_ready(url: str, server: "subprocess.Popen[bytes]") -> None:
    engine = create_engine(url)
    until = time.monotonic() + 60
    while True:
        try:
            with engine.connect():
                break
        except Exception:
            assert server.poll() is None, "the server ended at once"
            assert time.monotonic() < until, "the server never answered"
            time.sleep(0.05)
    engine.dispose()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    bin_folder = programs()
    if bin_folder is None:
        missing("PostgreSQL is not installed; on Debian: apt-get install postgresql")
        return
    try:
        import psycopg  # noqa: F401
    except ImportError:
        missing("psycopg is not installed; run 'pip install tengen[postgres]'")
    # Outside of pytest's own folders, which only their owner may enter.
    folder = Path(tempfile.mkdtemp(prefix="tengen-pg-"))
    try:
        with running_server(folder, bin_folder) as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def url(server: str) -> Iterator[str]:
    """A schema of its own, which is to a store what a database is, and made faster."""
    name = f"s{uuid.uuid4().hex}"
    engine = create_engine(server, poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    yield f"{server}&options=-c search_path={name}"
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))


@pytest.fixture
def both(url: str, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    with Store.open(tmp_path / "games.sqlite") as lite, Store.open(url) as postgres:
        yield lite, postgres


# The same answers.


def answer(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the code and the sentence of its refusal."""
    try:
        return call()
    except TengenError as error:
        return type(error), error.code, str(error)


class Program:
    """A random sequence of calls, the same for every store."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.games = 0
        self.runs = 0

    def new_game(self) -> NewGame:
        first, second = self.chance.choices(PLAYERS, k=2)
        position = self.chance.choice(["", "rule:renju", "size:19_opening:swap2", "h8i9", "h8h8"])
        mine, yours = self.chance.choices(["", "token"], k=2)
        return NewGame(first, second, position, {"turn": 0.3}, mine, yours, started_at=1.25)

    def next_call(self) -> Callable[[Store], Any]:
        kinds = [self.write_game, self.write_run, self.read]
        return self.chance.choices(kinds, [6, 2, 2])[0]()

    def write_game(self) -> Callable[[Store], Any]:
        game = self.chance.randint(1, 12)
        start = self.chance.choice([0, 0, 1, 2, 3])
        events = [
            StoredEvent(index, {**WEIRD, "n": index}, at=index / 3)
            for index in range(start, start + self.chance.randint(0, 3))
        ]
        black = self.chance.choice([None, *Seat])
        plies = self.chance.choice([None, 7])
        verdict = Verdict(self.chance.choice(list(GameResult)), "five", finished_at=2.5)
        new = self.new_game()
        player = self.chance.choice(PLAYERS)
        calls: list[Callable[[Store], Any]] = [
            lambda store: store.add_game(new),
            lambda store: store.append(game, events, plies=start, black=black),
            lambda store: store.append(game, events),
            lambda store: store.finish(game, verdict, events, plies=plies),
            lambda store: store.seat(game, Seat.SECOND, player, owner="token"),
        ]
        return self.chance.choice(calls)

    def write_run(self) -> Callable[[Store], Any]:
        run, index = self.chance.randint(1, 3), self.chance.randint(0, 5)
        new = self.new_game()
        ratings = [
            StoredRating(player, place / 7, -1.5, 1e300, place, 0.5, at=0.1)
            for place, player in enumerate(self.chance.sample(PLAYERS, 2))
        ]
        calls: list[Callable[[Store], Any]] = [
            lambda store: store.add_run("match", "天元", WEIRD, [WEIRD, {}]),
            lambda store: store.add_jobs(run, index, [{"n": 1}, {"n": 2}]),
            lambda store: store.start_job(run, index, new),
            lambda store: store.start_job(run, index, new),
            lambda store: store.save_ratings(run, ratings),
        ]
        return self.chance.choice(calls)

    def read(self) -> Callable[[Store], Any]:
        number = self.chance.randint(1, 12)
        choose = self.chance.choice
        wanted = GameFilter(
            player=choose([None, None, "anna"]),
            opponent=choose([None, None, "greedy"]),
            owner=choose([None, None, "token"]),
            rule=choose([None, None, "renju"]),
            in_a_run=choose([None, None, True, False]),
            is_finished=choose([None, None, True, False]),
            score=choose([None, None, 1, 0.5, 0]),
        )
        before = choose([None, number])
        calls: list[Callable[[Store], Any]] = [
            lambda store: store.game(number),
            lambda store: store.events(number, 1),
            lambda store: store.games(wanted, limit=4, before=before),
            lambda store: store.count_games(wanted),
            lambda store: store.jobs(number, only_open=True),
            lambda store: store.ratings(number),
        ]
        return choose(calls)


def everything(store: Store) -> list[Any]:
    """Return all that a store holds, but for the times at which runs were made."""
    games = store.games(limit=None)
    runs = store.runs()
    return [
        games,
        [store.events(game.id) for game in games],
        [replace(run, started_at=0.0) for run in runs],
        [store.jobs(run.id) for run in runs],
        [store.ratings(run.id) for run in runs],
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_same_calls_give_the_same_answers(both: tuple[Store, Store], seed: int) -> None:
    program = Program(seed)
    refusals = 0
    for step in range(150):
        call = program.next_call()
        answers = [answer(functools.partial(call, store)) for store in both]
        assert answers[0] == answers[1], f"step {step}"
        refusals += isinstance(answers[0], tuple)
    assert everything(both[0]) == everything(both[1])
    assert 10 < refusals < 140, "a program should be refused now and then"
    assert both[0].count_games(GameFilter(is_finished=True)) > 0


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.game(10**30),
        lambda store: store.run(2**63),
        lambda store: store.games(before=10**30),
        lambda store: store.add_game(NewGame(Player("a\0b"), Player("b"))),
        lambda store: store.add_game(NewGame(Player("a\ud800"), Player("b"))),
        lambda store: store.append(1, [StoredEvent(0, {"x": float("nan")})]),
    ],
)
def test_what_is_impossible_is_refused_alike(
    both: tuple[Store, Store], call: Callable[[Store], Any]
) -> None:
    lite, postgres = (answer(functools.partial(call, store)) for store in both)
    assert lite == postgres


def test_grouped_commits_work_alike(both: tuple[Store, Store]) -> None:
    for store in both:
        games = [store.add_game(NewGame(PLAYERS[0], PLAYERS[1])) for _ in range(3)]
        with store.writer(delay=3600.0) as writer:
            promises = [writer.append(g, [StoredEvent(0, WEIRD, at=0.0)]) for g in [*games, 77]]
            done = writer.finish(games[0], Verdict(GameResult.DRAW, "passes", 3.0))
            done.result(timeout=30)
        assert [p.exception() is None for p in promises] == [True, True, True, False]
        assert store.events(games[2]) == [StoredEvent(0, WEIRD, at=0.0)]


# What PostgreSQL has of its own.


def test_tables_and_migrations_agree_on_postgres(url: str) -> None:
    Store.open(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_many_may_make_one_store_at_the_same_time_on_postgres(url: str) -> None:
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store.open(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.count_games() for store in stores] == [0] * 4
    for store in stores:
        store.close()


def test_threads_meet_the_same_new_player_on_postgres(url: str) -> None:
    with Store.open(url) as store:
        players = [Player(f"p{n}") for n in range(20)]

        def play() -> None:
            for player in players:
                store.add_game(NewGame(player, players[0]))

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.count_games() == 80
        assert store.count_games(GameFilter(player="p7")) == 4


def test_a_second_owner_is_refused_on_postgres(url: str) -> None:
    with Store.open(url, exclusive=True) as owner, Store.open(url) as other:
        with pytest.raises(StoreError, match="is already in use by process"):
            Store.open(url, exclusive=True)
        owner.announce("tengen at http://127.0.0.1:8136")
        with pytest.raises(StoreError, match=r"already in use by tengen at http://127.0.0.1:8136"):
            Store.open(url, exclusive=True)
        with other.lock_run(other.add_run("match", "", {})):
            pass
    Store.open(url, exclusive=True).close()


def test_a_newer_and_a_foreign_database_are_refused_on_postgres(url: str) -> None:
    Store.open(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match="was written by a newer tengen"):
        Store.open(url)
    with engine.begin() as connection:
        connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    with pytest.raises(StoreError, match="has a table 'events' of another program"):
        Store.open(url)
    engine.dispose()


def test_faults_of_the_server_are_one_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=r"cannot be reached: .*does not exist"):
        Store.open(url.replace("/postgres?", "/nowhere?"))
    with pytest.raises(InvalidText, match="is not a kind of store"):
        Store.open(url.replace("psycopg", "pg8000"))
    Store.open(url).close()
    with (
        pytest.raises(StoreError, match="is read-only; nothing can be stored there"),
        Store.open(url + " -c default_transaction_read_only=on") as store,
    ):
        store.add_run("match", "", {})


def test_a_locked_table_is_named_on_postgres(url: str) -> None:
    engine = create_engine(url)
    with Store.open(url, patience=0.1) as store, engine.begin() as connection:
        connection.execute(text("LOCK TABLE runs"))
        with pytest.raises(StoreError, match="is locked by another program"):
            store.add_run("match", "", {})
    engine.dispose()


def test_a_connection_that_was_cut_is_made_again(url: str) -> None:
    engine = create_engine(url)
    with Store.open(url) as store:
        store.runs()
        with engine.begin() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid != pg_backend_pid()"
                )
            )
        assert store.runs() == []
    engine.dispose()
