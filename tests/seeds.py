"""The worked examples of the five course reports, written as their specification writes them.

`x (7,7) (8,7); o (6,6); size 9` has the stones of the first side, those of the second, and what
else there is; points are columns and rows from 0, from the top left.
"""

import random
import re

from tengen import Color, Game, Point, Setup
from tengen.core.board import Board
from tengen.core.outcome import find_outcome
from tengen.core.rules import RULES

SIDES = {"x": Color.BLACK, "o": Color.WHITE}


def points(text: str) -> list[Point]:
    """Return the points of `(7,7) (8,7)`."""
    return [Point(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", text)]


def game(position: str, to_move: str = "x") -> Game:
    """Return the game of an example: all its stones are set up."""
    parts = dict(part.strip().split(" ", 1) for part in position.split(";"))
    setup = Setup(
        int(parts.get("size", 15)),
        black=points(parts["x"]),
        white=points(parts["o"]),
        traps=points(parts.get("traps", "")),
        blocked=points(parts.get("blocked", "")),
        turn=SIDES[to_move],
    )
    return Game(setup=setup)


def lively_board(rng: random.Random, size: int = 15, stones: int | None = None) -> Board:
    """Return a board as games have it: stones beside stones, now and then a wall, nobody won."""
    everywhere = [Point(x, y) for y in range(size) for x in range(size)]
    walls = rng.sample(everywhere, rng.choice([0, 0, 3]))
    board = Board(size, blocked=walls[:1], traps=walls[1:])
    last = rng.choice(board.empty_points())
    for _ in range(rng.randrange(2, min(60, size * size // 3)) if stones is None else stones):
        board.push(last)
        if find_outcome(board, RULES["freestyle"]) is not None:
            board.pop()
        near = [p for p in board.empty_points() if abs(p.x - last.x) < 3 and abs(p.y - last.y) < 3]
        last = rng.choice(near or board.empty_points())
    return board


def game_of(board: Board) -> Game:
    """Return a game that stands as `board` does, with nothing played."""
    setup = Setup(
        board.size,
        black=board.stones(Color.BLACK),
        white=board.stones(Color.WHITE),
        blocked=board.blocked,
        traps=board.traps,
        turn=board.turn,
    )
    return Game(setup=setup)
