"""What moves on the board: a stone comes to rest, and a winning line is drawn."""

import os
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final, NamedTuple

from tengen.picture.scene import Scene, Stone

DROP: Final = 0.12
"""Seconds in which a stone comes to rest,"""
LINE: Final = 0.35
"""and in which the line through the five is drawn after that."""
_LIFTED: Final = 0.12  # How much larger a stone is at first.


class Moment(NamedTuple):
    """How far everything has come."""

    stone: Stone | None = None
    """The stone that is not yet at rest."""
    size: float = 1.0
    """How large that stone is drawn."""
    line: float = 1.0
    """The share of the winning line that is drawn."""

    @property
    def is_rest(self) -> bool:
        """Whether nothing moves."""
        return self.stone is None and self.line >= 1.0


REST: Final = Moment()


class Motion:
    """Follows the board from scene to scene. What is not one stone more is shown at once."""

    def __init__(
        self, *, is_still: bool = False, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._is_still = is_still
        self._clock = clock
        self._scene: Scene | None = None
        self._stone: Stone | None = None
        self._begun = 0.0

    def follow(self, scene: Scene) -> Moment:
        """Notice what is new, and say how far it has come."""
        before, self._scene = self._scene, scene
        if before is not None and before is not scene and not self._is_still:
            self._notice(before, scene)
        return self.moment()

    def moment(self) -> Moment:
        """Say how far everything has come by now."""
        if self._stone is None or self._scene is None:
            return REST
        passed = self._clock() - self._begun
        if passed < DROP:
            return Moment(self._stone, 1 + _LIFTED * (1 - passed / DROP), 0.0)
        if self._scene.line and passed < DROP + LINE:
            return Moment(line=(passed - DROP) / LINE)
        self._stone = None
        return REST

    def _notice(self, before: Scene, scene: Scene) -> None:
        old = {stone.point for stone in before.stones}
        new = [stone for stone in scene.stones if stone.point not in old]
        if scene.size == before.size and len(scene.stones) == len(old) and not new:
            return  # Only a mark has changed.
        is_one_more = len(new) == 1 and len(scene.stones) == len(old) + 1
        self._stone = new[0] if is_one_more and scene.size == before.size else None
        self._begun = self._clock()


def wants_stillness(environ: Mapping[str, str] = os.environ) -> bool:
    """Say whether nothing is to move: `TENGEN_MOTION=off`."""
    return environ.get("TENGEN_MOTION", "").lower() in ("off", "0", "no", "none")
