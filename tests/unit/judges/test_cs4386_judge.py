"""CS4386's judge: traps, steps, decisions, and the longest line at the end."""

from pathlib import Path

import pytest

from judged import PATIENT, judged, lost, written
from tengen.core.geometry import Point
from tengen.judges import make_judge
from tengen.judges.cs4386 import boards_of
from tengen.notation.position import parse_position
from tengen.play.ending import Ending

# Traps at random could spoil a script: every game here has the same ones.
SEEDED = "--seed=5"

GOOD = """
from battle_base import read_ckbd, save_decision, MAX_M, MAX_N

def free(board):
    return [(x, y) for x in range(MAX_M) for y in range(MAX_N) if board[x][y] == 0]
"""


def program(folder: Path, body: str, name: str = "mine") -> str:
    head = "def play_games(step, rival_x, rival_y):\n    board = read_ckbd(step - 1)\n"
    return written(folder, name, GOOD + head + body)


FIRST_FREE = "    save_decision(*free(board)[0])\n"


def test_a_program_plays_both_sides_to_the_end(tmp_path: Path) -> None:
    ends = judged("cs4386", program(tmp_path, FIRST_FREE), "greedy", [PATIENT, SEEDED], games=2)
    assert [end.winner and end.winner.name for end in ends] == ["greedy", "greedy"]
    starts = {end.referee.terms.position for end in ends}
    assert len(starts) == 1


def test_traps_are_ten_to_fifteen_and_follow_the_seed() -> None:
    judge, again, other = (make_judge("cs4386", [f"--seed={seed}"])[0] for seed in (1, 1, 2))
    counts = {len(parse_position(judge.position(n)).setup.traps) for n in range(1, 80)}
    assert counts == set(range(10, 16))
    assert judge.position(3) == again.position(3) != other.position(3)


def test_a_stone_in_a_trap_vanishes_and_the_turn_is_spent(tmp_path: Path) -> None:
    body = """
    traps = [(x, y) for x in range(15) for y in range(15) if board[x][y] == 3]
    assert len(traps) == 12
    assert step == 1 or (rival_x, rival_y) != (-1, -1)
    save_decision(*traps[step % 12])
"""
    told: list[str] = []
    arguments = [PATIENT, SEEDED, "--traps=12"]
    (end,) = judged("cs4386", program(tmp_path, body), "greedy", arguments, told=told)
    assert end.ended.ending is Ending.FIVE
    assert end.referee.game.board.stones(end.referee.game.turn) == []
    assert told[0].endswith(", devoured by a trap")


def test_all_boards_can_be_read_and_rivals_are_said(tmp_path: Path) -> None:
    body = """
    boards = [read_ckbd(k) for k in range(step)]
    assert all(cell in (0, 3) for row in boards[0] for cell in row)
    assert (rival_x, rival_y) == (-1, -1) if step == 1 else board[rival_x][rival_y] in (1, 2, 3)
    for k in range(1, step):
        assert sum(a != b for r, s in zip(boards[k - 1], boards[k]) for a, b in zip(r, s)) <= 1
    board[0][0] = 9
    assert read_ckbd(step - 1)[0][0] != 9
    print("step", step)
    save_decision(*free(board)[-1])
"""
    for more in ([], ["--fresh"]):
        out = tmp_path / f"out{len(more)}"
        mine = program(tmp_path, body)
        (end,) = judged("cs4386", mine, "random:seed=2", [PATIENT, SEEDED, *more], folder=out)
        assert end.ended.ending is Ending.FIVE, end.ended
        assert (out / "battle_log_A.txt").read_text().startswith("step 1\nstep 3\n")
        assert len((out / "steps.txt").read_text().splitlines()) > 15 + 8


