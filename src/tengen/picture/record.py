"""Pictures of game trees: the position of a node with the marks that somebody put there."""

from dataclasses import replace

from tengen.core.tree import Node, Tree
from tengen.picture.scene import Scene, Show, scene_of


def tree_scene(tree: Tree, node: Node | None = None, *, numbers: bool = False) -> Scene:
    """Return the scene of a node, by default of the end of the main line, without threats."""
    node = tree.end() if node is None else node
    scene = scene_of(tree.game(node), numbers=numbers, threats=Show.NONE)
    return replace(scene, marks=tuple(node.marks.values()))
