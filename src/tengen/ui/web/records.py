"""A game as a file to download: SGF, SVG or PNG."""

from tengen.core.openings import Seat
from tengen.notation.sgf import format_sgf
from tengen.picture.png import svg_to_png
from tengen.picture.scene import Show, scene_of
from tengen.picture.svg import scene_svg
from tengen.play.record import record
from tengen.play.referee import Referee
from tengen.ui.web.messages import name_of
from tengen.ui.web.table import Table

_WIDTH = 800


def write_record(table: Table, kind: str, numbers: bool, theme: str) -> bytes:
    """Return the game at a table as the bytes of a file; runs in any thread."""
    # The game may go on meanwhile; what has happened so far does not change any more.
    referee = Referee.replay(list(table.live.referee.events))
    if kind == "sgf":
        names = {seat: name_of(table.live, seat, set()) for seat in Seat}
        return format_sgf(record(referee, names, table.started_at)).encode()
    scene = scene_of(referee.game, numbers=numbers, threats=Show.NONE)
    svg = scene_svg(scene, theme=theme, width=_WIDTH)
    return svg.encode() if kind == "svg" else svg_to_png(svg)
