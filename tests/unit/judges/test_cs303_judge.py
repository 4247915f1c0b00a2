"""CS303's platform: the upload check, the candidate list, and how programs lose there."""

from pathlib import Path

import pytest

from judged import judged, lost, written
from tengen.errors import InvalidText
from tengen.judges import make_judge
from tengen.judges._entrant import parse_entrant
from tengen.judges.cs303.cases import Case, parse_cases, public_cases
from tengen.judges.cs303.check import hole_board
from tengen.play.ending import Ending

GOOD = """
import time
import numpy as np

class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color, self.time_out, self.candidate_list = color, time_out, []

    def go(self, chessboard):
        self.candidate_list.clear()
        rows, columns = np.where(chessboard == 0)
        self.think(chessboard, list(zip(rows, columns)))

    def think(self, chessboard, free):
        self.candidate_list.append(free[0])
"""
QUICK = ["--check=no"]


def program(folder: Path, think: str = "") -> str:
    change = f"\nclass AI(AI):\n    def think(self, chessboard, free):\n{think}\n" if think else ""
    return written(folder, "mine", GOOD + change)


def test_a_class_plays_both_colours_to_the_end(tmp_path: Path) -> None:
    told: list[str] = []
    ends = judged("cs303", program(tmp_path), "greedy", QUICK, games=2, told=told)
    assert [end.winner and end.winner.name for end in ends] == ["greedy", "greedy"]
    assert told[0] == "0,0,-1"


@pytest.mark.parametrize(
    ("think", "ending", "says"),
    [
        ("        pass", Ending.NONSENSE, "the candidate list is empty"),
        ("        1 / 0", Ending.NONSENSE, "ZeroDivisionError"),
        ("        raise SystemExit", Ending.NONSENSE, "SystemExit"),
        ("        self.candidate_list.append((15, 0))", Ending.ILLEGAL_MOVE, "is off the board"),
        ("        self.candidate_list.append((-1, 0))", Ending.ILLEGAL_MOVE, "is off the board"),
        ("        self.candidate_list.append((7.0, 7))", Ending.NONSENSE, "(7.0, 7)"),
        ("        self.candidate_list.append('h8')", Ending.NONSENSE, "no pair of integers"),
        ("        self.candidate_list.append(7)", Ending.NONSENSE, "no pair of integers"),
        ("        import os; os._exit(7)", Ending.CRASH, "mine exited with status 7"),
    ],
    ids=["empty", "raises", "exits", "off", "minus", "float", "text", "one", "dies"],
)
def test_a_bad_answer_loses(tmp_path: Path, think: str, ending: Ending, says: str) -> None:
    end = lost("cs303", program(tmp_path, think), QUICK)
    assert end.ending is ending
    assert says in end.detail


def test_an_occupied_square_loses(tmp_path: Path) -> None:
    think = "        self.candidate_list.append((7, 7))"
    (end,) = judged("cs303", "greedy", program(tmp_path, think), QUICK)
    assert end.ended.ending is Ending.ILLEGAL_MOVE


def test_when_time_is_up_the_last_candidate_is_played_without_penalty(tmp_path: Path) -> None:
    think = """
        self.candidate_list.append(free[-1])
        if len(free) > 221:
            self.candidate_list.append(free[3])
            time.sleep(30)"""
    notes: list[str] = []
    (end,) = judged(
        "cs303", program(tmp_path, think), "greedy", [*QUICK, "--seconds=0.5"], notes=notes
    )
    assert end.ended.ending is Ending.FIVE
    assert end.referee.game.format_move(end.referee.game.moves[0]) == "d15"
    assert notes[0] == "mine was stopped after 0.5 s; its last candidate counts"


def test_nothing_but_time_loses_if_the_list_is_empty_then(tmp_path: Path) -> None:
    end = lost("cs303", program(tmp_path, "        time.sleep(30)"), [*QUICK, "--seconds=0.3"])
    assert (end.ending, end.detail) == (Ending.NONSENSE, "mine: the candidate list is empty")


def test_a_program_that_cannot_be_stopped_loses(tmp_path: Path) -> None:
    think = """
        while True:
            try:
                time.sleep(30)
            except Exception:
                pass"""
    end = lost("cs303", program(tmp_path, think), [*QUICK, "--seconds=0.3"])
    assert end.ending is Ending.TIMEOUT


def test_a_file_that_cannot_be_imported_loses(tmp_path: Path) -> None:
    end = lost("cs303", written(tmp_path, "mine", "import nothing_of_this_name"), QUICK)
    assert "ModuleNotFoundError" in end.detail


