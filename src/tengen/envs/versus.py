"""Gomoku of one agent against a bot of ours, by Gymnasium's convention.

What is seen are the four planes of the board, the agent's own stones first. The legal actions are
in `info["action_mask"]`, and `action_masks()` returns them, as learners with masks ask for them.
The reward is 1 for a win, -1 for a loss and 0 else; an illegal action loses at once.
"""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np

from tengen.bots import find_bot
from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.limits import Limit
from tengen.core.rules import RULES, Rule
from tengen.envs import _encoding
from tengen.errors import IllegalMove, InvalidText
from tengen.notation.diagram import format_diagram

_SIDES = {"black": Color.BLACK, "white": Color.WHITE}


class GomokuEnv(gymnasium.Env[_encoding.Planes, np.int64]):
    """The environment `tengen/Gomoku-v0`.

    `opponent` is a bot by name; `color` is `black`, `white`, or None for either by chance.
    `limit` is what the opponent may spend on a move, such as `1000n` or `0.1s`.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        size: int = 15,
        rule: str | Rule = RULES["freestyle"],
        *,
        opponent: str = "random",
        color: str | None = None,
        limit: str | None = None,
        blocked: Iterable[str] = (),
        traps: Iterable[str] = (),
        render_mode: str | None = None,
    ) -> None:
        if color is not None and color not in _SIDES:
            raise InvalidText("bad-color", "{color!r} is neither black nor white", color=color)
        self._settings = {
            "size": size,
            "rule": rule,
            "blocked": tuple(blocked),
            "traps": tuple(traps),
        }
        self.render_mode = render_mode
        self.game = self._new_game()
        self._opponent = opponent
        self._bot = find_bot(opponent)
        self._bot.check_setup(self.game.setup)
        self._limit = Limit() if limit is None else Limit.parse(limit)
        self._given = color
        self.color = Color.BLACK
        """The agent's colour in this game."""
        self.observation_space = _encoding.observation_space(size)
        self.action_space = _encoding.action_space(size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_encoding.Planes, dict[str, Any]]:
        """Begin a new game; the opponent moves first if the agent is white."""
        super().reset(seed=seed, options=options)
        self.game = self._new_game()
        sides = list(_SIDES)
        color = self._given or sides[int(self.np_random.integers(2))]
        self.color = _SIDES[color]
        # Without a seed of their own bots follow the environment's: games can be had again.
        drawn = int(self.np_random.integers(2**32))
        if self._opponent == "random":
            self._bot = find_bot("random", seed=drawn)
        self._bot.new_game(self.game.setup, drawn)
        self._answer()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[_encoding.Planes, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer."""
        try:
            self.game.apply_action(int(action))
        except (IllegalMove, InvalidText) as error:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._answer()
        reward = self.game.returns()[self.color] if self.game.is_terminal() else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self.game.is_terminal(), False, self._info()

    def action_masks(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Return which actions are legal."""
        return _encoding.action_mask(self.game).astype(bool)

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        text = format_diagram(self.game)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - It was asked for.
        return None

    def _new_game(self) -> Game:
        return Game(**self._settings)  # type: ignore[arg-type]

    def _answer(self) -> None:
        if not self.game.is_terminal() and self.game.turn is not self.color:
            self.game.push(self._bot.choose(self.game, self._limit))

    def _seen(self) -> _encoding.Planes:
        return _encoding.observe(self.game, self.color)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": _encoding.action_mask(self.game)}
