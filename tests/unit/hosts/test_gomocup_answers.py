"""What the lines of programs mean by the Gomocup protocol, good ones and bad ones."""

import random
from typing import Any

import pytest

from tengen.core.game import Move
from tengen.core.geometry import Point
from tengen.core.openings import Choice
from tengen.errors import BotFault
from tengen.hosts.gomocup.answers import (
    AboutReader,
    MoveReader,
    OpeningReader,
    Reader,
    StartReader,
)
from tengen.notation import parse_position


def heard(reader: Reader[list[Move]], *lines: str) -> list[Move] | None:
    """What a reader makes of the last of these lines."""
    return [reader.feed(line) for line in lines][-1]


def move_reader() -> MoveReader:
    return MoveReader("x", 15)


@pytest.mark.parametrize("text", ["7,8", " 7,8 ", "7,8 because", "7 , 8", "7,8\t", "7,8;9,9"])
def test_a_move_may_have_text_behind_it(text: str) -> None:
    assert move_reader().feed(text) == [Point(7, 8)]


@pytest.mark.parametrize(
    "text",
    ["OK", "h8", "7", "7;8", "7,", ",8", "move 7,8", "ERROR 7,8", "UNKNOWN", "1234567890,1", "  "],
)
def test_what_is_no_move_is_passed_over_and_remembered(text: str) -> None:
    reader = move_reader()
    assert reader.feed(text) is None
    assert reader.complaint == text.strip()
    assert reader.feed("1,1") == [Point(1, 1)]


@pytest.mark.parametrize("text", ["MESSAGE 7,8", "debug 7,8", "Message", "DEBUG\t7,8"])
def test_messages_are_no_complaints(text: str) -> None:
    reader = move_reader()
    assert reader.feed(text) is None
    assert reader.complaint == ""


@pytest.mark.parametrize("text", ["15,0", "0,15", "-1,-1", "-1,3", "999999999,0"])
def test_a_point_off_the_board_is_a_fault(text: str) -> None:
    with pytest.raises(BotFault) as caught:
        move_reader().feed(text)
    assert caught.value.code == "off-board"
    assert text in str(caught.value)


def test_a_suggestion_is_confirmed() -> None:
    reader = move_reader()
    assert reader.feed("SUGGEST 3,4") is None
    assert reader.reply == "PLAY 3,4"


@pytest.mark.parametrize(
    ("message", "depth", "nodes", "score"),
    [
        ("Speed 333K | Depth 12-20 | Eval -208 | Node 20K | Time 60ms", 12, 20_000, "-208"),
        ("Speed 292K | Depth 20-15 | Eval +M17 | Node 1.5M | Time 2441ms", 20, 1_500_000, "+M17"),
        ("depth 1-5 ev 53.3 n 123 n/s 500 tm 200 pv h8", 1, 123, "53.3"),
        ("nodes: 7 depth=3 score 0.5", 3, 7, "0.5"),
        ("I see nothing in the depths", None, None, ""),
    ],
)
def test_depth_nodes_and_score_are_read_from_messages(
    message: str, depth: int | None, nodes: int | None, score: str
) -> None:
    reader = move_reader()
    reader.feed("MESSAGE " + message)
    reader.feed("MESSAGE and now something else")
    assert (reader.depth, reader.nodes, reader.score) == (depth, nodes, score)


def test_the_last_word_counts() -> None:
    reader = move_reader()
    reader.feed("MESSAGE Depth 2-3 | Eval 105 | Node 9")
    reader.feed("MESSAGE Depth 3-4 | Eval 130")
    assert (reader.depth, reader.nodes, reader.score) == (3, 9, "130")


def test_messages_are_kept_within_bounds() -> None:
    reader = move_reader()
    for _ in range(1000):
        reader.feed("MESSAGE " + "x" * 100_000)
    assert sum(map(len, reader.messages)) < 10_000


