"""A bot of ours as the function `play_games` of CS4386. The board is the truth.

Player A has the odd steps and the cells 1, player B the even ones and the cells 2; 3 is a trap, 0
is free. What the rival is said to have played is only compared with the board, because whether a
stone that a trap devoured is reported there is not known.
"""

from collections.abc import Callable, Sequence

from tengen.bots._bot import Bot
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.limits import Limit
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText

SIZE = 15
SECONDS = 0.3
"""What a move takes at most, as in the report: the course's own limit is not public."""

FREE, PLAYER_A, PLAYER_B, TRAP = 0, 1, 2, 3

Cells = Sequence[Sequence[int]]
PlayGames = Callable[[int, int, int], None]


def read_board(board: Cells, step: int) -> Game:
    """Return the game that stands on a board before `step`; the side to move follows from it."""
    if type(step) is not int or step < 1:
        raise InvalidText("bad-step", "{step!r} is no step; the first one is 1", step=step)
    points: dict[int, list[Point]] = {FREE: [], PLAYER_A: [], PLAYER_B: [], TRAP: []}
    if len(board) != SIZE or any(len(row) != SIZE for row in board):
        raise InvalidText("wrong-size", "the board has not {size} rows of {size}", size=SIZE)
    for y, row in enumerate(board):
        for x, cell in enumerate(row):
            if type(cell) is not int or cell not in points:
                raise InvalidText(
                    "bad-cell", "({y}, {x}) holds {cell!r}, not 0 to 3", y=y, x=x, cell=str(cell)
                )
            points[cell].append(Point(x, y))
    setup = Setup(
        SIZE,
        black=points[PLAYER_A],
        white=points[PLAYER_B],
        traps=points[TRAP],
        turn=Color.BLACK if step % 2 else Color.WHITE,
    )
    return Game(setup=setup)


def objection(board: Cells, step: int, rival: tuple[int, int]) -> str:
    """Return what is odd about the rival's decision, or nothing; the board counts in any case."""
    row, column = rival
    if rival == (-1, -1):
        return "" if step == 1 else "no rival's move is said"
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return f"the rival's move ({row}, {column}) is off the board"
    expected = PLAYER_B if step % 2 else PLAYER_A
    if board[row][column] not in (expected, TRAP):
        return f"the rival's move ({row}, {column}) is not on the board"
    return ""


def decide(bot: Bot, board: Cells, step: int) -> tuple[int, int]:
    """Return the bot's decision for a step as (row, column)."""
    game = read_board(board, step)
    if (outcome := game.outcome()) is not None:
        raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))
    bot.check_setup(game.setup)
    move = bot.choose(game, Limit(turn=SECONDS))
    assert isinstance(move, Point)
    return move.y, move.x


def make_play_games(
    bot: Bot, read_ckbd: Callable[[int], Cells], save_decision: Callable[[int, int], None]
) -> PlayGames:
    """Return the function that the course's judge calls for every step."""

    def play_games(step: int, rival_decision_x: int, rival_decision_y: int) -> None:  # noqa: ARG001
        save_decision(*decide(bot, read_ckbd(step - 1), step))

    return play_games
