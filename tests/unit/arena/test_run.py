"""Runs: real players in real processes, stopped, killed and resumed."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tengen.arena.executor import LocalExecutor
from tengen.arena.openings import random_openings
from tengen.arena.plan import Plan
from tengen.arena.player import parse_players
from tengen.arena.run import Finish, Run
from tengen.arena.sprt import Hypotheses
from tengen.arena.standing import Standing
from tengen.arena.table import Stopped, Table
from tengen.core.limits import Limit
from tengen.core.rules import RULES
from tengen.errors import InvalidText, StoreError
from tengen.store import GameFilter, Store

QUICK = """
import sys
size, taken = 0, set()
def put(x, y): taken.add((x, y))
def answer():
    free = ((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    x, y = {choice}
    put(x, y)
    print(f"{{x}},{{y}}", flush=True)
lines = iter(sys.stdin)
for line in lines:
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RESTART"):
        size, taken = int(rest) if rest else size, set()
        print("OK", flush=True)
    elif word == "ABOUT": print('name="quick", version="1"', flush=True)
    elif word == "BEGIN": answer()
    elif word == "TURN":
        put(*map(int, rest.split(","))); answer()
    elif word == "BOARD":
        taken = set()
        for line in lines:
            if line.strip() == "DONE": break
            put(*map(int, line.split(",")[:2]))
        answer()
    elif word == "END": break
"""


@pytest.fixture
def programs(tmp_path: Path) -> list[str]:
    """Two deterministic players that answer at once, so that games cost next to nothing."""
    found = []
    for name, choice in (("top", "next(free)"), ("spread", "max(free, key=lambda p: p[0]*7%5)")):
        path = tmp_path / f"{name}.py"
        path.write_text(QUICK.format(choice=choice))
        found.append(f"{name}={sys.executable} {path}@9n")
    return found


def make_plan(players: list[str], games: int = 8, **more: object) -> Plan:
    openings = tuple(random_openings(games // 2, 7, RULES["freestyle"], seed=3))
    entrants = tuple(parse_players(players, Limit(turn=5.0)))
    kind = str(more.pop("kind", "match"))
    return Plan(kind, entrants, openings, games, 7, **more)  # type: ignore[arg-type]


def ignore(_: Standing) -> None:
    pass


def test_a_match_is_played_to_its_end_and_stored(tmp_path: Path, programs: list[str]) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        run = Run.begin(store, make_plan(programs))
        assert run.play(LocalExecutor(2), ignore) is Finish.PLAYED
        assert run.standing.games == 8
        games = store.games(GameFilter(run_id=run.id))
        assert len(games) == 8
        for game in games:
            assert game.verdict is not None
            events = [event.payload["is"] for event in store.events(game.id)]
            assert events[0] == "started"
            assert events[-1] == "ended"
            assert sum("move" in event.payload for event in store.events(game.id)) > 2
        assert store.run(run.id).finished_at is not None
        assert len(store.ratings(run.id)) == 2


def test_a_finished_run_says_the_same_when_it_is_read_again(
    tmp_path: Path, programs: list[str]
) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        run = Run.begin(store, make_plan(programs))
        run.play(LocalExecutor(1), ignore)
        again = Run(store, run.id)
        assert again.is_finished
        assert again.standing.finished == run.standing.finished


def test_an_interrupted_run_is_resumed_where_it_was(tmp_path: Path, programs: list[str]) -> None:
    def interrupt(standing: Standing) -> None:
        if standing.games >= 3:
            raise KeyboardInterrupt

    with Store.open(tmp_path / "s.sqlite") as store:
        run = Run.begin(store, make_plan(programs, games=20))
        with pytest.raises(KeyboardInterrupt):
            run.play(LocalExecutor(2), interrupt)
        resumed = Run.resume(store, None)
        assert resumed.id == run.id
        assert 3 <= resumed.standing.games < 20
        resumed.play(LocalExecutor(2), ignore)
        assert resumed.standing.games == 20
    assert not children()


def test_a_test_stops_when_it_has_decided(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        hypotheses = Hypotheses(0, 200)
        plan = make_plan(["greedy", "random:seed=1"], 60, kind="sprt", hypotheses=hypotheses)
        run = Run.begin(store, plan)
        assert run.play(LocalExecutor(2), ignore) is Finish.DECIDED
        assert run.standing.games < 60


def test_a_player_that_cannot_start_loses_by_its_own_reason(
    tmp_path: Path, programs: list[str]
) -> None:
    path = tmp_path / "dead.py"
    path.write_text("raise SystemExit(3)")
    with Store.open(tmp_path / "s.sqlite") as store:
        plan = make_plan([programs[0], f"dead={sys.executable} {path}@9n"], games=4)
        run = Run.begin(store, plan)
        run.play(LocalExecutor(2), ignore)
        assert sum(run.standing.faults.values()) == 4
        assert {player for player, _ in run.standing.faults} == {"dead"}
        assert run.standing.points("top", "dead") == (4, 0, 0)


def test_nothing_to_resume_is_said(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        with pytest.raises(InvalidText, match="no unfinished run"):
            Run.resume(store, None)
        with pytest.raises(StoreError):
            Run.resume(store, 7)


def command(store: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "tengen", *words, "--store", str(store), "--json"]


def table_of(text: str) -> object:
    data = json.loads(text)
    return data["ratings"], data["wins"], data["draws"], data["losses"], data["repeats"]


def test_a_killed_run_ends_as_an_unbroken_one(tmp_path: Path, programs: list[str]) -> None:
    kill_and_resume(tmp_path, programs, kills=3)


@pytest.mark.soak
def test_a_run_killed_twenty_times_ends_as_an_unbroken_one(
    tmp_path: Path, programs: list[str]
) -> None:
    kill_and_resume(tmp_path, programs, kills=20)


def kill_and_resume(tmp_path: Path, programs: list[str], kills: int) -> None:
    rng = random.Random(11)
    games = 20 * kills
    settings = ["--games", str(games), "--size", "7", "--limit", "9n"]
    whole = subprocess.run(
        command(tmp_path / "whole.sqlite", "match", *programs, *settings),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    broken = tmp_path / "broken.sqlite"
    words = ["match", *programs, *settings]
    for _ in range(kills):
        child = subprocess.Popen(
            command(broken, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(rng.uniform(0.6, 1.4))
        assert child.poll() is None, "the run must be long enough to be killed so often"
        child.kill()
        child.wait()
        with Store.open(broken) as store:
            words = ["resume"] if store.runs() else words
    done = subprocess.run(
        command(broken, *words), capture_output=True, text=True, timeout=300, check=True
    )
    assert table_of(done.stdout) == table_of(whole.stdout)
    with Store.open(broken) as store:
        jobs = [game.job_index for game in store.games(limit=None) if game.verdict is not None]
        assert sorted(index for index in jobs if index is not None) == list(range(games))
    assert not children()


def children() -> list[psutil.Process]:
    """Return the players that are still there a moment after all should be gone."""
    for _ in range(40):
        left = [
            process
            for process in psutil.process_iter(["cmdline"])
            if any(part.endswith(("top.py", "spread.py")) for part in process.info["cmdline"] or [])
        ]
        if not left:
            return []
        time.sleep(0.05)
    return left


def test_a_closed_table_stops_between_two_moves(tmp_path: Path, programs: list[str]) -> None:
    plan = make_plan(programs)
    table, events = Table(), 0

    def close_at_once(*_: object) -> None:
        nonlocal events
        events += 1
        if events == 3:
            table.close()

    with pytest.raises(Stopped):
        table.play(plan.job(0), close_at_once)
    assert events == 3
    assert not children()


def test_seeded_bots_play_the_same_games_however_many_at_once(tmp_path: Path) -> None:
    played = []
    for name, concurrency in (("one", 1), ("two", 2)):
        with Store.open(tmp_path / f"{name}.sqlite") as store:
            players = ["greedy:seed=2@9n", "random:seed=3@9n"]
            openings = tuple(random_openings(3, 7, RULES["freestyle"], seed=3))
            entrants = tuple(parse_players(players, Limit()))
            run = Run.begin(store, Plan("match", entrants, openings, 6, 7))
            run.play(LocalExecutor(concurrency), ignore)
            played.append(run.standing.finished)
    assert played[0] == played[1]
    assert len({game.moves for game in played[0].values()}) > 3
