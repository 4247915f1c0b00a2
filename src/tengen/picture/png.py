"""Draws a scene as PNG, by way of its SVG."""

import atexit
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

from tengen.errors import InvalidText, NotAvailable
from tengen.picture.scene import Scene
from tengen.picture.svg import scene_svg

WIDEST = 8192
"""In pixels: a picture of this side takes a quarter of a gigabyte while it is drawn."""
_FAMILY: Final = "Aileron"
_POINTS: Final = 20  # Of no matter for an outline, but without a size Pillow has dots.


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
    """Return the PNG of an SVG text in its own size.

    Latin letters and digits are drawn with a font of our own, so that a picture is the same on
    every machine, also on one without fonts; anything else needs the fonts of the system.
    """
    try:
        import resvg_py
    except ImportError:
        raise NotAvailable(
            "no-png", "PNG pictures need resvg-py: pip install 'tengen[app]'"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **_fonts(svg)))


def _fonts(svg: str) -> dict[str, Any]:
    """Return what resvg needs to know about fonts to write the texts of a picture."""
    if (file := _own_font()) is None:
        return {}
    is_latin = re.search(r"[^\u0000-\u017e]", svg) is None
    return {
        "font_files": [str(file)],
        "sans_serif_family": _FAMILY,
        "skip_system_fonts": is_latin,
    }


@cache
def _own_font() -> Path | None:
    """Return the file of the font that Pillow has inside, Aileron, which is in the public domain.

    A Pillow without FreeType has none; then the fonts of the system must do.
    """
    try:
        from PIL import ImageFont
    except ImportError:
        return None
    data = getattr(ImageFont.load_default(_POINTS), "font_bytes", None)
    if not data:
        return None
    folder = tempfile.TemporaryDirectory(prefix="tengen-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / f"{_FAMILY}.ttf"
    file.write_bytes(data)
    return file
