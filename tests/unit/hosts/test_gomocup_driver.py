"""Programs are driven by the Gomocup protocol; bad ones lose by the name of what they did."""

import os
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice, Seat
from tengen.errors import BotFault
from tengen.hosts.gomocup.driver import Answer, Program
from tengen.play import Ended, Ending, Fault, MovePlayed, Referee, Terms
from tengen.play import Move as MoveCommand

ZOO = Path(__file__).parents[2] / "zoo"
MB = 1024 * 1024
NO_LIMIT = Limit()

posix_only = pytest.mark.skipif(os.name != "posix", reason="forks, or sends signals")
Make = Callable[..., Program]
Parrot = Callable[..., tuple[Program, Callable[[], list[str]]]]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make programs of the zoo or of tests; afterwards none of their processes may be left."""
    mark = f"zoo-{time.time_ns()}-{os.getpid()}"
    programs: list[Program] = []

    def begin(command: Path | str, *arguments: str, **options: object) -> Program:
        path = ZOO / f"{command}.py" if isinstance(command, str) else command
        options = {"env": {**os.environ, "ZOO": mark}, "start_seconds": 30.0, **options}
        programs.append(Program([str(path), *arguments], **options))  # type: ignore[arg-type]
        return programs[-1]

    yield begin
    for program in programs:
        program.close()
    assert carriers(mark) == []


def carriers(mark: str) -> list[int]:
    """All living processes with the mark in their environment, whoever their parents are."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("ZOO") == mark and process.status() != "zombie":
                found.append(process.pid)
        except (psutil.Error, OSError):
            continue
    return found


@pytest.fixture
def parrot(tmp_path: Path, make: Make) -> Parrot:
    """Make a program that answers as told; also returns what it was asked."""

    def begin(
        replies: dict[str, str], **options: object
    ) -> tuple[Program, Callable[[], list[str]]]:
        log = tmp_path / "log"
        body = f"""
            import sys
            replies = {replies!r}
            for line in sys.stdin:
                open({str(log)!r}, "a").write(line)
                word = line.split()[0]
                if word == "END":
                    break
                sys.stdout.write(replies.get(word, ""))
                sys.stdout.flush()
        """
        (tmp_path / "parrot.py").write_text(textwrap.dedent(body))
        program = make(tmp_path / "parrot.py", **options)
        return program, lambda: log.read_text().splitlines()

    return begin


POLITE = {"ABOUT": 'name="Polly"\n', "START": "OK\n", "RESTART": "OK\n"}


def duel(first: Program, second: Program, terms: Terms) -> Referee:
    """Let the referee judge a game between two programs; what it is told is what an arena tells."""
    players = {Seat.FIRST: first, Seat.SECOND: second}
    referee = Referee(terms, time.perf_counter())
    while referee.result is None:
        seat, now = referee.game.seat, time.perf_counter()
        try:
            answer = players[seat].choose(referee.game, referee.limit(seat, now))
        except BotFault as fault:
            referee.handle(Fault.of(seat, fault), time.perf_counter())
        else:
            move = referee.game.format_move(answer.move)
            command = MoveCommand(seat, move, True, answer.seconds, answer.info())
            referee.handle(command, max(answer.at, now))
    return referee


def result(referee: Referee) -> Ended:
    assert referee.result is not None
    return referee.result


BAD = [
    # The program, its arguments, the ending, the fault, and how many moves were played before.
    ("silent", [], Ending.SILENCE, "silent", 0),
    ("flooding", [], Ending.NONSENSE, "flood", 0),
    ("late", ["0.7"], Ending.TIMEOUT, "late", 0),
    ("off_board", [], Ending.ILLEGAL_MOVE, "off-board", 0),
    ("dying", [], Ending.CRASH, "crashed", 4),
    ("error_at_start", [], Ending.FAILED_START, "error-at-start", 0),
    ("slow_start", [], Ending.FAILED_START, "slow-start", 0),
    ("wrong_size", [], Ending.FAILED_START, "wrong-size", 0),
    ("garbage", [], Ending.NONSENSE, "nonsense", 0),
    ("occupied", [], Ending.ILLEGAL_MOVE, "occupied", 2),
    ("prompt", [], Ending.NONSENSE, "no-newline", 0),
    ("hungry", [], Ending.MEMORY, "memory", 2),
    ("deaf", [], Ending.FAILED_START, "slow-start", 0),
]
OPTIONS: dict[str, dict[str, object]] = {
    "slow_start": {"start_seconds": 1.5},
    "deaf": {"start_seconds": 0.5},
    "hungry": {"memory": 110 * MB, "is_memory_enforced": True},
}


