"""What the manager has said with INFO, and the limit that follows from it for the next move."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tengen.core.limits import Limit
from tengen.hosts._host import AT_ONCE
from tengen.hosts.gomocup.wire import Key, parse_ms, parse_number

DEFAULT_TURN: Final = 30.0
"""Seconds for a move when the manager has set no limit at all, as in Gomocup's own skeleton."""

INSTANT: Final = AT_ONCE.turn or 0.001
"""Seconds for a move that must be made at once."""


@dataclass(slots=True)
class Settings:
    """The limits of the game, in seconds and counts; None is no limit.

    `time_left` is trusted: the manager sends it before every move, and it alone knows its clock.
    """

    turn: float | None = None
    is_turn_set: bool = False
    match: float | None = None
    left: float | None = None
    is_left_set: bool = False
    nodes: int | None = None
    depth: int | None = None

    def take(self, key: str, text: str) -> bool:
        """Take a value, and say whether the key is one of a limit; raise InvalidText if bad."""
        taker = _TAKERS.get(key)
        if taker is not None:
            taker(self, text)
        return taker is not None

    def new_game(self) -> None:
        """Forget what was left of the last game."""
        self.left, self.is_left_set = None, False

    def limit(self, *, shares: int = 1) -> Limit:
        """Return what may be spent now, when `shares` questions share the time of one move."""
        turn = self.turn
        if not self.is_turn_set and self.nodes is None and self.depth is None:
            turn = DEFAULT_TURN
        match = self.left if self.is_left_set else self.match
        return Limit(
            turn=None if turn is None else max(turn / shares, INSTANT),
            match=None if match is None else max(match / shares, INSTANT),
            nodes=self.nodes,
            depth=self.depth,
        )

    def _take_turn(self, text: str) -> None:
        self.turn, self.is_turn_set = parse_ms(text), True

    def _take_match(self, text: str) -> None:
        match = parse_ms(text)
        self.match = None if match is None or match <= 0 else match

    def _take_left(self, text: str) -> None:
        self.left, self.is_left_set = parse_ms(text), True

    def _take_nodes(self, text: str) -> None:
        nodes = parse_number(text)
        self.nodes = nodes if nodes > 0 else None

    def _take_depth(self, text: str) -> None:
        depth = parse_number(text)
        self.depth = depth if depth > 0 else None


_TAKERS: Final[dict[str, Callable[[Settings, str], None]]] = {
    Key.TIMEOUT_TURN: Settings._take_turn,
    Key.TIMEOUT_MATCH: Settings._take_match,
    Key.TIME_LEFT: Settings._take_left,
    Key.MAX_NODE: Settings._take_nodes,
    Key.MAX_DEPTH: Settings._take_depth,
}


def is_move_now(key: str, text: str) -> bool:
    """Say whether INFO with these words, sent while a bot thinks, asks for its move now."""
    return key == Key.TIMEOUT_TURN and text.strip() == "0"
