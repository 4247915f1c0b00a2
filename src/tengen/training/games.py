"""The files of self-play games: gzipped lines of JSON, and everything that may be wrong in them."""

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from tengen.core.geometry import MAX_SIZE, MIN_SIZE, PASS, Point
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.errors import InvalidText

_MOST_BYTES: Final = 100_000
"""More than any game needs in one line."""
_MOST_VALUE: Final = 30_000
_NUMBERS: Final = ("size", "start", "winner")
_LISTS: Final = ("moves", "values", "found")
_OPTIONAL: Final = "explored"
"""The list that is left out where it would be empty."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was written down; points are numbers, row by row from 0, and a pass is -1."""

    rule: Rule
    size: int
    start: int
    """How many of the moves are the opening."""
    moves: list[int]
    values: list[int]
    """What the search said of every position after the opening, for the side to move."""
    found: list[int]
    """The move that it found there."""
    explored: list[int]
    """Which of the moves were drawn instead of searched, as numbers from 0."""
    winner: int
    """0 for Black, 1 for White, -1 for nobody."""
    source: str
    """File and line, for those who complain."""

    def boards(self) -> Iterator[NativeBoard]:
        """Yield the board before every move and after the last: one board, which moves on."""
        board = NativeBoard(Setup(self.size, self.rule))
        yield board
        for index in self.moves:
            point = PASS if index < 0 else Point(index % self.size, index // self.size)
            if board.outcome() is not None or not board.is_legal(point):
                raise _fault(self.source, f"move {index} cannot be played there")
            board.push(point)
            yield board

    def searched(self) -> Iterator[tuple[int, NativeBoard]]:
        """Yield every position that was searched: its number from 0, and a board that moves on."""
        for ply, board in enumerate(self.boards()):
            if 0 <= ply - self.start < len(self.values) and board.outcome() is None:
                yield ply - self.start, board

    def is_settled(self, number: int) -> bool:
        """Say whether a searched position has the result as its own: nothing drawn came later."""
        return self.start + number > max(self.explored, default=-1)

    def result(self, color: int) -> float:
        """Return 1 if `color` won, 0 if it lost, one half for a draw."""
        return 0.5 if self.winner < 0 else float(self.winner == color)


def read(files: Sequence[Path]) -> Iterator[PlayedGame]:
    """Yield the games of files; raise InvalidText with file and line where something is wrong."""
    for file in files:
        for number, line in _lines(file):
            yield _parse(line, f"{file}:{number}")


def read_one_rule(files: Sequence[Path]) -> Iterator[PlayedGame]:
    """Yield the games of files as `read` does, and raise InvalidText for one of another rule."""
    rule: Rule | None = None
    for game in read(files):
        if rule is not None and game.rule != rule:
            raise InvalidText(
                "mixed-rules",
                "{source}: a game of {other} among games of {rule}; weights are for one rule",
                source=game.source,
                other=game.rule.name,
                rule=rule.name,
            )
        rule = game.rule
        yield game


def nothing_in(files: Sequence[Path]) -> InvalidText:
    """Return the error for files without a position to learn from."""
    names = ", ".join(str(file) for file in files)
    return InvalidText("no-games", "{files}: no position to learn from is in there", files=names)


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with gzip.open(file, "rb") as lines:
            for number in count(1):
                line = lines.readline(_MOST_BYTES)
                if not line:
                    return
                if not line.endswith(b"\n"):
                    raise _fault(f"{file}:{number}", "the line is cut off, or too long for a game")
                yield number, line
    except gzip.BadGzipFile:
        raise _fault(str(file), "this is not a gzip file, or a damaged one") from None
    except OSError as error:
        raise _fault(str(file), (error.strerror or "cannot be read").lower()) from None
    except EOFError:
        why = "the end is missing; 'zcat' still gives the games before it"
        raise _fault(str(file), why) from None
    except zlib.error:
        raise _fault(str(file), "the file is damaged") from None


def _parse(line: bytes, source: str) -> PlayedGame:
    try:
        game = json.loads(line)
    except (ValueError, RecursionError):
        raise _fault(source, "this is not a line of JSON") from None
    required = ("rule", *_NUMBERS, *_LISTS)
    if not isinstance(game, dict) or game.keys() - {_OPTIONAL} != set(required):
        raise _fault(source, f"a game has {', '.join(required)}, perhaps {_OPTIONAL}, and no more")
    game.setdefault(_OPTIONAL, [])
    if game["rule"] not in list(RULES):
        raise _fault(source, f"the rule must be one of {', '.join(RULES)}")
    for name in _NUMBERS:
        if type(game[name]) is not int:
            raise _fault(source, f"{name} must be a whole number")
    for name in (*_LISTS, _OPTIONAL):
        row = game[name]
        if not isinstance(row, list) or not all(type(number) is int for number in row):
            raise _fault(source, f"{name} must be whole numbers")
    played = PlayedGame(**{**game, "rule": RULES[game["rule"]], "source": source})
    if (why := _what_is_wrong(played)) is not None:
        raise _fault(source, why)
    return played


def _what_is_wrong(game: PlayedGame) -> str | None:
    if not MIN_SIZE <= game.size <= MAX_SIZE:
        return f"size must be {MIN_SIZE} to {MAX_SIZE}"
    if not all(-1 <= index < game.size**2 for index in (*game.moves, *game.found)):
        return f"moves and found must be points from 0 to {game.size**2 - 1}, or -1"
    if not all(abs(value) <= _MOST_VALUE for value in game.values):
        return f"values must be from {-_MOST_VALUE} to {_MOST_VALUE}"
    if game.winner not in (-1, 0, 1):
        return "winner must be 0, 1 or -1"
    if not 0 <= game.start <= len(game.moves):
        return "start must be the number of moves in the opening"
    # A game that a search has decided ends with a value without a move.
    if len(game.values) - (len(game.moves) - game.start) not in (0, 1):
        return "every move after the opening must have a value"
    if len(game.found) != len(game.values):
        return "every value must have a move that was found"
    after = range(game.start, len(game.moves))
    if game.explored != [ply for ply in after if ply in game.explored]:
        return "explored must be rising numbers of moves after the opening"
    return None


def _fault(source: str, why: str) -> InvalidText:
    return InvalidText("bad-games", "{source}: {why}", source=source, why=why)