@pytest.mark.parametrize(
    ("name", "arguments", "ending", "code", "moves"), BAD, ids=[row[0] for row in BAD]
)
def test_a_bad_program_loses_by_the_name_of_its_fault(
    make: Make, name: str, arguments: list[str], ending: Ending, code: str, moves: int
) -> None:
    # Who is to answer something gets much time for it: the machine may be busy.
    seconds, tolerance = (0.2, 0.2) if moves == 0 else (1.0, 30.0)
    bad = make(name, *arguments, tolerance=tolerance, **OPTIONS.get(name, {}))
    terms = Terms("", Limit(turn=seconds), tolerance=tolerance)
    begun = time.perf_counter()
    referee = duel(bad, make("honest"), terms)
    end = result(referee)
    assert (end.ending, end.fault, end.winner) == (ending, code, Seat.SECOND), end.detail
    assert len(referee.game.moves) == moves
    assert time.perf_counter() - begun < 60
    if ending not in (Ending.TIMEOUT, Ending.ILLEGAL_MOVE):
        # After a fault nothing of it lives on, although nobody has closed it.
        assert bad.usage().processes == 0


@pytest.mark.parametrize("name", ["honest", "twice", "huge_message", "ignores_end"])
def test_a_tolerable_program_plays_on(make: Make, name: str) -> None:
    referee = duel(make(name), make("honest"), Terms("size:7", max_moves=20))
    assert result(referee).ending is Ending.MAX_MOVES


def test_what_a_dying_program_said_last_is_kept(make: Make) -> None:
    dying = make("dying")
    end = result(duel(dying, make("honest"), Terms()))
    assert end.detail == (
        "'dying.py' exited with status 1; it said 'RuntimeError: I never thought of that'"
    )
    assert dying.stderr_tail[0].startswith("Traceback")


def test_a_program_that_ignores_end_is_killed(make: Make) -> None:
    program = make("ignores_end")
    program.choose(Game(), NO_LIMIT)
    begun = time.perf_counter()
    program.close()
    assert 0.5 < time.perf_counter() - begun < 20
    assert program.usage().processes == 0


def test_a_program_that_obeys_end_is_not_waited_for(make: Make) -> None:
    program = make("honest")
    program.choose(Game(), NO_LIMIT)
    program.close()
    assert program._last is not None
    assert program._last.status == 0


@posix_only
def test_what_a_program_leaves_behind_is_killed(make: Make) -> None:
    program = make("forking")
    program.choose(Game(), NO_LIMIT)
    mark = program._env["ZOO"] if program._env else ""
    assert len(carriers(mark)) == 3
    program.close()
    assert carriers(mark) == []


def test_a_second_answer_is_not_taken_for_the_next_one(make: Make) -> None:
    program, game = make("twice"), Game()
    assert program.choose(game, NO_LIMIT).move == Point(0, 0)
    game.push(Point(0, 0))
    game.push(Point(5, 5))
    time.sleep(0.2)
    answer = program.choose(game, NO_LIMIT)
    assert answer.move == Point(1, 0)
    assert "14,14" in answer.messages


def test_a_program_that_cannot_be_started_is_named(make: Make) -> None:
    for command, code in (("there/is/none", "not-found"), (str(ZOO), "not-executable")):
        with pytest.raises(BotFault) as caught:
            Program([command]).choose(Game(), NO_LIMIT)
        assert caught.value.code == code


def test_a_game_that_the_protocol_does_not_know_is_refused(make: Make) -> None:
    with pytest.raises(BotFault) as caught:
        make("honest").choose(Game(traps=["a1"]), NO_LIMIT)
    assert caught.value.code == "unsupported"


def test_a_whole_conversation(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "BEGIN": "MESSAGE Depth 3 | Node 9\n2,3\n"}, memory=7)
    answer = program.choose(Game(), Limit(turn=30))
    program.close()
    assert heard_lines() == [
        "ABOUT",
        "START 15",
        "INFO rule 0",
        "INFO timeout_turn 30000",
        "INFO timeout_match 0",
        "INFO max_memory 7",
        "INFO time_left 2147483647",
        "BEGIN",
        "END",
    ]
    assert program.about == {"name": "Polly"}
    assert (answer.move, answer.depth, answer.nodes) == (Point(2, 3), 3, 9)
    assert 0 < answer.seconds < 30
    assert answer.memory > 0
    assert answer.info() == {
        "depth": 3,
        "nodes": 9,
        "memory": answer.memory,
        "messages": ["Depth 3 | Node 9"],
    }


