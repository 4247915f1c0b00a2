"""`tengen match`, `tournament`, `sprt` and `resume`: runs of the arena."""

from typing import Annotated

import typer

from tengen.cli._app import app
from tengen.cli._arena import (
    PLAYERS_HELP,
    Output,
    Settings,
    begin_and_play,
    play_run,
    with_settings,
)

DEFAULTS = Settings()
OUTPUT_DEFAULTS = Output()
TEST_DEFAULTS = Settings(games=40_000)
PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help=PLAYERS_HELP)]


@app.command(epilog="Example: tengen match greedy random --games 20 --limit 0.1s")
@with_settings
def match(a: PlayerArgument, b: PlayerArgument, settings: Settings = DEFAULTS) -> None:
    """Play two players against each other and say how much stronger one is.

    Every opening is played with both colours. Stop with Ctrl-C; `tengen resume` goes on.
    """
    begin_and_play(settings.plan("match", [a, b]), settings)


@app.command(epilog="Example: tengen tournament greedy random ./pbrain-mine --games 10")
@with_settings
def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER…", help=PLAYERS_HELP)],
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first player against all others.")
    ] = False,
    settings: Settings = DEFAULTS,
) -> None:
    """Play everybody against everybody, and rate them."""
    begin_and_play(settings.plan("gauntlet" if gauntlet else "tournament", players), settings)


@app.command(epilog="Example: tengen sprt new=./pbrain-new old=./pbrain-old --elo1 20 --limit 0.1s")
@with_settings
def sprt(
    new: PlayerArgument,
    old: PlayerArgument,
    elo0: Annotated[float, typer.Option(metavar="ELO", help="No better than this: refuse.")] = 0.0,
    elo1: Annotated[float, typer.Option(metavar="ELO", help="At least this much: accept.")] = 20.0,
    alpha: Annotated[float, typer.Option(metavar="P", help="Chance of a wrong yes.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="Chance of a wrong no.")] = 0.05,
    normalized: Annotated[
        bool, typer.Option("--normalized", help="Both bounds are in normalized Elo.")
    ] = False,
    settings: Settings = TEST_DEFAULTS,
) -> None:
    """Test whether NEW is stronger than OLD, and stop as soon as that is clear.

    A sequential probability ratio test over pairs of games. It also stops if more than 1 % of the
    games end in faults.
    """
    from tengen.arena.sprt import Hypotheses

    hypotheses = Hypotheses(elo0, elo1, alpha, beta, "normalized" if normalized else "logistic")
    begin_and_play(settings.plan("sprt", [new, old], hypotheses), settings)


@app.command(epilog="Example: tengen resume")
@with_settings
def resume(
    run: Annotated[int | None, typer.Argument(help="Its number; else the last one.")] = None,
    output: Output = OUTPUT_DEFAULTS,
) -> None:
    """Go on with a match, tournament or test that was stopped; who plays what is in the store."""
    from tengen.arena.run import Run
    from tengen.store import Store, locate

    with Store.open(locate(output.store)) as opened:
        play_run(Run.resume(opened, run), output)
