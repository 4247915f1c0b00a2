"""Self-play: what is played, what is written, and what the reader refuses."""

import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.openings import random_openings
from tengen.core.rules import RULES
from tengen.engine.features import features
from tengen.errors import InvalidText, TengenError
from tengen.training.dataset import load
from tengen.training.games import read
from tengen.training.patterns import FORCED
from tengen.training.selfplay import SelfPlay, play

GOOD: dict[str, Any] = {
    "rule": "freestyle",
    "size": 9,
    "start": 3,
    "moves": [40, 41, 31, 49, 30],
    "values": [10, -12, 29990],
    "found": [49, 30, 50],
    "winner": 1,
}


def plan(rule: str = "freestyle", seed: int = 1, **more: Any) -> SelfPlay:
    return SelfPlay(rule, 9, 200, tuple(random_openings(8, 9, RULES[rule], seed)), seed, **more)


def write(path: Path, *lines: object) -> Path:
    text = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines)
    path.write_bytes(gzip.compress(text.encode()))
    return path


def refusal(*files: Path) -> str:
    with pytest.raises(InvalidText) as caught:
        load(list(files))
    return str(caught.value)


def test_games_can_be_replayed_and_end_as_they_say(tmp_path: Path) -> None:
    file, told = tmp_path / "games.gz", []
    play(plan("renju"), 3, file, lambda: told.append(1), 1)
    games = list(read([file]))
    assert len(games) == len(told) == 3
    for game in games:
        *_, board = game.boards()
        outcome = board.outcome()
        if outcome is not None:
            assert game.winner == (-1 if outcome.winner is None else int(outcome.winner))
        elif game.winner >= 0:
            assert abs(game.values[-1]) >= 29_000
        assert game.moves[game.start :] == game.found[: len(game.moves) - game.start]


def test_a_file_depends_neither_on_jobs_nor_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.gz", tmp_path / "parts.gz"
    play(plan(), 4, whole, lambda: None, 2)
    play(plan(), 1, parts, lambda: None, 1)
    play(plan(), 3, parts, lambda: None, 1)
    lines = gzip.decompress(whole.read_bytes())
    assert gzip.decompress(parts.read_bytes()) == lines
    assert len(set(lines.splitlines())) == 4


def test_games_that_explore_are_the_plain_ones_until_they_do(tmp_path: Path) -> None:
    plain, explored, again = (tmp_path / name for name in ("plain.gz", "explored.gz", "again.gz"))
    play(plan("renju"), 6, plain, lambda: None, 1)
    play(plan("renju", explore=0.2), 6, explored, lambda: None, 2)
    play(plan("renju", explore=0.2), 6, again, lambda: None, 1)
    assert gzip.decompress(explored.read_bytes()) == gzip.decompress(again.read_bytes())
    assert b"explored" not in gzip.decompress(plain.read_bytes())
    drawn = 0
    for without, game in zip(read([plain]), read([explored]), strict=True):
        first = min(game.explored, default=len(game.moves))
        assert game.moves[:first] == without.moves[:first]
        after = range(game.start, len(game.moves))
        assert game.explored == [n for n in after if game.moves[n] != game.found[n - game.start]]
        assert all(abs(game.values[number - game.start]) < 900 for number in game.explored)
        drawn += len(game.explored)
    assert drawn > 5


def test_no_move_is_drawn_where_there_is_something_to_answer(tmp_path: Path) -> None:
    file = tmp_path / "games.gz"
    play(plan(explore=1), 3, file, lambda: None, 1)
    forced = 0
    for game in read([file]):
        for number, board in game.searched():
            if features(board)[0] & FORCED:
                assert game.start + number not in game.explored
                forced += 1
    assert forced > 0


def test_nothing_is_appended_to_a_file_that_is_broken_or_of_another_rule(tmp_path: Path) -> None:
    file = write(tmp_path / "games.gz", GOOD)
    before = file.read_bytes()
    with pytest.raises(InvalidText, match="a game of freestyle is in this file already"):
        play(plan("renju"), 1, file, lambda: None, 1)
    assert file.read_bytes() == before
    file.write_bytes(before[:-5])
    with pytest.raises(InvalidText, match="the end is missing"):
        play(plan(), 1, file, lambda: None, 1)
    assert file.read_bytes() == before[:-5]


def test_bad_weights_are_refused_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / "bad.bin").write_bytes(b"no weights")
    with pytest.raises(InvalidText, match=r"bad\.bin: these are no weights of this version"):
        play(plan(weights=tmp_path / "bad.bin"), 1, tmp_path / "games.gz", lambda: None, 1)
    assert not (tmp_path / "games.gz").exists()


def test_a_good_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = write(tmp_path / "games.gz", GOOD)
    (game,) = read([file])
    assert game.rule == RULES["freestyle"]
    assert [getattr(game, name) for name in GOOD if name != "rule"] == list(GOOD.values())[1:]
    assert game.source == f"{file}:1"
    rule, data = load([file])
    assert rule.name == "freestyle"
    assert data[0].results.tolist() == [1.0]
    assert game.explored == []


