"""The ladder plays a few quick games, goes on where it stopped, and writes what they say."""

import contextlib
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tengen.bots import read_ratings

LADDER = Path(__file__).parents[3] / "benchmarks" / "ladder.py"


class Done(NamedTuple):
    """What came of a run of the ladder."""

    returncode: int
    stdout: str
    stderr: str


def load() -> Any:
    """Import the script, so that not every run of it begins with its imports."""
    spec = importlib.util.spec_from_file_location("ladder", LADDER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ladder"] = module  # Its dataclasses look themselves up there.
    spec.loader.exec_module(module)
    return module


ladder = load()


def climb(folder: Path, *more: str) -> Done:
    """Run the ladder among three weak players."""
    read_ratings.cache_clear()  # The run before this one may have written the file.
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
    ):
        status = ladder.main(words_for(folder, *more))
    return Done(status, out.getvalue(), err.getvalue())


def words_for(folder: Path, *more: str) -> list[str]:
    words = ["--results", str(folder / "results.txt"), "--output", str(folder / "ratings.json")]
    return [*words, "--players", "random,level-1,level-2", "--least", "4", *more]


def ratings(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "ratings.json").read_text(encoding="utf-8"))
    return data


def test_it_plays_goes_on_and_can_only_report(tmp_path: Path) -> None:
    first = climb(tmp_path, "--games", "8", "--minutes", "5")
    assert first.returncode == 0, first.stderr
    begun = ratings(tmp_path)
    assert {"level-1"} <= set(begun["bots"]) <= {"random", "level-1", "level-2"}
    assert begun["games"] == 24
    assert begun["bots"]["level-1"]["elo"] == 400
    assert climb(tmp_path, "--games", "12", "--minutes", "5").returncode == 0
    assert ratings(tmp_path)["games"] == 36
    assert climb(tmp_path, "--minutes", "0").returncode == 0
    assert ratings(tmp_path)["scale"].count("keep their places") == 1
    results = tmp_path / "results.txt"
    with results.open("a", encoding="utf-8") as file:
        file.write("level-1+v1 - level-2+v1: 7 : 0\n")
    assert climb(tmp_path, "--minutes", "0").returncode == 0
    assert ratings(tmp_path)["games"] == 36  # Those of another version are not counted.
    (tmp_path / "ratings.json").unlink()
    few = climb(tmp_path, "--minutes", "0", "--least", "25")
    assert "too few games yet" in few.stdout
    assert not (tmp_path / "ratings.json").exists()
    picture = tmp_path / "ladder.svg"
    pytest.importorskip("matplotlib")
    again = climb(tmp_path, "--minutes", "0", "--picture", str(picture))
    assert again.returncode == 0, again.stderr
    assert ratings(tmp_path)["games"] == 36
    assert "level-1 to level-2: " in again.stdout
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "level-99"], "there is no bot 'level-99'"),
        (["--players", "level-1"], "needs two players"),
        (["--limit-of", "greedy=1s"], "--limit-of: greedy does not play"),
        (["--limit-of", "level-1=soon"], "'soon'"),
        (["--limit-of", "level-1"], "--limit-of: write it as level-20=1200000n"),
        (["--results", "/nowhere/results.txt"], "/nowhere/results.txt"),
        (["--openings", "nowhere.pos"], "nowhere.pos: no such file"),
        (["--anchor-program", "./nothing"], "'./nothing' is neither a bot"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    done = climb(tmp_path, *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "ratings.json").exists()


@pytest.mark.parametrize(
    ("word", "number"),
    [("--concurrency", "0"), ("--minutes", "-1"), ("--minutes", "nan"), ("--games", "0")],
)
def test_numbers_out_of_range_are_refused(
    tmp_path: Path, word: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        ladder.main(words_for(tmp_path, word, number))
    assert f"{number} is not possible" in capsys.readouterr().err


def test_damaged_results_are_refused(tmp_path: Path) -> None:
    (tmp_path / "results.txt").write_text("level-1 beats level-2\n", encoding="utf-8")
    done = climb(tmp_path, "--minutes", "0")
    assert done.returncode == 1
    assert "results.txt:1" in done.stderr
    assert done.stderr.count("\n") == 1


def test_games_stay_where_they_are_wanted(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    words = words_for(tmp_path, "--games", "2", "--minutes", "5", "--store", str(store))
    done = subprocess.run([sys.executable, str(LADDER), *words], capture_output=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert store.exists()
