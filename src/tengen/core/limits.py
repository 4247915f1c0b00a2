"""What may be spent on a game or a move, and the clock that counts it. Seconds are floats."""

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tengen.errors import InvalidText

_LIMIT_TEXT = re.compile(r"([0-9]{1,400}(?:\.[0-9]{1,400})?)(ms|s|n|d|k)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limit:
    """What a player may spend; None means no limit.

    When a bot is asked for a move, `match` is what is left on its clock.
    """

    turn: float | None = None
    """Seconds for one move."""
    match: float | None = None
    """Seconds for all moves of the game together."""
    increment: float = 0.0
    """Seconds added to `match` after every move."""
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("turn", "match", "nodes", "depth"):
            amount = getattr(self, name)
            if amount is not None and not (0 < amount < math.inf):
                raise InvalidText(
                    "limit-range",
                    "a limit of {amount} for {name} is not possible; "
                    "give a finite number, more than 0",
                    amount=amount,
                    name=name,
                )
        for name in ("nodes", "depth"):
            amount = getattr(self, name)
            if amount is not None and (not isinstance(amount, int) or amount is True):
                raise InvalidText(
                    "limit-range",
                    "{name} are a whole number, not {amount}",
                    name=name,
                    amount=amount,
                )
        if not 0 <= self.increment < math.inf:
            raise InvalidText(
                "limit-range",
                "an increment of {amount} seconds is not possible; give 0 or more",
                amount=self.increment,
            )

    @classmethod
    def parse(cls, text: str) -> "Limit":
        """Read `0.3s`, `300ms`, `20000n` or `20k` (nodes) or `8d` (depth), joined by `+`."""
        limit = cls()
        for part in text.split("+"):
            match = _LIMIT_TEXT.fullmatch(part)
            if match is None:
                raise InvalidText(
                    "bad-limit",
                    "{text!r} is not a limit; write seconds '0.3s', nodes '20000n' or depth '8d'",
                    text=text,
                )
            number, unit = match.groups()
            before, limit = limit, _with_part(limit, number, unit, text)
            if sum(a is not None for a in _amounts(before)) == sum(
                a is not None for a in _amounts(limit)
            ):
                raise InvalidText("bad-limit", "{text!r} limits the same thing twice", text=text)
        return limit

    def __str__(self) -> str:
        """Write the per-move limits in the form that `parse` reads."""
        parts = []
        if self.turn is not None:
            parts.append(f"{Decimal(repr(self.turn)):f}s")
        if self.nodes is not None:
            parts.append(f"{self.nodes}n")
        if self.depth is not None:
            parts.append(f"{self.depth}d")
        return "+".join(parts)


def _amounts(limit: Limit) -> tuple[float | None, ...]:
    return limit.turn, limit.nodes, limit.depth


def _with_part(limit: Limit, number: str, unit: str, text: str) -> Limit:
    if unit in ("s", "ms"):
        return replace(limit, turn=float(number) / (1000 if unit == "ms" else 1))
    if not number.isdigit():
        raise InvalidText("bad-limit", "{text!r}: nodes and depth are whole numbers", text=text)
    if unit == "d":
        return replace(limit, depth=int(number))
    return replace(limit, nodes=int(number) * (1000 if unit == "k" else 1))


class Clock:
    """One side's clock. The caller brings the time, so that tests and replays need not wait."""

    __slots__ = ("_since", "_this_turn", "limit", "spent")

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.spent = 0.0
        """Seconds charged so far, less the increments earned."""
        self._this_turn = 0.0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether a move is being thought about."""
        return self._since is not None

    def start(self, now: float) -> None:
        """Begin to charge this side; does nothing while the clock runs."""
        if self._since is None:
            self._since = now

    def pause(self, now: float) -> float:
        """Stop charging without ending the move, and return the seconds since it was started."""
        running = self._running(now)
        self.spent += running
        self._this_turn += running
        self._since = None
        return running

    def stop(self, now: float) -> float:
        """End the move: charge it, add the increment, and return the seconds it took."""
        self.pause(now)
        seconds, self._this_turn = self._this_turn, 0.0
        self.spent -= self.limit.increment
        return seconds

    def turn_left(self, now: float) -> float:
        """Return the seconds left for this move; infinite without limits, negative when over."""
        if self.limit.turn is None:
            return self.match_left(now)
        turn = self.limit.turn - self._this_turn - self._running(now)
        return min(turn, self.match_left(now))

    def match_left(self, now: float) -> float:
        """Return the seconds left for the game; infinite without a match limit."""
        if self.limit.match is None:
            return math.inf
        return self.limit.match - self.spent - self._running(now)

    def _running(self, now: float) -> float:
        return max(0.0, now - self._since) if self._since is not None else 0.0
