"""`tengen bots` lists every bot with its rating, what it plays and its sentence."""

import json
from pathlib import Path

import pytest

from tengen.bots import Rating, Ratings, _ratings, bot_names, find_bot, read_ratings
from tengen.bots._ratings import format_ratings
from tengen.cli import main

BOTS = {
    "greedy": Rating(1012, 21, 340),
    "random": Rating(-75, 60, 80),
    "level-3": Rating(640, 9, 7, find_bot("level-3").version),
}
RATINGS = Ratings("2026-11-16", "freestyle", 15, "a small machine", "A is at 0.", 427, BOTS)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the package's data file where a test may write it; there is none at first."""
    path = tmp_path / "ratings.json"
    monkeypatch.setattr(read_ratings.__wrapped__, "__defaults__", (path,))
    read_ratings.cache_clear()
    return path


def test_every_bot_is_listed_with_its_sentence(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bots"]) == 0
    output = capsys.readouterr().out
    words = " ".join(output.split())
    assert "\x1b" not in output
    assert "No ratings are here" in output
    for name in bot_names():
        assert f"\n{name} " in output
        assert find_bot(name).description.split(":")[0] in words


def test_ratings_come_with_their_errors_the_strongest_first(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(format_ratings(RATINGS), encoding="utf-8")
    assert main(["bots"]) == 0
    output = capsys.readouterr().out
    rows = [line.split()[:4] for line in output.splitlines()[1:] if line[:1].isalpha()]
    assert rows[:3] == [
        ["greedy", "1012", "±", "21"],
        ["level-3", "640", "±", "9"],
        ["random", "-75", "±", "60"],
    ]
    words = " ".join(output.split())
    assert "427 games of freestyle 15x15, 2026-11-16, a small machine. A is at 0." in words


def test_json_has_everything(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(format_ratings(RATINGS), encoding="utf-8")
    assert main(["bots", "--json"]) == 0
    bots = {bot["name"]: bot for bot in json.loads(capsys.readouterr().out)}
    assert set(bots) == set(bot_names())
    greedy = bots["greedy"]
    assert (greedy["rating"], greedy["error"], greedy["games"]) == (1012, 21, 340)
    assert greedy["sizes"] == list(range(5, 27))
    assert greedy["rules"] == ["freestyle", "standard", "renju", "caro", "caro-open"]
    assert greedy["options"] == ["seed"]
    assert bots["tengen"]["default"]
    assert bots["tengen"]["rating"] is None
    counts = bots["counts"]
    assert counts["rules"] != greedy["rules"]


def test_a_rating_is_for_the_version_that_was_measured() -> None:
    old = Ratings("", "", 15, "", "", 1, {"greedy": Rating(1000, 20, 30, version=99)})
    assert old.of(find_bot("greedy")) is None
    assert RATINGS.of(find_bot("greedy")) == BOTS["greedy"]


def test_what_is_written_can_be_read_again(file: Path) -> None:
    file.write_text(format_ratings(RATINGS), encoding="utf-8")
    assert read_ratings(file) == RATINGS


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bots": 3}', "\0", '{"bots": {"a": {}}}'])
def test_a_damaged_file_is_named_in_one_line(
    file: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file.write_text(text)
    assert main(["bots"]) == 2
    error = capsys.readouterr().err
    assert "ratings.json: this is no file of ratings" in error
    assert error.count("\n") == 1


def test_the_file_of_the_package_is_in_order() -> None:
    ratings = read_ratings(_ratings.FILE)
    assert ratings is not None
    assert set(ratings.bots) <= set(bot_names())
    assert all(rating.error > 0 and rating.games > 0 for rating in ratings.bots.values())
