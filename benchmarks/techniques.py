"""What each technique of the engine is worth: the whole engine against itself without it, by SPRT.

    python benchmarks/techniques.py [--only razoring,network] [--limit 10000n] [--games 400]
        [--openings FILE] [--rows top|bottom] [--concurrency N] [--store FILE]

Most techniques are switched off by a constant of the search, which only a tuning build lets one set
(CONTRIBUTING.md says how to make one). A test of [0, 20] Elo ends a match as soon as it has said
enough; Elo of a match that ended soon leans to the side of the verdict. With a limit of nodes the
machine may be busy, but what a technique costs in time does not count: take `--limit 0.1s` for
that. Prints a Markdown table, a row as soon as it is known.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from tengen.arena.executor import LocalExecutor
from tengen.arena.openings import read_openings
from tengen.arena.plan import Plan
from tengen.arena.player import parse_players
from tengen.arena.run import Run
from tengen.arena.sprt import Hypotheses, Verdict
from tengen.arena.standing import Standing
from tengen.bots import find_bot
from tengen.core.limits import Limit
from tengen.core.rules import find_rule
from tengen.core.setup import Setup
from tengen.errors import TengenError
from tengen.store import Store

OPENINGS = Path(__file__).parent / "data" / "freestyle-15.pos"

NEVER: Final = 1_000_000
"""More than any depth, count or value of a search."""

TECHNIQUES: Final = {
    "network": "network=no",
    "late move reductions": f"parameters=reduction_base:-{NEVER}",
    "reductions by score": "parameters=reduction_score:0",
    "reductions by history": "parameters=reduction_history:0",
    "reductions at cut nodes": "parameters=reduction_cut:0",
    "reductions far from the fight": "parameters=reduction_far:0",
    "reductions when not improving": "parameters=reduction_not_improving:0",
    "milder reductions once on a line": "parameters=reduction_pv:0",
    "move-count pruning": f"parameters=count_base:{NEVER}",
    "reverse futility": "parameters=futility_depth:0",
    "razoring": "parameters=razor_depth:0",
    "singular extensions": f"parameters=singular_depth:{NEVER}",
    "extension of forced replies": "parameters=forced_extension:0",
    "fours search at the leaves": "parameters=fours_depth:0",
    "wins in five by counters": "parameters=five_plies:0",
    "aspiration": "parameters=aspiration_window:20000",
    "history in the order of moves": "parameters=history_order:0/follow_order:0",
    "counter-moves": "parameters=counter_bonus:0",
    "less depth where the table is behind": "parameters=behind_share:0",
    "less depth without a table move": "parameters=iir_depth:0",
    "values smoothed over two plies": "parameters=before_share:0",
    "values corrected by searches": "parameters=correction_share:0",
    "solver at the root": "parameters=solver_share:0",
}
"""By name: the options of the bot `tengen` that switch it off."""


def read_arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(TECHNIQUES), help="names, with commas")
    parser.add_argument("--limit", default="10000n", help="for each move")
    parser.add_argument("--games", type=int, default=400, help="for each at most; even")
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--openings", type=Path, default=OPENINGS, help="balanced, one a line")
    parser.add_argument("--rows", default="top", choices=["top", "bottom"])
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--store", type=Path, help="keep the games in this file")
    options = parser.parse_args()
    options.only = options.only.split(",")
    if strangers := [name for name in options.only if name not in TECHNIQUES]:
        parser.error(f"there is no {', '.join(strangers)}; there are {', '.join(TECHNIQUES)}")
    return options


def main() -> int:
    """Test one technique after the other; return the exit status."""
    options = read_arguments()
    try:
        for name in options.only:
            find_bot(f"tengen:{TECHNIQUES[name]}")  # Refuse now what only a tuning build can set.
        print(f"| technique, at {options.limit} | games | Elo | 95 % | SPRT [0, 20] |")
        print("|---|---|---|---|---|", flush=True)
        with (
            tempfile.TemporaryDirectory() as folder,
            Store.open(options.store or Path(folder) / "games.sqlite") as store,
        ):
            for name in options.only:
                print(test(store, options, name), flush=True)
    except (TengenError, OSError) as error:
        print(f"techniques: {error}", file=sys.stderr)
        return 1
    return 0


def test(store: Store, options: argparse.Namespace, name: str) -> str:
    """Play the engine against itself without a technique, and return a row of the table."""
    rule = find_rule(options.rule)
    players = parse_players(
        ["with=tengen", f"without=tengen:{TECHNIQUES[name]}"],
        Limit.parse(options.limit),
        Setup(options.size, rule),
    )
    plan = Plan(
        "sprt",
        tuple(players),
        tuple(read_openings(options.openings, options.size, rule, options.rows)),
        options.games,
        options.size,
        rule.name,
        hypotheses=Hypotheses(0, 20),
    )
    run = Run.begin(store, plan)
    run.play(LocalExecutor(options.concurrency), show)
    state = run.standing.test()
    assert state is not None
    found = state.estimate
    verdict = {
        Verdict.ACCEPT_H1: "worth it",
        Verdict.ACCEPT_H0: "not worth it",
        Verdict.CONTINUE: f"open, {state.percent:+.0f} %",
    }[state.verdict]
    interval = f"{found.low:+.0f} to {found.high:+.0f}"
    return f"| {name} | {state.games} | {found.elo:+.0f} | {interval} | {verdict} |"


def show(standing: Standing) -> None:
    """Say on stderr how far it is."""
    wins, draws, losses = standing.points("with", "without")
    sys.stderr.write(f"\r{standing.games}/{standing.plan.total}: +{wins} ={draws} -{losses} ")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
