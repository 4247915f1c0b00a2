"""The positions that checks ask about, and how a game is played against a program."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Final

from tengen.bots import find_bot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point
from tengen.errors import BotFault
from tengen.hosts.gomocup.compliance.session import Session, read_ok
from tengen.hosts.gomocup.wire import UNLIMITED_MS, Field, Key, format_point, format_stone

_MIDDLE_STONES: Final = 20
_LONGEST_GAME: Final = 60.0  # Seconds after which a game is broken off.


def quiet_game(game: Game, count: int) -> Game:
    """Return `game`'s empty board with `count` stones around its centre; Black has begun.

    The stones are part of a pattern that fills the board, and in which no five points in a line
    have more than three stones of one colour: nobody has a four, on any size and by any rule.
    """
    middle, count = game.size // 2, min(count, game.size**2 - 1)
    everywhere = [Point(x, y) for y in range(game.size) for x in range(game.size)]
    everywhere.sort(key=lambda p: (max(abs(p.x - middle), abs(p.y - middle)), p.y, p.x))
    black, white = (
        [p for p in everywhere if (p.x // 2 + p.y) % 2 == color][: (count + 1 - color) // 2]
        for color in Color
    )
    return Game(
        setup=replace(game.setup, black=tuple(black), white=tuple(white), turn=Color(count % 2))
    )


def middle_game(game: Game) -> Game:
    """Return `game`'s empty board with the stones of a game that is well under way."""
    return quiet_game(game, min(_MIDDLE_STONES, game.size**2 // 2))


def four_game(game: Game, *, is_won: bool) -> tuple[Game, Point, Point]:
    """Return a board on which the opponent has a four, where it makes five, and where we do.

    We have a four as well if the game `is_won`; else there is no such point, and it is PASS.
    """
    middle = game.size // 2
    upper, lower = (tuple(Point(x, y) for x in range(5)) for y in (middle - 1, middle + 1))
    if is_won:
        setup = replace(game.setup, black=upper[:4], white=lower[:4], turn=Color.BLACK)
        return Game(setup=setup), lower[4], upper[4]
    apart = (Point(0, 0), Point(2, 0), Point(4, 0))
    setup = replace(game.setup, black=lower[:4], white=apart, turn=Color.WHITE)
    return Game(setup=setup), lower[4], PASS


def board_lines(game: Game) -> list[str]:
    """Return the lines that ask for a move by BOARD, in an order in which it can be played."""
    own, other = (game.board.stones(color) for color in (game.turn, game.turn.other))
    owns = [format_stone(point, Field.OWN) for point in own]
    others = [format_stone(point, Field.OTHER) for point in other]
    # Black has begun: with equal counts that is who is to move, else the opponent.
    order = (owns, others) if game.turn is Color.BLACK else (others, owns)
    pairs = zip(order[0], [*order[1], ""], strict=False)
    stones = [line for pair in pairs for line in pair if line]
    return ["BOARD", *stones, "DONE"]


def turn_lines(game: Game, seed: int = 1) -> list[str]:
    """Let `random` play its move in `game`; return the lines that say it, none if it has none."""
    point = find_bot("random", seed=seed + len(game.moves)).choose(game)
    game.push(point)
    if point == PASS or game.outcome() is not None or not game.legal_points():
        return []
    assert isinstance(point, Point)
    return [f"INFO {Key.TIME_LEFT} {UNLIMITED_MS}", f"TURN {format_point(point)}"]


def duel(session: Session, game: Game, lines: Sequence[str], most: int) -> None:
    """Play at most `most` moves against `random`; `lines` ask for the first."""
    deadline = perf_counter() + _LONGEST_GAME
    for _ in range(most):
        if not lines:
            return
        session.move(game, *lines)
        lines = turn_lines(game) if game.outcome() is None else []
        if perf_counter() > deadline:
            session.note(f"broken off after {_LONGEST_GAME:.3g} s")
            return


def converse(session: Session) -> None:
    """Say everything that a manager says in a game or two, whatever comes of it."""
    game = session.ready()
    with suppress(BotFault):
        session.ask("ABOUT", wants=str, expected="", mend="")
        session.move(game, "BEGIN")
        duel(session, game, turn_lines(game), 2)
        session.ask(f"START {game.size}", wants=read_ok, expected="", mend="")
        game = quiet_game(game, 6)
        session.move(game, *board_lines(game))
    session.skim()
