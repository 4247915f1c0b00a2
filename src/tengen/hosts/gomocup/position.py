"""Games made from what the wire says about a position, with their history wherever it is known."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.openings import Choice
from tengen.core.rules import Rule
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText
from tengen.hosts.gomocup.wire import Field, format_point

Stones = Sequence[tuple[Point, Field]]
"""The lines of BOARD, in their order."""

_REFUSALS: Final = {
    "occupied": "{point} is occupied; play an empty point",
    "blocked": "{point} is blocked; play an empty point",
    "forbidden": "{point} is forbidden to {side}: {reason}",
}
"""What the core says of a point, with the point as it is written here."""


def play(game: Game, point: Point) -> None:
    """Play a point, or raise IllegalMove in the words of this wire."""
    try:
        game.push(point)
    except IllegalMove as error:
        if error.code not in _REFUSALS:
            raise
        arguments = error.arguments | {"point": format_point(point)}
        raise IllegalMove(error.code, _REFUSALS[error.code], **arguments) from None


def board_game(stones: Stones, size: int, rule: Rule) -> Game:
    """Return the game of BOARD, with the brain to move.

    The brain is Black if it has as many stones as its opponent or more, whatever the order of the
    lines. Field 3 is a point that nobody may play, as it is in a continuous game. Under a rule with
    forbidden points it is ignored, because it may mean such a point: those are known here anyway.
    """
    fields = _fields(stones)
    is_black = fields.count(Field.OWN) >= fields.count(Field.OTHER)
    color = Color.BLACK if is_black else Color.WHITE
    return _game(stones, color, color, size, rule)


def yxboard_game(stones: Stones, size: int, rule: Rule) -> Game:
    """Return the game of YXBOARD, where either side may be to move.

    These lines come in the order of the moves: if they alternate, the first stone is Black's.
    """
    fields = _fields(stones)
    own, other = fields.count(Field.OWN), fields.count(Field.OTHER)
    alternate = all(a is not b for a, b in pairwise(fields))
    is_black = fields[:1] != [Field.OTHER] if alternate else own >= other
    black, white = (own, other) if is_black else (other, own)
    color = Color.BLACK if is_black else Color.WHITE
    return _game(stones, color, Color.WHITE if black > white else Color.BLACK, size, rule)


def swap2_game(points: Sequence[Point], size: int, rule: Rule) -> Game:
    """Return the game of SWAP2BOARD, with its opening procedure, where the brain must act."""
    if len(points) not in (0, 3, 5):
        raise InvalidText(
            "swap2-stones",
            "swap2 asks nothing with {count} stones on the board; give 0, 3 or 5",
            count=len(points),
        )
    game = Game(size, rule, opening="swap2")
    for number, point in enumerate(points):
        if number == 3:
            game.push(Choice.PLACE_TWO)
        play(game, point)
    return game


def plain_game(points: Iterable[Point], size: int, rule: Rule) -> Game:
    """Return a game in which these points were played, without an opening procedure."""
    game = Game(size, rule)
    for point in points:
        play(game, point)
    return game


def with_rule(game: Game, rule: Rule) -> Game:
    """Return the same position under another rule; raise IllegalMove if both would have won."""
    turned = Game(setup=replace(game.setup, rule=rule))
    try:
        for move in game.moves:
            turned.push(move)
    except IllegalMove:
        # The new rule does not allow what was played, but there it stands.
        black, white = (tuple(game.board.stones(color)) for color in Color)
        setup = replace(game.setup, rule=rule, black=black, white=white, turn=game.turn)
        return Game(setup=setup)
    return turned


def without_stone(game: Game, point: Point) -> Game:
    """Return the game before the stone on `point`, which must be the last one if that is known."""
    last = game.board.last
    if last is not None and last != point:
        raise IllegalMove(
            "not-last",
            "{point} is not the last stone; take back {last} first",
            point=format_point(point),
            last=format_point(last),
        )
    if last is not None:
        game.undo()
        return game
    color = game.board.stone(point)
    if color is None:
        raise IllegalMove(
            "no-stone", "there is no stone on {point} to take back", point=format_point(point)
        )
    black, white = (tuple(p for p in game.board.stones(c) if p != point) for c in Color)
    return Game(setup=replace(game.setup, black=black, white=white, turn=color))


def _fields(stones: Stones) -> list[Field]:
    return [field for _, field in stones if field is not Field.SPECIAL]


def _game(stones: Stones, own: Color, turn: Color, size: int, rule: Rule) -> Game:
    """Return the game with these stones, `own` being the brain's colour.

    It has a history if the stones came in the order of a possible game.
    """
    colors = {Field.OWN: own, Field.OTHER: own.other}
    put = [(point, colors[field]) for point, field in stones if field is not Field.SPECIAL]
    has_forbidden = any(rule.side(color).has_forbidden for color in Color)
    blocked = [p for p, field in stones if field is Field.SPECIAL and not has_forbidden]
    order = [Color(number % 2) for number in range(len(put) + 1)]
    if [*(color for _, color in put), turn] == order:
        with suppress(IllegalMove):
            game = Game(size, rule, blocked=blocked)
            for point, _ in put:
                game.push(point)
            return game
    black, white = ([point for point, c in put if c is color] for color in Color)
    return Game(setup=Setup(size, rule, black=black, white=white, blocked=blocked, turn=turn))
