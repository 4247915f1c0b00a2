"""CS165A's referee: what it reads as a move, what it tells a program's author, and its files."""

from pathlib import Path

import pytest

from judged import judged, lost, written
from tengen.errors import InvalidText
from tengen.judges import make_judge
from tengen.play.ending import Ending

GOOD = """
import sys
words = sys.argv[1:]
size = int(words[words.index("-n") + 1])
free = [chr(97 + x) + str(y + 1) for y in range(size) for x in range(size)]

def say(move):
    print("Move played: " + move, flush=True)

def mine():
    say(free.pop(0))

def ask():
    return input()

def hear(move):
    free.remove(move)
    say(move)
    mine()
"""
RUN = """
if "-l" in words:
    mine()
while True:
    hear(ask())
"""


def program(folder: Path, change: str = "") -> str:
    return written(folder, "mine", GOOD + change + RUN)


def test_a_good_program_plays_to_the_end_on_either_side(tmp_path: Path) -> None:
    told: list[str] = []
    ends = judged("cs165a", "greedy", program(tmp_path), ["-n", "7"], games=2, told=told)
    assert [end.ended.ending for end in ends] == [Ending.FIVE] * 2
    assert [end.winner and end.winner.name for end in ends] == ["greedy", "greedy"]
    assert told[0] == "Dark player's turn"
    assert told[1].startswith("Dark player's move: a1 (within ")
    assert told[-3:] == ["Game over!", "Dark player wins!", "Exiting..."]


def test_the_second_program_is_dark_as_on_the_referees_command_line(tmp_path: Path) -> None:
    (end,) = judged("cs165a", "greedy", program(tmp_path), ["-n5"])
    assert [player.name for player in end.players] == ["mine", "greedy"]


@pytest.mark.parametrize(("pair", "status"), [(("greedy", "random"), 2), (("random", "greedy"), 1)])
def test_the_exit_status_says_who_won(pair: tuple[str, str], status: int) -> None:
    judge, _ = make_judge("cs165a", [])
    (end,) = judged("cs165a", *pair)
    assert judge.status(end.referee) == status


def test_a_bot_that_does_not_play_the_size_is_refused_before_the_game() -> None:
    with pytest.raises(InvalidText, match=r"^trapper does not play this: it plays on 15x15 only"):
        judged("cs165a", "trapper", "counts", ["-n", "11"])


def test_a_full_board_is_a_tie_with_status_0(tmp_path: Path) -> None:
    # Dark and light play a filling without five in a row, light's moves shifted by two columns.
    order = "for y in range(5) for x in range(5)"
    light = written(
        tmp_path,
        "light",
        GOOD
        + f"want = [chr(97 + x) + str(y + 1) {order} if (x + 2 * y) % 4 > 1]\n"
        + "def mine():\n    move = next(m for m in want + free if m in free)\n"
        + "    free.remove(move)\n    say(move)\n"
        + RUN,
    )
    dark = written(
        tmp_path,
        "dark",
        GOOD
        + f"want = [chr(97 + x) + str(y + 1) {order} if (x + 2 * y) % 4 < 2]\n"
        + "def mine():\n    move = next(m for m in want + free if m in free)\n"
        + "    free.remove(move)\n    say(move)\n"
        + RUN,
    )
    judge, _ = make_judge("cs165a", ["-n", "5"])
    told: list[str] = []
    (end,) = judged("cs165a", light, dark, ["-n", "5"], told=told)
    assert end.ended.ending is Ending.FULL_BOARD
    assert (judge.status(end.referee), told[-2]) == (0, "It's a tie!")


