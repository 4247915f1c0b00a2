"""Programs that say anything at all: the judge ends the game with a reason, and goes on living."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judged import judged, written
from tengen.core.geometry import Point
from tengen.core.openings import Seat
from tengen.errors import BotFault
from tengen.judges import judge_names, make_judge
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Table
from tengen.judges.botzone import _Player as BotzonePlayer
from tengen.judges.cs4386 import _Player as TrapPlayer

# Half of what it says is close to what the host wants to hear.
BABBLER = r"""
import random, sys, time
rng = random.Random(SEED)
words = ["Move played: ", "a1", "z99", '{"response":', '{"x":7,"y":7}', "}", "\r", "\x00", "\xff",
    '{"candidate":[7,7]}', '{"done":true}', '{"ready":true}', '{"decision":[7,7]}', "null", "[",
    '{"error":"x"}', "\n", "\n", "\n", ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n", "9" * 5000]
for _ in range(rng.randrange(1, 60)):
    text = "".join(rng.choice(words) for _ in range(rng.randrange(1, 6)))
    sys.stdout.buffer.write(text.encode("latin-1") + (b"\n" if rng.random() < 0.7 else b""))
    if rng.random() < 0.2:
        sys.stdout.buffer.write(rng.randbytes(rng.randrange(300)))
sys.stdout.flush()
if rng.random() < 0.5:
    sys.stdin.read()
sys.exit(rng.choice([0, 0, 1, 255]))
"""


SOMEBODY = Entrant("somebody", "bot", ("greedy",))


@pytest.mark.parametrize("host", judge_names())
@pytest.mark.parametrize("seed", range(4))
def test_a_babbler_loses_with_a_reason(tmp_path: Path, host: str, seed: int) -> None:
    path = written(tmp_path, "babbler", BABBLER.replace("SEED", str(seed)))
    # As a command it speaks for itself; as a file the worker would call its functions.
    babbler, other = f"babbler=python3 {path}", "random:seed=1"
    first, second = (other, babbler) if host == "cs165a" else (babbler, other)
    arguments = ["--seconds=1.5", *(["--check=no"] if host == "cs303" else [])]
    (end,) = judged(host, first, second, arguments)
    assert end.guilty is not None
    assert end.guilty.name == "babbler"
    assert 5 < len(end.ended.detail) < 1000
    assert end.ended.detail.isprintable(), end.ended.detail


@given(st.one_of(st.text(max_size=80), st.from_regex(r'\{"(response|x)": ?[-0-9.e"{}xy:,]*\}')))
@settings(max_examples=150)
def test_whatever_is_printed_on_botzone_is_a_point_or_a_fault(text: str) -> None:
    judge, _ = make_judge("botzone")
    player = judge.seat(SOMEBODY, Seat.FIRST, Table(1))
    assert isinstance(player, BotzonePlayer)
    assert is_point_or_fault(player._take, text)


@given(st.one_of(st.text(max_size=80), st.from_regex(r'\{"decision": ?[-0-9.e"\[\],]*\}')))
@settings(max_examples=150)
def test_whatever_is_printed_on_cs4386_is_a_point_or_a_fault(text: str) -> None:
    judge, _ = make_judge("cs4386")
    player = judge.seat(SOMEBODY, Seat.FIRST, Table(1))
    assert isinstance(player, TrapPlayer)
    assert is_point_or_fault(player._point, text)


def is_point_or_fault(read: Callable[[str], Point], text: str) -> bool:
    try:
        point = read(text)
    except BotFault as fault:
        return bool(str(fault))
    return 0 <= point.x < 15 > point.y >= 0


def test_every_judge_begins_with_whom_it_should() -> None:
    for name in judge_names():
        judge, _ = make_judge(name, ["--check=no"] if name == "cs303" else [])
        assert {judge.first(1), judge.first(2)} == {0, 1}
        assert judge.first(1) == judge.first(3) == (1 if name == "cs165a" else 0)
        assert judge.games in (1, 2)
        assert judge.title
