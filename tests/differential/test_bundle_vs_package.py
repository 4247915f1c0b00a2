"""A bundle plays the same moves as the package, over whole games."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from bundles import BATTLE, loaded, text
from tengen import Game, Limit, Point, Setup
from tengen.bots import bot_names, find_bot
from tengen.bundle import TARGETS
from tengen.core.geometry import Color
from tengen.hosts.cs303 import AI
from tengen.hosts.cs4386 import decide
from tengen.judges.cs303.judge import rows_of
from tengen.judges.cs4386 import boards_of

CLASSIC = sorted(name for name in bot_names() if name != "tengen" and not name.startswith("level"))
"""Every bot that is Python alone."""

QUICK = Limit(nodes=150)
"""What a move may look at, so that neither the clock nor the patience of anybody decides."""


def game_of(bundle: Any, game: Game) -> Any:
    """Return the same game in the bundle's own types."""
    setup = game.setup
    other = bundle.Game(
        setup=bundle.Setup(
            setup.size,
            black=[bundle.Point(*p) for p in setup.black],
            white=[bundle.Point(*p) for p in setup.white],
            traps=[bundle.Point(*p) for p in setup.traps],
            turn=bundle.Color(int(setup.turn)),
        )
    )
    for move in game.moves:
        assert isinstance(move, Point)
        other.push(bundle.Point(*move))
    return other


def play_whole_game(setup: Setup, seed: int, answer: Callable[[Game], Point]) -> int:
    """Let White answer random moves until the game is over, and return how often it did."""
    game, rng, turns = Game(setup=setup), random.Random(seed), 0
    while game.outcome() is None:
        if game.turn is Color.BLACK:
            game.push(rng.choice(game.legal_points()))
        else:
            game.push(answer(game))
            turns += 1
    return turns


def both(name: str, host: str) -> Callable[[Game], Point]:
    """Return what asks the bot of the package and that of the bundle, and compares."""
    bundle, bot = loaded(name, host), find_bot(name)
    bundled, limit = bundle.bundled_bot(), bundle.Limit(nodes=QUICK.nodes)

    def answer(game: Game) -> Point:
        move = bot.choose(game, QUICK)
        assert isinstance(move, Point)
        assert tuple(bundled.choose(game_of(bundle, game), limit)) == move
        return move

    return answer


@pytest.mark.parametrize("name", CLASSIC)
def test_every_bot_plays_the_same_in_a_bundle(name: str) -> None:
    host = "cs165a" if find_bot(name).supports(Setup(11)) is None else "cs4386"
    name = "random:seed=4" if name == "random" else name
    assert play_whole_game(TARGETS[host].setup, 1, both(name, host)) > 3


def test_the_class_of_cs303_finds_the_same_candidates() -> None:
    bundle = loaded("greedy", "cs303")
    bundled = bundle.AI(15, 1, 5)
    ours = type("Ours", (AI,), {"bot": find_bot("greedy")})(15, 1, 5)

    def answer(game: Game) -> Point:
        bundled.go(rows_of(game))
        ours.go(rows_of(game))
        assert bundled.candidate_list == ours.candidate_list
        row, column = ours.candidate_list[-1]
        return Point(column, row)

    assert play_whole_game(Setup(15), 2, answer) > 3


def test_play_games_of_cs4386_decides_the_same() -> None:
    bundle = loaded("greedy", "cs4386")
    traps = [Point(x, (x * 7) % 15) for x in range(3, 15)]

    def answer(game: Game) -> Point:
        boards = boards_of(game)
        BATTLE.boards = dict(enumerate(boards))
        bundle.play_games(len(boards), 0, 0)
        row, column = decide(find_bot("greedy"), boards[-1], len(boards))
        assert BATTLE.decisions[-1] == (row, column)
        return Point(column, row)

    assert play_whole_game(Setup(15, traps=traps), 3, answer) > 3


@pytest.mark.soak
@pytest.mark.parametrize("host", TARGETS)
@pytest.mark.parametrize("name", CLASSIC)
def test_every_bundle_for_every_host_plays_the_same(name: str, host: str) -> None:
    if find_bot(name).supports(TARGETS[host].setup) is not None or name == "random":
        pytest.skip("the bot does not play there, or not the same twice")
    answer = both(name, host)
    assert all(play_whole_game(TARGETS[host].setup, seed, answer) for seed in range(3))


def test_a_bundle_is_the_same_every_time() -> None:
    from tengen.bundle import bundle

    assert bundle("greedy", "botzone") == text("greedy", "botzone")
