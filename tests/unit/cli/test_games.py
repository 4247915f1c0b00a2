"""`tengen games`: the list, one game, and files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.cli import main
from tengen.core.openings import Seat
from tengen.notation import parse_position
from tengen.notation.sgf import parse_sgf_games
from tengen.play import Move, Referee, Resign, Terms, Undo
from tengen.store import GameResult, NewGame, Player, Store, StoredEvent, Verdict

Run = Callable[..., str]

RAPFI = Player("rapfi@20000n", "program", "pbrain-rapfi", "0.43")
GREEDY = Player("greedy")
FIVE = ["h9", "a1", "h10", "a3", "h11", "a5", "h12"]


def play(store: Store, moves: list[str], position: str = "rule:renju_moves:h8i9") -> int:
    """Referee a game and store it event by event, as the arena does."""
    referee = Referee(Terms(position), 0.0)
    game = store.add_game(NewGame(RAPFI, GREEDY, position, {"nodes": 20000}, started_at=0.0))
    now = 0.0
    for move in [None, *moves]:
        kept = store.game(game).length
        now += 0.25 if move else 0.0
        if move == "undo":
            referee.handle(Undo(referee.game.seat.other), now)
        elif move is not None:
            info = {
                "depth": 12,
                "nodes": 20001,
                "score": "0.31",
                "messages": ["a", "pv [b]\x1b[1m"],
            }
            referee.handle(Move(referee.game.seat, move, info=info), now)
        events = [
            StoredEvent(index, event.to_dict(), at=now)
            for index, event in enumerate(referee.events[kept:], kept)
        ]
        store.append(game, events, plies=len(referee.game.moves), black=referee.game.black)
    if referee.result is not None:
        result = GameResult(str(referee.result.winner))
        store.finish(game, Verdict(result, str(referee.result.ending), finished_at=5.0))
    return game


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with two games, named by the environment."""
    path = tmp_path / "games.sqlite"
    with Store.open(path) as store:
        play(store, FIVE)
        play(store, ["k5", "l6"], "size:19")
    monkeypatch.setenv("TENGEN_STORE", str(path))
    return path


