"""How strong `pbrain-tengen` is against another program, in the settings of tournaments.

    python benchmarks/strength.py --opponent PROGRAM --openings FOLDER [--games N]
        [--skip N] [--settings freestyle-15,renju-15] [--limit 0.3s]
        [--nodes-ladder 2000,8000,32000]

Openings are files named after the settings, `freestyle-15.pos` and so on, each played with both
colours. One game at a time and one thread each, so that neither player takes the other's processor.
With a ladder the opponent gets so many nodes a move instead of the time, once for each number:
where the score crosses one half is a measure that moves long before a match at equal time does.
Prints a Markdown table: score, Elo with its 95 % interval, and seconds a move of both sides.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tengen.arena.executor import LocalExecutor
from tengen.arena.openings import read_openings
from tengen.arena.plan import Plan
from tengen.arena.player import parse_players
from tengen.arena.run import Run
from tengen.arena.standing import Standing
from tengen.core.limits import Limit
from tengen.core.rules import find_rule
from tengen.store import Store
from tengen.store.records import GameFilter

SETTINGS = ("freestyle-15", "standard-15", "renju-15", "freestyle-20")
US = "tengen"
THEM = "opponent"


def read_arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", required=True, help="a program or bot, as in tengen match")
    parser.add_argument("--openings", type=Path, required=True, help="a folder of .pos files")
    parser.add_argument("--rows", default="bottom", choices=["top", "bottom"])
    parser.add_argument("--games", type=int, default=40, help="in each setting; even")
    parser.add_argument("--skip", type=int, default=0, help="so many openings played before")
    parser.add_argument("--settings", default=",".join(SETTINGS))
    parser.add_argument("--limit", default="0.3s", help="for each move")
    parser.add_argument("--nodes-ladder", default="", help="the opponent's nodes, with commas")
    parser.add_argument("--bot", default="tengen", help="our side, with options if need be")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--store", type=Path, help="keep the games in this file")
    return parser.parse_args()


def main() -> None:
    """Play every setting, and print a row as soon as it is done."""
    options = read_arguments()
    rungs = [f"@{nodes}n" for nodes in options.nodes_ladder.split(",") if nodes] or [""]
    print(
        f"| setting | {THEM} | games | score | Elo | 95 % | s/move {US} | s/move {THEM} | faults |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(options.store or Path(folder) / "games.sqlite") as store,
    ):
        for setting in options.settings.split(","):
            for rung in rungs:
                print(play(store, options, setting, rung), flush=True)


def play(store: Store, options: argparse.Namespace, setting: str, rung: str) -> str:
    """Play one setting and return its row."""
    name, _, size = setting.rpartition("-")
    rule = find_rule(name)
    openings = read_openings(options.openings / f"{setting}.pos", int(size), rule, options.rows)
    openings = openings[options.skip :]
    players = parse_players(
        [f"{US}={options.bot}", f"{THEM}={options.opponent}{rung}"], Limit.parse(options.limit)
    )
    plan = Plan("match", tuple(players), tuple(openings), options.games, int(size), rule.name)
    run = Run.begin(store, plan)
    run.play(LocalExecutor(options.concurrency), show)
    return row(setting, rung, run.standing, seconds_a_move(store, run.id))


def row(setting: str, rung: str, standing: Standing, seconds: dict[str, float]) -> str:
    """Return a line of the table."""
    wins, draws, losses = standing.points(US, THEM)
    games = wins + draws + losses
    found = standing.estimate(US, THEM)
    faults = ", ".join(f"{who} {what} {n}" for (who, what), n in standing.faults.items()) or "none"
    cells = [
        setting,
        rung.removeprefix("@") or "equal limit",
        f"{games} (+{wins} ={draws} -{losses})",
        f"{(wins + draws / 2) / max(1, games):.1%}",
        "" if found is None else f"{found.elo:+.0f}",
        "" if found is None else f"{found.low:+.0f} to {found.high:+.0f}",
        f"{seconds[US]:.3f}",
        f"{seconds[THEM]:.3f}",
        faults,
    ]
    return "| " + " | ".join(cells) + " |"


def seconds_a_move(store: Store, run_id: int) -> dict[str, float]:
    """Return what each player took for a move, on average."""
    spent: defaultdict[str, list[float]] = defaultdict(lambda: [0.0])
    for game in store.games(GameFilter(run_id=run_id), limit=None):
        names = {"first": game.first.name, "second": game.second.name}
        for event in store.events(game.id):
            if event.payload.get("is") == "move-played":
                spent[names[event.payload["seat"]]].append(event.payload["seconds"])
    return {name: sum(spent[name]) / max(1, len(spent[name]) - 1) for name in (US, THEM)}


def show(standing: Standing) -> None:
    """Say on stderr how far it is, because a setting can take an hour."""
    wins, draws, losses = standing.points(US, THEM)
    sys.stderr.write(f"\r{standing.games}/{standing.plan.total}: +{wins} ={draws} -{losses} ")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
