"""`tengen match`, `tournament`, `sprt`, `resume` and `rate`."""

import json
from pathlib import Path

import pytest

from tengen.cli import main

QUICK = ["--size", "7", "--limit", "5s", "--games", "2"]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("TENGEN_STORE", str(path))
    return path


def test_a_match_prints_its_score_and_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = tmp_path / "report.md"
    assert main(["match", "greedy", "random:seed=1", *QUICK, "--markdown", str(report)]) == 0
    assert capsys.readouterr().out.startswith("greedy - random:seed=1: +2 =0 -0  (100.0%)  Elo +")
    assert "| 1 greedy | · | 2-0-0 | 100.0% |" in report.read_text(encoding="utf-8")
    assert main(["rate", "--json"]) == 0
    names = [row["name"] for row in json.loads(capsys.readouterr().out)]
    assert names == ["greedy", "random:seed=1"]
    assert main(["resume", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wins"] == 2


def test_a_tournament_rates_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["greedy", "a=random:seed=1", "b=random:seed=2"]
    assert main(["tournament", *players, *QUICK, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 6
    assert data["ratings"][0]["name"] == "greedy"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["match", "trapper", "forms", "--size", "19"],
            "trapper does not play this: it plays on 15x15 only, not on 19x19",
        ),
        (
            ["tournament", "forms", "random", "greedy", "--rule", "caro"],
            "forms does not play this: it plays freestyle only, not caro",
        ),
        (["match", "greedy", "greedy"], "two players are called 'greedy'"),
        (["match", "greedy", "nobody"], "neither a bot"),
        (["match", "greedy", "random", "--games", "3"], "3 games for each pair"),
        (["match", "greedy", "random", "--limit", "soon"], "'soon' is not a limit"),
        (["match", "greedy", "random", "--limit", "0s"], "more than 0"),
        (["match", "greedy", "random", "--tolerance", "-1"], "tolerance of -1"),
        (["match", "greedy", "random", "--max-moves", "0"], "after 0 moves"),
        (["match", "greedy", "random", "--memory", "-4"], "a memory of -"),
        (["match", "greedy", "random", "--concurrency", "0"], "0 games at once"),
        (["match", "greedy", "random", "--increment", "1"], "give --match"),
        (["match", "greedy", "random", "--rows", "left"], "'left'"),
        (["match", "greedy", "random", "--openings", "/no/such/file"], "no such file"),
        (["match", "greedy", "random", "--markdown", "/no/such/x.md"], "no such folder"),
        (["sprt", "greedy", "random", "--elo0", "5", "--elo1", "1"], "elo0 must be below elo1"),
        (["tournament", "greedy"], "two players or more"),
        (["rate", "/no/such/file"], "no such file"),
        (["rate", "x.txt", "--run", "1"], "not both"),
        (["rate", "--anchor", "rapfi"], "'NAME=ELO'"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_stores_no_run(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], store: Path
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not store.exists()


def test_nothing_to_resume_and_nothing_to_rate_are_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["resume"]) == 2
    assert "no unfinished run" in capsys.readouterr().err
    assert main(["rate"]) == 2
    assert "no game to rate" in capsys.readouterr().err


def test_results_of_a_file_are_rated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    path.write_text("A - B: 18 : 6\nB - C: 12 : 12\n")
    assert main(["rate", str(path), "--anchor", "C=1000", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["name"] for row in rows} == {"A", "B", "C"}
    assert {"name", "elo", "low", "high", "games", "score"} <= set(rows[0])
    assert next(row["elo"] for row in rows if row["name"] == "C") == pytest.approx(1000)
    path.write_text("A - B: 18 : 6\nnonsense\n")
    assert main(["rate", str(path)]) == 2
    assert "results.txt:2:" in capsys.readouterr().err


def test_players_without_a_clock_are_told_of_the_openings_they_would_repeat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("c3d4e3\n")
    words = ["match", "greedy", "random:seed=1", "--size", "7", "--limit", "9n", "--games", "4"]
    assert main([*words, "--openings", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert "2 games instead of 4" in captured.err
    assert json.loads(captured.out)["games"] == 2
