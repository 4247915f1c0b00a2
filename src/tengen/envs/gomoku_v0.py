"""Gomoku between two agents, by PettingZoo's AEC convention with action masks.

The agents are `black` and `white`. An observation is a dictionary with `observation`, the board in
four planes as the agent itself sees it, and `action_mask`. The winner gets 1 and the loser -1 with
the last move; an illegal action ends the game with -1 for who took it.
"""

from collections.abc import Iterable
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.rules import RULES, Rule
from tengen.envs import _encoding
from tengen.notation.diagram import format_diagram

AGENTS = {"black": Color.BLACK, "white": Color.WHITE}


def env(**settings: Any) -> Any:
    """Return the environment with the wrappers that PettingZoo's own games have.

    `settings` are those of `raw_env`.
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo calls it so.
    """The environment itself: an illegal action raises IllegalMove and changes nothing."""

    metadata = {  # noqa: RUF012 - PettingZoo's own kind of declaration.
        "name": "gomoku_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        size: int = 15,
        rule: str | Rule = RULES["freestyle"],
        *,
        blocked: Iterable[str] = (),
        traps: Iterable[str] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._settings = {
            "size": size,
            "rule": rule,
            "blocked": tuple(blocked),
            "traps": tuple(traps),
        }
        self.render_mode = render_mode
        self.game = Game(**self._settings)  # type: ignore[arg-type]
        """The game as it stands; it is the environment's own."""
        self.possible_agents = list(AGENTS)
        mask = _encoding.mask_space(size)
        seen = spaces.Dict({"observation": _encoding.observation_space(size), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = dict.fromkeys(AGENTS, _encoding.action_space(size))

    def observation_space(self, agent: str) -> Any:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may do, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game; there is nothing random in it."""
        self.game = Game(**self._settings)  # type: ignore[arg-type]
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the board as an agent sees it; only who is to move has legal actions."""
        mask = _encoding.action_mask(self.game)
        if agent != self._to_move():
            mask[:] = 0
        seen = _encoding.observe(self.game, AGENTS[agent])
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.apply_action(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if self.game.is_terminal():
            self.rewards = dict(zip(AGENTS, self.game.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = next(other for other in AGENTS if other != agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        text = format_diagram(self.game)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - It was asked for.
        return None

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    def _to_move(self) -> str:
        return str(self.game.turn)
