"""How long the bots that need no clock think: median, 95 % and worst seconds of a move.

    python benchmarks/bots.py [--positions N] [--size N] [BOT ...]

Positions are from games of `forms` and `greedy` against each other on 15x15, every opening stone
but the first at random, so that all of them are lively. Each bot gets the same ones, with only its
own limit of nodes. Seconds are of CPU, because a busy machine would measure its neighbours.
"""

import argparse
import random
import time
from dataclasses import dataclass

from tengen.bots import find_bot
from tengen.bots.ends import NAMES as ENDS
from tengen.bots.tables import NAMES as TABLES
from tengen.core.game import Game
from tengen.core.limits import Limit

CLASSICS = ("trapper", *TABLES, "forms", "counts", *ENDS)
BUDGETS = {
    "trapper": 0.3,
    "forms": 0.2,
    "counts": 0.2,
    "tables-1.0": 0.2,
    "ends-easy": 0.2,
}
USUAL_BUDGET = 2.0


@dataclass(frozen=True)
class Thought:
    """What one move cost."""

    cpu: float
    wall: float
    nodes: int


def main() -> None:
    """Measure, and print a line for each bot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bots", nargs="*", metavar="BOT", default=CLASSICS)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    games = positions(options.positions, options.size, random.Random(options.seed))
    stones = [game.board.move_count for game in games]
    print(
        f"{len(games)} positions with {min(stones)} to {max(stones)} stones, {options.size} lines"
    )
    print(f"{'bot':<12}{'median':>9}{'95 %':>9}{'worst':>9}{'budget':>9}{'nodes':>9}{'most':>9}")
    for name in options.bots:
        thoughts = [think(name, game) for game in games]
        cpu = sorted(thought.cpu for thought in thoughts)
        nodes = sorted(thought.nodes for thought in thoughts)
        print(
            f"{name:<12}{at(cpu, 0.5):>9.3f}{at(cpu, 0.95):>9.3f}{cpu[-1]:>9.3f}"
            f"{BUDGETS.get(name, USUAL_BUDGET):>9.1f}{at(nodes, 0.5):>9,}{nodes[-1]:>9,}",
            flush=True,
        )


def at(ordered: list[float] | list[int], part: float) -> float:
    """Return the value below which so large a part of the others lies."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def think(name: str, game: Game) -> Thought:
    """Ask one bot for one move."""
    bot = find_bot(name)
    cpu, wall, nodes = time.process_time(), time.perf_counter(), 0
    if bot.explain is not None:
        nodes = bot.explain(game, Limit()).nodes
    else:
        bot.choose(game, Limit())
    return Thought(time.process_time() - cpu, time.perf_counter() - wall, nodes)


def positions(count: int, size: int, rng: random.Random) -> list[Game]:
    """Return games that stand at different stages, none of them over."""
    bots = [find_bot("forms"), find_bot("greedy")]
    found: list[Game] = []
    while len(found) < count:
        game, length = Game(size), rng.randrange(4, 70)
        for ply in range(length):
            if game.outcome() is not None:
                break
            if ply < 3:
                middle = range(size // 4, size - size // 4)
                near = [p for p in game.legal_points() if p.x in middle and p.y in middle]
                game.push(rng.choice(near))
            else:
                game.push(bots[ply % 2].choose(game))
        if game.outcome() is None:
            found.append(game)
    return found


if __name__ == "__main__":
    main()
