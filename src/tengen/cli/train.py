"""`tengen train`: games of the engine against itself, weights fitted to them, and their check."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli._app import app
from tengen.cli._arena import write_file
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.core.rules import RULES, Rule, find_rule
from tengen.errors import InvalidText

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.arena.openings import Opening
    from tengen.training.calibration import Bin
    from tengen.training.learning import Quality
    from tengen.training.selfplay import SelfPlay

train = typer.Typer(
    help=(
        "Learn the numbers of the evaluation from games of the engine against itself. All but "
        "selfplay needs the extra 'arena': pip install tengen[arena]."
    ),
    epilog="Example: tengen train selfplay -o games.gz --games 100 --nodes 2500",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(train, name="train")

GamesArgument = Annotated[
    list[Path], typer.Argument(metavar="GAMES…", help="Files of self-play, all of one rule.")
]
PictureOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw the calibration there, as SVG.")
]


@train.command(epilog="Example: tengen train selfplay -o games.gz --rule renju --games 5000")
def selfplay(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="GAMES", help="Where games are appended.")
    ],
    rule: Annotated[str, typer.Option(metavar="RULE", help=RULE_HELP)] = "freestyle",
    size: Annotated[str, typer.Option(metavar="N", help=SIZE_HELP)] = "15",
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Positions to look at each move.")
    ] = 2500,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play.")] = 1000,
    openings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="One opening a line; else made at random.")
    ] = None,
    rows: Annotated[
        str, typer.Option(metavar="top|bottom", help="Where row 1 of that file is.")
    ] = "top",
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play with these; else the package's.")
    ] = None,
    explore: Annotated[
        float,
        typer.Option(
            metavar="SHARE", min=0, max=1, help="Draw this share of moves by their looks, 0 to 1."
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Other games for another number.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1024, help="Else one for each core.")
    ] = None,
) -> None:
    """Let the engine play itself at fixed nodes, and write down what it thought of every position.

    Games are appended as they end. Stop with Ctrl-C; the same command adds further games.
    """
    from tengen.training.selfplay import SelfPlay

    _check_folders(output)
    found, lines = find_rule(rule), read_size(size)
    stones = _openings(openings, rows, lines, found, seed)
    plan = SelfPlay(found.name, lines, nodes, stones, seed, weights, explore=explore)
    _play(plan, games, output, jobs or os.cpu_count() or 1)


@train.command(epilog="Example: tengen train fit games.gz -o mine.bin --picture calibration.svg")
def fit(
    games: GamesArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="WEIGHTS", help="Where weights are written.")
    ],
    prior: Annotated[
        Path | None,
        typer.Option(
            metavar="WEIGHTS",
            help="Begin with these, of any rule, and stay near them; else the formulas.",
        ),
    ] = None,
    picture: PictureOption = None,
) -> None:
    """Fit weights to games, and say how good they are on every tenth game, which is kept back."""
    from tengen.training.dataset import load, one_colour
    from tengen.training.fit import fit as fit_side
    from tengen.training.fit import save
    from tengen.training.patterns import side_numbers

    _check_folders(output, picture)
    numbers = None if prior is None else _numbers_of_any_rule(prior)
    with _progress("reading games") as on_game:
        rule, data = load(games, on_game=on_game)
    fits = {}
    for color, one in sorted(data.items()):
        with _progress("fitting") as on_step:
            fits[color] = fit_side(one, side_numbers(rule, color, numbers), on_step)
    if rule.black != rule.white and len(fits) < 2:
        raise one_colour()
    weights = save(rule, fits)
    for color, one in sorted(data.items()):
        done = fits[color]
        who = "" if len(data) == 1 else f", {('black', 'white')[color]} to move"
        typer.echo(f"{rule.name}{who}: {len(one.labels):,} positions")
        typer.echo(f"  cross-entropy, prior       {done.prior_loss:.4f}")
        typer.echo(f"  cross-entropy, fit         {done.loss:.4f}")
        typer.echo(f"  searched move scored first {done.hits:.1%}")
    columns = [(one.chances, one.results, one.games) for one in fits.values()]
    bins = _show_calibration(columns)
    if picture is not None:
        _draw(picture, bins, f"Calibration: {rule.name}, games kept back")
    write_file(output, weights)
    typer.echo(f"{output}: {len(weights):,} bytes, hash {_hash(rule, output):08x}")


@train.command(epilog="Example: tengen train network games.gz -o mine.bin --patterns fitted.bin")
def network(
    games: GamesArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="WEIGHTS", help="Where weights are written.")
    ],
    patterns: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Learn beside these patterns; else the package's."),
    ] = None,
    epochs: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="How often to see every position.")
    ] = 3,
    batch: Annotated[
        int, typer.Option(metavar="N", min=1, max=1 << 16, help="Positions in a step.")
    ] = 1024,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Begin with other numbers.")] = 1,
) -> None:
    """Teach a network what patterns miss, and write both as one weight file.

    Every tenth game is kept back. A line says how surprising those are after every epoch, by their
    labels, results and searched moves, and how often the searched move has the highest score.
    """
    from tengen.engine.features import weight_file
    from tengen.training.boards import load
    from tengen.training.learning import Learning, measure
    from tengen.training.network_file import to_bytes

    _check_folders(output)
    with _progress("reading games") as on_game:
        lessons = load(games, patterns, on_game=on_game)
    learning = Learning(lessons, epochs=epochs, batch=batch, seed=seed)
    positions = sum(len(one.games) for one in lessons.boards)
    windows = len(learning.network.rows.windows)
    typer.echo(f"{lessons.rule.name}: {positions:,} positions, {windows:,} windows")
    typer.echo("  kept back        labels  results    moves    first")
    _show_quality("patterns alone", measure(learning.network, learning.test, patterns_alone=True))
    for number in range(1, epochs + 1):
        with _progress(f"epoch {number}", learning.steps) as on_step:
            quality = learning.epoch(on_step)
        _show_quality(f"epoch {number}", quality)
    best = learning.finish()
    weights = weight_file(lessons.rule, lessons.numbers, to_bytes(learning.network))
    write_file(output, weights)
    found = _hash(lessons.rule, output)
    typer.echo(f"{output}: {len(weights):,} bytes, hash {found:08x}, of epoch {best}")


@train.command(epilog="Example: tengen train check games.gz --picture calibration.svg")
def check(
    games: GamesArgument,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check these; else the package's.")
    ] = None,
    picture: PictureOption = None,
) -> None:
    """Compare the chances that weights give to positions with how the games ended."""
    from tengen.core.score import WIN_SCALE
    from tengen.engine.board import NativeBoard
    from tengen.engine.features import judge
    from tengen.engine.weights import load_weights
    from tengen.training.chances import cross_entropy, sigmoid
    from tengen.training.dataset import load

    _check_folders(picture)
    read_weights = lru_cache(lambda rule: load_weights(rule, weights))

    def value_of(board: NativeBoard) -> int:
        return judge(board, read_weights(board.rule))[0]

    with _progress("reading games") as on_game:
        rule, data = load(games, judge=value_of, on_game=on_game)
    columns = []
    for color, one in sorted(data.items()):
        chances = sigmoid(one.judged / WIN_SCALE)
        columns.append((chances, one.results, one.games))
        who = "" if len(data) == 1 else f", {('black', 'white')[color]} to move"
        typer.echo(f"{rule.name}{who}: {len(chances):,} positions")
        typer.echo(f"  cross-entropy              {cross_entropy(chances, one.results):.4f}")
    bins = _show_calibration(columns)
    if picture is not None:
        _draw(picture, bins, f"Calibration: {rule.name}, weights {_hash(rule, weights):08x}")


def _openings(
    file: Path | None, rows: str, size: int, rule: Rule, seed: int
) -> "tuple[Opening, ...]":
    from tengen.arena.openings import MOST_RANDOM, random_openings, read_openings

    if rows not in ("top", "bottom"):
        raise InvalidText(
            "bad-rows", "row 1 is at the 'top' or the 'bottom', not at {rows!r}", rows=rows
        )
    if file is not None:
        return tuple(read_openings(file, size, rule, rows))
    # The same stones for a run of any length: appended games go on where the others ended.
    return tuple(random_openings(MOST_RANDOM, size, rule, seed))


def _play(plan: "SelfPlay", games: int, output: Path, jobs: int) -> None:
    from tengen.training.selfplay import play

    # Whoever ends the process politely gets the same good-bye as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    played = 0
    try:
        with _progress("playing", games) as advance:

            def on_game() -> None:
                nonlocal played
                played += 1
                advance()

            play(plan, games, output, on_game, min(jobs, games))
    except KeyboardInterrupt:
        typer.echo(f"stopped; {played} of {games} games were added to {output}", err=True)
        raise
    typer.echo(f"{played} games were added to {output}", err=True)


@contextmanager
def _progress(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Yield what to call after every step; without a total steps are only counted."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=(errors := Console(stderr=True)),
        transient=True,
        disable=not errors.is_terminal,
    ) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def _check_folders(*files: Path | None) -> None:
    """Raise InvalidText now for what would fail only after all the work."""
    for file in files:
        if file is not None and (file.is_dir() or not file.absolute().parent.is_dir()):
            raise InvalidText("no-folder", "{path}: no file can be written there", path=str(file))


def _numbers_of_any_rule(file: Path) -> bytes:
    from tengen.engine.weights import load_weights

    reasons = []
    for rule in RULES.values():
        try:
            return bytes(load_weights(rule, file).numbers())
        except InvalidText as error:
            reasons.append(error)
    # The rule that the file is for has more to say than that it is for another rule.
    raise next((one for one in reasons if one.code != "other-rule"), reasons[0])


def _hash(rule: Rule, weights: Path | None) -> int:
    from tengen.engine.weights import load_weights

    return int(load_weights(rule, weights).hash)


def _show_quality(what: str, quality: "Quality") -> None:
    numbers = f"{quality.labels:9.4f}{quality.results:9.4f}{quality.moves:9.4f}"
    typer.echo(f"  {what:14}{numbers}{quality.first:9.1%}")


def _show_calibration(columns: "Sequence[Sequence[NDArray[Any]]]") -> "list[Bin]":
    """Print how chances, results and games of all colours together agree, and return the bins."""
    import numpy as np

    from tengen.core.score import WIN_SCALE
    from tengen.training.calibration import calibrate, mean_gap
    from tengen.training.chances import best_scale

    chances, results, games = (np.concatenate(column) for column in zip(*columns, strict=True))
    bins = calibrate(chances.tolist(), results.tolist(), games.tolist())
    _print_table(bins)
    typer.echo(f"from prediction to result: {mean_gap(bins):.1%} on average")
    typer.echo(f"scale that fits best: {best_scale(chances, results):.0f}, in use is {WIN_SCALE}")
    return bins


def _print_table(bins: "Sequence[Bin]") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title in ("predicted", "won", "95 %", "positions", "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for one in bins:
        table.add_row(
            f"{one.chance:.1%}",
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            f"{one.positions:,}",
            f"{one.games:,}",
        )
    Console().print(table)


def _draw(file: Path, bins: "Sequence[Bin]", title: str) -> None:
    from tengen.training.calibration import to_svg

    write_file(file, to_svg(bins, title))
