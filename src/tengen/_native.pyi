"""The fast twin of tengen.core. Import it through tengen.engine only."""

from collections.abc import Callable, Sequence


class Board:
    """A position in motion, with every pattern kept up to date."""

    def __init__(self, size: int, black: tuple[int, bool, bool, bool], white: tuple[int, bool, bool, bool], points: Sequence[Sequence[tuple[int, int]]], turn: int) -> None:
        """
        Make a board; points are black stones, white stones, blocked points, traps.
        """

    def copy(self) -> Board: ...

    def push(self, point: tuple[int, int]) -> None:
        """Play an empty point, a trap or (-1, -1) for a pass."""

    def pop(self) -> tuple[int, int]:
        """Take the last move back and return it."""

    @property
    def size(self) -> int: ...

    @property
    def turn(self) -> int: ...

    @property
    def key(self) -> int: ...

    def cell(self, point: tuple[int, int]) -> int:
        """0 empty, 1 black, 2 white, 3 blocked or trap."""

    def is_legal(self, point: tuple[int, int]) -> bool: ...

    def legal_points(self) -> list[tuple[int, int]]: ...

    def candidates(self) -> list[tuple[int, int]]: ...

    def forbidden(self, color: int) -> list[tuple[tuple[int, int], int]]:
        """
        Each forbidden point with its reason: 1 overline, 2 double four, 3 double three.
        """

    def threats(self, color: int) -> list[tuple[int, list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]]:
        """Kind, stones, keys and defences of each."""

    def outcome(self) -> tuple[int, int, list[tuple[int, int]]]:
        """Reason (0 while the game goes on), winner or -1, row."""

    def patterns(self, point: tuple[int, int], color: int) -> list[int]:
        """What a stone there makes in the four directions."""

    def class_at(self, point: tuple[int, int], color: int) -> int:
        """What a stone there makes on its four lines together."""

    def counts(self, color: int) -> list[int]:
        """How many empty points of each class; upper bounds where forbidden."""

    def check(self) -> str:
        """What differs from a computation from scratch, or ''."""

    def perft(self, depth: int) -> tuple[int, int]:
        """Leaves and wins of all continuations to a depth."""

def scan_line(text: str, place: int, side: tuple[int, bool, bool, bool]) -> tuple[int, list[int]]:
    """
    The plain scan of one line: the pattern at `place`, and the replies that lessen it.
    """

def bench_board(size: int, black: tuple[int, bool, bool, bool], white: tuple[int, bool, bool, bool], seconds: float) -> float:
    """Pushes and pops, pairs per second."""

class Weights:
    """The numbers of the evaluation for one rule."""

    def __init__(self, black: tuple[int, bool, bool, bool], white: tuple[int, bool, bool, bool], data: bytes | None) -> None:
        """Read weights from bytes; None gives those of the formulas."""

    @property
    def hash(self) -> int: ...

    @property
    def has_network(self) -> bool:
        """Whether there is a network besides the patterns' numbers."""

    def patterns_only(self) -> Weights:
        """The same without the network."""

    def numbers(self) -> bytes:
        """
        All numbers as 16-bit integers of this machine: for each colour to_move, waiting, threats, mine, theirs, own and foe.
        """

def save_weights(black: tuple[int, bool, bool, bool], white: tuple[int, bool, bool, bool], numbers: bytes, network: bytes = ...) -> bytes:
    """
    Return a weight file of numbers as `numbers` gives, with a network behind them if any.
    """

CODES: int = 2380

THREAT_MASKS: int = 2048

COUNTS: int = 128

VALUE_WIN: int = 30000

VALUE_WIN_BOUND: int = 29000

OTHER_RULE: str = 'these weights are for another rule'

class Request:
    """What a search is asked for; zero means no limit."""

    def __init__(self, nodes: int = 0, depth: int = 0, optimum: float = 0.0, maximum: float = 0.0, lines: int = 1, balanced: bool = False, stops: int | None = None) -> None:
        """
        `stops` is what the engine's said when the question came: a stop since then ends it.
        """

class Report:
    """What a search has found, for the side to move."""

    @property
    def depth(self) -> int: ...

    @property
    def selective_depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def permille_full(self) -> int: ...

    @property
    def cuts(self) -> int: ...

    @property
    def first_cuts(self) -> int: ...

    @property
    def lines(self) -> list[tuple[int, int, list[tuple[int, int]]]]:
        """Value, depth and moves of each line, the best first."""

    @property
    def candidates(self) -> list[tuple[tuple[int, int], int]]:
        """Every root move with its newest value."""

class Engine:
    """A search with its table, for one rule."""

    def __init__(self, weights: Weights, bytes: int, threads: int = 1, can_pass: bool = True) -> None: ...

    def search(self, board: Board, request: Request, only: Sequence[tuple[int, int]] = [], except_: Sequence[tuple[int, int]] = [], on_report: Callable[[Report], bool] | None = None, signals: bool = False) -> Report:
        """
        Search; `on_report` is called after each iteration and returns True to stop.
        """

    def stop(self) -> None:
        """End the running search, from any thread."""

    @property
    def stops(self) -> int:
        """How often `stop` was called."""

    def clear(self) -> None:
        """Forget all positions."""

def features(board: Board) -> tuple[int, list[int], bytes, bytes, bytes]:
    """
    Mask, indices of class counts, own codes with counts, the foe's, and moves as (index, own, foe).
    """

def judge(board: Board, weights: Weights) -> tuple[int, list[tuple[tuple[int, int], int]]]:
    """
    The value of a position without any search, and the score of every candidate.
    """

def parameters() -> list[tuple[str, int]]:
    """The constants of the search by name."""

def set_parameter(name: str, value: int) -> bool:
    """Set a constant; False where this build or the name does not allow it."""

class Solution:
    """What a solver found."""

    @property
    def verdict(self) -> int:
        """0 a win, 1 no win, 2 unknown."""

    @property
    def plies(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def microseconds(self) -> int: ...

    @property
    def line(self) -> list[tuple[int, int]]: ...

    @property
    def proof(self) -> list[tuple[tuple[int, int], int, list[tuple[tuple[int, int], int]]]]:
        """Move, otherwise and replies of each node; the last is the root."""

class Solver:
    """Looks for wins by threats, and proves them."""

    def __init__(self, bytes: int) -> None: ...

    def solve(self, board: Board, nodes: int, milliseconds: int, depth: int, fours_only: bool, shorten: bool, stops: int) -> Solution:
        """
        Look for a win of the side to move; one thread at a time. `stops` is what it said when the question came: a stop since then ends it.
        """

    def stop(self) -> None:
        """End a running solve; any thread may call it."""

    @property
    def stops(self) -> int:
        """How often `stop` was called."""

    def clear(self) -> None:
        """Forget everything."""
