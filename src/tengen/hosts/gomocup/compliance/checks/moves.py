"""Whether the moves are legal and, where that is easy to say, good."""

from typing import Final

from tengen.core.geometry import Color
from tengen.hosts.gomocup.compliance.check import Group, Level, absent, blaming, check
from tengen.hosts.gomocup.compliance.question import (
    board_lines,
    duel,
    four_game,
    quiet_game,
    turn_lines,
)
from tengen.hosts.gomocup.compliance.session import Session
from tengen.hosts.gomocup.wire import format_point

_TURNS: Final = 6  # In a short game.


@check(Group.MOVES)
def begin(session: Session) -> None:
    """`BEGIN` is answered with a point of the empty board, as in `7,7`."""
    game = session.ready()
    point = session.move(game, "BEGIN")
    session.note(f"{format_point(point)} after {session.took:.2f} s")
    if (said := _last_answer(session)) != format_point(point):
        mend = "print two numbers with a comma between them, and nothing else"
        session.warn(format_point(point), f"{said!r} came, which some managers cannot read", mend)


def _last_answer(session: Session) -> str:
    return next(e.text for e in reversed(session.transcript) if e.sigil == "<").rstrip("\r")


@check(Group.MOVES)
def turn(session: Session) -> None:
    """`TURN` is answered with a free point, in a short game of several moves.

    The opponent moves first, anywhere. A point that is taken, off the board or forbidden by the
    chosen rule loses the game.
    """
    game = session.ready()
    duel(session, game, turn_lines(game), _TURNS)
    session.note(f"{len(game.moves)} moves")


@check(Group.MOVES)
def board_even(session: Session) -> None:
    """`BOARD` with as many stones of both sides: the program is Black, who began."""
    _board(session, 8)


@check(Group.MOVES, needs=("board-even",))
def board_1(session: Session) -> None:
    """`BOARD` with one stone of the opponent: some managers begin so where others send `TURN`."""
    _board(session, 1)


@check(Group.MOVES, needs=("board-even",))
def board_odd(session: Session) -> None:
    """`BOARD` with one stone more of the opponent: the program is White."""
    _board(session, 9)


@check(Group.MOVES, needs=("board-even",))
def board_many(session: Session) -> None:
    """`BOARD` with two thirds of all points taken."""
    _board(session, session.settings.size**2 * 2 // 3)


def _board(session: Session, count: int) -> None:
    game = quiet_game(session.ready(), count)
    point = session.move(game, *board_lines(game))
    stones = "1 stone" if count == 1 else f"{count} stones"
    session.note(f"{format_point(point)} with {stones}")


@check(Group.MOVES, needs=("board-even",))
def board_order(session: Session) -> None:
    """`BOARD` may list the stones in any order, except in renju.

    Which stones are whose is said by the third number alone: 1 is the program's own, 2 the
    opponent's. Here all stones of the opponent come first.
    """
    game = session.ready()
    if any(game.rule.side(color).has_forbidden for color in Color):
        raise absent(f"under {game.rule} the stones come in the order of play")
    game, theirs, _ = four_game(game, is_won=True)
    first, *stones, last = board_lines(game)
    point = session.move(
        game, first, *sorted(stones, key=lambda line: line[-1:], reverse=True), last
    )
    if point == theirs:
        came = f"{format_point(point)} came, which is good for the opponent"
        mend = "look whether you take the colours from the order instead of the third number"
        session.warn("the program to know which stones are its own and make five", came, mend)


@check(Group.MOVES, needs=("board-even", "turn"))
def board_turn(session: Session) -> None:
    """After `BOARD` the game goes on with `TURN`."""
    game = quiet_game(session.ready(), 4)
    session.move(game, *board_lines(game))
    with blaming("keep the stones of BOARD, and your answer to it, for the moves that follow"):
        duel(session, game, turn_lines(game), 3)


@check(Group.MOVES, needs=("board-even",))
def last_point(session: Session) -> None:
    """On a board with one free point left, the program plays it."""
    game = quiet_game(session.ready(), session.settings.size**2 - 1)
    session.move(game, *board_lines(game))


@check(Group.SENSE, Level.ADVISORY, needs=("board-even",))
def wins(session: Session) -> None:
    """With four in a row, the program makes five, even if the opponent has a four as well."""
    game, theirs, ours = four_game(session.ready(turn=1.0), is_won=True)
    point = session.move(game, *board_lines(game))
    if point != ours:
        mend = "look for your own five before anything else"
        why = ", which only stops the opponent's four" if point == theirs else ""
        session.warn(f"{format_point(ours)}, which wins", f"{format_point(point)} came{why}", mend)


@check(Group.SENSE, Level.ADVISORY, needs=("board-even",))
def blocks(session: Session) -> None:
    """When the opponent has four in a row, the program plays where it would become five."""
    game, theirs, _ = four_game(session.ready(turn=1.0), is_won=False)
    point = session.move(game, *board_lines(game))
    if point != theirs:
        expected = f"{format_point(theirs)}, where the opponent would win"
        mend = "look for the opponent's five when you have none yourself"
        session.warn(expected, f"{format_point(point)} came", mend)
