"""Draws a scene as PNG, by way of its SVG."""

from tengen.errors import InvalidText, NotAvailable
from tengen.picture.scene import Scene
from tengen.picture.svg import scene_svg

WIDEST = 8192
"""In pixels: a picture of this side takes a quarter of a gigabyte while it is drawn."""


def scene_png(scene: Scene, *, theme: str = "light", width: int = 800) -> bytes:
    """Return the picture of a scene, `width` pixels wide; needs the extra `app`."""
    if not 16 <= width <= WIDEST:
        raise InvalidText(
            "bad-width",
            "{width!r} pixels is no width for a picture; give 16 to {widest}",
            width=width,
            widest=WIDEST,
        )
    return svg_to_png(scene_svg(scene, theme=theme, width=width))


def svg_to_png(svg: str) -> bytes:
    """Return the PNG of an SVG text in its own size."""
    try:
        import resvg_py
    except ImportError:
        raise NotAvailable(
            "no-png", "PNG pictures need resvg-py: pip install 'tengen[app]'"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