@pytest.fixture
def run(path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> str:
        assert main(["games", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return command


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> str:
    assert main(["games", *arguments]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("tengen: ").strip()


# The list.


def test_games_are_listed_the_newest_first(run: Run) -> None:
    head, *rows = [" ".join(line.split()) for line in run("list").splitlines()]
    assert head == "game started first second rule size run moves result"
    assert rows == [
        "2 1970-01-01 00:00 rapfi@20000n greedy freestyle 19 2 not finished",
        "1 1970-01-01 00:00 rapfi@20000n greedy renju 15 9 rapfi@20000n wins as Black (five)",
    ]


def test_a_page_says_how_to_get_the_next(run: Run) -> None:
    assert run("list", "--limit", "1").endswith("There are more: --before 2\n")
    assert "more" not in run("list", "--limit", "1", "--before", "2")


def test_json_has_the_documented_keys(run: Run) -> None:
    newest, oldest = json.loads(run("list", "--json"))
    assert list(newest) == [
        "id", "first", "second", "position", "rule", "size", "opening", "limits", "run", "job",
        "started_at", "finished_at", "black", "plies", "length", "result", "reason",
    ]  # fmt: skip
    assert all(f"{key}" in " ".join(run("list", "--help").split()) for key in newest)
    assert (oldest["result"], oldest["reason"], oldest["finished_at"]) == ("first", "five", 5.0)
    assert (newest["result"], newest["black"], newest["plies"]) == (None, "first", 2)
    assert newest["first"] == {
        "name": "rapfi@20000n", "kind": "program", "command": "pbrain-rapfi", "version": "0.43",
    }  # fmt: skip


def test_filters_choose(path: Path, run: Run) -> None:
    with Store.open(path) as store:
        number = store.add_run("match", "", {}, [{}])
        store.start_job(number, 0, NewGame(Player("anna"), GREEDY))

    def ids(*arguments: str) -> list[int]:
        return [game["id"] for game in json.loads(run("list", "--json", *arguments))]

    assert ids() == [3, 2, 1]
    assert ids("--player", "anna") == [3]
    assert ids("--rule", "renju") == [1]
    assert ids("--run", str(number)) == [3]
    assert ids("--player", "nobody") == []


def test_an_empty_list_is_said(run: Run) -> None:
    assert run("list", "--player", "nobody") == "No games.\n"


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    assert "Example: tengen games list" in run()


@pytest.mark.parametrize("command", ["list", "show", "export"])
def test_every_command_of_games_has_help_with_an_example(run: Run, command: str) -> None:
    assert f"Example: tengen games {command}" in run(command, "--help")


# One game.


def test_a_game_is_shown_with_its_board_and_its_moves(run: Run) -> None:
    output = run("show", "1")
    assert output.startswith(
        "Game 1: renju on 15x15\n"
        "rapfi@20000n (Black, program 0.43) against greedy (White, bot)\n"
        "Started 1970-01-01 00:00 UTC\nLimits: nodes 20000\n"
    )
    assert "\n11 . . . . . . .[X]. . . . . . .\n" in output
    rows = [line.split() for line in output.splitlines()]
    assert ["3.", "h9", "0.250", "12", "20001", "0.31", "pv", "[b]?[1m"] in rows
    assert [row[1] for row in rows if row[:1] and row[0].endswith(".") and row[0] != "."] == FIVE
    assert output.endswith(
        "Result: rapfi@20000n wins as Black (five): black wins: five in a row h8-h12\n"
    )


def test_moves_that_were_taken_back_are_not_shown(path: Path, run: Run) -> None:
    with Store.open(path) as store:
        play(store, ["h8", "a1", "b2", "c3", "undo", "i9"], "")
    output = run("show", "3")
    assert [line.split()[:2] for line in output.splitlines() if "0.31" in line] == [
        ["1.", "h8"], ["2.", "a1"], ["3.", "b2"], ["4.", "i9"],
    ]  # fmt: skip


def test_a_game_without_events_is_shown(path: Path, run: Run) -> None:
    with Store.open(path) as store:
        store.add_game(NewGame(Player("a\x1b[2J"), GREEDY, "opening:swap2"))
    output = run("show", "3")
    assert "Game 3: freestyle on 15x15, opening swap2\na?[2J (bot) against greedy (bot)\n" in output
    assert output.endswith("Result: not finished\n")


def test_a_game_as_json_has_all_its_events(run: Run) -> None:
    found = json.loads(run("show", "2", "--json"))
    assert [event["index"] for event in found["events"]] == [0, 1, 2]
    assert found["events"][0]["payload"]["is"] == "started"


def test_a_resignation_is_told(path: Path, run: Run) -> None:
    referee = Referee(Terms(), 0.0)
    referee.handle(Resign(Seat.FIRST), 1.0)
    with Store.open(path) as store:
        game = store.add_game(NewGame(RAPFI, GREEDY))
        events = [StoredEvent(i, event.to_dict()) for i, event in enumerate(referee.events)]
        store.finish(game, Verdict(GameResult.SECOND, "resignation"), events)
    assert "Result: greedy wins as White (resignation): " in run("show", str(game))


# Files.


def test_positions_are_exported_one_line_a_game(run: Run) -> None:
    lines = run("export").splitlines()
    assert lines == ["size:19_moves:k5l6", "rule:renju_moves:h8i9h9a1h10a3h11a5h12"]
    assert parse_position(lines[1]).outcome() is not None


def test_chosen_games_are_exported_in_the_order_given(run: Run) -> None:
    assert [line[:4] for line in run("export", "1", "2", "1").splitlines()] == [
        "rule", "size", "rule",
    ]  # fmt: skip


def test_a_file_has_all_games_as_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert run("export", "--format", "json", "-o", str(file)) == ""
    exported: list[dict[str, Any]] = json.loads(file.read_text())
    assert exported == [json.loads(run("show", number, "--json")) for number in ("2", "1")]


def test_a_file_has_all_games_as_sgf(run: Run) -> None:
    first, second = parse_sgf_games(run("export", "--format", "sgf"))
    assert (first.setup.size, second.setup.rule.name) == (19, "renju")
    assert second.info["result"] == "B+"
    assert len(second.main_line()) == 9


def test_no_games_are_an_empty_list(run: Run) -> None:
    assert json.loads(run("export", "--player", "nobody", "--format", "json")) == []


def test_a_file_is_replaced_only_by_force(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.txt"
    file.write_text("mine")
    sentence = refused(capsys, "export", "-o", str(file), status=2)
    assert sentence == (
        f"{str(file)!r} is not written: it exists already; name another file, or give --force"
    )
    assert file.read_text() == "mine"
    run("export", "1", "-o", str(file), "--force")
    assert file.read_text().startswith("rule:renju")


def test_a_failed_export_leaves_no_file_behind(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "old.txt").write_text("mine")
    refused(capsys, "export", "1", "77", "-o", str(folder / "new.txt"), status=1)
    refused(capsys, "export", "1", "77", "-o", str(folder / "old.txt"), "--force", status=1)
    assert [file.name for file in folder.iterdir()] == ["old.txt"]
    assert (folder / "old.txt").read_text() == "mine"


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["show", "77"], 1, "there is no game 77 in the store"),
        (["show", "9" * 30], 1, f"there is no game {'9' * 30} in the store"),
        (["show", "one"], 2, "game cannot be 'one'; give a whole number, at least 1"),
        (["list", "--run", "9"], 1, "there is no run 9 in the store"),
        (["list", "--run", "x"], 2, "run cannot be 'x'; give a whole number, at least 1"),
        (["list", "--rule", "rnju"], 2, "there is no rule 'rnju'; did you mean renju?"),
        (["list", "--limit", "0"], 2, "limit cannot be '0'; give a whole number from 1 to 1000000"),
        (["export", "--format", "jsn"], 2, "there is no format 'jsn'; did you mean json?"),
        (["export", "-o", "/no/such/file"], 2, "'/no/such/file' is not written: No such file or"),
        (["export", "-o", "/", "--force"], 2, "'/' is not written: it is a folder"),
        (["list", "--store", "/no/such/file"], 1, "there is nothing in the store '/no/such/file' "),
        (["list", "--store", "mysql://x"], 2, "'mysql' is not a kind of store; give the path of"),
    ],
)
def test_bad_input_about_games_is_one_line(
    path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    sentence: str,
) -> None:
    assert refused(capsys, *arguments, status=status).startswith(sentence)


def test_events_that_no_referee_knows_are_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(path) as store:
        game = store.add_game(NewGame(RAPFI, GREEDY))
        store.append(game, [StoredEvent(0, {"is": "weather"})])
    sentence = refused(capsys, "show", str(game), status=2)
    assert sentence.startswith("the events of game 3 cannot be replayed: 'is' cannot be 'weather'")
