"""Pictures of positions: a scene says what is drawn, and writers draw it as SVG and PNG."""

from tengen.picture.scene import Scene, scene_of
from tengen.picture.svg import game_svg, scene_svg

__all__ = ["Scene", "game_svg", "scene_of", "scene_svg"]