@pytest.mark.parametrize(
    ("position", "text", "moves"),
    [
        ("", "7,7 8,7 9,9", [Point(7, 7), Point(8, 7), Point(9, 9)]),
        ("h8i9a1", "SWAP", [Choice.TAKE_BLACK]),
        ("h8i9a1", "swap", [Choice.TAKE_BLACK]),
        ("h8i9a1", "8,8", [Choice.TAKE_WHITE, Point(8, 8)]),
        ("h8i9a1", "8,8 8,5", [Choice.PLACE_TWO, Point(8, 8), Point(8, 5)]),
        ("h8i9a1place-twoa2a3", "SWAP", [Choice.TAKE_BLACK]),
        ("h8i9a1place-twoa2a3", "6,8", [Choice.TAKE_WHITE, Point(6, 8)]),
    ],
)
def test_the_answers_to_swap2board(position: str, text: str, moves: list[Move]) -> None:
    game = parse_position(f"opening:swap2_moves:{position}" if position else "opening:swap2")
    assert OpeningReader("x", game).feed(text) == moves
    for move in moves:
        game.push(move)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("", "7,7"),
        ("", "7,7 8,8"),
        ("", "SWAP"),
        ("h8i9a1", "7,7 8,8 9,9"),
        ("h8i9a1place-twoa2a3", "1,1 2,2"),
    ],
)
def test_answers_that_are_not_due_are_nonsense(position: str, text: str) -> None:
    game = parse_position(f"opening:swap2_moves:{position}" if position else "opening:swap2")
    with pytest.raises(BotFault) as caught:
        OpeningReader("x", game).feed(text)
    assert caught.value.code == "nonsense"


def test_a_program_that_does_not_know_swap2_says_so() -> None:
    with pytest.raises(BotFault) as caught:
        OpeningReader("x", parse_position("opening:swap2")).feed("UNKNOWN command")
    assert caught.value.code == "unsupported"


def test_about_is_read_or_unknown() -> None:
    about = AboutReader("x", 15)
    assert about.feed("Welcome") is None
    assert about.feed('name="Me", version="1.0",author = "I"') == {
        "name": "Me",
        "version": "1.0",
        "author": "I",
    }
    assert AboutReader("x", 15).feed("UNKNOWN command") == {}


@pytest.mark.parametrize("text", ["OK", "ok", " OK ", "OK - everything is good"])
def test_ok_starts_a_game(text: str) -> None:
    assert StartReader("x", 15).feed(text) is True


def test_a_late_answer_to_about_is_no_answer_to_start() -> None:
    for late in ('name="Me"', "UNKNOWN command", "ERROR what"):
        reader = StartReader("x", 15, is_about_due=True)
        assert [reader.feed(line) for line in ("Hello", late, "OK")] == [None, None, True]
        reader = StartReader("x", 15, is_about_due=True)
        assert [reader.feed(line) for line in (late, "ERROR no")] == [None, False]


def babble(rng: random.Random) -> str:
    """A line as no program should print it, but some do: half of a good one, or of nothing."""
    words = ["MESSAGE", "DEBUG", "SUGGEST", "OK", "SWAP", "ERROR", "7,7", "-1,8", "99,9", "depth"]
    words += ["Node", "1.5K", "eval", "+M5", 'name="', '"', ",", "9" * 40, "\x00", "\ufffd", "٣,٣"]
    text = "".join(rng.choice(" \t") + rng.choice(words) for _ in range(rng.randint(0, 9)))
    if rng.random() < 0.01:
        text *= 1000
    return text[: rng.randint(0, len(text))] if rng.random() < 0.3 else text


@pytest.mark.parametrize(
    "count", [20_000, pytest.param(1_000_000, marks=pytest.mark.soak)], ids=["short", "long"]
)
def test_no_line_makes_a_reader_fall_over(count: int) -> None:
    rng, game = random.Random(count), parse_position("opening:swap2")
    readers: list[Reader[Any]] = [AboutReader("x", 15), StartReader("x", 15)]
    readers += [move_reader(), OpeningReader("x", game)]
    codes = set()
    for _ in range(count):
        reader = rng.choice(readers)
        try:
            reader.feed(babble(rng))
        except BotFault as fault:
            codes.add(fault.code)
        assert len(reader.messages) <= 30
    for reader in readers:
        assert (reader.depth or 0) >= 0
        assert (reader.nodes or 0) >= 0
    assert codes == {"off-board", "nonsense"}
