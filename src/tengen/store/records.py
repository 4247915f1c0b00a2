"""What goes into the store and comes out of it: plain values that know no database.

Times are seconds since 1970, UTC. Whatever is typed as `Json` is the caller's own: the store keeps
it and gives it back, and never looks inside.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.notation.position import parse_position

Json = Mapping[str, Any]
"""A JSON object; its keys keep their order, its numbers are finite."""


class GameResult(StrEnum):
    """How a game ended, by seats, because an opening procedure may give either seat Black."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    VOID = "void"
    """Over, but counted for nobody: aborted, or spoilt by something outside the game."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays. Two players are the same one only if all four texts are equal."""

    name: str
    kind: str = "bot"
    """Such as `bot`, `program` or `person`; the store asks for no particular word."""
    command: str = ""
    """What starts a program."""
    version: str = ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game before its first event."""

    first: Player
    second: Player
    position: str = ""
    """Where it starts, as `format_position` writes it: size, rule, opening, set-up, moves."""
    limits: Json = field(default_factory=dict)
    first_owner: str = ""
    """Whose seat it is, for `GameFilter.owner`: a visitor's token, or nothing."""
    second_owner: str = ""
    started_at: float = field(default_factory=time.time)
    address: str | None = None
    """A name by which it can be found, such as part of a URL; no two games have the same."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game. The first has index 0, and no index is left out."""

    index: int
    payload: Json
    at: float = field(default_factory=time.time)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended."""

    result: GameResult
    reason: str
    """Such as `five in a row`, `timeout` or `illegal move`."""
    finished_at: float = field(default_factory=time.time)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as lists show it: everything but its events."""

    id: int
    first: Player
    second: Player
    position: str
    rule: str
    size: int
    opening: str
    limits: Json
    first_owner: str
    second_owner: str
    run_id: int | None
    """The run that it belongs to; None for a game between people, or against a bot."""
    job_index: int | None
    started_at: float
    length: int
    """How many events there are; the index of the next one."""
    plies: int
    """How many moves have been played, as far as the caller said so."""
    black: Seat | None
    """Who has Black; None while an opening procedure has not said."""
    verdict: Verdict | None
    """None while it goes on."""
    address: str | None = None

    def start(self) -> Game:
        """Return the game as it was before the first event."""
        return parse_position(self.position)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted; what is None does not matter."""

    player: str | None = None
    """The name of either player."""
    opponent: str | None = None
    """With `player` or `owner`, the name of the other player; alone, the same as `player`."""
    owner: str | None = None
    """Whose either seat is."""
    rule: str | None = None
    size: int | None = None
    run_id: int | None = None
    in_a_run: bool | None = None
    """True for the games of runs, False for all others."""
    is_finished: bool | None = None
    score: float | None = None
    """What that player (or owner) got: 1, 0.5 or 0; of nobody in particular, what either got."""
    winner: Color | None = None
    """The colour that has won."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A match, tournament or test: a plan, and the jobs that come of it."""

    id: int
    kind: str
    name: str
    plan: Json
    started_at: float
    finished_at: float | None
    """None while it can be resumed."""
    summary: Json
    """What came out; empty until it is finished."""


@dataclass(frozen=True, slots=True)
class StoredJob:
    """One game that a run wants played, and the attempt at it, if there is one."""

    run_id: int
    index: int
    payload: Json
    game_id: int | None
    """The finished game, or else the attempt that was last started."""
    is_done: bool
    """Whether that game is finished; there is never a second one."""


@dataclass(frozen=True, slots=True)
class StoredRating:
    """What a run says about a player's strength: Elo with its 95 % interval."""

    player: Player
    elo: float
    low: float
    high: float
    games: int
    score: float
    """Points per game, between 0 and 1."""
    at: float = field(default_factory=time.time)