def test_old_names_of_numpy_still_work(tmp_path: Path) -> None:
    think = "        self.candidate_list.append(tuple(np.array(free[0], dtype=np.int)))"
    (end,) = judged("cs303", program(tmp_path, think), "greedy", QUICK)
    assert end.ended.ending is Ending.FIVE


def test_state_lives_as_long_as_the_game(tmp_path: Path) -> None:
    think = """
        self.count = getattr(self, "count", 0) + 1
        self.candidate_list.append(free[0 if self.count == 1 + (225 - len(free)) // 2 else 99])
        assert self.count == 1 + (225 - len(free)) // 2"""
    (end,) = judged("cs303", program(tmp_path, think), "greedy", QUICK)
    assert end.ended.ending is Ending.FIVE


def test_the_log_has_row_column_colour(tmp_path: Path) -> None:
    judged("cs303", program(tmp_path), "greedy", QUICK, folder=tmp_path / "out")
    lines = (tmp_path / "out" / "chess_log.txt").read_text().splitlines()
    assert lines[0] == "0,0,-1"
    assert lines[1].endswith(",1")


# The upload check.


def checked(path: str, *arguments: str) -> dict[str, str]:
    judge, _ = make_judge("cs303", arguments)
    return {outcome.name: outcome.problem for outcome in judge.examine(parse_entrant(path))}


def test_the_check_asks_everything_and_compares_strictly(tmp_path: Path) -> None:
    found = checked(program(tmp_path))
    assert [name for name, problem in found.items() if not problem][:8] == [
        "text",
        "both colours can be made",
        "empty board",
        *(f"last hole {number}" for number in range(1, 6)),
    ]
    # (0, 4) is accepted in B1; the first free point of B4 shares its row with an accepted one.
    assert found["B1"] == ""
    assert found["B4"].startswith("played (0, 2), accepted is (0, 8) or ")
    assert found["C1"] == "played (0, 0), accepted is (5, 5)"


@pytest.mark.parametrize("text", ["import os", "# an executive comment", "from os import *; exec"])
def test_forbidden_words_are_refused_with_their_line(tmp_path: Path, text: str) -> None:
    found = checked(written(tmp_path, "mine", GOOD + text))
    number = GOOD.count("\n") + 1
    assert list(found) == ["text"]
    assert found["text"].startswith(f"line {number} contains ")


def test_a_program_that_fails_once_is_asked_on(tmp_path: Path) -> None:
    think = "        self.candidate_list.append(free[0] if len(free) < 225 else 1 / 0)"
    found = checked(program(tmp_path, think))
    assert "ZeroDivisionError" in found["empty board"]
    assert found["last hole 1"] == ""


def test_the_hole_boards_are_full_of_floats_without_five() -> None:
    board = hole_board(3, 4)
    assert [cell for row in board for cell in row].count(0.0) == 1
    assert all(isinstance(cell, float) for row in board for cell in row)
    assert (board[0][0], board[1][0], board[0][1]) == (1.0, -1.0, -1.0)


CASES = """The header says what this is.
###############
0 3
0020
0110
---------------
0 3
3000
===============
14 14
1
---------------
13 13
30
00
###############
"""


def test_a_file_of_cases_is_read() -> None:
    first, second = parse_cases(CASES)
    assert first == Case("case 1", {(0, 5): -1, (1, 4): 1, (1, 5): 1}, frozenset({(0, 3)}))
    assert (second.stones, second.accepted) == ({(14, 14): 1}, frozenset({(13, 13)}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there are no two lines of '#'"),
        (CASES.replace("3000", "0000"), "case 1 accepts no move; mark one with 3"),
        (CASES.replace("0 3\n0020", "0020"), "case 1 begins with '0020', not with two offsets"),
        (CASES.replace("0110", "0910"), "case 1 has '9' at (1, 4)"),
        (CASES.replace("14 14\n1", "14 14\n11"), "case 2 has '1' at (14, 15)"),
    ],
)
def test_a_bad_file_of_cases_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(InvalidText) as raised:
        parse_cases(text)
    assert says in str(raised.value)


def test_cases_can_be_given_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.txt"
    path.write_text(CASES)
    found = checked(program(tmp_path), "--cases", str(path))
    assert (found["case 1"], found["case 2"]) == (
        "played (0, 0), accepted is (0, 3)",
        "played (0, 0), accepted is (13, 13)",
    )
    with pytest.raises(InvalidText, match="cannot be read"):
        make_judge("cs303", ["--cases", str(tmp_path / "none")])


def test_the_public_cases_are_nine() -> None:
    cases = public_cases()
    assert len(cases) == 9
    assert all(case.stones.keys().isdisjoint(case.accepted) for case in cases)
