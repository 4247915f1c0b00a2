"""The native tables equal play, the network equals itself, and the tests that say so can fail.

These run the plain C++ executable that `make` builds beside the package.
"""

import random
import subprocess
from pathlib import Path

import pytest

from tengen.core.rules import RULES, SideRule
from tengen.core.shapes import (
    empties,
    five_points,
    fours_made,
    makes_five,
    makes_open_four,
    put,
    straight_four_points,
)
from tengen.engine.board import scan_line, to_traits
from tengen.engine.weights import FOLDER

TOOL = Path(__file__).parents[2] / "build" / "tool" / "tengen-tool"
SIDES = sorted({side for rule in RULES.values() for side in (rule.black, rule.white)}, key=repr)
DOUBLE_FOUR, CLOSED_THREE, THREE, THREE_PLUS, FOUR, OPEN_FOUR, FIVE = 2, 9, 10, 11, 12, 13, 14


def run_tool(*words: str) -> subprocess.CompletedProcess[str]:
    assert TOOL.exists(), f"{TOOL} is missing: run make test, which builds it"
    return subprocess.run([TOOL, *words], capture_output=True, text=True, timeout=120, check=False)


def test_table_entries_equal_play_on_every_line_of_up_to_11_cells() -> None:
    done = run_tool("tables", "11")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("entries compared") == len(RULES)


@pytest.mark.parametrize("entry", [0, 1, 12345, 65535])
def test_one_flipped_table_entry_is_noticed(entry: int) -> None:
    done = run_tool("tables", "5", str(entry))
    assert done.returncode == 1
    assert done.stdout.count("differ") == len(RULES)


def test_the_board_equals_the_plain_scan_along_random_games() -> None:
    done = run_tool("soak", "3000", "7")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_a_network_that_is_followed_equals_one_that_begins_anew(rule: str) -> None:
    done = run_tool("network", rule, "3000", str(FOLDER / f"{rule}.bin"))
    assert done.stdout == "3000 positions followed\n"


def test_the_tool_has_the_rules_of_the_core() -> None:
    rows = [
        " ".join([rule.name, *("".join(str(int(t)) for t in to_traits(s)) for s in sides)])
        for rule in RULES.values()
        for sides in [(rule.black, rule.white)]
    ]
    assert run_tool("rules").stdout.splitlines() == rows


def test_a_wrong_word_to_the_tool_gives_its_usage() -> None:
    done = run_tool("nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage:")


def shape_by_play(text: str, place: int, side: SideRule) -> int | None:
    """Return what the core says a stone makes, from closed threes upwards; None below them."""
    if makes_five(text, place, side):
        return FIVE
    fours = fours_made(text, place, side)
    if fours == 2 and side.no_double_four:
        return DOUBLE_FOUR
    if fours:
        return OPEN_FOUR if makes_open_four(text, place, side) else FOUR
    return None


@pytest.mark.parametrize(
    "side", SIDES, ids=lambda side: "".join(map(str, map(int, to_traits(side))))
)
def test_the_plain_scan_says_what_core_says_of_lines(side: SideRule) -> None:
    rng = random.Random(str(side))
    shapes = 0
    for _ in range(6_000):
        length = rng.randrange(5, 16)
        text = "".join(rng.choices("X.O#", (5, 4, 1, 0.3), k=length))
        for place in empties(text):
            pattern, replies = scan_line(text, place, side)
            expected = shape_by_play(text, place, side)
            if expected is not None:
                shapes += 1
                assert pattern == expected, (text, place)
                assert replies == defences_by_play(text, place, side, expected), (text, place)
            else:
                assert pattern < FOUR, (text, place)
                if side.no_double_four and pattern != 1:
                    after = put(text, place, "X")
                    straight = straight_four_points(after, place, side)
                    assert (pattern in (THREE, THREE_PLUS)) == bool(straight), (text, place)
    assert shapes > 5_000


def defences_by_play(text: str, place: int, side: SideRule, made: int) -> list[int]:
    """Return the replies after which the stone no longer makes the same, from the core's words."""
    return [
        reply
        for reply in empties(text)
        if reply == place or shape_by_play(put(text, reply, "O"), place, side) != made
    ]


def test_exact_defences_of_a_caro_four_reach_beyond_the_five_point() -> None:
    caro = RULES["caro"].black
    assert five_points("OXXXX..", caro) == (5,)
    assert scan_line("OXXXX..", 5, caro) == (FIVE, [5, 6])
