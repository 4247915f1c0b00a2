"""The positions that checks use, the list of checks, and its documentation."""

from pathlib import Path

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.rules import RULES
from tengen.core.shapes import Kind
from tengen.hosts.gomocup.compliance import Group, Level, all_checks
from tengen.hosts.gomocup.compliance.question import board_lines, four_game, quiet_game

DOCS = Path(__file__).parents[3] / "docs" / "check.md"
LIST_HEADING = "## The checks\n"

# Positions.


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 6, 7, 15, 20, 26])
def test_quiet_positions_are_quiet_and_leave_a_legal_point(rule: str, size: int) -> None:
    for count in (1, 8, 9, size * size * 2 // 3, size * size - 1):
        game = quiet_game(Game(size, rule), count)
        count = min(count, size * size - 1)
        stones = [len(game.board.stones(color)) for color in Color]
        assert stones == [(count + 1) // 2, count // 2]
        assert game.turn is Color(count % 2)
        assert game.outcome() is None
        assert game.legal_points()
        kinds = {threat.kind for color in Color for threat in game.threats(color)}
        assert kinds <= {Kind.THREE}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 15, 26])
def test_positions_with_fours_are_won_and_lost_where_they_say(rule: str, size: int) -> None:
    for is_won in (True, False):
        game, theirs, ours = four_game(Game(size, rule), is_won=is_won)
        fives = {
            color: {key for threat in game.threats(color) for key in threat.keys}
            for color in (game.turn, game.turn.other)
        }
        assert theirs in fives[game.turn.other]
        assert fives[game.turn] == ({ours} if is_won else set())


def test_the_lines_of_a_board_alternate_and_end_with_the_opponent() -> None:
    for count in (1, 8, 9):
        first, *stones, last = board_lines(quiet_game(Game(), count))
        assert (first, last) == ("BOARD", "DONE")
        fields = [line.rpartition(",")[2] for line in stones]
        assert len(stones) == len(set(stones)) == count
        assert fields == (["1", "2"] * count if count % 2 == 0 else ["2", "1"] * count)[:count]


# The list.


def test_what_a_check_needs_comes_before_it() -> None:
    checks = list(all_checks().values())
    for place, each in enumerate(checks):
        earlier = {other.name for other in checks[:place]}
        assert set(each.needs) <= earlier, each.name


def listed() -> str:
    """Return the list of checks as the documentation has it."""
    lines: list[str] = []
    checks = list(all_checks().values())
    for group in Group:
        lines += [f"### {group}", ""]
        lines += [
            f"- **{each.name}**{_counts(each.level)}: {each.explanation}"
            for each in checks
            if each.group is group
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _counts(level: Level) -> str:
    return "" if level is Level.MANDATORY else f" ({level})"


def test_the_documentation_lists_the_checks_with_their_explanations(
    request: pytest.FixtureRequest,
) -> None:
    text = DOCS.read_text(encoding="utf-8")
    head, heading, found = text.partition(LIST_HEADING)
    if request.config.getoption("--update-golden"):
        DOCS.write_text(f"{head}{LIST_HEADING}\n{listed()}", encoding="utf-8")
        return
    assert heading
    assert found.lstrip("\n") == listed()
