"""Whatever is stored comes back, and whatever happens to a run, every job has one game at most."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.errors import StoreError
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

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
LETTERS = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
TEXTS = st.text(LETTERS, max_size=12)
PLAYERS = st.builds(Player, TEXTS, TEXTS, TEXTS, TEXTS)
# Payloads may hold any character at all, halves of surrogate pairs included.
ANY_TEXTS = st.text(st.characters(), max_size=12)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | ANY_TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXTS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(ANY_TEXTS, VALUES, max_size=4)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "a.sqlite") as opened:
        yield opened


@given(payloads=st.lists(st.tuples(OBJECTS, NUMBERS), max_size=5), cut=st.integers(0, 5))
@settings(max_examples=60)
def test_events_come_back_as_they_were(
    store: Store, payloads: list[tuple[dict[str, Any], float]], cut: int
) -> None:
    events = [StoredEvent(index, payload, at) for index, (payload, at) in enumerate(payloads)]
    game = store.add_game(NewGame(Player("a"), Player("b")))
    store.append(game, events[:cut])
    store.append(game, events[cut:])
    assert store.events(game) == events
    # The order of keys is kept too, which comparing dictionaries does not say.
    assert [list(event.payload) for event in store.events(game)] == [list(p) for p, _ in payloads]


@given(
    first=PLAYERS,
    second=PLAYERS,
    limits=OBJECTS,
    owners=st.tuples(TEXTS, TEXTS),
    started_at=NUMBERS,
    verdict=st.builds(Verdict, st.sampled_from(GameResult), TEXTS, NUMBERS),
)
@settings(max_examples=60)
def test_a_game_comes_back_as_it_was(
    store: Store,
    first: Player,
    second: Player,
    limits: dict[str, Any],
    owners: tuple[str, str],
    started_at: float,
    verdict: Verdict,
) -> None:
    number = store.add_game(NewGame(first, second, "rule:caro", limits, *owners, started_at))
    store.finish(number, verdict)
    game = store.game(number)
    assert (game.first, game.second, game.limits) == (first, second, limits)
    assert (game.first_owner, game.second_owner, game.started_at) == (*owners, started_at)
    assert game.verdict == verdict
    assert number in [found.id for found in store.games(GameFilter(player=first.name))]


@given(plan=OBJECTS, jobs=st.lists(OBJECTS, max_size=4), name=TEXTS, summary=OBJECTS)
@settings(max_examples=40)
def test_a_run_comes_back_as_it_was(
    store: Store,
    plan: dict[str, Any],
    jobs: list[dict[str, Any]],
    name: str,
    summary: dict[str, Any],
) -> None:
    run = store.add_run("match", name, plan, jobs)
    store.finish_run(run, summary)
    found = store.run(run)
    assert (found.name, found.plan, found.summary) == (name, plan, summary)
    assert [job.payload for job in store.jobs(run)] == jobs


@given(
    ratings=st.lists(
        st.builds(
            StoredRating,
            PLAYERS,
            NUMBERS,
            NUMBERS,
            NUMBERS,
            st.integers(0, 10**9),
            NUMBERS,
            NUMBERS,
        ),
        max_size=4,
        unique_by=lambda rating: rating.player,
    )
)
@settings(max_examples=30)
def test_ratings_come_back_as_they_were(store: Store, ratings: list[StoredRating]) -> None:
    run = store.add_run("tournament", "", {})
    store.save_ratings(run, ratings)
    found = store.ratings(run)
    assert sorted(found, key=repr) == sorted(ratings, key=repr)
    assert [rating.elo for rating in found] == sorted((r.elo for r in ratings), reverse=True)


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        if error.code not in codes:
            raise


@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["start", "append", "finish"]), st.integers(0, 3)), max_size=30
    )
)
@settings(max_examples=60)
def test_whatever_happens_to_a_run_a_job_has_one_game_and_is_finished_once(
    store: Store, steps: list[tuple[str, int]]
) -> None:
    run = store.add_run("match", "", {}, [{}] * 4)
    attempts: dict[int, int] = {}
    lengths: dict[int, int] = {}
    done: dict[int, int] = {}
    for step, job in steps:
        if step == "start":
            with refused("job-done"):
                attempts[job] = store.start_job(run, job, NewGame(Player("a"), Player("b")))
                assert job not in done
                lengths[job] = 0
        elif job in attempts:
            event = StoredEvent(lengths[job], {"job": job}, at=0.0)
            with refused("game-finished"):
                if step == "append":
                    store.append(attempts[job], [event])
                else:
                    store.finish(attempts[job], Verdict(GameResult.DRAW, "agreed"), [event])
                    done[job] = attempts[job]
                lengths[job] += 1
    jobs = store.jobs(run)
    assert {job.index: job.game_id for job in jobs if job.is_done} == done
    assert {job.index: job.game_id for job in jobs if job.game_id} == attempts
    assert store.count_games(GameFilter(run_id=run)) == len(attempts)
    assert [job.index for job in store.jobs(run, only_open=True)] == [
        index for index in range(4) if index not in done
    ]
    assert {job: len(store.events(game)) for job, game in attempts.items()} == lengths
