"""Runs and their jobs: killed at any moment, resumed, every game once; and ratings."""

from pathlib import Path

import pytest

from tengen.errors import InvalidText, StoreError
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

WON = Verdict(GameResult.FIRST, "five", finished_at=9.0)


@pytest.fixture
def run(store: Store) -> int:
    return store.add_run("match", "a against b", {"seed": 1}, [{"pair": 0}, {"pair": 0}])


def test_a_run_comes_back_with_its_plan_and_its_jobs(store: Store, run: int) -> None:
    found = store.run(run)
    assert (found.kind, found.name, found.plan) == ("match", "a against b", {"seed": 1})
    assert (found.finished_at, found.summary) == (None, {})
    assert [(job.index, job.payload) for job in store.jobs(run)] == [(0, {"pair": 0})] * 1 + [
        (1, {"pair": 0})
    ]
    assert not any(job.is_done or job.game_id for job in store.jobs(run))


def test_jobs_can_be_added_while_it_runs(store: Store, run: int) -> None:
    store.add_jobs(run, 2, [{"pair": 1}, {"pair": 1}])
    assert [job.index for job in store.jobs(run)] == [0, 1, 2, 3]


def test_a_job_is_open_until_its_game_is_finished(
    store: Store, run: int, new_game: NewGame
) -> None:
    game = store.start_job(run, 0, new_game)
    assert (store.game(game).run_id, store.game(game).job_index) == (run, 0)
    assert [(job.game_id, job.is_done) for job in store.jobs(run)] == [(game, False), (None, False)]
    store.finish(game, WON)
    assert [(job.game_id, job.is_done) for job in store.jobs(run)] == [(game, True), (None, False)]
    assert [job.index for job in store.jobs(run, only_open=True)] == [1]


def test_starting_again_discards_the_unfinished_attempt_with_its_events(
    store: Store, run: int, new_game: NewGame, three_events: list[StoredEvent]
) -> None:
    first = store.start_job(run, 0, new_game)
    store.append(first, three_events)
    second = store.start_job(run, 0, new_game)
    assert second > first
    assert store.events(second) == []
    assert [game.id for game in store.games(GameFilter(run_id=run))] == [second]
    with pytest.raises(StoreError, match=f"there is no game {first}"):
        store.append(first, [StoredEvent(3, {})])


def test_a_job_that_is_done_cannot_be_started_again(
    store: Store, run: int, new_game: NewGame
) -> None:
    game = store.start_job(run, 0, new_game)
    store.finish(game, WON)
    with pytest.raises(StoreError, match=f"job 0 of run {run} is done") as caught:
        store.start_job(run, 0, new_game)
    assert caught.value.code == "job-done"
    assert [found.id for found in store.games()] == [game]


def test_a_refused_start_keeps_the_attempt_that_is_there(
    store: Store, run: int, new_game: NewGame
) -> None:
    game = store.start_job(run, 0, new_game)
    with pytest.raises(InvalidText):
        store.start_job(run, 0, NewGame(Player("a\0b"), Player("b")))
    assert [found.id for found in store.games()] == [game]


def test_jobs_and_runs_that_are_not_there_are_named(
    store: Store, run: int, new_game: NewGame
) -> None:
    with pytest.raises(StoreError, match=f"run {run} has no job 9"):
        store.start_job(run, 9, new_game)
    for ask in (
        lambda: store.start_job(77, 0, new_game),
        lambda: store.run(77),
        lambda: store.jobs(77),
        lambda: store.add_jobs(77, 0, [{}]),
        lambda: store.finish_run(77, {}),
        lambda: store.save_ratings(77, []),
        lambda: store.ratings(77),
        lambda: store.lock_run(77),
    ):
        with pytest.raises(StoreError, match="there is no run 77 in the store"):
            ask()


def test_a_job_is_not_planned_twice(store: Store, run: int) -> None:
    with pytest.raises(StoreError, match=f"run {run} has a job 1 already"):
        store.add_jobs(run, 1, [{"pair": 5}, {"pair": 5}])
    assert len(store.jobs(run)) == 2


def test_a_finished_run_has_its_summary(store: Store, run: int) -> None:
    store.finish_run(run, {"llr": 2.95})
    assert store.run(run).summary == {"llr": 2.95}
    assert store.run(run).finished_at is not None


def test_runs_are_listed_the_newest_first(store: Store, run: int) -> None:
    other = store.add_run("sprt", "new against old", {})
    assert [found.id for found in store.runs()] == [other, run]
    assert [found.id for found in store.runs(limit=1)] == [other]


def test_ratings_come_back_the_strongest_first_and_are_replaced_whole(
    store: Store, run: int
) -> None:
    weak = StoredRating(Player("weak"), -30.5, -60.0, 0.0, 10, 0.4, at=1.0)
    strong = StoredRating(Player("strong", "program", "./s", "2"), 30.5, 0.0, 60.0, 10, 0.6, at=1.0)
    store.save_ratings(run, [weak, strong])
    assert store.ratings(run) == [strong, weak]
    store.save_ratings(run, [weak])
    assert store.ratings(run) == [weak]


def test_a_rating_that_is_not_finite_is_refused(store: Store, run: int) -> None:
    kept = StoredRating(Player("a"), 0.0, -1.0, 1.0, 1, 0.5, at=1.0)
    store.save_ratings(run, [kept])
    with pytest.raises(InvalidText, match="the high inf cannot be stored"):
        store.save_ratings(run, [StoredRating(Player("b"), 0.0, -1.0, float("inf"), 1, 1.0)])
    assert store.ratings(run) == [kept]


def test_a_run_is_played_by_one_process_at_a_time(path: Path, store: Store, run: int) -> None:
    with Store.open(path) as other:
        with store.lock_run(run):
            with pytest.raises(
                StoreError, match=rf"match {run} in .* is already in use by process"
            ):
                other.lock_run(run)
            other.lock_run(other.add_run("match", "another", {})).release()
        other.lock_run(run).release()
