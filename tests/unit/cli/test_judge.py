"""`tengen judge`, `bundle` and `host` as they are called: what is said, kept and refused."""

import json
from pathlib import Path

import pytest

from judged import written
from tengen.cli import main

FILLER = """
import json, sys
whole = json.loads(sys.stdin.readline())
taken = [(p["x"], p["y"]) for p in whole["requests"] + whole["responses"]]
free = [(x, y) for y in range(15) for x in range(15) if (x, y) not in taken]
print(json.dumps({"response": {"x": free[0][0], "y": free[0][1]}}))
"""


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.chdir(tmp_path)


def test_a_game_is_shown_and_kept_under_its_events_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["cs4386", "greedy", "random", "--seed", "1", "--games", "1", "--event", "Cup"]
    assert main(["judge", *words]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("greedy (first) against random\nstep 1: A (7, 7)\n")
    assert "\n    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14\n 0 " in shown
    assert "Game 1: greedy wins, black wins: five in a row" in shown
    assert "[tengen games show 1]" in shown

    from tengen.store import Store

    with Store.open() as store:
        (run,) = store.runs()
        (game,) = store.games()
    assert (run.kind, run.name, game.run_id) == ("judge", "Cup", run.id)
    assert run.finished_at is not None
    # Neither can be done with an event: it has no plan.
    assert (main(["resume", "1"]), main(["rate", "--run", "1"]), main(["rate"])) == (2, 2, 2)
    refused = capsys.readouterr().err.splitlines()
    assert len(refused) == 3
    assert "run 1 is an event before a judge" in refused[0]
    assert main(["games", "show", "1"]) == 0
    assert "greedy (Black, bot)" in capsys.readouterr().out


def test_the_status_of_cs165a_is_the_referees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "cs165a", "greedy", "random", "-n", "7", "--quiet"]) == 2
    assert sorted(path.name for path in Path.cwd().iterdir() if path.suffix == ".out") == [
        "Dark.out",
        "Light.out",
        "Referee.out",
    ]
    shown = capsys.readouterr().out
    assert shown.startswith("Game 1: greedy wins, white wins: five in a row")


def test_a_fault_of_the_first_program_is_status_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine = written(tmp_path, "mine", "print('no idea')")
    assert main(["judge", "botzone", mine, "--games=1", "--quiet", "--store", "no"]) == 1
    shown = capsys.readouterr().out
    assert shown == (
        "Game 1: greedy wins, INVALID INPUT: mine: 'no idea' is not JSON: "
        "Expecting value: line 1 column 1 (char 0)\n"
    )
    assert not (tmp_path / "store.sqlite").exists()


def test_a_program_that_is_not_admitted_does_not_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine = written(tmp_path, "mine", "import os")
    assert main(["judge", "cs303", mine]) == 1
    shown = capsys.readouterr().out
    assert shown == "mine: NO  text: line 1 contains 'import os', which is not allowed\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["botzon", "greedy"], "there is no judge of 'botzon'; did you mean botzone?"),
        (["botzone", "gredy"], "'gredy' is neither a bot (greedy?) nor a Python file nor"),
        (["botzone", "a", "b", "c"], "give one or two programs, not 3: A [B]"),
        (["cs165a", "greedy", "-n", "27"], "size cannot be '27'; give a whole number from 5"),
        (["cs165a", "greedy", "--fast"], "the judge of cs165a has no argument '--fast'; it has"),
        (["cs165a", "greedy", "-n"], "-n needs a value: a whole number from 5 to 26"),
        (["cs4386", "greedy", "--traps", "x"], "traps cannot be 'x'"),
        (["cs303", "greedy", "--cases", "none.txt"], "'none.txt' cannot be read"),
        (["botzone", "greedy", "--games", "x"], "games cannot be 'x'"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["judge", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err
    assert shown.err.count("\n") == 1


def test_a_bundle_is_written_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "ai.py"
    assert main(["bundle", "random", "--host", "cs303", "-o", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: random for cs303, ")
    before = path.read_text()
    assert "class AI:" in before
    assert main(["bundle", "greedy", "--host", "cs303", "-o", str(path)]) == 2
    assert "it exists already" in capsys.readouterr().err
    assert path.read_text() == before
    assert main(["bundle", "greedy", "--host", "cs303", "-o", str(path), "--force"]) == 0
    assert main(["bundle", "random", "--host", "botzone"]) == 0
    assert "KEEP_RUNNING = False" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tengen", "--host", "cs303"], "tengen uses the native engine"),
        (["greedy", "--host", "gomocup"], "nothing can be bundled for 'gomocup'"),
        (["gredy", "--host", "cs303"], "there is no bot 'gredy'"),
        (["greedy"], "Missing option '--host'"),
    ],
)
def test_what_cannot_be_bundled_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["bundle", *words]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert says in shown.err


def test_files_of_the_host_are_written_where_one_wants_them(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine", FILLER)
    out = tmp_path / "out"
    words = ["judge", "botzone", "greedy", mine, "--quiet", "--games", "2", "--keep-running"]
    assert main([*words, "--seconds", "20", "-o", str(out)]) == 0
    assert json.loads((out / "log.json").read_text())[-1]["output"]["command"] == "finish"
    assert (out / "game2" / "log.json").exists()
