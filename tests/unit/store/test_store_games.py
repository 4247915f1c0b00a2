"""Games: stored event by event, listed by what they are."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.core.openings import Seat
from tengen.errors import InvalidText, StoreError
from tengen.store import GameFilter, GameResult, NewGame, Player, Store, StoredEvent, Verdict

ANNA, BERT, GREEDY = Player("anna", "person"), Player("bert", "person"), Player("greedy")


def moves(first: int, last: int) -> list[StoredEvent]:
    return [StoredEvent(index, {"n": index}, at=0.5) for index in range(first, last)]


def ids(
    store: Store, limit: int | None = None, before: int | None = None, **wanted: object
) -> list[int]:
    return [g.id for g in store.games(GameFilter(**wanted), limit=limit, before=before)]  # type: ignore[arg-type]


# Storing.


def test_a_new_game_comes_back_with_what_its_position_says(store: Store) -> None:
    position = "size:19_rule:renju_opening:swap2_moves:h8i9"
    new = NewGame(ANNA, GREEDY, position, {"turn": 0.3}, "token", "", started_at=12.5)
    game = store.game(store.add_game(new))
    assert (game.rule, game.size, game.opening, game.position) == ("renju", 19, "swap2", position)
    assert (game.first, game.second, game.limits) == (ANNA, GREEDY, {"turn": 0.3})
    assert (game.first_owner, game.second_owner, game.started_at) == ("token", "", 12.5)
    assert (game.run_id, game.job_index, game.length, game.plies) == (None, None, 0, 0)
    assert (game.black, game.verdict) == (None, None)
    assert game.start().format_move(game.start().moves[1]) == "i9"


def test_without_an_opening_procedure_the_first_seat_has_black(
    store: Store, new_game: NewGame
) -> None:
    assert store.game(store.add_game(new_game)).black is Seat.FIRST


def test_events_come_back_in_order_with_their_times(
    store: Store, new_game: NewGame, three_events: list[StoredEvent]
) -> None:
    game = store.add_game(new_game)
    store.append(game, three_events[:2])
    store.append(game, three_events[2:], plies=3)
    assert store.events(game) == three_events
    assert store.events(game, 2) == three_events[2:]
    assert (store.game(game).length, store.game(game).plies) == (3, 3)


def test_every_character_of_an_event_survives(store: Store, new_game: NewGame) -> None:
    payload = {"said": "天元 \0 \ud800 \x1b[31m 'quoted' \"twice\" \n", "half": 0.1, "none": None}
    game = store.add_game(new_game)
    store.append(game, [StoredEvent(0, payload, 0.0)])
    assert store.events(game)[0].payload == payload


def test_an_unfinished_game_is_there_after_reopening(
    path: Path, store: Store, new_game: NewGame, three_events: list[StoredEvent]
) -> None:
    game = store.add_game(new_game)
    store.append(game, three_events)
    store.close()
    with Store.open(path) as again:
        assert again.events(game) == three_events
        assert ids(again, is_finished=False) == [game]


def test_black_is_known_once_it_was_said(store: Store, new_game: NewGame) -> None:
    game = store.add_game(replace(new_game, position="opening:swap"))
    store.append(game, moves(0, 1))
    assert store.game(game).black is None
    store.append(game, moves(1, 2), black=Seat.SECOND)
    store.append(game, moves(2, 3))
    assert store.game(game).black is Seat.SECOND


def test_a_finished_game_has_its_verdict_and_its_last_events(
    store: Store, new_game: NewGame, three_events: list[StoredEvent]
) -> None:
    game = store.add_game(new_game)
    verdict = Verdict(GameResult.SECOND, "timeout", finished_at=99.0)
    store.finish(game, verdict, three_events, plies=3)
    assert store.game(game).verdict == verdict
    assert store.events(game) == three_events
    assert ids(store, is_finished=True) == [game]


def test_a_verdict_without_events_may_say_who_had_black(store: Store, new_game: NewGame) -> None:
    game = store.add_game(replace(new_game, position="opening:swap"))
    store.append(game, moves(0, 2))
    store.finish(game, Verdict(GameResult.VOID, "aborted"), plies=5, black=Seat.SECOND)
    found = store.game(game)
    assert (found.length, found.plies, found.black) == (2, 5, Seat.SECOND)


def test_somebody_can_sit_down_on_a_seat(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    store.seat(game, Seat.SECOND, BERT, owner="token of bert")
    assert (store.game(game).first, store.game(game).second) == (ANNA, BERT)
    assert ids(store, owner="token of bert") == [game]


def test_players_are_the_same_only_if_all_their_texts_are(store: Store) -> None:
    old, new = (
        Player("rapfi", "program", "./rapfi", "1"),
        Player("rapfi", "program", "./rapfi", "2"),
    )
    game = store.game(store.add_game(NewGame(old, new)))
    assert (game.first.version, game.second.version) == ("1", "2")


def test_threads_append_to_their_games_at_the_same_time(store: Store, new_game: NewGame) -> None:
    games = [store.add_game(new_game) for _ in range(4)]

    def play(game: int) -> None:
        for index in range(25):
            store.append(game, moves(index, index + 1), plies=index + 1)

    threads = [threading.Thread(target=play, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.events(game)) for game in games] == [25] * 4


# Refusals, each of which changes nothing.


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (moves(4, 5), "game 1 has 3 events; the next one is event 3, not event 4"),
        (moves(2, 4), "game 1 has 3 events; the next one is event 3, not event 2"),
    ],
    ids=["a gap", "again"],
)
def test_events_that_do_not_follow_are_refused(
    store: Store,
    new_game: NewGame,
    three_events: list[StoredEvent],
    events: list[StoredEvent],
    sentence: str,
) -> None:
    game = store.add_game(new_game)
    store.append(game, three_events)
    with pytest.raises(StoreError, match=sentence):
        store.append(game, events, plies=77)
    assert store.events(game) == three_events
    assert store.game(game).plies == 0


def test_a_gap_within_what_is_given_is_refused(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    with pytest.raises(InvalidText, match="event 2 of game 1 comes where event 1 is due"):
        store.append(game, [*moves(0, 1), *moves(2, 3)])
    assert store.events(game) == []


def test_nothing_is_added_to_a_finished_game(store: Store, new_game: NewGame) -> None:
    game = store.add_game(new_game)
    store.finish(game, Verdict(GameResult.DRAW, "full-board"))
    sentence = r"game 1 is finished \(full-board\)"
    with pytest.raises(StoreError, match=sentence):
        store.append(game, moves(0, 1))
    with pytest.raises(StoreError, match=sentence):
        store.finish(game, Verdict(GameResult.FIRST, "five"))
    with pytest.raises(StoreError, match=sentence):
        store.seat(game, Seat.FIRST, BERT)
    assert store.game(game).verdict.result is GameResult.DRAW  # type: ignore[union-attr]


@pytest.mark.parametrize("number", [7, 0, -1, 2**63, 10**30])
def test_a_game_that_is_not_there_is_named(store: Store, number: int) -> None:
    with pytest.raises(StoreError, match=f"there is no game {number} in the store") as caught:
        store.game(number)
    assert caught.value.code == "no-game"
    with pytest.raises(StoreError, match="there is no game"):
        store.events(number)


def test_changing_a_game_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="there is no game 7"):
        store.append(7, moves(0, 1))
    with pytest.raises(StoreError, match="there is no game 7"):
        store.finish(7, Verdict(GameResult.DRAW, "passes"))


@pytest.mark.parametrize(
    "payload",
    [{"nan": float("nan")}, {"object": object()}, {"big": 10**5000}, {("a",): 1}],
    ids=["not a number", "no JSON", "too long", "a strange key"],
)
def test_what_json_cannot_carry_is_refused(
    store: Store, new_game: NewGame, payload: dict[str, object]
) -> None:
    game = store.add_game(new_game)
    with pytest.raises(InvalidText, match="cannot be stored as JSON"):
        store.append(game, [StoredEvent(0, payload, 0.0)])
    assert store.events(game) == []


def test_json_that_is_nested_without_end_is_refused(store: Store, new_game: NewGame) -> None:
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"in": deep}
    game = store.add_game(new_game)
    with pytest.raises(InvalidText, match="cannot be stored as JSON"):
        store.append(game, [StoredEvent(0, deep, 0.0)])


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"], ids=["NUL", "half a pair"])
def test_a_name_that_no_database_takes_is_refused(store: Store, name: str) -> None:
    with pytest.raises(InvalidText, match=r"the player's name '.*' has characters that cannot be"):
        store.add_game(NewGame(Player(name), GREEDY))
    assert store.count_games() == 0


def test_a_position_that_cannot_be_read_is_refused(store: Store, new_game: NewGame) -> None:
    with pytest.raises(InvalidText, match="'zz' is not a point"):
        store.add_game(replace(new_game, position="h8zz"))


def test_a_time_without_end_is_refused(store: Store, new_game: NewGame) -> None:
    with pytest.raises(InvalidText, match="the time inf cannot be stored"):
        store.add_game(replace(new_game, started_at=float("inf")))


# Lists.


@pytest.fixture
def listed(store: Store) -> Store:
    """Games 1 to 5: anna, bert and greedy in all pairs, one of them in a run."""
    store.add_game(NewGame(ANNA, GREEDY, "rule:renju", {}, "token of anna"))
    store.add_game(NewGame(GREEDY, ANNA, "size:19", {}, "", "token of anna"))
    store.add_game(NewGame(ANNA, BERT, "", {}, "token of anna", "token of bert"))
    run = store.add_run("match", "greedy against bert", {}, [{}])
    store.start_job(run, 0, NewGame(GREEDY, BERT, "rule:renju"))
    store.add_game(NewGame(BERT, GREEDY))
    store.finish(1, Verdict(GameResult.FIRST, "five"))
    store.finish(2, Verdict(GameResult.FIRST, "five"))
    store.finish(3, Verdict(GameResult.DRAW, "full-board"))
    return store


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (GameFilter(), [5, 4, 3, 2, 1]),
        (GameFilter(player="anna"), [3, 2, 1]),
        (GameFilter(opponent="anna"), [3, 2, 1]),
        (GameFilter(player="anna", opponent="greedy"), [2, 1]),
        (GameFilter(player="anna", opponent="anna"), []),
        (GameFilter(owner="token of anna"), [3, 2, 1]),
        (GameFilter(owner="token of anna", opponent="bert"), [3]),
        (GameFilter(owner="token of bert"), [3]),
        (GameFilter(rule="renju"), [4, 1]),
        (GameFilter(size=19), [2]),
        (GameFilter(run_id=1), [4]),
        (GameFilter(in_a_run=True), [4]),
        (GameFilter(in_a_run=False), [5, 3, 2, 1]),
        (GameFilter(is_finished=True), [3, 2, 1]),
        (GameFilter(is_finished=False), [5, 4]),
        (GameFilter(player="anna", score=1), [1]),
        (GameFilter(player="anna", score=0), [2]),
        (GameFilter(owner="token of anna", score=0.5), [3]),
        (GameFilter(score=1), [2, 1]),
        (GameFilter(player="nobody"), []),
        (GameFilter(player="anna' OR 1=1 --"), []),
    ],
    ids=str,
)
def test_games_are_found_by_what_they_are(
    listed: Store, wanted: GameFilter, expected: list[int]
) -> None:
    assert [game.id for game in listed.games(wanted)] == expected
    assert listed.count_games(wanted) == len(expected)


def test_pages_follow_one_another_while_games_are_added(listed: Store, new_game: NewGame) -> None:
    assert ids(listed, limit=2) == [5, 4]
    listed.add_game(new_game)
    assert ids(listed, limit=2, before=4) == [3, 2]
    assert ids(listed, limit=2, before=2) == [1]
    assert ids(listed, before=10**30) == [6, 5, 4, 3, 2, 1]
