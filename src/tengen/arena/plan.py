"""What a run will play, as plain data: its players, its settings, and its games in order."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from tengen.arena.openings import Opening, transformed
from tengen.arena.player import Entrant
from tengen.arena.sprt import Hypotheses
from tengen.core.game import Game
from tengen.core.geometry import SYMMETRIES, Point
from tengen.core.rules import find_rule
from tengen.errors import InvalidText
from tengen.notation.position import format_position
from tengen.play.terms import Terms


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played. It holds all that a worker needs, on this machine or another."""

    index: int
    """Its place in the run; the games 2n and 2n+1 are one opening with both colours."""
    first: Entrant
    second: Entrant
    position: str
    """Where it starts, as `format_position` writes it."""
    tolerance: float
    max_moves: int | None
    memory: int | None
    """Bytes that players are told to stay below."""
    is_memory_enforced: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Job":
        """Read what `to_dict` has written."""
        players = {seat: Entrant.from_dict(data[seat]) for seat in ("first", "second")}
        return cls(**{**data, **players})


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole run. The n-th game is a function of the plan, so a plan can be resumed anywhere."""

    kind: str
    """`match`, `tournament`, `gauntlet` or `sprt`."""
    players: tuple[Entrant, ...]
    openings: tuple[tuple[tuple[int, int], ...], ...]
    games: int
    """How many games each pair of players has; for a test, the most it may take. Always even."""
    size: int = 15
    rule: str = "freestyle"
    tolerance: float = 1.0
    max_moves: int | None = None
    symmetries: bool = False
    """Whether openings come turned and mirrored too, once all have been played as they are."""
    memory: int | None = 350 * 1024 * 1024
    is_memory_enforced: bool = False
    hypotheses: Hypotheses | None = None
    pairings: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.players)
        if count < 2:
            raise InvalidText("few-players", "a {kind} needs two players or more", kind=self.kind)
        if self.kind in ("match", "sprt") and count != 2:
            raise InvalidText("two-players", "a {kind} has two players", kind=self.kind)
        if self.games < 2 or self.games % 2:
            raise InvalidText(
                "odd-games",
                "{games} games for each pair is not possible; give an even number of 2 or more, "
                "since every opening is played with both colours",
                games=self.games,
            )
        if self.memory is not None and self.memory <= 0:
            raise InvalidText(
                "memory-range",
                "a memory of {memory} bytes is not possible; give more than 0",
                memory=self.memory,
            )
        # What a game's terms refuse is refused now, and not when the run is stored already.
        Terms(tolerance=self.tolerance, max_moves=self.max_moves)
        gauntlet = tuple((0, other) for other in range(1, count))
        everybody = tuple(combinations(range(count), 2))
        pairings = gauntlet if self.kind == "gauntlet" else everybody
        object.__setattr__(self, "pairings", pairings)

    @property
    def total(self) -> int:
        """How many games the run has, at the most."""
        return self.rounds * len(self.pairings) * 2

    @property
    def rounds(self) -> int:
        """How many openings each pair of players gets.

        Players that repeat themselves would only play the same games again once the openings have
        come round, so for them the run ends there.
        """
        wanted = self.games // 2
        if not self.is_repeatable:
            return wanted
        return min(wanted, len(self.openings) * (len(SYMMETRIES) if self.symmetries else 1))

    @property
    def is_repeatable(self) -> bool:
        """Whether every player plays the same game from the same opening."""
        return all(player.is_repeatable for player in self.players)

    @property
    def is_any_repeatable(self) -> bool:
        """Whether some two players may play the same game again."""
        return sum(player.is_repeatable for player in self.players) > 1

    def opening_of(self, index: int) -> int:
        """Return a number that is equal for the games that start from the same stones."""
        laps = len(SYMMETRIES) if self.symmetries else 1
        return index // 2 // len(self.pairings) % (len(self.openings) * laps)

    def job(self, index: int) -> Job:
        """Return the game at `index`: rounds first, so that all pairings advance together."""
        pair, is_swapped = divmod(index, 2)
        turn, pairing = divmod(pair, len(self.pairings))
        one, two = (self.players[which] for which in self.pairings[pairing])
        first, second = (two, one) if is_swapped else (one, two)
        return Job(
            index,
            first,
            second,
            self._position(turn),
            self.tolerance,
            self.max_moves,
            self.memory,
            self.is_memory_enforced,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        data = asdict(self)
        del data["pairings"]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Plan":
        """Read what `to_dict` has written."""
        players = tuple(Entrant.from_dict(player) for player in data["players"])
        openings = tuple(tuple((x, y) for x, y in one) for one in data["openings"])
        hypotheses = data["hypotheses"] and Hypotheses(**data["hypotheses"])
        return cls(**{**data, "players": players, "openings": openings, "hypotheses": hypotheses})

    def _position(self, turn: int) -> str:
        lap, which = divmod(turn, len(self.openings))
        opening: Opening = tuple(Point(*pair) for pair in self.openings[which])
        if self.symmetries:
            opening = transformed(opening, self.size, lap % len(SYMMETRIES))
        game = Game(self.size, find_rule(self.rule))
        for point in opening:
            game.push(point)
        return format_position(game)


def name_of(plan: Plan) -> str:
    """Return a short name for lists: who plays whom, at what."""
    names: Sequence[str] = [player.name for player in plan.players]
    who = " - ".join(names) if len(names) < 4 else f"{names[0]} and {len(names) - 1} others"
    return f"{who} ({plan.rule} {plan.size}x{plan.size})"
