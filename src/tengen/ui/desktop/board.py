"""Draws the board of a scene into the window, in the colours of the theme."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import pygame

from tengen.core.geometry import Point
from tengen.picture.scene import Scene
from tengen.picture.svg import star_points
from tengen.ui.desktop.fonts import font
from tengen.ui.desktop.layout import Layout
from tengen.ui.desktop.motion import REST, Moment
from tengen.ui.desktop.sprites import as_text, color, disc, put, stone, stroke

_BENDS: Final = (0.2, -0.3, 0.1, 0.35, -0.15, 0.25, -0.35, 0.15, -0.1, 0.3, -0.2, 0.1)
_FADED: Final = 0.55
_GHOST: Final = 0.45


class Over(NamedTuple):
    """What lies over the picture of a scene, and changes more often than it."""

    ghost: Point | None = None
    """Where the pointer would put a stone,"""
    cursor: Point | None = None
    """where the keyboard is,"""
    moment: Moment = REST
    """and what is still on its way."""


class BoardPainter:
    """Keeps the empty board and the last picture, so that most frames only copy a few points."""

    def __init__(self) -> None:
        self._wood: tuple[object, pygame.Surface] | None = None
        self._picture: tuple[Scene, object, pygame.Surface] | None = None
        self._shown: Over | None = None
        self._rects: list[pygame.Rect] = []

    def forget(self) -> None:
        """Draw everything the next time: the screen is empty."""
        self._shown, self._rects = None, []

    def draw(
        self, target: pygame.Surface, scene: Scene, layout: Layout, theme: str, over: Over
    ) -> list[pygame.Rect]:
        """Draw a scene at its place, with what lies over it; return what has changed."""
        wood = (scene.size, layout.board, theme)
        key = (wood, over.moment.stone, over.moment.line < 1.0)
        picture = self._picture
        if picture is None or picture[0] is not scene or picture[1] != key:
            made = self._compose(scene, layout, theme, wood, over.moment)
            picture = self._picture = scene, key, made
            self._shown = None
        if over == self._shown:
            return []
        board = pygame.Rect(layout.board)
        changed = [board] if self._shown is None else self._rects
        for rect in changed:
            target.blit(picture[2], rect, rect.move(-board.x, -board.y))
        self._shown = over
        self._rects = [rect.clip(board) for rect in _lay_over(target, scene, layout, theme, over)]
        return [*changed, *self._rects]

    def _compose(
        self, scene: Scene, layout: Layout, theme: str, key: object, moment: Moment
    ) -> pygame.Surface:
        if self._wood is None or self._wood[0] != key:
            self._wood = key, _wood(scene, layout, theme)
        made = self._wood[1].copy()
        here = layout._replace(board=layout.board._replace(x=0, y=0))
        if moment.stone is not None:
            rest = tuple(stone for stone in scene.stones if stone.point != moment.stone.point)
            scene = replace(scene, stones=rest, last=None, line=())
        _special(made, scene, here, theme)
        _stones(made, scene, here, theme)
        _marks(made, scene, here, theme)
        if moment.is_rest:
            _row(made, scene, here, theme)
        return made


def _lay_over(
    target: pygame.Surface, scene: Scene, layout: Layout, theme: str, over: Over
) -> Iterator[pygame.Rect]:
    """Draw the ghost, the cursor, the stone that is put, and the line as far as it has come."""
    cell, moment = layout.cell(scene.size), over.moment
    falling = None if moment.stone is None else moment.stone.point
    for point in (over.ghost, over.cursor, falling):
        if point is not None:
            rect = pygame.Rect(0, 0, round(1.5 * cell), round(1.5 * cell))
            rect.center = tuple(map(round, layout.place(point, scene.size)))
            yield rect
    if over.ghost is not None:
        sprite = stone(str(scene.turn), cell, theme, _GHOST)
        put(target, sprite, layout.place(over.ghost, scene.size))
    if moment.stone is not None:
        sprite = stone(str(moment.stone.color), cell, theme)
        lifted = pygame.transform.smoothscale_by(sprite, moment.size)
        put(target, lifted, layout.place(moment.stone.point, scene.size))
    elif not moment.is_rest:
        yield _row(target, scene, layout, theme, moment.line)
    if over.cursor is not None:
        _cursor(target, layout.place(over.cursor, scene.size), cell, theme)


def _ink(theme: str, name: str) -> pygame.Color:
    return color(theme, name) or pygame.Color(0, 0, 0, 0)


def _hex(theme: str, name: str) -> str:
    return as_text(_ink(theme, name))


def _wood(scene: Scene, layout: Layout, theme: str) -> pygame.Surface:
    side, size, cell = layout.board.w, scene.size, layout.cell(scene.size)
    made = pygame.Surface((side, side))
    made.fill(_ink(theme, "paper"))
    pygame.draw.rect(made, _ink(theme, "board"), made.get_rect(), border_radius=max(3, side // 120))
    if (grain := color(theme, "grain")) is not None:
        for n, bend in enumerate(_BENDS):
            _grain(made, side * (n + 0.5) / len(_BENDS), bend * cell, grain)
    here = layout._replace(board=layout.board._replace(x=0, y=0))
    _lines(made, here, size, theme)
    _coordinates(made, here, size, theme)
    return made


def _grain(made: pygame.Surface, y: float, bend: float, ink: pygame.Color) -> None:
    side = made.get_width()
    points = []
    for n in range(41):
        t = n / 40
        lift = 3 * t * (1 - t) * ((1 - t) * 2 * bend - t * bend)
        points.append((t * side, y + lift))
    pygame.draw.aalines(made, ink, False, points)


def _lines(made: pygame.Surface, layout: Layout, size: int, theme: str) -> None:
    grid, cell = _ink(theme, "grid"), layout.cell(size)
    (x0, y0) = map(int, layout.place(Point(0, 0), size))
    (x1, y1) = map(int, layout.place(Point(size - 1, size - 1), size))
    thin, thick = max(1, round(0.032 * cell)), max(2, round(0.07 * cell))
    for i in range(1, size - 1):
        x, y = map(int, layout.place(Point(i, i), size))
        pygame.draw.rect(made, grid, (x - thin // 2, y0, thin, y1 - y0))
        pygame.draw.rect(made, grid, (x0, y - thin // 2, x1 - x0, thin))
    half = thick // 2
    frame = (x0 - half, y0 - half, x1 - x0 + thick, y1 - y0 + thick)
    pygame.draw.rect(made, grid, frame, thick)
    for star in star_points(size):
        put(made, disc(max(2.0, 0.1 * cell), _hex(theme, "grid")), layout.place(star, size))
    if size % 2:
        middle = Point(size // 2, size // 2)
        edge = max(1.0, 0.05 * cell)
        ring = disc(max(3.0, 0.15 * cell), _hex(theme, "board"), _hex(theme, "grid"), edge)
        put(made, ring, layout.place(middle, size))


def _coordinates(made: pygame.Surface, layout: Layout, size: int, theme: str) -> None:
    cell, ink = layout.cell(size), _ink(theme, "grid")
    face = font(max(8, min(22, round(0.32 * cell))))
    for i in range(size):
        x, y = layout.place(Point(i, i), size)
        bottom = layout.board.h - 0.34 * cell
        _label(made, face.render(chr(ord("a") + i), True, ink), (x, bottom))
        _label(made, face.render(str(size - i), True, ink), (0.36 * cell, y))


def _label(made: pygame.Surface, text: pygame.Surface, at: tuple[float, float]) -> None:
    made.blit(text, (round(at[0] - text.get_width() / 2), round(at[1] - text.get_height() / 2)))


def _special(made: pygame.Surface, scene: Scene, layout: Layout, theme: str) -> None:
    cell, grid = layout.cell(scene.size), _ink(theme, "grid")
    for point in scene.blocked:
        x, y = layout.place(point, scene.size)
        half = round(0.36 * cell)
        box = pygame.Rect(x - half, y - half, 2 * half, 2 * half)
        pygame.draw.rect(made, _ink(theme, "board"), box)
        pygame.draw.rect(made, grid, box, max(1, round(0.05 * cell)))
        pygame.draw.aaline(made, grid, box.bottomleft, box.topright)
    for point in scene.traps:
        at, stop = layout.place(point, scene.size), _hex(theme, "stop")
        put(made, disc(0.3 * cell, _hex(theme, "board"), stop, max(1.5, 0.06 * cell)), at)
        put(made, disc(0.1 * cell, stop), at)


def _stones(made: pygame.Surface, scene: Scene, layout: Layout, theme: str) -> None:
    cell, row = layout.cell(scene.size), set(scene.line)
    for one in scene.stones:
        opacity = _FADED if row and one.point not in row else 1.0
        sprite = stone(str(one.color), cell, theme, opacity)
        put(made, sprite, layout.place(one.point, scene.size))


def _marks(made: pygame.Surface, scene: Scene, layout: Layout, theme: str) -> None:
    cell = layout.cell(scene.size)
    colors = {one.point: str(one.color) for one in scene.stones}
    for point in scene.forbidden:
        x, y = layout.place(point, scene.size)
        arm, stop = 0.15 * cell, _ink(theme, "stop")
        width = max(1.5, 0.07 * cell)
        stroke(made, ((x - arm, y - arm), (x + arm, y + arm)), stop, width)
        stroke(made, ((x + arm, y - arm), (x - arm, y + arm)), stop, width)
    if scene.last is not None:
        side = colors.get(scene.last)
        ink = _hex(theme, "stop" if side is None else f"last-on-{side}")
        radius = (0.42 if side is None else 0.17) * cell
        ring = disc(max(2.5, radius), "", ink, max(1.5, 0.07 * cell))
        put(made, ring, layout.place(scene.last, scene.size))
    if scene.hint is not None:
        at, best = layout.place(scene.hint, scene.size), _hex(theme, "best")
        put(made, disc(0.4 * cell, "", best, max(2.0, 0.08 * cell)), at)
        put(made, disc(0.14 * cell, best), at)


def _row(
    target: pygame.Surface, scene: Scene, layout: Layout, theme: str, share: float = 1.0
) -> pygame.Rect:
    """Draw the line through the winning row, or the first share of it; return where it is."""
    if len(scene.line) < 2:
        return pygame.Rect(0, 0, 0, 0)
    width = max(2.0, 0.12 * layout.cell(scene.size))
    colors = {one.point: str(one.color) for one in scene.stones}
    ink = _ink(theme, f"last-on-{colors.get(scene.line[0], 'white')}")
    ends = sorted(layout.place(point, scene.size) for point in scene.line)
    a, b = pygame.Vector2(ends[0]), pygame.Vector2(ends[-1])
    tip = a.lerp(b, min(1.0, share))
    stroke(target, ((a.x, a.y), (tip.x, tip.y)), ink, width)
    rect = pygame.Rect(a, (0, 0)).union(pygame.Rect(b, (0, 0)))
    return rect.inflate(4 * width, 4 * width)


def _cursor(target: pygame.Surface, at: tuple[float, float], cell: float, theme: str) -> None:
    half = round(0.47 * cell)
    box = pygame.Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)
    width = max(2, round(0.06 * cell))
    pygame.draw.rect(target, _ink(theme, "best"), box, width, border_radius=round(0.15 * cell))
