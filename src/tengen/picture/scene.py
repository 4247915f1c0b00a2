"""What is drawn of a position, as plain data: every writer and every screen draws from a scene.

A scene knows no rule and no colour value. `scene_of` asks a game what the rules say of it and
leaves out what would clutter the board; `with_info` adds what an engine thinks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, check_size, format_point, is_on_board
from tengen.core.legality import forbidden_points
from tengen.core.score import Info, Score, ScoreKind
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.core.tree import Mark
from tengen.errors import InvalidText

MOST_CANDIDATES: Final = 5
"""More moves of an engine than these only hide the position."""

RANKS: Final = {"best": 2.0, "good": 5.0, "doubtful": 10.0}
"""How many percent a candidate may lose against the best one for each of the ranks."""

_HEAT_SPAN: Final = 0.25
"""A move that loses this much of the chance to win is cold."""


class Show(StrEnum):
    """How much of something is drawn."""

    NONE = "none"
    USUAL = "usual"
    """What helps now: the most urgent threats; forbidden points while their side is to move."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone on the board, over it, or about to be put."""

    point: Point
    color: Color
    number: int | None = None
    """Which move put it there, if one did."""


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """A move that the engine considers."""

    point: Point
    text: str
    """Its chance in percent, `W7` for a win in 7 plies, `L4` for a loss."""
    rank: str
    """`best`, `good` or `doubtful`, by what it loses against the best move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that is drawn. Points off the board and unknown ranks are refused."""

    size: int = 15
    rotate: int = 0
    """Quarter turns clockwise, 0 to 3."""
    coordinates: bool = True
    blocked: tuple[Point, ...] = ()
    traps: tuple[Point, ...] = ()
    stones: tuple[Stone, ...] = ()
    numbers: bool = False
    """Whether stones carry their numbers."""
    last: Point | None = None
    """The last move."""
    line: tuple[Point, ...] = ()
    """The winning row, end to end."""
    turn: Color = Color.BLACK
    """Whose threats are drawn as their own."""
    threats: tuple[Threat, ...] = ()
    forbidden: Mapping[Point, str] = field(default_factory=dict)
    """Each forbidden point with its reason."""
    candidates: tuple[CandidateMark, ...] = ()
    """The best one first."""
    heat: Mapping[Point, float] = field(default_factory=dict)
    """How much the engine believes in a point, 0 to 1."""
    hint: Point | None = None
    marks: tuple[Mark, ...] = ()
    rings: tuple[Point, ...] = ()
    arrows: tuple[tuple[Point, Point], ...] = ()
    preview: tuple[Stone, ...] = ()
    """The numbered stones of a line that was not played."""
    pending: Stone | None = None
    """A stone that waits for its confirmation."""
    ghost: Stone | None = None
    """The stone under the pointer."""
    small: bool = False
    """Whether cells are too small for the texts of candidates."""

    def __post_init__(self) -> None:
        check_size(self.size)
        if self.rotate not in range(4):
            raise InvalidText(
                "bad-rotation",
                "{rotate!r} is no rotation; give 0 to 3 quarter turns",
                rotate=self.rotate,
            )
        for point in self._points():
            if not is_on_board(point, self.size):
                raise InvalidText(
                    "off-board",
                    "{point} is off the board of {size} lines",
                    point=format_point(point, self.size),
                    size=self.size,
                )
        for candidate in self.candidates:
            if candidate.rank not in RANKS:
                raise InvalidText(
                    "bad-rank",
                    "{rank!r} is no rank of a candidate; write best, good or doubtful",
                    rank=candidate.rank,
                )

    def _points(self) -> Iterable[Point]:
        yield from (*self.blocked, *self.traps, *self.line, *self.forbidden, *self.heat)
        yield from (*self.rings, *(point for arrow in self.arrows for point in arrow))
        yield from (point for point in (self.last, self.hint) if point is not None)
        for threat in self.threats:
            yield from (*threat.stones, *threat.keys, *threat.defences)
        single = [stone for stone in (self.pending, self.ghost) if stone is not None]
        yield from (stone.point for stone in (*self.stones, *self.preview, *single))
        yield from (candidate.point for candidate in self.candidates)
        yield from (mark.point for mark in self.marks)