def test_a_fresh_process_remembers_nothing(tmp_path: Path) -> None:
    body = "    global seen\n    seen = globals().get('seen', 0) + 1\n    assert seen == 1\n"
    mine = program(tmp_path, body + "    save_decision(*free(board)[-1])\n")
    (end,) = judged("cs4386", mine, "greedy", [PATIENT, SEEDED, "--fresh"])
    assert end.ended.ending is Ending.FIVE
    assert "AssertionError" in lost("cs4386", mine, [PATIENT, SEEDED]).detail


@pytest.mark.parametrize(
    ("body", "ending", "says"),
    [
        ("    pass", Ending.NONSENSE, "returned without save_decision"),
        ("    1 / 0", Ending.NONSENSE, "play_games raised ZeroDivisionError"),
        ("    read_ckbd(step)", Ending.NONSENSE, "there is no board of step 1"),
        ("    save_decision(15, 0)", Ending.ILLEGAL_MOVE, "(15, 0) is off the board"),
        ("    save_decision(7.5, 0)", Ending.NONSENSE, "no pair of integers"),
        ("    save_decision('7', 0)", Ending.NONSENSE, "no pair of integers"),
        ("    import os; os._exit(3)", Ending.CRASH, "mine exited with status 3"),
        ("    import sys; sys.exit(3)", Ending.NONSENSE, "SystemExit"),
    ],
    ids=["none", "raises", "future", "off", "float", "text", "dies", "exits"],
)
def test_a_bad_decision_loses(tmp_path: Path, body: str, ending: Ending, says: str) -> None:
    end = lost("cs4386", program(tmp_path, body), [PATIENT, SEEDED])
    assert end.ending is ending
    assert says in end.detail


def test_a_cell_with_a_stone_loses(tmp_path: Path) -> None:
    mine = program(tmp_path, "    save_decision(rival_x, rival_y)\n")
    (end,) = judged("cs4386", "greedy", mine, [PATIENT, SEEDED])
    assert end.ended.ending is Ending.ILLEGAL_MOVE


def test_a_step_that_takes_too_long_loses(tmp_path: Path) -> None:
    body = "    import time\n    time.sleep(60 if step > 1 else 0)\n" + FIRST_FREE
    end = lost("cs4386", program(tmp_path, body), ["--seconds=0.5", SEEDED])
    assert (end.ending, end.detail) == (Ending.TIMEOUT, "mine did not answer within 0.5 s")


def test_the_last_of_several_decisions_counts_and_is_noted(tmp_path: Path) -> None:
    body = "    save_decision(0, 0)\n" + FIRST_FREE
    notes: list[str] = []
    judged("cs4386", program(tmp_path, body), "greedy", [PATIENT, SEEDED], notes=notes)
    assert notes[0] == "mine: save_decision was called 2 times"


# Rows of pairs and threes: nobody ever gets five, whoever begins.
FILLER = """
    mine = 1 if step % 2 else 2
    want = [(x, y) for x, y in free(board) if (x + y // 2 * 2 + y // 2) % 4 // 2 == mine - 1]
    save_decision(*(want or free(board))[0])
"""


def test_a_full_board_is_decided_by_the_longest_line(tmp_path: Path) -> None:
    one, two = (program(tmp_path, FILLER, name) for name in ("one", "two"))
    (end,) = judged("cs4386", one, two, [PATIENT, SEEDED])
    game = end.referee.game
    assert game.board.is_full
    assert end.ended.ending in (Ending.LONGEST_LINE, Ending.EQUAL_LINES)
    outcome = game.outcome()
    assert outcome is not None
    assert len(outcome.line) == (0 if outcome.winner is None else 4)


def test_the_boards_of_a_game_keep_their_traps() -> None:
    game = parse_position(make_judge("cs4386", ["--traps=1", "--seed=1"])[0].position(1))
    (trap,) = game.setup.traps
    game.push(trap)
    game.push(Point(7, 7))
    start, devoured, stone = boards_of(game)
    assert start == devoured
    assert (start[trap.y][trap.x], stone[7][7]) == (3, 2)
