"""Small round things, drawn four times as large, made smaller, and kept: stones, discs, rings."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from tengen.picture._canvas import STONE
from tengen.picture.theme import find_theme, tokens

_OVER: Final = 4  # How many times as large things are drawn, for smooth edges.
_LIGHT: Final = 0.36, 0.30, 0.70  # Where light falls on a stone, and how far it reaches.
_SHADOW: Final = 0.035, 0.06, 0.28  # How far, in cells, and how dark.


def color(theme: str, name: str) -> pygame.Color | None:
    """Return the colour of a token; None where the theme has none."""
    value = _values(theme)[name]
    return None if value == "none" else pygame.Color(value)


@lru_cache(maxsize=8)
def _values(theme: str) -> dict[str, str]:
    return find_theme(theme)


@lru_cache(maxsize=96)
def stone(side: str, cell: float, theme: str, opacity: float = 1.0) -> pygame.Surface:
    """Return a stone with its shadow; its middle is the middle of the picture."""
    width = int(cell * 1.2) // 2 * 2 + 1
    big = pygame.Surface((width * _OVER, width * _OVER), pygame.SRCALPHA)
    middle, r = width * _OVER / 2, STONE * cell * _OVER
    dx, dy, dark = _SHADOW
    shadow = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    at = (middle + dx * cell * _OVER, middle + dy * cell * _OVER)
    pygame.draw.circle(shadow, (0, 0, 0, round(255 * dark)), at, r)
    big.blit(shadow, (0, 0))
    big.blit(_body(side, r), (middle - r, middle - r))
    rim = color(theme, f"rim-{side}")
    if rim is not None:
        rim_width = max(1, round(float(_values(theme)["rim-width"]) * cell * _OVER))
        pygame.draw.circle(big, rim, (middle, middle), r, rim_width)
    made = pygame.transform.smoothscale(big, (width, width))
    if opacity < 1.0:
        made.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def _body(side: str, r: float) -> pygame.Surface:
    """Return the lit ball of a stone: rings of the gradient, cut to a circle."""
    span = int(2 * r) + 1
    ball = pygame.Surface((span, span), pygame.SRCALPHA)
    stops = [(float(at.rstrip("%")) / 100, pygame.Color(c)) for at, c in tokens()["stones"][side]]
    x, y, reach = (share * 2 * r for share in _LIGHT)
    for radius in range(int(reach * 1.5), 0, -2):
        pygame.draw.circle(ball, _shade(stops, radius / reach), (x, y), radius)
    mask = pygame.Surface(ball.get_size(), pygame.SRCALPHA)
    pygame.draw.circle(mask, (255, 255, 255, 255), (r, r), r)
    ball.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return ball


def _shade(stops: list[tuple[float, pygame.Color]], at: float) -> pygame.Color:
    for (low, one), (high, other) in pairwise(stops):
        if at <= high:
            return one.lerp(other, max(0.0, min(1.0, (at - low) / (high - low))))
    return stops[-1][1]


@lru_cache(maxsize=128)
def disc(r: float, fill: str, edge: str = "", width: float = 0.0) -> pygame.Surface:
    """Return a circle: filled with one colour, and with an edge of another one, if any."""
    span = int(2 * (r + width)) // 2 * 2 + 5
    big = pygame.Surface((span * _OVER, span * _OVER), pygame.SRCALPHA)
    middle = (span * _OVER / 2, span * _OVER / 2)
    if fill:
        pygame.draw.circle(big, fill, middle, r * _OVER)
    if edge:
        outer = (r + width / 2) * _OVER
        pygame.draw.circle(big, edge, middle, outer, max(_OVER, round(width * _OVER)))
    return pygame.transform.smoothscale(big, (span, span))


def put(target: pygame.Surface, sprite: pygame.Surface, at: tuple[float, float]) -> None:
    """Draw a sprite with its middle at a place."""
    width, height = sprite.get_size()
    target.blit(sprite, (round(at[0] - width / 2 + 0.5), round(at[1] - height / 2 + 0.5)))


def stroke(
    target: pygame.Surface,
    ends: tuple[tuple[float, float], tuple[float, float]],
    ink: pygame.Color,
    width: float,
) -> None:
    """Draw a thick line with round ends and smooth edges."""
    a, b = (pygame.Vector2(end) for end in ends)
    across = pygame.Vector2(a.y - b.y, b.x - a.x)
    if across.length():
        across.scale_to_length(width / 2)
        corners = [a + across, b + across, b - across, a - across]
        pygame.draw.polygon(target, ink, corners)
        pygame.draw.aalines(target, ink, True, corners)
    for end in (a, b):
        put(target, disc(width / 2, as_text(ink)), (end.x, end.y))


def as_text(ink: pygame.Color) -> str:
    """Return a colour as themes write it: `#b23a22`."""
    return f"#{ink.r:02x}{ink.g:02x}{ink.b:02x}"


def plate(
    target: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    fill: pygame.Color | None,
    edge: tuple[pygame.Color, int] | None = None,
) -> None:
    """Draw a rectangle with round and smooth corners, and with an edge of some width, if any."""
    radius = min(radius, rect.w // 2, rect.h // 2)
    ink, width = edge or (None, 0)
    inner = rect.inflate(-2 * radius, 0), rect.inflate(0, -2 * radius)
    if fill is not None:
        for bar in inner:
            target.fill(fill, bar)
    if ink is not None:
        for side in (
            (inner[0].x, rect.y, inner[0].w, width),
            (inner[0].x, rect.bottom - width, inner[0].w, width),
            (rect.x, inner[1].y, width, inner[1].h),
            (rect.right - width, inner[1].y, width, inner[1].h),
        ):
            target.fill(ink, side)
    colors = (None if one is None else as_text(one) for one in (fill, ink))
    made = _corners(radius, width, *colors)
    for right, bottom in ((0, 0), (1, 0), (0, 1), (1, 1)):
        at = (rect.x + right * (rect.w - radius), rect.y + bottom * (rect.h - radius))
        target.blit(made, at, (right * radius, bottom * radius, radius, radius))


@lru_cache(maxsize=64)
def _corners(radius: int, width: int, fill: str | None, ink: str | None) -> pygame.Surface:
    """Return a circle that is cut into four corners."""
    span = 2 * radius * _OVER
    big = pygame.Surface((span, span), pygame.SRCALPHA)
    middle = (span / 2, span / 2)
    if fill is not None:
        pygame.draw.circle(big, fill, middle, span / 2)
    if ink is not None:
        pygame.draw.circle(big, ink, middle, span / 2, width * _OVER)
    return pygame.transform.smoothscale(big, (2 * radius, 2 * radius))
