"""Whatever a manager sends: no exception, no second line, no illegal move, no growing memory."""

import random
import re
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brains import think
from tengen import Game
from tengen.bots import find_bot
from tengen.core import shapes
from tengen.hosts.gomocup import Brain

REPLY = re.compile(
    r"OK|SWAP|FORBID [0-9]*\.|name=.*|(ERROR|UNKNOWN|MESSAGE) .+|[0-9]+,[0-9]+( [0-9]+,[0-9]+)*"
)
WORDS = [
    *("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "DONE", "INFO", "ABOUT", "PLAY"),
    *("TAKEBACK", "SWAP2BOARD", "STOP", "YXBOARD", "YXSTOP", "YXSHOWFORBID", "YXNBEST"),
    *("YXHASHCLEAR", "begin", "Turn", "FOO", "", "OK", "DONE DONE"),
]
"""All but END, after which there is nothing more to find."""
KEYS = [
    *("timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "rule", "evaluate"),
    *("folder", "max_node", "max_depth", "thread_num", "hash_size", "RULE", "other"),
]
NUMBERS = ["0", "1", "-1", "4", "8", "9", "2147483647", "-2147483648", "1e9", "9" * 30, "x", ""]


def new_brain() -> Brain:
    return Brain(lambda: find_bot("random", seed=1))


def check(brain: Brain, lines: list[str]) -> None:
    for line in lines:
        assert REPLY.fullmatch(line), line
        assert "internal" not in line, line
        assert len(line) < 500, line
    if brain.game is not None:
        assert isinstance(brain.game, Game)


def random_lines(rng: random.Random) -> list[str]:
    """Return some lines of one of many kinds, most of them nearly right."""
    point = f"{rng.randrange(-1, 8)},{rng.randrange(-1, 8)}"
    kinds = (
        lambda: [f"{point},{rng.randrange(1, 4)}"],
        lambda: [f"TURN {point}"],
        lambda: [f"PLAY {point}"],
        lambda: [f"START {rng.choice([5, 6, 7, 7, 26, 27])}"],
        lambda: [f"INFO {rng.choice(KEYS)} {rng.choice(NUMBERS)}"],
        lambda: [f"{rng.choice(WORDS)} {point}"],
        lambda: [rng.choice(WORDS)],
        lambda: [rng.randbytes(rng.randrange(30)).decode("utf-8", "replace")],
        lambda: [f"{rng.choice(WORDS)} {point}"[: rng.randrange(9)]],
        lambda: random_block(rng),
        lambda: ["INFO rule 4", *random_block(rng), "YXSHOWFORBID", "BEGIN"],
        lambda: [chr(rng.randrange(0x110000)) * rng.randrange(3)],
        lambda: [rng.choice(["7", "x", "\x00", "TURN ", ","]) * 10_000],
    )
    weights = (2, 6, 3, 1, 2, 2, 4, 2, 2, 1, 1, 1, 0.05)
    return rng.choices(kinds, weights)[0]()


def random_block(rng: random.Random) -> list[str]:
    """Return a whole block on a board of 7 lines, in most cases without a mistake."""
    points = rng.sample([(x, y) for x in range(7) for y in range(7)], rng.choice([0, 3, 5, 12, 30]))
    stones = [f"{x},{y},{number % 2 + 1}" for number, (x, y) in enumerate(points)]
    if rng.random() < 0.1:
        stones.append(rng.choice(["0,0,1", "8,8,1", "1,1", "?"]))
    return ["START 7", rng.choice(["BOARD", "YXBOARD", "SWAP2BOARD"]), *stones, "DONE"]


def feed_random_lines(brain: Brain, rng: random.Random, count: int) -> Iterator[list[str]]:
    """Feed at least `count` lines and yield what the brain says to each."""
    while count > 0:
        for line in random_lines(rng):
            count -= 1
            said = brain.feed(line)
            # Sometimes several lines come before the move is made.
            yield said + think(brain) if rng.random() < 0.7 else said


@pytest.mark.parametrize("seed", range(4))
def test_random_lines_are_survived(seed: int) -> None:
    brain = new_brain()
    for said in feed_random_lines(brain, random.Random(seed), 12_000):
        check(brain, said)
    assert not brain.is_done


def test_the_lines_of_the_fuzzer_reach_everything() -> None:
    # A fuzzer that is always refused finds nothing.
    brain, said = new_brain(), set()
    for lines in feed_random_lines(brain, random.Random(9), 10_000):
        said |= {re.sub(r"[0-9]+", "0", line) for line in lines}
    assert {"OK", "0,0", "FORBID 0."} <= said
    assert any(line.startswith("0,0 0,0 0,0") for line in said)
    assert any("is forbidden to black" in line or "game is over" in line for line in said)


def memory_in_use(brain: Brain) -> int:
    """Return how many bytes are in use in a new game, without what the core has tabulated."""
    brain.feed("START 7")
    for function in vars(shapes).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    return tracemalloc.get_traced_memory()[0]


def memory_growth(brain: Brain, rng: random.Random, count: int) -> int:
    """Return by how many bytes the memory in use grows while `count` lines are fed."""
    tracemalloc.start()
    try:
        # Lines and keys are computed once for every point and kept: most of that happens first.
        for said in feed_random_lines(brain, rng, 3000):
            check(brain, said)
        before = memory_in_use(brain)
        for said in feed_random_lines(brain, rng, count):
            check(brain, said)
        return memory_in_use(brain) - before
    finally:
        tracemalloc.stop()


def test_memory_stays_flat() -> None:
    assert memory_growth(new_brain(), random.Random(5), 3000) < 200_000


lines = st.one_of(
    st.text(max_size=40),
    st.binary(max_size=40).map(lambda data: data.decode("utf-8", "replace")),
    st.sampled_from(WORDS),
    st.builds("{} {}".format, st.sampled_from(WORDS), st.text(max_size=12)),
    st.builds("{} {},{}".format, st.sampled_from(WORDS), st.integers(), st.integers()),
    st.builds("{},{},{}".format, *[st.integers(0, 6)] * 3),
    st.builds("INFO {} {}".format, st.sampled_from(KEYS), st.integers()),
    st.builds("START {}".format, st.integers(4, 8)),
)


@given(st.lists(lines, max_size=30))
@settings(max_examples=150)
def test_any_conversation_is_survived(conversation: list[str]) -> None:
    brain = new_brain()
    for line in conversation:
        check(brain, brain.feed(line) + think(brain))


@given(st.lists(lines, max_size=30), st.integers(0, 29))
@settings(max_examples=100)
def test_a_game_can_be_played_after_any_conversation(conversation: list[str], pause: int) -> None:
    brain = new_brain()
    for number, line in enumerate(conversation):
        check(brain, brain.feed(line))
        if number == pause:
            think(brain)
    assert brain.feed("INFO rule 0") == [] or brain.task is None
    assert brain.feed("START 15")[-1] == "OK"
    assert brain.feed("TURN 7,7") == []
    reply = think(brain)
    assert re.fullmatch(r"[0-9]+,[0-9]+", reply[-1])


@pytest.mark.soak
def test_a_million_random_lines_are_survived_in_the_same_memory() -> None:
    assert memory_growth(new_brain(), random.Random(2026), 1_000_000) < 1_000_000