def test_a_suggested_move_is_confirmed_and_played(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "BEGIN": "SUGGEST 2,3\n", "PLAY": "2,3\n"})
    assert program.choose(Game(), NO_LIMIT).move == Point(2, 3)
    assert heard_lines()[-1] == "PLAY 2,3"


def test_complaints_about_infos_do_not_count(parrot: Parrot) -> None:
    program, _ = parrot({**POLITE, "INFO": "UNKNOWN\nERROR what\n", "BEGIN": "2,3\n"})
    answer = program.choose(Game(), NO_LIMIT)
    assert answer.move == Point(2, 3)
    assert "ERROR what" in answer.messages


@pytest.mark.parametrize("reply", ["ERROR I lost\n", "UNKNOWN command\n"])
def test_an_error_instead_of_a_move_is_quoted(parrot: Parrot, reply: str) -> None:
    program, _ = parrot({**POLITE, "BEGIN": reply}, tolerance=0.1)
    with pytest.raises(BotFault) as caught:
        program.choose(Game(), Limit(turn=0.5))
    assert caught.value.code == "error"
    assert reply.strip() in str(caught.value)


@pytest.mark.parametrize("reply", ["UNKNOWN command\n", "ERROR what\n"])
def test_a_program_need_not_know_about(parrot: Parrot, reply: str) -> None:
    program, _ = parrot({**POLITE, "ABOUT": reply, "BEGIN": "2,3\n"})
    assert program.choose(Game(), NO_LIMIT).move == Point(2, 3)
    assert program.about == {}


def test_a_program_may_be_silent_about_itself(parrot: Parrot) -> None:
    program, _ = parrot({**POLITE, "ABOUT": "", "BEGIN": "2,3\n"}, start_seconds=2.5)
    assert program.choose(Game(), NO_LIMIT).move == Point(2, 3)


def test_a_program_that_answers_start_in_its_own_words_is_quoted(parrot: Parrot) -> None:
    program, _ = parrot({**POLITE, "START": "ready\n"}, start_seconds=1.5)
    with pytest.raises(BotFault, match="'START 15' with 'ready'") as caught:
        program.choose(Game(), NO_LIMIT)
    assert caught.value.code == "error-at-start"


def test_a_new_game_of_the_same_size_is_a_restart(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "BEGIN": "2,3\n"})
    for _ in range(2):
        program.new_game(Game(), NO_LIMIT)
        program.choose(Game(), NO_LIMIT)
    words = [line for line in heard_lines() if not line.startswith("INFO")]
    assert words == ["ABOUT", "START 15", "BEGIN", "RESTART", "BEGIN"]
    assert heard_lines().count("INFO rule 0") == 2


@pytest.mark.parametrize(
    ("replies", "size"), [({"RESTART": "UNKNOWN\n"}, 15), ({"RESTART": "OK\n"}, 20)]
)
def test_else_the_program_is_started_anew(
    parrot: Parrot, replies: dict[str, str], size: int
) -> None:
    program, heard_lines = parrot({**POLITE, **replies, "BEGIN": "2,3\n"})
    program.choose(Game(), NO_LIMIT)
    program.new_game(Game(size), NO_LIMIT)
    assert program.choose(Game(size), NO_LIMIT).move == Point(2, 3)
    assert [line for line in heard_lines() if "START " in line] == ["START 15", f"START {size}"]


def test_a_program_that_died_plays_the_next_game(make: Make) -> None:
    program = make("dying")
    for _ in range(2):
        assert result(duel(program, make("honest"), Terms())).fault == "crashed"
    game = Game()
    game.play("o1")
    assert program.choose(game, NO_LIMIT).move == Point(0, 0)


