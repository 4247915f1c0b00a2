"""What the manager's end of the Gomocup protocol sends, given what the program knows already.

- An opponent's single stone comes by TURN, as from Piskvork; more stones come by BOARD, in the
  order of play where it is known, and the last is the opponent's, as from c-gomoku-cli.
- SWAP2BOARD is sent as documented, or with colours to a program that wants those (Rapfi).
"""

from tengen.core.game import Game, Move
from tengen.core.geometry import PASS, Color, Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice, Choose, Place
from tengen.core.setup import Setup
from tengen.errors import InvalidText
from tengen.hosts.gomocup.wire import (
    Field,
    Key,
    code_of,
    format_ms,
    format_point,
    format_stone,
)


def objection(setup: Setup) -> str | None:
    """Return why this protocol cannot play from a set-up, or None if it can."""
    if setup.blocked or setup.traps:
        return "the Gomocup protocol knows neither blocked points nor traps"
    try:
        code_of(setup.rule)
    except InvalidText as error:
        return str(error)
    return None


class Script:
    """What to tell a program, given what it has been told before."""

    def __init__(self, memory: int | None, threads: int | None, patience: float) -> None:
        self.has_colors = False
        """Whether SWAP2BOARD gives the colours of its stones."""
        self._memory = memory
        self._threads = threads
        self._patience = patience
        self._told: dict[Key, str] = {}
        self._seen: tuple[Setup, tuple[Move, ...]] | None = None

    def restart(self) -> None:
        """The program's board is empty, and what it was told may be forgotten."""
        # The keys stay: a limit that is no longer there must be taken back.
        self._told, self._seen = dict.fromkeys(self._told, ""), None

    def follow(self, game: Game, move: Move) -> None:
        """The program has answered with `move`, and has it on its board."""
        self._seen = game.setup, (*game.moves, move)

    @staticmethod
    def restart_lines() -> list[str]:
        """Return the lines that ask for another game."""
        # A program that drops a word while it winds up its search (Rapfi) drops one of the INFO.
        return [f"INFO {Key.TIME_LEFT} {format_ms(None)}", "RESTART"]

    def is_on_track(self, game: Game) -> bool:
        """Say whether the program can be asked about `game` without a new START or RESTART."""
        return self._seen is None or self._is_next(game)

    def seconds(self, limit: Limit) -> float:
        """Return how long a move may take; without a limit of time, as long as we are patient."""
        limits = [amount for amount in (limit.turn, limit.match) if amount is not None]
        return min(limits, default=self._patience)

    def infos(self, setup: Setup, limit: Limit) -> list[str]:
        """Return the INFO lines that tell the program something new; `limit.match` is the whole."""
        values = {
            Key.RULE: str(code_of(setup.rule)),
            # To say 0, or nothing, would be to say that it must hurry.
            Key.TIMEOUT_TURN: format_ms(limit.turn or limit.match or self._patience),
            Key.TIMEOUT_MATCH: format_ms(limit.match or 0),
            Key.MAX_MEMORY: str(self._memory or 0),
        }
        for key, amount in (
            (Key.MAX_NODE, limit.nodes),
            (Key.MAX_DEPTH, limit.depth),
            (Key.THREAD_NUM, self._threads),
        ):
            # These are Yixin's: a program that was never limited need not hear of them.
            if amount is not None or key in self._told:
                values[key] = str(amount or 0)
        new = [f"INFO {key} {text}" for key, text in values.items() if self._told.get(key) != text]
        self._told = values
        return new

    def question(self, game: Game, limit: Limit) -> list[str]:
        """Return the lines that ask for a move, or for stones and choices of an opening."""
        time_left = f"INFO {Key.TIME_LEFT} {format_ms(limit.match)}"
        if self.is_opening(game):
            return [time_left, "SWAP2BOARD", *self._swap2_lines(game), "DONE"]
        if self._is_next(game) and (point := game.board.last) is not None:
            return [time_left, f"TURN {format_point(point)}"]
        stones = stones_of(game)
        if not stones:
            return [time_left, "BEGIN"]
        if len(stones) == 1 and stones[0][1] is not game.turn:
            return [time_left, f"TURN {format_point(stones[0][0])}"]
        fields = [
            format_stone(point, Field.OWN if color is game.turn else Field.OTHER)
            for point, color in stones
        ]
        return [time_left, "BOARD", *fields, "DONE"]

    @staticmethod
    def is_opening(game: Game) -> bool:
        """Say whether SWAP2BOARD is what to ask: on the empty board, or for a choice.

        The rest of the stones come with the first; if that answer is lost, they are asked for one
        by one, as moves.
        """
        stage = game.stage
        return isinstance(stage, Choose) or (isinstance(stage, Place) and not game.moves)

    def _swap2_lines(self, game: Game) -> list[str]:
        if self.has_colors:
            return [f"{format_point(point)},{color + 1}" for point, color in stones_of(game)]
        return [format_point(point) for point, _ in stones_of(game)]

    def _is_next(self, game: Game) -> bool:
        """Say whether the program knows all but the last move, which is an opponent's stone."""
        moves = game.moves
        if not moves or moves[-1] == PASS or isinstance(moves[-1], Choice):
            return False
        return self._seen == (game.setup, moves[:-1])


def stones_of(game: Game) -> list[tuple[Point, Color]]:
    """Return the stones in the order of play.

    Stones of the set-up have none: they alternate, ending with the side that does not move.
    """
    setup, board = game.setup, game.board
    first = [(point, setup.turn) for point in getattr(setup, str(setup.turn))]
    other = setup.turn.other
    second = [(point, other) for point in getattr(setup, str(other))]
    stones: list[tuple[Point, Color]] = []
    while first or second:
        takes = second if len(second) > len(first) or not first else first
        stones.append(takes.pop(0))
    color = setup.turn
    for point in board.moves:
        if point != PASS:
            stones.append((point, color))
        color = color.other
    return stones
