"""Draws a game as an animated GIF, a picture a move."""

import io
from typing import Final

from tengen.core.tree import Tree
from tengen.errors import InvalidText, NotAvailable
from tengen.picture.png import scene_png
from tengen.picture.record import tree_scene

MOST_PIXELS: Final = 300_000_000
"""In all pictures together: a game of 225 moves may be 1,150 pixels wide."""

_STEP: Final = 600
_END: Final = 3000
_COLORS: Final = 64
"""Wood, two kinds of stones and their edges; more would only make the file larger."""


def tree_gif(tree: Tree, *, theme: str = "light", width: int = 480, numbers: bool = False) -> bytes:
    """Return the pictures of the main line from the start; needs the extra `app`."""
    try:
        from PIL import Image
    except ImportError:
        raise NotAvailable(
            "no-gif", "GIF pictures need pillow: pip install 'tengen[app]'"
        ) from None

    nodes = [tree.root, *tree.main_line()]
    if len(nodes) * width * width > MOST_PIXELS:
        raise InvalidText(
            "large-gif",
            "{count} pictures of {width} pixels are too many; give a smaller width",
            count=len(nodes),
            width=width,
        )
    scenes = [tree_scene(tree, node, numbers=numbers) for node in nodes]
    pictures = [Image.open(io.BytesIO(scene_png(s, theme=theme, width=width))) for s in scenes]
    # One palette for all, from the last picture, which has everything: else the wood flickers.
    palette = pictures[-1].convert("RGB").quantize(_COLORS)
    frames = [
        p.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE) for p in pictures
    ]
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[_STEP] * (len(frames) - 1) + [_END],
        loop=0,
    )
    return out.getvalue()
