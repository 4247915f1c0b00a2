"""What the rules say about a position, for the page to draw: forbidden points, threats, fives."""

from typing import Any

from tengen.core.game import Game
from tengen.core.geometry import Point, format_point
from tengen.core.threats import threats
from tengen.picture.plain import threat_to_plain
from tengen.picture.scene import Show, forbidden_to_draw, threats_to_draw


def _why(game: Game, point: Point) -> list[dict[str, Any]]:
    """Return the threes or fours that a stone on a forbidden point would make at once."""
    board = game.board.copy()
    board.push(point)
    made = threats(board, game.rule, game.turn)
    return [threat_to_plain(threat, game.size) for threat in made if point in threat.stones]


def scene_of(game: Game) -> dict[str, Any]:
    """Return the part of a scene that needs rules; stones are the page's own business.

    The threats are all that there are: which of them to draw is a switch of the page.
    """
    if (outcome := game.outcome()) is not None:
        line = [format_point(point, game.size) for point in outcome.line]
        return {"forbidden": {}, "why": {}, "threats": [], "line": line}
    forbidden = forbidden_to_draw(game)
    return {
        "forbidden": {format_point(point, game.size): forbidden[point] for point in forbidden},
        "why": {format_point(point, game.size): _why(game, point) for point in forbidden},
        "threats": [
            threat_to_plain(threat, game.size) for threat in threats_to_draw(game, Show.ALL)
        ],
        "line": [],
    }
