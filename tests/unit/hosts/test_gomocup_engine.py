"""The engine behind the Gomocup protocol: what it says, stops, settings, time and memory."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from brains import talk
from tengen import Game, Limit, Point
from tengen.bots import Bot, bot_options, find_bot
from tengen.core.score import Info, Line, Score
from tengen.hosts._host import Think
from tengen.hosts.gomocup import Brain
from tengen.hosts.gomocup.answers import MoveReader
from tengen.hosts.gomocup.message import messages
from tengen.process import Child

PATIENCE = 30.0
"""Seconds within which a busy machine does anything."""

MEGABYTE = 1 << 20
BOARD = ["BOARD", "7,7,2", "8,8,1", "9,7,2", "8,6,1", "6,6,2", "DONE"]


def brain() -> Brain:
    return Brain(lambda **given: find_bot("tengen", **given), bot_options("tengen"))


@contextmanager
def process(*arguments: str) -> Iterator[Child]:
    with Child([sys.executable, "-m", "tengen.hosts.gomocup.pbrain", *arguments]) as child:
        child.send("START 15")
        assert child.read(PATIENCE).text == "OK"
        yield child
        child.close()
        assert child.stderr_tail == ()


def answer(child: Child) -> str:
    """Return the next line that is no message."""
    while (text := child.read(PATIENCE).text).startswith("MESSAGE"):
        pass
    return text


def test_a_move_comes_with_what_was_found() -> None:
    said = talk(brain(), "START 15", "INFO max_node 2000", *BOARD)
    pattern = r"MESSAGE depth \d+-\d+ eval [+-]M?\d+ nodes 2\d\d\d time \d+ speed \d+ pv [a-o]\d"
    assert re.match(pattern, said[1])
    assert re.fullmatch(r"\d+,\d+", said[2])
    assert len(said) == 3


def test_the_engine_knows_that_nobody_can_pass_here() -> None:
    made: list[dict[str, object]] = []

    def make_bot(**given: object) -> Bot:
        made.append(given)
        return find_bot("tengen", **given)

    talk(Brain(make_bot, bot_options("tengen")), "START 15", "INFO thread_num 2")
    assert made == [{"can_pass": False}, {"can_pass": False, "threads": 2}]
    Brain(lambda **given: find_bot("greedy", **given), bot_options("greedy"))


def test_our_own_arena_reads_what_we_say() -> None:
    line = Line(Score.loss(4), (Point(7, 7), Point(8, 7)))
    reader = MoveReader("us", 15)
    for text in messages(Info(12, 34_567, 0.1, (line,), selective_depth=20), 15):
        reader.feed(text)
    assert (reader.depth, reader.nodes, reader.score) == (12, 34_567, "-M4")


def test_a_first_move_is_made_without_a_word() -> None:
    assert talk(brain(), "START 15", "BEGIN") == ["OK", "7,7"]


@pytest.mark.parametrize("count", [1, 4])
def test_several_best_moves_are_told(count: int) -> None:
    ready = ["START 15", "INFO max_node 3000", "YXBOARD", *BOARD[1:]]
    ok, *told, move = talk(brain(), *ready, f"YXNBEST {count}")
    assert ok == "OK"
    assert len(told) == count
    assert re.fullmatch(r"\d+,\d+", move)
    if count > 1:
        assert [text.split()[1] for text in told] == [f"({n})" for n in range(1, count + 1)]


def test_a_memory_too_small_is_said_and_the_old_one_stays() -> None:
    player = brain()
    (said,) = talk(player, "INFO max_memory 1000000")
    assert said.startswith("MESSAGE INFO max_memory: a memory of 1000000 bytes is too small")
    assert said.endswith("give 56623104 or more; nothing has changed")
    assert talk(player, "START 15", "BEGIN") == ["OK", "7,7"]


def test_the_same_setting_again_keeps_the_bot_and_what_it_knows() -> None:
    player = brain()
    talk(player, "START 15", "INFO max_memory 100000000")
    bot = player.bot
    talk(player, "INFO max_memory 100000000")
    assert player.bot is bot
    talk(player, "INFO thread_num 2")
    assert player.bot is not bot


def test_a_rule_may_change_before_the_first_move() -> None:
    said = talk(brain(), "START 15", "INFO rule 4", "INFO max_node 500", *BOARD)
    assert re.fullmatch(r"\d+,\d+", said[-1])


def test_a_stop_before_the_bot_has_begun_is_heard() -> None:
    game = talk_and_game()
    task = Think(find_bot("tengen"), game, Limit(turn=600.0))
    task.stop()
    began = time.perf_counter()
    game.push(task.choose())
    assert time.perf_counter() - began < PATIENCE


def talk_and_game() -> Game:
    player = brain()
    talk(player, "START 15", "INFO max_node 100", *BOARD)
    assert player.game is not None
    return player.game


def test_what_a_question_has_waited_is_taken_from_its_time() -> None:
    given: list[Limit] = []

    def choose_point(game: Game, limit: Limit) -> Point:
        given.append(limit)
        return Point(0, 0)

    task = Think(Bot("clock", "Looks at it.", choose_point), Game(), Limit(turn=9.0, match=60.0))
    task.choose()
    task.asked_at = time.perf_counter() - 5
    task.choose()
    task.asked_at = time.perf_counter() - 500
    task.choose()
    assert given[0] == Limit(turn=9.0, match=60.0)
    assert given[1].turn == pytest.approx(4, abs=1)
    assert given[1].match == pytest.approx(55, abs=1)
    assert given[2] == Limit(turn=0.001, match=0.001)


def test_a_session_from_a_pipe_gets_its_answer_when_the_input_ends() -> None:
    session = "\n".join(["START 15", "INFO timeout_turn 600000", *BOARD])
    done = subprocess.run(
        [sys.executable, "-m", "tengen.hosts.gomocup.pbrain"],
        input=session,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.startswith("OK\n")
    assert done.stderr == ""


@pytest.mark.parametrize("stop", ["STOP", "YXSTOP", "INFO timeout_turn 0"])
def test_stop_is_answered(stop: str) -> None:
    with process() as child:
        child.send("INFO timeout_turn 600000", *BOARD)
        time.sleep(0.3)
        child.send(stop)
        assert re.fullmatch(r"\d+,\d+", answer(child))


def test_a_new_game_interrupts_the_search() -> None:
    with process() as child:
        child.send("INFO timeout_turn 600000", *BOARD)
        time.sleep(0.2)
        child.send("START 20")
        assert answer(child) == "OK"
        child.send("BEGIN")
        assert answer(child) == "10,10"


def test_swap2_is_played_in_time() -> None:
    with process() as child:
        child.send("INFO timeout_turn 300", "SWAP2BOARD", "DONE")
        stones = answer(child).split()
        assert len(stones) == 3
        child.send("SWAP2BOARD", "7,7", "0,0", "8,7", "DONE")
        assert answer(child) == "SWAP"


@pytest.mark.parametrize("turn", [0, 1, 10, 100])
def test_short_times_are_kept(turn: int) -> None:
    with process() as child:
        child.send(f"INFO timeout_turn {turn}")
        for _ in range(3):
            began = time.perf_counter()
            child.send(*BOARD)
            assert re.fullmatch(r"\d+,\d+", answer(child))
            assert time.perf_counter() - began < 3  # The machine may be busy.


def test_little_time_left_is_enough() -> None:
    with process() as child:
        for left in (1000, 50, 1, 0, -500):
            child.send("INFO timeout_match 10000", f"INFO time_left {left}", *BOARD)
            assert re.fullmatch(r"\d+,\d+", answer(child))


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
@pytest.mark.parametrize("limit", [64, 128, 350])
def test_the_whole_process_stays_below_its_memory(limit: int) -> None:
    with process() as child:
        child.send(f"INFO max_memory {limit * MEGABYTE}", "INFO timeout_turn 30000", *BOARD)
        time.sleep(1.0)
        child.send("STOP")
        assert re.fullmatch(r"\d+,\d+", answer(child))
        status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii")
        peak = int(status.split("VmHWM:")[1].split()[0]) * 1024
        assert peak < limit * MEGABYTE


@pytest.mark.soak
def test_at_a_tenth_of_a_second_no_answer_is_late() -> None:
    with process() as child:
        child.send("INFO timeout_turn 100", "INFO rule 4", "INFO max_memory 367001600")
        for _ in range(200):
            began = time.perf_counter()
            child.send(*BOARD)
            assert re.fullmatch(r"\d+,\d+", answer(child))
            assert time.perf_counter() - began < 0.12


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, tengen.hosts.gomocup.pbrain, tengen.hosts.gomocup, tengen.hosts._stdio\n"
        "from tengen import Game, Limit\nfrom tengen.bots import find_bot\n"
        "game = Game(); game.play('h8'); game.play('i9')\n"
        "find_bot('tengen').choose(game, Limit(nodes=100))\n"
        "heavy = {'typer', 'rich', 'numpy', 'scipy', 'psutil', 'asyncio', 'argparse', 'random'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    with Child([sys.executable, "-c", code]) as child:
        assert child.read(PATIENCE).text == "[]"