def test_a_result_belongs_to_the_positions_after_the_last_explored_move(tmp_path: Path) -> None:
    file = write(tmp_path / "games.gz", {**GOOD, "explored": [3]}, {**GOOD, "explored": [3, 4]})
    games = list(read([file]))
    assert [game.explored for game in games] == [[3], [3, 4]]
    settled = [[game.is_settled(number) for number in range(3)] for game in games]
    assert settled == [[False, True, True], [False, False, True]]
    longer = {**GOOD, "moves": [*GOOD["moves"], 50], "explored": [5]}
    with pytest.raises(InvalidText, match="no position to learn from"):
        load([write(file, longer)])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rule": "gomoku"}, "the rule must be one of freestyle, "),
        ({"rule": ["renju"]}, "the rule must be one of freestyle, "),
        ({"size": 4}, "size must be 5 to 26"),
        ({"size": True}, "size must be a whole number"),
        ({"size": 10**30}, "size must be 5 to 26"),
        ({"start": 6}, "start must be the number of moves in the opening"),
        ({"moves": 7}, "moves must be whole numbers"),
        ({"moves": [40, 41, 31, 49, 81]}, "moves and found must be points from 0 to 80, or -1"),
        ({"moves": [40, 41, 31, 49, -2]}, "moves and found must be points from 0 to 80, or -1"),
        ({"moves": [40, 41, 31, 49, 40]}, "move 40 cannot be played there"),
        ({"moves": [0, 9, 1, 10, 2, 11, 3, 12, 4, 13], "start": 8}, "move 13 cannot be played"),
        ({"values": [1]}, "every move after the opening must have a value"),
        ({"values": [1, 2, "3"]}, "values must be whole numbers"),
        ({"values": [1, 2, 1e400]}, "values must be whole numbers"),
        ({"values": [1, 2, 30_001]}, "values must be from -30000 to 30000"),
        ({"found": [1]}, "every value must have a move that was found"),
        ({"winner": 2}, "winner must be 0, 1 or -1"),
        ({"explored": 3}, "explored must be whole numbers"),
        ({"explored": [2]}, "explored must be rising numbers of moves after the opening"),
        ({"explored": [5]}, "explored must be rising numbers of moves after the opening"),
        ({"explored": [4, 3]}, "explored must be rising numbers of moves after the opening"),
        ({"explored": [3, 3]}, "explored must be rising numbers of moves after the opening"),
        (
            {"extra": 1},
            "a game has rule, size, start, winner, moves, values, found, perhaps explor",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_its_line(
    tmp_path: Path, change: dict[str, object], why: str
) -> None:
    file = write(tmp_path / "games.gz", GOOD, {**GOOD, **change})
    assert refusal(file).startswith(f"{file}:2: {why}")


@pytest.mark.parametrize("line", ["", "{", "[]", "null", "[" * 50_000, "7" * 9_000, "\x00"])
def test_a_line_that_is_no_game_is_refused(tmp_path: Path, line: str) -> None:
    assert refusal(write(tmp_path / "games.gz", line)).startswith(f"{tmp_path / 'games.gz'}:1: ")


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = write(tmp_path / "games.gz", " " * 10_000_000)
    assert refusal(file) == f"{file}:1: the line is cut off, or too long for a game"


def test_files_that_are_no_games_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.gz"
    assert refusal(file) == f"{file}: no such file or directory"
    assert refusal(tmp_path) == f"{tmp_path}: is a directory"
    file.write_text("not gzip")
    assert refusal(file) == f"{file}: this is not a gzip file, or a damaged one"
    file.write_bytes(b"")
    assert refusal(file) == f"{file}: no position to learn from is in there"
    write(file, {**GOOD, "moves": GOOD["moves"][:3], "values": [], "found": []})
    assert refusal(file) == f"{file}: no position to learn from is in there"


def test_games_of_two_rules_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path / "one.gz", GOOD)
    two = write(tmp_path / "two.gz", {**GOOD, "rule": "renju"})
    expected = f"{two}:1: a game of renju among games of freestyle; weights are for one rule"
    assert refusal(one, two) == expected


@given(st.data())
def test_whatever_is_in_a_file_only_our_errors_come_out(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    line = bytearray(json.dumps(GOOD).encode() + b"\n")
    places = st.integers(0, len(line) - 1)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=4)):
        line[place] = byte
    packed = bytearray(gzip.compress(bytes(line) * 2))
    places = st.integers(0, len(packed) - 1)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=3)):
        packed[place] = byte
    file = tmp_path_factory.getbasetemp() / "mutated.gz"
    file.write_bytes(packed[: data.draw(st.integers(0, len(packed)))])
    with contextlib.suppress(TengenError):
        load([file])


@given(
    st.dictionaries(
        st.sampled_from([*GOOD, "explored"]),
        st.one_of(
            st.integers(-3, 100), st.lists(st.integers(-2, 90), max_size=12), st.none(), st.text()
        ),
    )
)
def test_whatever_a_game_says_only_our_errors_come_out(
    tmp_path_factory: pytest.TempPathFactory, change: dict[str, object]
) -> None:
    file = write(tmp_path_factory.getbasetemp() / "changed.gz", {**GOOD, **change})
    with contextlib.suppress(TengenError):
        load([file])