def scene_of(
    game: Game,
    *,
    numbers: bool = False,
    threats: Show = Show.USUAL,
    forbidden: Show = Show.USUAL,
    coordinates: bool = True,
    rotate: int = 0,
) -> Scene:
    """Return the scene of a game as it stands; of a game that is over, only stones and line."""
    outcome = game.outcome()
    board = game.board
    return Scene(
        size=game.size,
        coordinates=coordinates,
        rotate=rotate,
        numbers=numbers,
        turn=game.turn,
        blocked=game.setup.blocked,
        traps=game.setup.traps,
        stones=_stones(game),
        last=None if board.last in (None, PASS) else board.last,
        line=outcome.line if outcome is not None else (),
        threats=() if outcome is not None else threats_to_draw(game, threats),
        forbidden={} if outcome is not None else forbidden_to_draw(game, forbidden),
    )


def threats_to_draw(game: Game, show: Show = Show.USUAL) -> tuple[Threat, ...]:
    """Return the threats of both sides that are drawn; usually any four hides all threes."""
    if show is Show.NONE:
        return ()
    found = [threat for color in Color for threat in game.threats(color)]
    if show is Show.USUAL and any(threat.kind is not Kind.THREE for threat in found):
        found = [threat for threat in found if threat.kind is not Kind.THREE]
    return tuple(sorted(found, key=lambda threat: (threat.kind, threat.side is not game.turn)))


def forbidden_to_draw(game: Game, show: Show = Show.USUAL) -> dict[Point, str]:
    """Return the forbidden points that are drawn; usually only those of the side to move."""
    if show is Show.NONE:
        return {}
    sides = Color if show is Show.ALL else (game.turn,)
    return {
        point: str(reason)
        for side in sides
        for point, reason in forbidden_points(game.board, game.rule, side).items()
    }


def with_info(scene: Scene, info: Info, *, heat: bool = False) -> Scene:
    """Return the scene with what a search has found: its best moves, and its belief as heat."""
    return replace(scene, candidates=candidate_marks(info), heat=_heat(info) if heat else {})


def candidate_marks(info: Info) -> tuple[CandidateMark, ...]:
    """Return the first moves of the lines; those that lose more than ten percent are left out."""
    marks: list[CandidateMark] = []
    seen: set[Point] = set()
    for line in info.lines:
        if not line.moves or line.moves[0] in {*seen, PASS}:
            continue
        seen.add(line.moves[0])
        loss = 100 * (info.lines[0].score.win_probability - line.score.win_probability)
        rank = next((rank for rank, most in RANKS.items() if loss <= most), None)
        if rank is not None:
            marks.append(CandidateMark(line.moves[0], score_text(line.score), rank))
    return tuple(marks[:MOST_CANDIDATES])


def score_text(score: Score) -> str:
    """Write a score as briefly as a point has room for: `63`, `W7` or `L4`."""
    if score.kind is ScoreKind.VALUE:
        return str(round(100 * score.win_probability))
    return f"{'W' if score.kind is ScoreKind.WIN else 'L'}{score.number}"


def _heat(info: Info) -> dict[Point, float]:
    chances = {c.point: c.score.win_probability for c in info.candidates if c.point != PASS}
    best = max(chances.values(), default=0.0)
    heat = {point: round(1 - (best - p) / _HEAT_SPAN, 2) for point, p in chances.items()}
    return {point: value for point, value in heat.items() if value > 0}


def _stones(game: Game) -> tuple[Stone, ...]:
    setup, color = game.setup, game.setup.turn
    placed = [Stone(point, Color.BLACK) for point in setup.black]
    placed += [Stone(point, Color.WHITE) for point in setup.white]
    for number, point in enumerate(game.board.moves, 1):
        if point != PASS and point not in game.board.traps:
            placed.append(Stone(point, color, number))
        color = color.other
    return tuple(placed)
