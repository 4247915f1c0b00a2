"""A bot of ours as the class `AI` of CS303, with a candidate list that improves while it thinks."""

from collections.abc import Iterator, Sequence
from typing import Any

from tengen.bots._bot import Bot
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.limits import Limit
from tengen.core.setup import Setup
from tengen.errors import InvalidText

COLOR_BLACK, COLOR_WHITE, COLOR_NONE = -1, 1, 0
COLORS = {COLOR_BLACK: Color.BLACK, COLOR_WHITE: Color.WHITE}

RESERVE = 0.3
"""Seconds of each turn that are left alone, at most a tenth of them."""

STEPS = (0.02, 0.08, 0.9)
"""A bot that makes use of time is asked three times, each time for this part of the turn."""

Board = Sequence[Sequence[Any]]
"""Rows of -1 black, 1 white and 0; a NumPy array of whole or floating numbers is one."""


class AI:
    """What the platform makes and calls: `AI(15, -1, 5)`, then `go(board)` for every move.

    `bot` is who plays; the platform does not give it, a submission sets it.
    """

    bot: Bot

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list: list[tuple[int, int]] = []
        """Points as (row, column); the last one counts."""

    def go(self, chessboard: Board) -> None:
        """Fill the candidate list, better and better."""
        self.candidate_list.clear()
        game = read_board(chessboard, self.color)
        for point in first_candidates(game):
            self.candidate_list.append((point.y, point.x))
        if game.outcome() is None and self.bot.supports(game.setup) is None:
            for limit in limits(self.bot, self.time_out):
                move = self.bot.choose(game, limit)
                if isinstance(move, Point) and game.board.can_take(move):
                    self.candidate_list.append((move.y, move.x))


def read_board(board: Board, color: int) -> Game:
    """Return the game that a board stands for, with `color` to move."""
    if color not in COLORS:
        raise InvalidText("bad-color", "{color!r} is no colour; give -1 or 1", color=color)
    points: dict[int, list[Point]] = {COLOR_BLACK: [], COLOR_WHITE: [], COLOR_NONE: []}
    for y, row in enumerate(board):
        if len(row) != len(board):
            raise InvalidText("not-square", "row {y} has {n} cells", y=y, n=len(row))
        for x, cell in enumerate(row):
            if cell not in points:
                raise InvalidText(
                    "bad-cell",
                    "row {y}, column {x} holds {cell!r}; give -1, 0 or 1",
                    y=y,
                    x=x,
                    cell=str(cell),
                )
            points[int(cell)].append(Point(x, y))
    setup = Setup(
        len(board), black=points[COLOR_BLACK], white=points[COLOR_WHITE], turn=COLORS[color]
    )
    return Game(setup=setup)


def first_candidates(game: Game) -> list[Point]:
    """Return the empty point nearest the centre, to have a move before any thought."""
    middle = game.size - 1
    return sorted(
        game.board.empty_points(),
        key=lambda point: (2 * point.x - middle) ** 2 + (2 * point.y - middle) ** 2,
    )[:1]


def limits(bot: Bot, seconds: float) -> Iterator[Limit]:
    """Yield what a bot may spend, again and again, if it can make use of more time."""
    turn = seconds - min(RESERVE, seconds / 10)
    for part in STEPS if bot.search is not None else (1.0,):
        yield Limit(turn=max(turn * part, 0.001))