def test_a_position_that_the_program_does_not_know_is_sent_whole(parrot: Parrot) -> None:
    replies = {"BEGIN": "2,3\n", "TURN": "3,3\n", "DONE": "4,4\n"}
    program, heard_lines = parrot({**POLITE, **replies})
    game = Game()
    program.choose(game, NO_LIMIT)
    game.play("a1")  # Not what it answered.
    game.play("a2")
    assert program.choose(game, NO_LIMIT).move == Point(4, 4)
    words = [line for line in heard_lines() if not line.startswith("INFO")]
    assert words[3:] == ["RESTART", "BOARD", "0,14,1", "0,13,2", "DONE"]


def test_the_limits_of_a_move_may_change(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "BEGIN": "2,3\n", "TURN": "3,3\n"})
    game = Game()
    program.new_game(game, Limit(match=60, nodes=100))
    program.choose(game, Limit(match=60, nodes=100))
    game.push(Point(2, 3))
    game.play("a1")
    program.choose(game, Limit(match=45.5, nodes=200))
    assert heard_lines()[-3:] == ["INFO max_node 200", "INFO time_left 45500", "TURN 0,14"]
    assert heard_lines().count("INFO timeout_match 60000") == 1


def test_the_stones_of_swap2_are_answered_together_and_played_one_by_one(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "DONE": "7,7 8,7 9,9\n"})
    game = Game(opening="swap2")
    for point in (Point(7, 7), Point(8, 7), Point(9, 9)):
        answer = program.choose(game, NO_LIMIT)
        assert answer.move == point
        game.push(point)
    assert answer.seconds == 0
    assert heard_lines().count("SWAP2BOARD") == 1


def test_a_choice_and_its_stone_are_answered_together(parrot: Parrot) -> None:
    program, heard_lines = parrot({**POLITE, "DONE": "4,4\n", "TURN": "5,5\n"})
    game = Game(opening="swap2")
    for move in ("h8", "h9", "h10"):
        game.play(move)
    bot = program.as_bot()
    assert bot.choose(game) is Choice.TAKE_WHITE
    game.push(Choice.TAKE_WHITE)
    assert bot.choose(game) == Point(4, 4)
    game.push(Point(4, 4))
    game.play("a1")
    # After the procedure the whole position is told.
    program.choose(game, NO_LIMIT)
    assert heard_lines()[-7:] == ["BOARD", "7,7,2", "7,6,1", "7,5,2", "4,4,1", "0,14,2", "DONE"]


def test_swap2_is_asked_again_with_colours_where_they_are_wanted(
    tmp_path: Path, make: Make
) -> None:
    # This is what Rapfi does.
    (tmp_path / "fussy.py").write_text(
        textwrap.dedent("""
        import sys
        stones = []
        for line in map(str.strip, sys.stdin):
            answer = {"ABOUT": 'name="x"', "START": "OK"}.get(line.split()[0])
            if line == "SWAP2BOARD":
                stones = []
            elif line[0].isdigit():
                if line.count(",") == 2:
                    stones.append(line)
                else:
                    answer = "ERROR Color is not a valid value"
            elif line == "DONE":
                answer = "SWAP" if stones else "1,1 2,2 3,3"
            if answer:
                print(answer, flush=True)
        """)
    )
    program = make(tmp_path / "fussy.py")
    game = Game(opening="swap2")
    for move in ("h8", "h9", "h10"):
        game.play(move)
    assert program.choose(game, NO_LIMIT).move is Choice.TAKE_BLACK


def test_a_program_can_be_closed_while_it_thinks(make: Make) -> None:
    program = make("silent")
    program.new_game(Game(), NO_LIMIT)
    timer = threading.Timer(0.3, program.close)
    timer.start()
    with pytest.raises(BotFault) as caught:
        program.choose(Game(), NO_LIMIT)
    timer.join()
    assert caught.value.code in {"closed", "crashed"}


def test_our_own_bots_are_driven_in_the_same_way() -> None:
    command = [sys.executable, "-m", "tengen", "host", "gomocup", "--bot", "random"]
    with Program(command, name="a") as first, Program(command, name="b") as second:
        for position in ("opening:swap2_rule:standard", "size:20_rule:renju_moves:h8h9"):
            referee = duel(first, second, Terms(position, max_moves=30))
            end = result(referee)
            assert not end.ending.is_fault, end.detail
            played = [event for event in referee.events if isinstance(event, MovePlayed)]
            assert len(played) >= 20
        assert first.about["name"] == "tengen-random"


def test_an_answer_that_says_nothing_has_no_info() -> None:
    assert Answer(Point(0, 0), 0.1, 1.0).info() == {}
