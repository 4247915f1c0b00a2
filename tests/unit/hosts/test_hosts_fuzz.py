"""Random conversations with the hosts of courses and platforms: whatever comes, they talk on."""

import json
import random
import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brains import think
from tengen.hosts import Brain, make_brain

HOSTS = ("botzone", "cs165a", "cs303", "cs4386")
ARGUMENTS = {"botzone": ["--keep-running"], "cs165a": ["-n", "5"]}

VALUES: tuple[object, ...] = (
    0,
    1,
    -1,
    2,
    3,
    7,
    15,
    99,
    1.5,
    7.0,
    1e300,
    "7",
    "",
    None,
    True,
    [],
    {},
)


def spoilt(text: str, rng: random.Random) -> str:
    """Return a text with a part cut out, doubled or replaced, or as it is."""
    at, end = sorted(rng.randrange(len(text) + 1) for _ in "12")
    way = rng.randrange(5)
    if way == 0:
        return text[:at] + text[end:]
    if way == 1:
        return text[:at] + text[at:end] * 2 + text[end:]
    if way == 2:
        return text[:at] + rng.choice('{}[],:"0-.e\\\x00é') + text[at:]
    return text


def botzone_line(rng: random.Random) -> str:
    def point() -> object:
        x, y = (rng.choice([rng.randrange(-1, 16), rng.choice(VALUES)]) for _ in "12")
        return rng.choice([{"x": x, "y": y}, {"x": x, "y": y}, {"x": x}, rng.choice(VALUES)])

    def whole() -> object:
        turns = rng.randrange(4)
        requests = [point() for _ in range(turns + rng.randrange(2))]
        return {"requests": requests, "responses": [point() for _ in range(turns)]}

    simple = [str(rng.randrange(4)), f"{rng.randrange(-1, 16)} {rng.randrange(-1, 16)}"]
    first = {"requests": [{"x": -1, "y": -1}], "responses": []}
    return rng.choice([json.dumps(each) for each in (point(), whole(), first)] + simple)


def cs165a_line(rng: random.Random) -> str:
    return rng.choice("abcdefz") + str(rng.randrange(8))


def cs303_line(rng: random.Random) -> str:
    size = rng.choice([5, 5, 6, rng.randrange(30)])
    new = {"chessboard_size": size, "color": rng.choice([-1, 1, *VALUES]), "time_out": 1}
    cells = rng.choice([(0, 0, 0, 1, -1), VALUES, (0, 1), (1, -1)])
    board = [[rng.choice(cells) for _ in range(5)] for _ in range(rng.choice([5, 5, 5, 4]))]
    return json.dumps(rng.choice([{"new": new}, {"go": board}, {"go": board}, rng.choice(VALUES)]))


def cs4386_line(rng: random.Random) -> str:
    step = rng.choice([1, 2, 3, 50, rng.choice(VALUES)])
    cells = rng.choice(["00000012", "0123", "00000000000123", "45"])
    rows = ["".join(rng.choice(cells) for _ in range(15)) for _ in range(15)]
    last = step - 1 if isinstance(step, int) else 0
    rival = [rng.randrange(-1, 16), rng.choice([rng.randrange(-1, 16), rng.choice(VALUES)])]
    boards = rng.choice([[[last, rows]], [[last, rows]], [[last, rows[1:]]], rng.choice(VALUES)])
    return json.dumps({"step": step, "rival": rival, "boards": boards})


ANSWER = re.compile(r'decision|Move played|\{"response":\{"x":\d+|^\d+ \d+$|"done":true')

LINES: dict[str, Callable[[random.Random], str]] = {
    "botzone": botzone_line,
    "cs165a": cs165a_line,
    "cs303": cs303_line,
    "cs4386": cs4386_line,
}


def new_brain(host: str) -> Brain:
    brain = make_brain(host, "random:seed=1", arguments=ARGUMENTS.get(host, []))
    check(brain, brain.start() + think(brain))
    return brain


def check(brain: Brain, said: list[str]) -> None:
    for line in said:
        assert not set(line) & {"\n", "\r"}
        assert line.isprintable(), line
        assert len(line) < 1000
        assert "Traceback" not in line
        assert "failed" not in line, line


def conversation(host: str, rng: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        line = LINES[host](rng)
        yield spoilt(line, rng) if line and rng.random() < 0.3 else line


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("seed", range(2))
def test_random_conversations_are_survived(host: str, seed: int) -> None:
    rng, answers = random.Random(f"{host} {seed}"), 0
    brain = new_brain(host)
    for line in conversation(host, rng, 250):
        if brain.is_done:
            brain = new_brain(host)
        said = brain.feed(line)
        # Sometimes several lines come before the move is made.
        said += think(brain) if rng.random() < 0.8 else []
        check(brain, said)
        answers += any(ANSWER.search(line) for line in said)
    # A fuzzer that is always refused finds nothing.
    assert answers > 3


@pytest.mark.parametrize("host", HOSTS)
@given(st.lists(st.one_of(st.text(max_size=60), st.binary(max_size=60).map(repr)), max_size=8))
@settings(max_examples=40)
def test_any_text_is_survived(host: str, lines: list[str]) -> None:
    brain = new_brain(host)
    for line in lines:
        check(brain, brain.feed(line) + think(brain))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                ["requests", "responses", "x", "y", "new", "go", "step", "rival", "boards"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("host", ["botzone", "cs303", "cs4386"])
@given(JSON)
@settings(max_examples=60)
def test_any_json_is_survived(host: str, value: object) -> None:
    brain = new_brain(host)
    check(brain, brain.feed(json.dumps(value)) + think(brain))


@pytest.mark.soak
@pytest.mark.parametrize("host", HOSTS)
def test_a_long_random_conversation_is_survived(host: str) -> None:
    brain, rng = new_brain(host), random.Random(host)
    for line in conversation(host, rng, 200_000):
        brain = new_brain(host) if brain.is_done else brain
        check(brain, brain.feed(line) + think(brain))
