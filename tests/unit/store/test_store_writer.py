"""Grouped commits: nobody waits for the disk, and an acknowledgement is still one."""

import sqlite3
import threading
from pathlib import Path

import pytest

from tengen.errors import InvalidText, StoreError
from tengen.store import GameResult, NewGame, Store, StoredEvent, Verdict

LONG = 3600.0
"""A delay that no test waits for."""


def event(index: int) -> StoredEvent:
    return StoredEvent(index, {"n": index}, at=0.5)


def test_what_is_acknowledged_is_stored(path: Path, store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    with store.writer() as writer, Store.open(path) as other:
        for index in range(20):
            writer.append(game, [event(index)], plies=index + 1).result(timeout=30)
            assert len(other.events(game)) == other.game(game).plies == index + 1


def test_events_wait_for_one_another_and_are_committed_together(
    store: Store, new_game: NewGame
) -> None:
    games = [store.add_game(new_game) for _ in range(3)]
    with store.writer(delay=LONG) as writer:
        promises = [writer.append(game, [event(i)]) for i in range(5) for game in games]
        assert not any(promise.done() for promise in promises)
        assert store.events(games[0]) == []
        writer.flush()
        assert all(promise.done() for promise in promises)
    assert [store.events(game) for game in games] == [[event(i) for i in range(5)]] * 3


def test_the_end_of_a_game_waits_for_nobody(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    verdict = Verdict(GameResult.FIRST, "five", finished_at=9.0)
    with store.writer(delay=LONG) as writer:
        writer.append(game, [event(0)])
        writer.finish(game, verdict, [event(1)], plies=2).result(timeout=30)
        assert store.game(game).verdict == verdict
        assert store.events(game) == [event(0), event(1)]


def test_closing_commits_what_waits_and_takes_no_more(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    writer = store.writer(delay=LONG)
    promise = writer.append(game, [event(0)])
    writer.close()
    assert promise.result(timeout=0) is None
    assert store.events(game) == [event(0)]
    with pytest.raises(StoreError, match="nothing is taken now"):
        writer.append(game, [event(1)])


def test_a_refused_game_leaves_the_others_alone(store: Store, new_game: NewGame) -> None:
    good, bad = store.add_game(new_game), store.add_game(new_game)
    with store.writer(delay=LONG) as writer:
        promises = [
            writer.append(good, [event(0)]),
            writer.append(bad, [event(7)]),
            writer.append(77, [event(0)]),
            writer.append(good, [event(1)]),
        ]
        writer.flush()
    assert [promise.exception() is None for promise in promises] == [True, False, False, True]
    assert "the next one is event 0, not event 7" in str(promises[1].exception())
    assert "there is no game 77" in str(promises[2].exception())
    assert (store.events(good), store.events(bad)) == ([event(0), event(1)], [])


def test_what_cannot_be_stored_is_refused_before_it_waits(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    with store.writer() as writer:
        with pytest.raises(InvalidText, match="cannot be stored as JSON"):
            writer.append(game, [StoredEvent(0, {"x": float("nan")})])
        with pytest.raises(InvalidText, match="the reason"):
            writer.finish(game, Verdict(GameResult.DRAW, "a\0b"), [event(0)])
    assert store.events(game) == []


def test_when_the_database_fails_everybody_hears_it_and_may_try_again(
    path: Path, store: Store, new_game: NewGame
) -> None:
    games = [store.add_game(new_game) for _ in range(2)]
    other = sqlite3.connect(path, isolation_level=None)
    with store.writer(delay=LONG) as writer:
        other.execute("BEGIN IMMEDIATE")
        promises = [writer.append(game, [event(0)]) for game in games]
        with pytest.raises(StoreError, match="is locked by another program"):
            writer.flush()
        assert all(isinstance(promise.exception(), StoreError) for promise in promises)
        other.execute("ROLLBACK")
        promises = [writer.append(game, [event(0)]) for game in games]
        writer.flush()
        assert [promise.result() for promise in promises] == [None, None]
    other.close()


def test_a_promise_cannot_be_cancelled(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    with store.writer(delay=LONG) as writer:
        promise = writer.append(game, [event(0)])
        assert not promise.cancel()
    assert store.events(game) == [event(0)]


def test_many_threads_hand_in_at_once(store: Store, new_game: NewGame) -> None:
    games = [store.add_game(new_game) for _ in range(8)]
    with store.writer(delay=0.001) as writer:

        def play(game: int) -> None:
            for index in range(30):
                writer.append(game, [event(index)]).result(timeout=30)

        threads = [threading.Thread(target=play, args=[game]) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [store.events(game) for game in games] == [[event(i) for i in range(30)]] * 8
