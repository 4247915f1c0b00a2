"""What the brain does with lines that come while its bot thinks."""

import pytest

from brains import talk, think
from tengen import Point
from tengen.bots import Bot, find_bot
from tengen.hosts.gomocup import Brain


class Stops:
    """Counts how often a bot was told to stop."""

    def __init__(self) -> None:
        self.stops: list[None] = []

    def __call__(self) -> None:
        self.stops.append(None)


def thinking_brain() -> tuple[Brain, Stops]:
    """Return a brain that was asked for its first move, and how often its bot was stopped."""
    stop = Stops()
    bot = Bot("slow", "Waits to be stopped.", lambda *_: Point(7, 7), stop=stop)
    brain = Brain(lambda: bot)
    assert brain.feed("START 15") == ["OK"]
    assert brain.feed("BEGIN") == []
    assert brain.task is not None
    return brain, stop


def test_a_question_has_no_answer_before_the_bot_has_one() -> None:
    brain, _ = thinking_brain()
    assert brain.answer(Point(3, 4)) == ["3,4"]
    assert brain.task is None


@pytest.mark.parametrize("line", ["STOP", "YXSTOP", "stop", "INFO timeout_turn 0"])
def test_the_bot_can_be_told_to_move_now(line: str) -> None:
    brain, bot = thinking_brain()
    task = brain.task
    assert brain.feed(line) == []
    assert len(bot.stops) == 1
    assert brain.task is task
    assert brain.answer(Point(3, 4)) == ["3,4"]


@pytest.mark.parametrize("line", ["STOP", "YXSTOP", "INFO timeout_turn 0"])
def test_a_stop_that_comes_too_late_is_nothing(line: str) -> None:
    brain, bot = thinking_brain()
    brain.answer(Point(3, 4))
    assert brain.feed(line) == []
    assert bot.stops == []


@pytest.mark.parametrize("line", ["INFO timeout_turn 1000", "INFO time_left 0", "INFO", "TURN 1,1"])
def test_nothing_else_stops_the_bot(line: str) -> None:
    brain, bot = thinking_brain()
    brain.feed(line)
    assert bot.stops == []


def test_a_bot_without_stop_goes_on() -> None:
    brain = Brain(lambda: find_bot("random", seed=1))
    brain.feed("START 15")
    brain.feed("BEGIN")
    assert brain.feed("STOP") == []
    assert brain.task is not None


def test_end_leaves_at_once() -> None:
    brain, _ = thinking_brain()
    assert brain.feed("END") == []
    assert brain.is_done


@pytest.mark.parametrize("line", ["START 15", "RESTART", "RECTSTART 15,15"])
def test_a_new_game_gives_the_question_up(line: str) -> None:
    brain, bot = thinking_brain()
    brain.feed("TURN 1,1")
    assert brain.feed(line) == ["OK"]
    assert brain.task is None
    assert len(bot.stops) == 1
    assert brain.game is not None
    assert brain.game.moves == ()


def test_the_question_of_a_new_game_is_another_one() -> None:
    brain, _ = thinking_brain()
    old = brain.task
    brain.feed("RESTART")
    brain.feed("BEGIN")
    assert brain.task is not None
    assert brain.task is not old


def test_other_commands_wait_in_their_order() -> None:
    brain, _ = thinking_brain()
    for line in ("TAKEBACK 3,4", "HELLO", "PLAY 5,5", "ABOUT"):
        assert brain.feed(line) == []
    move, back, unknown, play, about = brain.answer(Point(3, 4))
    assert (move, back, play) == ("3,4", "OK", "5,5")
    assert unknown.startswith("UNKNOWN command 'HELLO'")
    assert about.startswith("name=")


def test_questions_that_waited_are_asked_one_by_one() -> None:
    brain, _ = thinking_brain()
    for line in ("TURN 0,0", "TURN 1,0"):
        brain.feed(line)
    assert brain.answer(Point(3, 4)) == ["3,4"]
    assert brain.task is not None
    assert brain.answer(Point(4, 4)) == ["4,4"]
    assert brain.answer(Point(5, 4)) == ["5,4"]
    assert brain.task is None


def test_a_block_that_waited_is_read_as_one() -> None:
    brain, _ = thinking_brain()
    for line in ("BOARD", "0,0,2", "DONE"):
        assert brain.feed(line) == []
    assert brain.answer(Point(3, 4)) == ["3,4"]
    assert brain.answer(Point(0, 1)) == ["0,1"]


def test_what_waited_is_heard_after_a_bot_that_failed() -> None:
    brain, _ = thinking_brain()
    brain.feed("TURN 0,0")
    assert brain.fail(ValueError("lost")) == ["ERROR slow failed: ValueError: lost"]
    assert brain.task is not None


def test_a_limit_that_comes_while_the_bot_thinks_counts_for_the_next_move() -> None:
    brain, _ = thinking_brain()
    brain.feed("INFO timeout_turn 0")
    brain.feed("INFO timeout_turn 250")
    brain.answer(Point(3, 4))
    brain.feed("TURN 0,0")
    assert brain.task is not None
    assert brain.task.limit.turn == 0.25


def test_too_many_waiting_lines_are_refused_one_by_one() -> None:
    brain, _ = thinking_brain()
    for _ in range(2000):
        assert brain.feed("ABOUT") == []
    assert brain.feed("ABOUT them") == ["ERROR too much is waiting; 'ABOUT them' is forgotten"]
    assert len(brain.answer(Point(3, 4))) == 2001


def test_what_comes_ahead_is_answered_as_if_it_had_come_in_time() -> None:
    session = ["START 9", "BEGIN", "TURN 0,0", "TURN 0,1", "ABOUT", "TURN 0,2", "YXNBEST 2"]
    ahead = Brain(lambda: find_bot("greedy"))
    said = [reply for line in session for reply in ahead.feed(line)] + think(ahead)
    assert said == talk(Brain(lambda: find_bot("greedy")), *session)
