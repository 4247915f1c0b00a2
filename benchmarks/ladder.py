"""Rates every bot and level on one scale, and writes the ratings that the package shows.

    python benchmarks/ladder.py --minutes 45 [--anchor-program PROGRAM] [--store ladder.sqlite]
        [--openings FILE] [--players level-1,level-2,greedy] [--limit-of level-20=1200000n]

Games are played through the arena, a few at a time: levels against the levels next to them, every
other bot against the levels nearest to it in strength. Each batch goes to the pair
whose games are fewest for what they cost (games times the root of the seconds of one), because that
makes all error bars together as small as the time allows. Results are added to a file of records
(`--results`), which `tengen rate` reads too; a version is part of a name, so that the games of an
older table do not count. Stop it whenever you like: it goes on where it was, on any machine, for as
many more minutes as you give it; with `--minutes 0` it only writes again what the results say. One
ladder at a time may use a file, since two would play the same games.

Ratings are Bradley-Terry. Their intervals are relative to the field, and all are shifted so that
the anchor program stands at its place on a list that others keep (2390: Rapfi's classical model at
0.3 s a move on Gomocup's freestyle list). Where the file has no games with it, the bots that have
not changed since the last ratings keep their places on average, and where there are none the lowest
level stands at 400. Who has few games is left out: his wide interval would widen everybody's.

A game of 150 moves is drawn. The usual limit is longer than any bot takes by itself, so that only
the last level and the anchor play by the clock; they get less than their due on a busy machine.
`--limit-of` gives a player nodes instead, as many as it would search in its time on a free one, and
the data file says so.
"""

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import TypeVar

from tengen.arena.executor import LocalExecutor
from tengen.arena.openings import Opening, read_openings
from tengen.arena.plan import Plan
from tengen.arena.player import Entrant, parse_player
from tengen.arena.ratings import RatingList, Tally, rate
from tengen.arena.records import Record, format_records, parse_records
from tengen.arena.run import Run
from tengen.bots import Rating, Ratings, bot_names, find_bot, read_ratings
from tengen.bots._ratings import FILE, format_ratings
from tengen.core.limits import Limit
from tengen.core.rules import find_rule
from tengen.errors import InvalidText, TengenError
from tengen.store import Store
from tengen.store.records import GameFilter

ROOT = Path(__file__).parents[1]
OPENINGS = Path(__file__).parent / "data" / "freestyle-15.pos"
RESULTS = Path(__file__).parent / "data" / "ladder.txt"
RULE, SIZE = "freestyle", 15
ANCHOR = "anchor"
ANCHOR_ELO = 2390.0
LOWEST_ELO = 400.0
ANCHOR_TEXT = "Rapfi's classical model at 0.3 s a move"
KEPT = "Bots that have not changed keep their places, on average, of a run before:"
SAME = {"tengen": "level-20"}
"""Bots that are the same player at the same limit as another, and need no games of their own."""

LONGEST = 150
"""After so many moves a game is drawn: strong levels would fill a dead board to its last point,
which takes as long as several won games. Of 283 won games of the engine with itself one had more
than 113 moves: 130."""
NEAREST = 2
BATCH_SECONDS = 300.0
"""Of each core: long enough that cores seldom wait for the last game of a batch."""
MOST_BATCH = 50
GUESS = 1.0
"""Seconds that a game takes, before there was one."""
WIDEST = 300.0
"""Somebody known no better than this, who lost every game perhaps, has no rating to show."""
LESS = 0.35
"""A bot that is no level stands on no ladder, and so much of the games is enough for it."""

Pair = tuple[str, str]
Number = TypeVar("Number", int, float)


