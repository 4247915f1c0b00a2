"""Engine processes: asked, called off, killed, given up, and shared fairly."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.errors import BotFault
from tengen.play import Move, MovePlayed, Terms, Undo
from tengen.play.live import Live, bot, person
from tengen.play.pool import Pool, Stage
from tengen.play.question import AskAnalysis, AskHint, AskMove, Chosen, Done, Found, Hinted

PATIENCE = 60.0

FAKE = """
import json, sys, time, os
print('{"is":"ready"}', flush=True)
for line in sys.stdin:
    data = json.loads(line)
    if data["do"] == "stop":
        continue
    WHAT
    answer = {"ask": data["ask"], "is": "chosen", "move": "h8", "seconds": 0.5, "info": {}}
    print(json.dumps(answer), flush=True)
"""


def fake(tmp_path: Path, what: str) -> list[str]:
    """Return the command of a worker that does something else before it answers."""
    file = tmp_path / "fake.py"
    file.write_text(FAKE.replace("WHAT", what), encoding="utf-8")
    return [sys.executable, str(file)]


def once(tmp_path: Path, what: str) -> str:
    """Return code that does something the first time only, whichever process runs it."""
    marker = str(tmp_path / "done")
    return f"p = {marker!r}\n    if not os.path.exists(p): open(p, 'w').close(); {what}"


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(workers=2) as made:
        yield made


def test_a_whole_game_from_a_plain_loop(pool: Pool) -> None:
    seats = {Seat.FIRST: bot("greedy"), Seat.SECOND: bot("random:seed=3")}
    live = Live.start(Terms("size:9"), seats, monotonic())
    while (due := live.question(monotonic())) is not None:
        answer = pool.ask(due.ask).result(PATIENCE)
        (played, *_) = live.take(due, answer, monotonic())
        assert isinstance(played, MovePlayed)
    assert live.is_over


def test_an_answer_that_is_not_due_any_more_changes_nothing(pool: Pool) -> None:
    seats = {Seat.FIRST: person("You"), Seat.SECOND: bot("greedy")}
    live = Live.start(Terms(), seats, monotonic())
    live.handle(Move(Seat.FIRST, "h8"), monotonic())
    due = live.question(monotonic())
    assert due is not None
    live.handle(Undo(Seat.FIRST), monotonic())
    before = live.referee.state(0.0)
    assert live.take(due, pool.ask(due.ask).result(PATIENCE), monotonic()) == []
    assert live.referee.state(0.0) == before


def test_a_game_keeps_its_seed_and_another_has_another() -> None:
    seats = {Seat.FIRST: person("You"), Seat.SECOND: bot("level-3")}

    def seed(live: Live) -> int | None:
        due = live.question(9.0)
        assert due is not None
        return due.ask.seed

    live, later = Live.start(Terms(), seats, 1.0), Live.start(Terms(), seats, 2.0)
    for one in (live, later):
        one.handle(Move(Seat.FIRST, "h8"), 3.0)
    resumed, _ = Live.resume(live.referee.events, seats, 8.0)
    assert seed(live) == seed(resumed) != seed(later)


def test_a_hint_and_an_analysis(pool: Pool) -> None:
    hint = pool.ask(AskHint("h8a1i8a3j8a5k8", seconds=0.2)).result(PATIENCE)
    assert isinstance(hint, Hinted)
    found: list[Found] = []
    ticket = pool.ask(AskAnalysis("h8i9", seconds=0.3), on_found=found.append)
    assert isinstance(ticket.result(PATIENCE), Done)
    assert [f.depth for f in found] == sorted(f.depth for f in found)


def test_thinking_can_be_called_off(pool: Pool) -> None:
    slow = pool.ask(AskAnalysis("h8i9", seconds=60.0))
    until = monotonic() + PATIENCE
    while slow.stage is not Stage.THINKING and monotonic() < until:
        time.sleep(0.01)
    waiting = pool.ask(AskAnalysis("h8i9g7", seconds=60.0))
    waiting.cancel()
    with pytest.raises(BotFault, match="called off"):
        waiting.result(PATIENCE)
    begun = monotonic()
    slow.cancel()
    slow.future.exception(PATIENCE)
    assert monotonic() - begun < 10


def test_analyses_share_one_engine_by_turns(pool: Pool) -> None:
    seen: dict[str, list[float]] = {"a": [], "b": []}
    tickets = [
        pool.ask(
            AskAnalysis(position, seconds=60.0),
            visitor=name,
            on_found=lambda _, name=name: seen[name].append(monotonic()),  # type: ignore[misc]
        )
        for name, position in (("a", "h8i9"), ("b", "h8g9"))
    ]
    until = monotonic() + PATIENCE
    while not (seen["b"] and max(seen["a"]) > min(seen["b"])) and monotonic() < until:
        time.sleep(0.05)
    for ticket in tickets:
        ticket.cancel()
    assert seen["b"]
    assert max(seen["a"]) > min(seen["b"]), "the first analysis never came back"


def test_a_worker_that_is_killed_is_replaced_and_asked_again(tmp_path: Path) -> None:
    what = once(tmp_path, "os.kill(os.getpid(), 9)")
    with Pool(workers=1, analysts=0, command=fake(tmp_path, what)) as pool:
        ticket = pool.ask(AskMove("greedy", ""))
        assert isinstance(ticket.result(PATIENCE), Chosen)
        assert ticket.restarts == 1


def test_a_worker_that_dies_three_times_is_given_up(tmp_path: Path) -> None:
    with Pool(workers=1, analysts=0, command=fake(tmp_path, "sys.exit(3)")) as pool:
        fault = pool.ask(AskMove("greedy", "")).future.exception(PATIENCE)
        assert isinstance(fault, BotFault)
        assert (fault.code, fault.arguments["count"]) == ("engine-failed", 3)
        # The next question is asked all the same.
        assert isinstance(pool.ask(AskMove("greedy", "")).future.exception(PATIENCE), BotFault)


def test_a_worker_that_is_silent_is_taken_for_dead(tmp_path: Path) -> None:
    what = once(tmp_path, "time.sleep(99)")
    with Pool(workers=1, analysts=0, command=fake(tmp_path, what)) as pool:
        begun = monotonic()
        ticket = pool.ask(AskMove("greedy", "", Limit(turn=0.1)))
        assert isinstance(ticket.result(PATIENCE), Chosen)
        assert ticket.restarts == 1
        assert monotonic() - begun > 2.0


@pytest.mark.parametrize("noise", ["print('nonsense')", "print('{\"ask\": 99}')", "print('[]')"])
def test_what_a_worker_prints_besides_is_ignored(tmp_path: Path, noise: str) -> None:
    with Pool(workers=1, analysts=0, command=fake(tmp_path, noise)) as pool:
        assert isinstance(pool.ask(AskMove("greedy", "")).result(PATIENCE), Chosen)


def test_one_visitor_never_has_all_workers(tmp_path: Path) -> None:
    with Pool(workers=2, analysts=0, command=fake(tmp_path, "time.sleep(1.0)")) as pool:
        heavy = [pool.ask(AskMove("greedy", ""), visitor="heavy") for _ in range(4)]
        other = pool.ask(AskMove("greedy", ""), visitor="other")
        other.result(PATIENCE)
        assert sum(ticket.is_done for ticket in heavy) <= 2
        assert [ticket.stage for ticket in heavy].count(Stage.THINKING) <= 1
        places = pool.places()
        assert sorted(places.values()) == list(range(1, len(places) + 1))


def test_a_closed_pool_leaves_nobody_waiting_and_nobody_running(tmp_path: Path) -> None:
    pool = Pool(workers=1, analysts=1, command=fake(tmp_path, "time.sleep(60)"))
    tickets = [pool.ask(AskMove("greedy", "")) for _ in range(3)]
    until = monotonic() + PATIENCE
    while len(pool.pids) < 2 and monotonic() < until:
        time.sleep(0.01)
    pids = pool.pids
    pool.close()
    for ticket in tickets:
        assert isinstance(ticket.future.exception(PATIENCE), BotFault)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    with pytest.raises(BotFault, match="shut down"):
        pool.ask(AskMove("greedy", ""))