@pytest.mark.parametrize(
    ("change", "ending", "says"),
    [
        (
            "def ask():\n    return input('move: ')\n",
            Ending.NONSENSE,
            "mine printed 'move: Move played: {move}': a prompt without a newline: the referee "
            "reads only lines that begin with 'Move played:', so end 'move: ' with a newline or "
            "print none",
        ),
        (
            "def say(move):\n    print('Move played: ' + move, end='\\r\\n', flush=True)\n",
            Ending.NONSENSE,
            "the line ends with CR LF; the referee wants LF alone",
        ),
        (
            "def say(move):\n    print('Move played: ' + move + '!', flush=True)\n",
            Ending.NONSENSE,
            "behind the move stands '!'",
        ),
        (
            "def say(move):\n    print('MOVE PLAYED: ' + move, flush=True)\n",
            Ending.NONSENSE,
            "in just these letters",
        ),
        ("def mine():\n    say('z9')\n", Ending.ILLEGAL_MOVE, "'z9' is off the board"),
        ("def mine():\n    say('a0')\n", Ending.NONSENSE, "'a0' is not a move"),
        ("def mine():\n    say('a1')\n", Ending.ILLEGAL_MOVE, "is occupied"),
        ("def ask():\n    sys.exit(4)\n", Ending.CRASH, "mine exited with status 4"),
    ],
    ids=["prompt", "crlf", "behind", "capitals", "off-board", "no-row", "occupied", "exit"],
)
def test_a_bad_habit_is_named_in_one_sentence(
    tmp_path: Path, change: str, ending: Ending, says: str
) -> None:
    (end,) = judged("cs165a", program(tmp_path, change), "greedy", ["-n", "7"])
    assert end.winner is not None
    assert (end.winner.name, end.ended.ending) == ("greedy", ending)
    assert says.format(move="d4") in end.ended.detail
    assert "\n" not in end.ended.detail


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("def say(move):\n    print('Move played: ' + move, end='', flush=True)\n", "did not end"),
        ("def say(move):\n    print('My move is ' + move)\n", "are the outputs flushed?"),
        (
            "def say(move):\n    print('hm', end='', flush=True)\n",
            "printed 'hmhm', which is no move",
        ),
        ("def hear(move):\n    free.remove(move)\n    mine()\n", "it announced only a1"),
        ("def mine():\n    pass\n", "it announced only d4"),
    ],
    ids=["no-newline", "unflushed", "other-words", "no-echo", "no-move"],
)
def test_a_timeout_says_what_was_missing(tmp_path: Path, change: str, says: str) -> None:
    arguments = ["-n", "7", "--seconds", "1.5"]
    (end,) = judged("cs165a", program(tmp_path, change), "greedy", arguments)
    assert end.ended.ending is Ending.TIMEOUT
    assert says in end.ended.detail


def test_a_wrong_echo_is_noted_and_counted_as_the_referee_does(tmp_path: Path) -> None:
    change = "def hear(move):\n    free.remove(move)\n    say('g7')\n    mine()\n"
    notes: list[str] = []
    (end,) = judged("cs165a", program(tmp_path, change), "greedy", ["-n", "7"], notes=notes)
    assert end.ended.ending is Ending.FIVE
    assert notes[0].startswith("mine announced g7 where d4, the other side's move, was due")


def test_what_programs_print_is_kept_in_the_referees_files(tmp_path: Path) -> None:
    change = (
        "def mine():\n    print('thinking', file=sys.stderr, flush=True)\n    say(free.pop(0))\n"
    )
    out = tmp_path / "out"
    judged("cs165a", "greedy", program(tmp_path, change), ["-n", "5"], folder=out)
    assert (out / "Dark.out").read_text().startswith("thinking\nMove played: a1\n")
    assert "Gobang on 5x5, Light is greedy." in (out / "Light.out").read_text()
    assert (out / "Referee.out").read_text().startswith("Dark player's turn\n")


def test_a_flood_ends_the_game_and_not_the_judge(tmp_path: Path) -> None:
    end = lost("cs165a", written(tmp_path, "mine", "while True: print('x' * 1000)"))
    assert end.ending is Ending.NONSENSE


def test_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    body = "import os, time\nos.fork()\ntime.sleep(60)\n"
    end = lost("cs165a", written(tmp_path, "mine", body), ["--seconds", "0.5"])
    assert end.ending is Ending.TIMEOUT
