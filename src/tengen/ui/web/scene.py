"""What the rules say about a position, for the page to draw: forbidden points, threats, fives."""

from typing import Any

from tengen.core.game import Game
from tengen.core.geometry import format_point
from tengen.picture.plain import threat_to_plain
from tengen.picture.scene import Show, forbidden_to_draw, threats_to_draw


def scene_of(game: Game) -> dict[str, Any]:
    """Return the part of a scene that needs rules; stones are the page's own business.

    The threats are all that there are: which of them to draw is a switch of the page.
    """
    if (outcome := game.outcome()) is not None:
        line = [format_point(point, game.size) for point in outcome.line]
        return {"forbidden": {}, "threats": [], "line": line}
    return {
        "forbidden": {
            format_point(point, game.size): reason
            for point, reason in forbidden_to_draw(game).items()
        },
        "threats": [
            threat_to_plain(threat, game.size) for threat in threats_to_draw(game, Show.ALL)
        ],
        "line": [],
    }
