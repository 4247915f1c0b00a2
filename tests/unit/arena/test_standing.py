"""Standings: what finished games add up to."""

import random

import pytest

from tengen.arena.plan import Plan
from tengen.arena.player import Entrant
from tengen.arena.report import cross_rows, fault_lines, rating_rows, to_json, to_markdown
from tengen.arena.sprt import Hypotheses, Verdict
from tengen.arena.standing import GameScore, Standing
from tengen.core.limits import Limit

OPENINGS = tuple(((0, 0), (1, index % 13)) for index in range(1, 9))


def standing(kind: str = "match", names: str = "ab", games: int = 8, **more: object) -> Standing:
    limit = more.pop("limit", Limit(turn=1.0))
    players = tuple(Entrant(name, ("true",), limit) for name in names)  # type: ignore[arg-type]
    return Standing(Plan(kind, players, OPENINGS, games, **more))  # type: ignore[arg-type]


def finish(table: Standing, index: int, score: float | None, ending: str = "five") -> GameScore:
    job = table.plan.job(index)
    fault = ending in ("timeout", "crash")
    game = GameScore(index, job.first.name, job.second.name, score, ending, fault, f"m{index}")
    table.add(game)
    return game


def test_points_are_counted_for_the_player_whatever_his_seat() -> None:
    table = standing()
    for index, score in enumerate([1, 0, 0.5, 1]):
        finish(table, index, score)
    # Player a has the first seat of even games: he wins, wins, draws, loses.
    assert table.points("a", "b") == (2, 1, 1)
    assert table.points("b", "a") == (1, 1, 2)


def test_pairs_are_counted_only_when_both_games_are_finished() -> None:
    table = standing()
    finish(table, 0, 1)
    finish(table, 1, 0)
    finish(table, 2, 1)
    assert table.pair_counts("a", "b").counts == (0, 0, 0, 0, 1)
    assert table.pair_counts("b", "a").counts == (1, 0, 0, 0, 0)


def test_a_game_for_nobody_counts_for_nobody() -> None:
    table = standing()
    finish(table, 0, None, "aborted")
    assert (table.games, table.counted()) == (1, [])


def test_a_repeated_game_is_counted_once() -> None:
    table = standing(limit=Limit(nodes=5), games=32)
    for index in (2 * len(OPENINGS), 0):
        job = table.plan.job(index)
        table.add(GameScore(index, job.first.name, job.second.name, 1, "five", False, "h8 h9"))
    assert table.repeats == 1
    assert [game.index for game in table.counted()] == [0]


def test_players_with_a_clock_may_play_the_same_game_twice() -> None:
    table = standing()
    for index in (0, 2):
        job = table.plan.job(index)
        table.add(GameScore(index, job.first.name, job.second.name, 1, "five", False, "h8 h9"))
    assert table.repeats == 0
    assert len(table.counted()) == 2


def test_faults_are_counted_apart_and_named() -> None:
    table = standing()
    finish(table, 0, 1, "timeout")
    finish(table, 1, 1, "timeout")
    finish(table, 2, 1, "five")
    assert table.faults == {("b", "timeout"): 1, ("a", "timeout"): 1}
    assert fault_lines(table) == ["a lost 1 game by timeout", "b lost 1 game by timeout"]


def test_one_fault_does_not_stop_a_test_but_more_than_one_percent_do() -> None:
    table = standing(games=1000)
    finish(table, 0, 1, "crash")
    assert not table.has_too_many_faults
    finish(table, 1, 1, "crash")
    assert table.has_too_many_faults
    for index in range(2, 400):
        finish(table, index, 0.5)
    assert not table.has_too_many_faults


def test_a_test_looks_only_at_the_pairs_before_the_first_unfinished_one() -> None:
    table = standing("sprt", games=200, hypotheses=Hypotheses(0, 50))
    for index in range(2, 60):
        finish(table, index, 1 - index % 2)
    state = table.test()
    assert state is not None
    assert state.games == 0
    finish(table, 0, 1)
    finish(table, 1, 0)
    state = table.test()
    assert state is not None
    assert state.games == 60
    assert state.verdict is Verdict.ACCEPT_H1


def test_what_a_standing_says_does_not_depend_on_the_order_of_games() -> None:
    rng = random.Random(5)
    scores = {index: rng.choice([0, 0.5, 1]) for index in range(24)}
    said = []
    for _ in range(3):
        table = standing("tournament", "abc", games=8)
        order = list(scores)
        rng.shuffle(order)
        for index in order:
            finish(table, index, scores[index])
        said.append((to_json(table), to_markdown(table)))
    assert said[0] == said[1] == said[2]


def test_the_crosstable_has_a_row_and_a_column_for_each_player() -> None:
    table = standing("tournament", "abc", games=2)
    for index in range(6):
        finish(table, index, 1)
    rows = cross_rows(table)
    assert rows[0] == ["", "1", "2", "3", "score"]
    assert rows[1] == ["1 a", "·", "1-0-1", "1-0-1", "50.0%"]


def test_ratings_json_has_the_promised_keys() -> None:
    table = standing()
    finish(table, 0, 1)
    finish(table, 1, 0)
    for row in to_json(table)["ratings"]:
        assert {"name", "elo", "low", "high", "games", "score"} <= set(row)
    assert rating_rows(table.ratings())[1][1] == "a"
    assert table.ratings(("b", 1000.0)).ratings[-1].elo == pytest.approx(1000)


def test_a_run_without_games_has_an_empty_report() -> None:
    assert to_json(standing())["ratings"] == []
    assert to_markdown(standing()) == "\n"


def test_the_same_moves_from_another_opening_are_no_repetition() -> None:
    table = standing(limit=Limit(nodes=5))
    for index in (0, 2):
        job = table.plan.job(index)
        table.add(GameScore(index, job.first.name, job.second.name, 1, "crash", True, "h8"))
    assert table.repeats == 0
