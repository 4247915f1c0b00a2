"""What a bot is: a name, a sentence, what it plays, and how it chooses a move."""

from collections.abc import Callable
from dataclasses import dataclass

from tengen.bots._why import Why
from tengen.core.game import Game, Move
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice
from tengen.core.score import Info
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText

_NO_LIMIT = Limit()


def plays_everything(setup: Setup) -> str | None:  # noqa: ARG001
    """Refuse no set-up: the answer of bots that play every rule, size and special point."""
    return None


def take_white(game: Game, limit: Limit) -> Choice:  # noqa: ARG001
    """Choose White in an opening procedure, because White puts the next stone.

    Where White cannot be had, choose what is offered first.
    """
    return Choice.TAKE_WHITE if Choice.TAKE_WHITE in game.choices else game.choices[0]


def nothing_to_prepare(setup: Setup, seed: int | None) -> None:
    """Do nothing before a game: for bots that remember nothing and are quick to begin."""


def cannot_stop() -> None:
    """Do nothing: for bots that cannot be interrupted, or need not be."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that is a program.

    A bot gets the whole game and leaves it as it was. Two bots made with the same options that
    include a seed answer the same questions alike. One bot serves one game at a time.
    """

    name: str
    description: str
    """One sentence for people who choose an opponent."""
    choose_point: Callable[[Game, Limit], Point]
    """Returns a legal point, or PASS where there is none. It is asked only while the game goes on,
    and for the stones of an opening procedure too: those are put as if they were moves."""
    version: int = 1
    """Raised whenever the bot begins to play differently, so that ratings do not mix."""
    supports: Callable[[Setup], str | None] = plays_everything
    """Returns None for a set-up the bot plays, else the reason in one sentence."""
    choose_choice: Callable[[Game, Limit], Choice] = take_white
    """Returns one of `game.choices`."""
    search: Callable[[Game, Limit, int], Info] | None = None
    """For bots that can tell what they think: finds a point like `choose_point`, as the best of as
    many lines as are asked for. Depth 0 says that the move needed no search."""
    new_game: Callable[[Setup, int | None], None] = nothing_to_prepare
    """Called when a game is about to begin and nobody's clock runs. What the bot knows of other
    games is forgotten, so that no game depends on the one before. A bot that was made without a
    seed takes this one, so that several of them can take turns in one game; None draws one."""
    stop: Callable[[], None] = cannot_stop
    """Asks for the move now, from any thread, while one is being chosen."""
    story: str = ""
    """Two sentences for a page of opponents: where the bot comes from, and how it thinks."""
    explain: Callable[[Game, Limit], Why] | None = None
    """For bots that can tell what their move rests on: finds the point that `choose_point` would,
    with the values behind it."""

    def choose(self, game: Game, limit: Limit = _NO_LIMIT) -> Move:
        """Return the bot's move for the seat that must act now; may block."""
        self.check_open(game)
        return self.choose_choice(game, limit) if game.choices else self.choose_point(game, limit)

    def check_setup(self, setup: Setup) -> None:
        """Raise InvalidText, with the reason, for a set-up that the bot does not play."""
        if (reason := self.supports(setup)) is not None:
            raise InvalidText(
                "unsupported", "{bot} does not play this: {reason}", bot=self.name, reason=reason
            )

    def check_open(self, game: Game) -> None:
        """Raise IllegalMove if the game is over, and there is no move to choose."""
        if (outcome := game.outcome()) is not None:
            raise IllegalMove(
                "game-over",
                "the game is over: {outcome}; there is no move to choose",
                outcome=str(outcome),
            )
