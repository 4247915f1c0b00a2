"""`tengen move`: one line, and the reasons when asked."""

import json

import pytest

from tengen.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["move", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_move_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "h8a1i8b1j8c1k8d1", "--nodes", "100") in (["g8"], ["l8"])


def test_an_empty_board_is_begun_in_the_middle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "", "--size", "19") == ["j10"]
    assert run(capsys, "", "--why") == ["h8", "No search was needed."]


def test_why_tells_score_line_and_others(capsys: pytest.CaptureFixture[str]) -> None:
    move, score, line, others = run(capsys, "h8i9h9i8", "--nodes", "5000", "--why")
    assert score.startswith("score ")
    assert "% for black), depth " in score
    assert line.startswith(f"line {move} ")
    assert others.startswith("others, at most: ")


def test_any_bot_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = run(capsys, "h8i9", "--bot", "greedy", "--why")
    assert first[0].isalpha()
    assert second == "greedy does not say why."


def test_a_classic_bot_tells_the_step_the_values_and_the_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    move, *lines = run(capsys, "h8i9h9i8g8", "--bot", "forms", "--why")
    assert move == "i10"
    assert lines[:3] == [
        "by attack: My best point is worth at least his best: played.",
        "best mine: 1,500",
        "best his: 920",
    ]
    rows = [line.split() for line in lines[3:] if line.strip()]
    assert rows[0] == ["move", "mine", "his", "my", "forms", "his", "forms"]
    assert rows[2] == ["i10", "1,500", "900", "alive3", "alive3"]
    assert lines[-1] == "and 22 more moves: --json has all"


def test_a_move_from_the_book_has_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "h8", "--bot", "trapper", "--why")
    assert lines[:2] == ["g9", "by book: The book answers his h8."]
    assert len(lines) == 5


def test_json_has_every_candidate(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = run(capsys, "h8", "--bot", "counts", "--json")
    told = json.loads(line)
    assert (told["bot"], told["move"], told["step"]) == ("counts", "c13", "search")
    assert told["facts"]["board"] == 0
    assert len(told["candidates"]) == 120
    assert told["candidates"][0] == {"move": "c13", "worst reply": "g9", "value": -1}


def test_json_of_an_engine_and_of_a_silent_bot(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = run(capsys, "h8i9h9i8", "--nodes", "500", "--json")
    told = json.loads(line)
    assert told["bot"] == "tengen"
    assert told["lines"][0]["moves"][0] == told["move"]
    (line,) = run(capsys, "h8", "--bot", "greedy", "--json")
    assert set(json.loads(line)) == {"bot", "move"}


def test_an_opening_is_answered_with_a_choice(capsys: pytest.CaptureFixture[str]) -> None:
    position = "opening:swap2_moves:h8a1i8"
    assert run(capsys, position, "--nodes", "2000") == ["take-black"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8a1i8b1j8c1k8d1l8"], "the game is over: black wins"),
        (["h8", "--seconds", "0"], "a limit of 0.0 for turn is not possible"),
        (["h8", "--seconds", "nan"], "seconds cannot be 'nan'; give a number"),
        (["h8", "--seconds", "inf"], "a limit of inf for turn is not possible"),
        (["h8", "--nodes", "-5"], "a limit of -5 for nodes is not possible"),
        (["h8", "--depth", "0"], "a limit of 0 for depth is not possible"),
        (["h8", "--nodes", "many"], "nodes cannot be 'many'; give a whole number"),
        (["h8", "--bot", "tengin"], "there is no bot 'tengin'; did you mean tengen"),
        (["h8", "--bot", "table-1.0"], "no bot 'table-1.0'; did you mean tables-1.0, tables-"),
        (["h8", "--bot", "tables-1.0:seed=1"], "tables-1.0 has no option 'seed'; it has none"),
        (
            ["h8", "--bot", "tables-1.0", "--size", "19"],
            "tables-1.0 does not play this: it plays on 15x15 only, not on 19x19",
        ),
        (
            ["h8", "--bot", "ends-easy", "--rule", "renju"],
            "ends-easy does not play this: it plays freestyle only, not renju",
        ),
        (["h8", "--bot", "tengen:memory=1"], "a memory of 1 bytes is too small"),
        (["h8", "--rule", "gomoku"], "gomoku"),
        (["z99"], "z99"),
        (["/no/such/file"], "/no/such/file"),
        ([], "Missing argument 'POSITION'"),
    ],
)
def test_what_makes_no_sense_is_one_line_on_stderr(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
