"""Thirty scenes for tests of pictures: sizes 5, 15 and 26, every mark, all rotations."""

import random
from functools import cache

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.tree import Mark, Shape
from tengen.picture.scene import CandidateMark, Scene, Show, Stone, scene_of

SIZES = (5, 15, 26)


def all_marks(size: int, rotation: int = 0, *, numbers: bool = False) -> Scene:
    """Return a scene with one of everything, scattered alike every time."""
    rng = random.Random(size * 8 + rotation)
    points = [Point(x, y) for y in range(size) for x in range(size)]
    rng.shuffle(points)
    take = iter(points)
    stones = tuple(Stone(next(take), Color(i % 2), 90 + i) for i in range(size))
    return Scene(
        size=size,
        coordinates=rotation != 3,
        rotate=rotation,
        numbers=numbers,
        turn=Color(rotation % 2),
        blocked=(next(take),),
        traps=(next(take),),
        stones=stones,
        last=stones[-1].point,
        forbidden={next(take): "3-3"},
        candidates=(
            CandidateMark(next(take), "63", "best"),
            CandidateMark(next(take), "W7", "good"),
            CandidateMark(next(take), "L14", "doubtful"),
        ),
        heat={next(take): 1.0, stones[0].point: 0.5, next(take): 0.25},
        marks=(
            *(Mark(next(take), shape, "A<&>") for shape in Shape),
            Mark(stones[2].point, Shape.LABEL, "B"),
        ),
        preview=(Stone(next(take), Color.BLACK, 1), Stone(points[-1], Color.WHITE, 2)),
        pending=Stone(points[-1], Color.WHITE),
        ghost=Stone(points[-2], Color.BLACK),
        hint=points[-4],
        small=rotation == 1,
        arrows=((points[0], points[-2]), (points[1], points[1])),
        rings=(points[2], points[-3]),
    )


def fight(size: int, seed: int) -> Scene:
    """Return the scene of a random game under renju, with every threat and forbidden point."""
    rng = random.Random(seed)
    game = Game(size, "renju", blocked=["a1"], traps=["b1"] if seed % 2 else [])
    middle = Point(size // 2, size // 2)
    while game.outcome() is None and len(game.moves) < 5 * size:
        legal = sorted(game.legal_points(), key=lambda p: abs(p.x - middle.x) + abs(p.y - middle.y))
        game.push(rng.choice(legal[:9]))
        scene = scene_of(game, threats=Show.ALL, forbidden=Show.ALL, numbers=seed % 3 == 0)
        if len(scene.threats) > 2 + seed % 3:
            return scene
    return scene_of(game, rotate=seed % 4)


@cache
def thirty_scenes() -> list[Scene]:
    """Return the scenes."""
    marked = [
        all_marks(size, rotation, numbers=rotation == 2) for size in SIZES for rotation in range(4)
    ]
    fights = [fight(size, seed) for size in SIZES for seed in range(5)]
    empty = [Scene(size=size, coordinates=size != 15) for size in SIZES]
    return [*marked, *fights, *empty]
