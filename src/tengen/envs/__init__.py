"""Environments for reinforcement learning: Gomoku for PettingZoo and for Gymnasium.

`gomoku_v0.env()` is the game between two agents, by PettingZoo's AEC convention with action masks.
`gymnasium.make("tengen.envs:tengen/Gomoku-v0", opponent="greedy")` is the game of one agent against
a bot of ours. Both take `size`, `rule`, `blocked` and `traps`. They need `pip install
'tengen[envs]'`.
"""

from tengen.errors import NotAvailable

try:
    import gymnasium
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError:
    raise NotAvailable(
        "no-envs", "environments need Gymnasium and PettingZoo; pip install 'tengen[envs]'"
    ) from None

from tengen.envs import gomoku_v0
from tengen.envs.versus import GomokuEnv

__all__ = ["GomokuEnv", "gomoku_v0"]

if "tengen/Gomoku-v0" not in gymnasium.registry:
    gymnasium.register("tengen/Gomoku-v0", entry_point="tengen.envs.versus:GomokuEnv")
