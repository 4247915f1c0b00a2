"""The environments: the libraries' own tests, masks, rewards, and what an agent sees."""

import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from tengen import Choice, Game, IllegalMove, InvalidText, Point
from tengen.envs import gomoku_v0

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 9, "rule": "renju"},
        {"size": 7, "blocked": ["d4"], "traps": ["a1", "b2"]},
    ],
)
def test_pettingzoos_own_test_passes(settings: dict[str, Any]) -> None:
    api_test(gomoku_v0.env(**settings), num_cycles=300)


def test_pettingzoos_test_of_seeds_passes() -> None:
    seed_test(lambda: gomoku_v0.env(size=7), num_cycles=100)


def test_gymnasiums_own_test_passes() -> None:
    env = gymnasium.make("tengen/Gomoku-v0", size=9, opponent="greedy")
    check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_imports_the_environment_by_its_name() -> None:
    name = "tengen.envs:tengen/Gomoku-v0"
    code = f"import gymnasium; print(gymnasium.make({name!r}, size=7).action_space.n)"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.stdout == "50\n", done.stderr


def test_a_game_by_masks_ends_with_rewards() -> None:
    env = gomoku_v0.env(size=6)
    env.reset()
    rng = random.Random(3)
    last: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, done, cut, _ = env.last()
        last[agent] = reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if done or cut else int(rng.choice(legal)))
    assert sorted(last.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_an_agent_sees_its_own_stones_first() -> None:
    env = gomoku_v0.raw_env(size=5, blocked=["a5"], traps=["e1"])
    env.reset()
    env.step(1 * 5 + 2)
    white, black = env.observe("white"), env.observe("black")
    assert [tuple(p) for p in np.argwhere(white["observation"])] == [
        (0, 0, 2),
        (1, 2, 1),
        (4, 4, 3),
    ]
    assert black["observation"][1, 2, 0] == 1
    assert white["action_mask"].sum() == 25 - 2  # All but the blocked point and the stone.
    assert black["action_mask"].sum() == 0


def test_an_illegal_action_ends_the_game_for_who_took_it() -> None:
    env = gomoku_v0.env(size=5)
    env.reset()
    env.step(12)
    env.step(12)
    assert env.rewards == {"black": 0, "white": -1}
    raw = gomoku_v0.raw_env(size=5)
    raw.reset()
    raw.step(12)
    with pytest.raises(IllegalMove):
        raw.step(12)


def test_the_board_can_be_rendered() -> None:
    env = gomoku_v0.raw_env(size=5, render_mode="ansi")
    env.reset()
    env.step(12)
    text = env.render()
    assert text is not None
    assert "3 . .(X). ." in text


def play(opponent: str, seed: int, **settings: Any) -> tuple[float, int]:
    env: Any = gymnasium.make("tengen/Gomoku-v0", opponent=opponent, **settings)
    seen, info = env.reset(seed=seed)
    assert env.observation_space.contains(seen)
    rng, steps = random.Random(seed), 0
    while True:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, done, cut, info = env.step(action)
        steps += 1
        assert not cut
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        if done:
            return reward, steps


def test_random_moves_lose_against_a_bot() -> None:
    assert {play("greedy", seed, size=9)[0] for seed in range(4)} == {-1.0}


def test_a_seed_gives_the_same_game_again() -> None:
    assert play("random", 5, size=7) == play("random", 5, size=7)


def test_the_agent_may_have_either_colour() -> None:
    env: Any = gymnasium.make("tengen/Gomoku-v0", size=7, color="white").unwrapped
    seen, _ = env.reset(seed=1)
    assert (seen[:, :, 0].sum(), seen[:, :, 1].sum()) == (0, 1)
    colors = set()
    either: Any = gymnasium.make("tengen/Gomoku-v0", size=7).unwrapped
    for seed in range(8):
        either.reset(seed=seed)
        colors.add(str(either.color))
    assert colors == {"black", "white"}


def test_an_illegal_action_loses_against_a_bot() -> None:
    env: Any = gymnasium.make("tengen/Gomoku-v0", size=7, color="white").unwrapped
    _, info = env.reset(seed=1)
    taken = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, done, _, info = env.step(taken)
    assert (reward, done) == (-1.0, True)
    assert "occupied" in info["illegal"]


@pytest.mark.parametrize(
    "settings",
    [{"color": "red"}, {"opponent": "nobody"}, {"size": 4}, {"size": 9, "opponent": "trapper"}],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidText):
        gymnasium.make("tengen/Gomoku-v0", **settings)


# The same methods on the game itself.


def test_actions_are_points_in_row_order_then_the_pass_then_choices() -> None:
    game = Game(5, opening="swap2")
    assert (game.num_distinct_actions, game.legal_actions()) == (
        25 + 1 + len(Choice),
        list(range(25)),
    )
    for action in (0, 7, 24):
        game.apply_action(action)
    assert game.moves[1] == Point(2, 1)
    assert game.legal_actions() == [26, 27, 28]
    game.apply_action(27)
    assert game.moves[-1] is Choice.TAKE_WHITE
    with pytest.raises(InvalidText, match="29 is no action; give 0 to 28"):
        game.apply_action(29)
    with pytest.raises(IllegalMove):
        game.apply_action(25)


def test_a_finished_game_has_returns_and_no_player() -> None:
    game = Game(5)
    for action in (0, 5, 1, 6, 2, 7, 3, 8):
        assert game.current_player() == len(game.moves) % 2
        game.apply_action(action)
    assert (game.is_terminal(), game.returns()) == (False, [0.0, 0.0])
    game.apply_action(4)
    assert (game.is_terminal(), game.current_player()) == (True, -4)
    assert (game.legal_actions(), game.returns()) == ([], [1.0, -1.0])