@dataclass
class Field:
    """Who plays, what has been played, and what it took."""

    players: list[str]
    commands: dict[str, Callable[[int], Entrant]]
    """What makes each player, given a seed."""
    tally: Tally = field(default_factory=Tally)
    games: defaultdict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    timed: defaultdict[Pair, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The seconds of the games that were played now."""

    @property
    def levels(self) -> list[str]:
        """The levels among the players, in order."""
        return [name for name in self.players if name.startswith("level-")]

    def ratings(self) -> dict[str, float]:
        """Return what is known now of everybody's strength, around the mean of the field."""
        known = {name: 100.0 * place for place, name in enumerate(self.levels)}
        if self.tally.games:
            known |= {line.name: line.elo for line in rate(self.tally).ratings}
        return known

    def pairs(self) -> list[Pair]:
        """Return the pairs worth playing: neighbours on the ladder, and the rest beside it."""
        levels, known = self.levels, self.ratings()
        pairs: list[Pair] = [ordered(*pair) for pair in pairwise(levels)]
        middle = known[levels[len(levels) // 2]] if levels else 0.0
        for name in self.players:
            if name not in levels:
                strength = known.get(name, middle)
                others = levels or [other for other in self.players if other != name]
                others = sorted(others, key=lambda o: abs(known.get(o, middle) - strength))
                pairs += [ordered(name, other) for other in others[:NEAREST]]
        return list(dict.fromkeys(pairs))

    def cost(self, pair: Pair) -> float:
        """Return the seconds that a game of a pair takes."""
        timed = self.timed[pair]
        return max(sum(timed) / len(timed), 0.01) if timed else GUESS

    def next_batch(self, most: int, cores: int, seconds: float) -> tuple[Pair, int] | None:
        """Return the pair that should play now and how many games; None when all have enough."""
        open_pairs = [pair for pair in self.pairs() if self.games[pair] + 2 <= most]
        if not open_pairs:
            return None

        def standing(pair: Pair) -> float:
            share = 1.0 if set(pair) <= set(self.levels) else LESS
            return self.games[pair] * sqrt(self.cost(pair)) / share

        pair = min(open_pairs, key=standing)
        # The first games say little of how long others take, so batches grow with what is known.
        known = len(self.timed[pair])
        room = cores * seconds / self.cost(pair) if known else 2.0
        count = int(min(room, 3 * known + 2, MOST_BATCH, most - self.games[pair]))
        return pair, max(2, count // 2 * 2)


def ordered(one: str, two: str) -> Pair:
    """Return a pair of players, always in the same order."""
    return (one, two) if one < two else (two, one)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play for as long as is asked, then write what came out; return the exit status."""
    options = read_arguments(arguments)
    try:
        openings = read_openings(options.openings, SIZE, find_rule(RULE), options.rows)
        everybody = make_field(options)
        options.results.touch()  # Better refused now than after the first games.
        take_in(options.results, everybody)
        with tempfile.TemporaryDirectory() as folder:
            where = options.store or Path(folder) / "ladder.sqlite"
            try:
                with Store.open(where, exclusive=True) as store:
                    play_for(options.minutes * 60, store, everybody, openings, options)
            except KeyboardInterrupt:
                print("stopped; every finished game is counted")
        return report(everybody, options)
    except (TengenError, OSError) as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 1


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file to go on with")
    parser.add_argument("--store", type=Path, help="where games are kept, if they should be")
    parser.add_argument("--minutes", type=at_least(0.0), default=45.0, help="how long to play")
    parser.add_argument("--games", type=at_least(2), default=1000, help="the most for one pair")
    parser.add_argument("--least", type=int, default=20, help="games that a rating takes")
    parser.add_argument("--players", default="", help="names with commas; all bots if not given")
    parser.add_argument("--limit", default="20s", help="for each move of bots without another one")
    parser.add_argument("--limit-of", action="append", default=[], metavar="PLAYER=LIMIT")
    parser.add_argument("--anchor-program", default="", help="a program that speaks Gomocup's way")
    parser.add_argument("--anchor-limit", default="0.3s", help="for each of its moves")
    parser.add_argument("--openings", type=Path, default=OPENINGS, help="balanced, one a line")
    parser.add_argument("--rows", default="top", choices=["top", "bottom"])
    parser.add_argument("--concurrency", type=at_least(1), default=1, help="games at once")
    parser.add_argument("--machine", default="a shared core", help="in general words")
    parser.add_argument("--output", type=Path, default=FILE, help="the data file to write")
    parser.add_argument("--picture", type=Path, help="draw the ratings here, as SVG")
    return parser.parse_args(arguments)


def at_least(least: Number) -> Callable[[str], Number]:
    """Return what reads a number that is not less."""

    def read(text: str) -> Number:
        number = type(least)(text)
        if not least <= number < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is not possible; give {least} or more")
        return number

    return read


def make_field(options: argparse.Namespace) -> Field:
    """Return the players that were asked for, nobody having played."""
    names = [name for name in options.players.split(",") if name]
    names = names or [name for name in bot_names() if name not in SAME]
    own = dict(text.partition("=")[::2] for text in options.limit_of)
    if "" in own.values():
        raise InvalidText("bad-limit", "--limit-of: write it as level-20=1200000n")
    if strangers := set(own) - {*names, ANCHOR}:
        raise InvalidText(
            "unknown-player", "--limit-of: {who} does not play", who=", ".join(sorted(strangers))
        )
    players: dict[str, Callable[[int], Entrant]] = {}
    for name in names:
        players[name] = bot_maker(name, Limit.parse(own.get(name, options.limit)))
    if options.anchor_program:
        limit = Limit.parse(own.get(ANCHOR, options.anchor_limit))
        text = f"{ANCHOR}={options.anchor_program}"
        players[ANCHOR] = lambda seed: parse_player(text, limit)  # noqa: ARG005
        players[ANCHOR](0)
    if len(players) < 2:
        raise InvalidText("few-players", "a ladder needs two players or more")
    return Field(list(players), players)


def bot_maker(name: str, limit: Limit) -> Callable[[int], Entrant]:
    """Return what makes a bot as a player; with another seed random plays other games.

    Levels have no seed, because a seed is one day's form, and ratings are of all days. A version is
    part of the name, so that the games of an older one do not count for it.
    """
    label = f"{name}+v{find_bot(name).version}"

    def make(seed: int) -> Entrant:
        what = f"{name}:seed={seed}" if name == "random" else name
        return parse_player(f"{label}={what}", limit)

    return make


def take_in(results: Path, everybody: Field) -> None:
    """Count every game that the file has of these players."""
    if not results.exists() or not (text := results.read_bytes()).strip():
        return
    names = labels(everybody)
    for record in parse_records(text, str(results)):
        if record.first in names and record.second in names:
            count(everybody, names[record.first], names[record.second], record)


def labels(everybody: Field) -> dict[str, str]:
    """Return the players by the names that they have in the arena, with their versions.

    What the anchor has played before counts even if it does not play now.
    """
    return {ANCHOR: ANCHOR} | {make(0).name: name for name, make in everybody.commands.items()}


def count(everybody: Field, first: str, second: str, record: Record) -> None:
    """Count the games of a record."""
    wins, draws, losses = record.wins, record.draws, record.losses
    everybody.tally.add_games(
        first, second, wins=wins, draws=draws, losses=losses, colours_known=False
    )
    everybody.games[ordered(first, second)] += wins + draws + losses


def play_for(
    seconds: float,
    store: Store,
    everybody: Field,
    openings: Sequence[Opening],
    options: argparse.Namespace,
) -> None:
    """Play batch after batch until the time is over or everybody has enough."""
    begun = time.monotonic()
    while (left := begun + seconds - time.monotonic()) > 0:
        batch = everybody.next_batch(options.games, options.concurrency, min(left, BATCH_SECONDS))
        if batch is None:
            return
        pair, games = batch
        run = begin(store, everybody, pair, games, openings)
        try:
            run.play(LocalExecutor(options.concurrency), lambda standing: None)  # noqa: ARG005
        finally:
            record = keep(store, everybody, run, options.results)
        left = max(0.0, begun + seconds - time.monotonic())
        print(
            f"{left / 60:5.1f} min left  {pair[0]} - {pair[1]}: "
            f"+{record.wins} ={record.draws} -{record.losses}  "
            f"({everybody.games[pair]} games, {everybody.cost(pair):.2f} s each)",
            flush=True,
        )


def begin(
    store: Store, everybody: Field, pair: Pair, games: int, openings: Sequence[Opening]
) -> Run:
    """Plan games of a pair, from openings that it has not had yet if there are any left."""
    played = everybody.games[pair] // 2
    chosen = [openings[(played + i) % len(openings)] for i in range(games // 2)]
    players = tuple(everybody.commands[name](played + place) for place, name in enumerate(pair))
    stones = tuple(tuple((p.x, p.y) for p in opening) for opening in chosen)
    return Run.begin(store, Plan("match", players, stones, games, SIZE, RULE, max_moves=LONGEST))


def keep(store: Store, everybody: Field, run: Run, results: Path) -> Record:
    """Count the finished games of a run, and add them to the file."""
    first, second = (player.name for player in run.plan.players)
    wins, draws, losses = run.standing.points(first, second)
    record = Record(first, second, wins, losses, draws)
    names = labels(everybody)
    count(everybody, names[first], names[second], record)
    if wins + draws + losses:
        with results.open("a", encoding="utf-8") as file:
            file.write(format_records([record]))
    pair = ordered(names[first], names[second])
    for game in store.games(GameFilter(run_id=run.id, is_finished=True), limit=None):
        if game.verdict is not None:
            everybody.timed[pair].append(game.verdict.finished_at - game.started_at)
    return record


def report(everybody: Field, options: argparse.Namespace) -> int:
    """Print the ratings and steps, and write the data file and the picture."""
    tally = without_beginners(everybody.tally, options.least)
    if not tally.games:
        print("too few games yet, so nothing is written")
        return 0
    everybody.tally = tally
    found = rate(tally)
    if found.remark:
        print(found.remark)
        return 1
    ratings = to_ratings(everybody, found, options)
    for name, rating in sorted(ratings.bots.items(), key=lambda item: item[1].elo):
        print(f"{name:12} {rating.elo:6.0f} ± {rating.error:3.0f}  {rating.games} games")
    for line in steps(everybody):
        print(line)
    print(ratings.scale)
    options.output.write_text(format_ratings(ratings), encoding="utf-8")
    if options.picture:
        draw(ratings, options.picture)
    return 0


def without_beginners(tally: Tally, least: int) -> Tally:
    """Return the games among those who have at least so many of them."""
    while True:
        games: defaultdict[str, int] = defaultdict(int)
        for first, second, _, *counts in tally.rows():
            games[first] += sum(counts)
            games[second] += sum(counts)
        few = {name for name, count in games.items() if count < least}
        if not few:
            return tally
        kept = Tally()
        for first, second, known, wins, draws, losses in tally.rows():
            if not few & {first, second}:
                kept.add_games(
                    first, second, wins=wins, draws=draws, losses=losses, colours_known=known
                )
        tally = kept


def to_ratings(everybody: Field, found: RatingList, options: argparse.Namespace) -> Ratings:
    """Return the ratings on the anchor's scale."""
    lines = {line.name: line for line in found.ratings}
    elos = {name: line.elo for name, line in lines.items()}
    last = read_ratings(options.output)
    shift, scale = find_scale(everybody, elos, last)
    bots = {
        name: Rating(
            line.elo + shift, (line.high - line.low) / 2, line.games, find_bot(name).version
        )
        for name, line in lines.items()
        if name != ANCHOR and line.high - line.low < 2 * WIDEST
    }
    for name, other in SAME.items():
        if other in bots:
            bots[name] = replace(bots[other], version=find_bot(name).version)
    date, machine = datetime.now(UTC).strftime("%Y-%m-%d"), options.machine
    if options.minutes == 0 and last is not None:  # Nothing was played.
        date, machine = last.date, last.machine
    elif options.limit_of:
        machine += ", " + ", ".join(text.replace("=", " at ") for text in options.limit_of)
    return Ratings(date, RULE, SIZE, machine, scale, everybody.tally.games, bots)


def find_scale(everybody: Field, elos: dict[str, float], last: Ratings | None) -> tuple[float, str]:
    """Return what to add to all ratings, and in one sentence what they are relative to."""
    if ANCHOR in elos:
        line = next(r for r in rate(everybody.tally).ratings if r.name == ANCHOR)
        error = (line.high - line.low) / 2
        return (
            ANCHOR_ELO - elos[ANCHOR],
            f"{ANCHOR_TEXT} stands at {ANCHOR_ELO:.0f}, where Gomocup's freestyle list has it; "
            f"the scale as a whole is known to ± {error:.0f}, from {line.games} games with it.",
        )
    # A level whose table changed is another player, however alike its name.
    common = [
        name
        for name in elos
        if last is not None
        and name in last.bots
        and last.bots[name].version == find_bot(name).version
    ]
    if last is None or not common:
        lowest = everybody.levels[0] if everybody.levels else min(elos, key=lambda n: elos[n])
        return (
            LOWEST_ELO - elos.get(lowest, 0.0),
            f"The scale is provisional: {lowest} is put at {LOWEST_ELO:.0f}.",
        )
    shift = sum(last.bots[name].elo - elos[name] for name in common) / len(common)
    return shift, f"{KEPT} {last.scale.removeprefix(KEPT).lstrip()}"


def steps(everybody: Field) -> Iterable[str]:
    """Yield by how much each level is stronger than the one below it."""
    rated = set(everybody.tally.players)
    for low, high in pairwise(name for name in everybody.levels if name in rated):
        lines = {r.name: r for r in rate(everybody.tally, anchor=(low, 0.0)).ratings}
        step = lines[high]
        outside = "" if step.low > 0 else "   within the error"
        yield f"{low} to {high}: {step.elo:+.0f} ± {(step.high - step.low) / 2:.0f}{outside}"


def draw(ratings: Ratings, path: Path) -> None:
    """Draw all ratings with their intervals, the levels as a ladder."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InvalidText("no-matplotlib", "a picture needs: pip install matplotlib") from None
    rows = sorted((r.elo, name, r.error) for name, r in ratings.bots.items() if name not in SAME)
    figure = Figure(figsize=(8, 0.24 * len(rows) + 1))
    axes = figure.subplots()
    for place, (elo, name, error) in enumerate(rows):
        colour = "#1f4e79" if name.startswith("level-") else "#b5651d"
        axes.errorbar(elo, place, xerr=error, fmt="o", color=colour, markersize=4, capsize=2)
    axes.set_yticks(range(len(rows)), [name for _, name, _ in rows])
    axes.set_xlabel(f"Elo, {ratings.rule} {ratings.size}x{ratings.size}, {ratings.date}")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    with rc_context({"svg.hashsalt": "tengen"}):
        figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main())
