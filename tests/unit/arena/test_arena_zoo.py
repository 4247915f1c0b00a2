"""A tournament goes on whatever its players do: each fault is named, and nobody stays behind."""

import os
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
from tengen.arena.standing import Standing
from tengen.core.limits import Limit
from tengen.core.rules import RULES
from tengen.store import Store

LIMIT = Limit(turn=0.5)
ZOO = Path(__file__).parents[2] / "zoo"
FAULTS = {
    "silent.py": "silence",
    "flooding.py": "nonsense",
    "late.py 9": "silence",
    "late.py 0.9": "timeout",
    "off_board.py": "illegal-move",
    "occupied.py": "illegal-move",
    "dying.py": "crash",
    "error_at_start.py": "failed-start",
    "wrong_size.py": "failed-start",
    "garbage.py": "nonsense",
}
HARMLESS = ["forking.py", "ignores_end.py"]


def ignore(_: Standing) -> None:
    pass


def test_a_tournament_with_the_zoo_runs_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"zoo-tournament-{time.time_ns()}"
    monkeypatch.setenv("TENGEN_ZOO", mark)
    animals = [*FAULTS, *HARMLESS]
    texts = [f"{name.replace(' ', '-')}={sys.executable} {ZOO / name}" for name in animals]
    players = parse_players(["honest=" + f"{sys.executable} {ZOO / 'honest.py'}", *texts], LIMIT)
    openings = tuple(random_openings(1, 9, RULES["freestyle"], seed=1))
    plan = Plan("gauntlet", tuple(players), openings, 2, 9, tolerance=0.2)
    with Store.open(tmp_path / "s.sqlite") as store:
        run = Run.begin(store, plan)
        assert run.play(LocalExecutor(2), ignore) is Finish.PLAYED
    assert run.standing.games == 2 * len(animals)
    for name, ending in FAULTS.items():
        assert run.standing.faults[name.replace(" ", "-"), ending] == 2, name
    assert sum(run.standing.faults.values()) == 2 * len(FAULTS)
    assert left_behind(mark) == []


def left_behind(mark: str) -> list[int]:
    """Return the processes that still carry our mark a moment after all should be gone."""
    left: list[int] = []
    for _ in range(60):
        left = []
        for process in psutil.process_iter():
            try:
                if process.pid != os.getpid() and process.environ().get("TENGEN_ZOO") == mark:
                    left.append(process.pid)
            except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
                continue
        if not left:
            break
        time.sleep(0.05)
    return left
