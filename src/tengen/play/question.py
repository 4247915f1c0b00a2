"""What an engine worker can be asked, and what it answers; it keeps nothing between two questions.

In JSON a question says under `do` which one it is, an answer under `is`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self, get_args

from tengen.core.limits import Limit
from tengen.play._plain import Plain, read_tagged, tagged

_NO_LIMIT: Final = Limit()

UNHURRIED: Final = 20.0
"""Seconds that a bot without a clock may take for a move; the slowest classic needs a few."""


class _Question(Plain):
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the question as values that JSON knows."""
        return tagged("do", self)


class _Answer(Plain):
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as values that JSON knows."""
        return tagged("is", self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has written, or raise InvalidText."""
        return read_tagged("is", [cls], data)


@dataclass(frozen=True, slots=True)
class AskMove(_Question):
    """What does a bot play here?"""

    bot: str
    """As `tengen.bots.find_bot` reads it: `greedy`, `random:seed=3`."""
    position: str
    """As `tengen.notation.format_position` writes it."""
    limit: Limit = _NO_LIMIT
    seed: int | None = None
    """The game's own, by which a bot is the same player from its first move to its last."""

    @property
    def budget(self) -> float:
        """The seconds after which an answer is overdue."""
        given = [s for s in (self.limit.turn, self.limit.match) if s is not None]
        return min(given, default=UNHURRIED)


@dataclass(frozen=True, slots=True)
class AskHint(_Question):
    """What would the strongest bot play here, and why?"""

    position: str
    seconds: float = 0.7

    @property
    def budget(self) -> float:
        """The seconds after which an answer is overdue."""
        return self.seconds + 1.0


@dataclass(frozen=True, slots=True)
class AskAnalysis(_Question):
    """What does the engine see here? Answered by a stream of `Found`, then by `Done`."""

    position: str
    lines: int = 3
    seconds: float = 300.0

    @property
    def budget(self) -> float:
        """The seconds after which an answer is overdue."""
        return self.seconds + 1.0


@dataclass(frozen=True, slots=True)
class AskProof(_Question):
    """Can the side to move force a win by threats?"""

    position: str
    seconds: float = 20.0
    nodes: int | None = None

    @property
    def budget(self) -> float:
        """The seconds after which an answer is overdue."""
        # A proof may be shortened for as long as it took to find it.
        return 2 * self.seconds + 1.0


@dataclass(frozen=True, slots=True)
class AskValue(_Question):
    """How good is this for the side to move? Answered by a `Chosen` after a short look."""

    position: str
    nodes: int = 20_000

    @property
    def budget(self) -> float:
        """The seconds after which an answer is overdue, on a busy machine too."""
        return 5.0 + self.nodes / 5_000


Question = AskMove | AskHint | AskAnalysis | AskProof | AskValue


@dataclass(frozen=True, slots=True)
class Chosen(_Answer):
    """A bot's move."""

    move: str
    seconds: float
    """What it took, measured where it was thought about."""
    info: dict[str, Any] = field(default_factory=dict)
    """Depth, nodes and the chance to win, where the bot says them."""


@dataclass(frozen=True, slots=True)
class Hinted(_Answer):
    """A move with its reason: a code with arguments, and the same as words."""

    move: str
    code: str
    text: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found(_Answer):
    """What an analysis has found so far, for the side to move."""

    depth: int
    nodes: int
    nps: int
    lines: tuple[dict[str, Any], ...]
    """Each with its `moves`, and `win` (a chance), `win_in` or `loss_in` (plies)."""
    candidates: tuple[dict[str, Any], ...] = ()
    """First moves in the order of the search's belief in them, each with its `win`."""


@dataclass(frozen=True, slots=True)
class Done(_Answer):
    """An analysis is over."""

    reason: str
    """`time`, `proof`, `stopped`, or `no-move`."""


@dataclass(frozen=True, slots=True)
class Solved(_Answer):
    """What the solver says."""

    verdict: str
    """`win`, `no win` (by threats) or `unknown`."""
    nodes: int
    seconds: float
    plies: int | None = None
    line: tuple[str, ...] = ()
    proof: dict[str, Any] | None = None
    """As `tengen.core.proof.proof_to_plain` writes it."""


@dataclass(frozen=True, slots=True)
class Failed(_Answer):
    """The question has no answer, and asking again would not help."""

    code: str
    text: str
    arguments: dict[str, Any] = field(default_factory=dict)


Answer = Chosen | Hinted | Found | Done | Solved | Failed


def question_from_dict(data: object) -> Question:
    """Read any question as its `to_dict` has written it, or raise InvalidText."""
    question: Question = read_tagged("do", get_args(Question), data)
    return question


def answer_from_dict(data: object) -> Answer:
    """Read any answer as its `to_dict` has written it, or raise InvalidText."""
    answer: Answer = read_tagged("is", get_args(Answer), data)
    return answer
