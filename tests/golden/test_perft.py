"""Perft: leaves and wins of every continuation, from positions in mid-fight.

A line of a file in tests/golden/perft is a position and, after `;`, `perft DEPTH LEAVES wins
WINS` for each depth. Native counts all of them, the core the shallow ones.
`pytest --update-golden` counts them anew with native.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.core.board import Board
from tengen.core.geometry import PASS
from tengen.core.legality import legal_points, may_pass
from tengen.core.outcome import find_outcome
from tengen.core.rules import RULES, Rule
from tengen.engine.board import NativeBoard
from tengen.notation.position import parse_position

FOLDER = Path(__file__).parent / "perft"


def perft(board: Board, rule: Rule, depth: int) -> tuple[int, int]:
    """Count as native does, with the core alone."""
    outcome = find_outcome(board, rule)
    if outcome is not None:
        return 1, int(outcome.winner is not None)
    if depth == 0:
        return 1, 0
    leaves = wins = 0
    for move in [*legal_points(board, rule), *([PASS] if may_pass(board, rule) else [])]:
        board.push(move)
        below = perft(board, rule, depth - 1)
        board.pop()
        leaves, wins = leaves + below[0], wins + below[1]
    return leaves, wins


def rows() -> Iterator[tuple[str, str, list[tuple[int, int, int]]]]:
    for rule in RULES:
        for line in (FOLDER / f"{rule}.perft").read_text().splitlines():
            position, *counts = (part.strip() for part in line.split(";"))
            numbers = [count.split() for count in counts]
            yield rule, position, [(int(n[1]), int(n[2]), int(n[4])) for n in numbers]


def test_every_rule_has_its_perft() -> None:
    assert {rule for rule, _, counts in rows() if len(counts) >= 2} == set(RULES)


@pytest.mark.parametrize(("rule", "position", "counts"), list(rows()))
def test_perft(
    rule: str, position: str, counts: list[tuple[int, int, int]], request: pytest.FixtureRequest
) -> None:
    game = parse_position(position)
    assert game.rule.name == rule
    moves = [move for move in game.moves if not isinstance(move, str)]
    native = NativeBoard(game.setup, moves)
    if request.config.getoption("--update-golden"):
        update(rule, position, [(d, *native.perft(d)) for d, _, _ in counts])
        return
    for depth, leaves, wins in counts:
        assert native.perft(depth) == (leaves, wins)
        if leaves < 20_000:
            assert perft(game.board.copy(), game.rule, depth) == (leaves, wins)


def update(rule: str, position: str, counts: list[tuple[int, int, int]]) -> None:
    path = FOLDER / f"{rule}.perft"
    row = "; ".join([position, *(f"perft {d} {leaves} wins {wins}" for d, leaves, wins in counts)])
    lines = [row if at.split(";")[0] == position else at for at in path.read_text().splitlines()]
    path.write_text("\n".join(lines) + "\n")
