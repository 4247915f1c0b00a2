"""A game as arrays: what an agent sees, and which of its actions are legal.

Action `y * size + x` is the point (x, y), as `Game.apply_action` has it; the one behind the last
point is a pass, which is legal only where the rules know one.
"""

from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tengen.core.board import BLOCKED, STONES, TRAP
from tengen.core.game import Game
from tengen.core.geometry import Color

Planes = NDArray[np.int8]

PLANES: Final = 4
"""Own stones, stones of the other side, points that take no stone, traps."""


def observation_space(size: int) -> "spaces.Box[np.int8]":
    """Return the space of what is seen."""
    return spaces.Box(0, 1, (size, size, PLANES), np.int8)


def mask_space(size: int) -> "spaces.Box[np.int8]":
    """Return the space of action masks."""
    return spaces.Box(0, 1, (size * size + 1,), np.int8)


def action_space(size: int) -> "spaces.Discrete[np.int64]":
    """Return the space of points and the pass."""
    return spaces.Discrete(size * size + 1)


def observe(game: Game, color: Color) -> Planes:
    """Return the board as `color` sees it: rows, columns, planes."""
    cells = np.array([line.split() for line in str(game.board).split("\n")])
    shown = (STONES[color], STONES[color.other], BLOCKED, TRAP)
    return np.stack([cells == cell for cell in shown], axis=-1).astype(np.int8)


def action_mask(game: Game) -> Planes:
    """Return 1 for every legal action of the side to move, 0 for all others."""
    mask = np.zeros(game.size * game.size + 1, np.int8)
    mask[game.legal_actions()] = 1
    return mask
