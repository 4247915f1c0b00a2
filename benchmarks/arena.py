"""What the arena itself costs: its own CPU time for each move, players not included.

    python benchmarks/arena.py [--games N] [--player PLAYER]

The players are processes of their own, so the CPU time of this process is the arena's: referee,
clocks, pipes, and the store. Games are played at twice the usual concurrency of one core, into a
new store on disk.
"""

import argparse
import tempfile
import time
from pathlib import Path

from tengen.arena.executor import LocalExecutor
from tengen.arena.openings import random_openings
from tengen.arena.plan import Plan
from tengen.arena.player import parse_players
from tengen.arena.run import Run
from tengen.arena.standing import Standing
from tengen.core.limits import Limit
from tengen.core.rules import find_rule
from tengen.store import Store


def main() -> None:
    """Play, and print milliseconds of CPU a move."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--player", default="greedy", help="plays both sides")
    parser.add_argument("--concurrency", type=int, default=2)
    options = parser.parse_args()

    rule = find_rule(options.rule)
    players = parse_players([f"a={options.player}", f"b={options.player}"], Limit(turn=5.0))
    openings = tuple(random_openings(options.games // 2, 15, rule, seed=1))
    plan = Plan("match", tuple(players), openings, options.games, rule=rule.name)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "s.sqlite") as store:
        run = Run.begin(store, plan)
        began, cpu = time.perf_counter(), time.process_time()
        run.play(LocalExecutor(options.concurrency), ignore)
        spent, seconds = time.process_time() - cpu, time.perf_counter() - began
        moves = sum(len(game.moves.split()) for game in run.standing.finished.values())
    print(f"{options.games} games, {moves} moves in {seconds:.1f} s")
    print(f"arena: {1000 * spent / moves:.2f} ms of CPU a move")


def ignore(_: Standing) -> None:
    """Show nothing: what a live table costs is the terminal's."""


if __name__ == "__main__":
    main()
