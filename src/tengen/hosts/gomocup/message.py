"""What a search has found, as MESSAGE lines: managers show them, and some read them."""

from tengen.core.geometry import format_point
from tengen.core.score import Info, Line, Score, ScoreKind
from tengen.hosts.gomocup.conversation import line
from tengen.hosts.gomocup.wire import Word

_LONGEST_LINE = 16
"""Moves of a line that are told."""


def messages(info: Info, size: int) -> list[str]:
    """Return a line for each line of moves; none for a move that needed no search.

    >>> from tengen.core.geometry import Point
    >>> best = Line(Score.win(5), (Point(7, 7), Point(8, 6)))
    >>> messages(Info(9, 1200, 0.02, (best,), selective_depth=13), 15)
    ['MESSAGE depth 9-13 eval +M5 nodes 1200 time 20 speed 60000 pv h8 i9']
    """
    if not info.depth:
        return []
    several = len(info.lines) > 1
    return [
        line(Word.MESSAGE, (f"({number}) " if several else "") + _told(info, found, size))
        for number, found in enumerate(info.lines, 1)
    ]


def _told(info: Info, found: Line, size: int) -> str:
    moves = " ".join(format_point(point, size) for point in found.moves[:_LONGEST_LINE])
    return (
        f"depth {info.depth}-{max(info.depth, info.selective_depth)} eval {_score(found.score)} "
        f"nodes {info.nodes} time {info.seconds * 1000:.0f} speed {info.nodes_per_second:.0f} "
        f"pv {moves}"
    )


def _score(score: Score) -> str:
    """Write a score as other programs do: `+35`, `+M5` for a win in five plies, `-M4`."""
    if score.kind is ScoreKind.VALUE:
        return f"{score.number:+d}"
    return f"{'+' if score.kind is ScoreKind.WIN else '-'}M{score.number}"
