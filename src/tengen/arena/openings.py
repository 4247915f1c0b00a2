"""Openings: the stones that games start from, read from a file or made at random."""

import random
from collections.abc import Iterator
from pathlib import Path

from tengen.core.game import Game
from tengen.core.geometry import SYMMETRIES, Color, Point
from tengen.core.rules import Rule
from tengen.errors import IllegalMove, InvalidText, TengenError
from tengen.notation.coordinates import find_dialect
from tengen.notation.pos import parse_pos

Opening = tuple[Point, ...]
"""The stones in the order of play, Black first."""

MOST_BYTES = 50_000_000
MOST_RANDOM = 1_000
"""Openings that are made at random; a longer run comes round to them again."""


def read_openings(path: Path, size: int, rule: Rule, rows_from: str = "top") -> list[Opening]:
    """Read one opening a line: `h8i9g7`, or Gomocup's offsets `0,0, 1,-2, …` from the centre.

    `rows_from` says where row 1 of the first kind is, `top` (c-gomoku-cli, GomocupJudge) or
    `bottom` (renju). Blank lines and lines that begin with `#` are passed over. A line that is no
    opening, or repeats an earlier one, is named with its number.
    """
    openings: list[Opening] = []
    seen: dict[Opening, int] = {}
    for number, line in _lines(path):
        try:
            opening = _parse_line(line, size, "pos-top" if rows_from == "top" else "house")
            _check_playable(opening, size, rule)
            if opening in seen:
                raise InvalidText(
                    "repeated-opening",
                    "{line!r} is the opening of line {first} again",
                    line=line,
                    first=seen[opening],
                )
        except TengenError as error:
            raise InvalidText(
                "bad-opening", "{path}:{number}: {why}", path=path, number=number, why=str(error)
            ) from None
        seen[opening] = number
        openings.append(opening)
    if not openings:
        raise InvalidText("no-openings", "{path}: there is no opening in this file", path=path)
    return openings


def random_openings(count: int, size: int, rule: Rule, seed: int) -> list[Opening]:
    """Return so many different openings of three to five stones round the centre.

    No two are the same turned or mirrored, and none has a threat in it. Fewer are returned where
    a small board has no more.
    """
    rng = random.Random(f"{seed} {size} {rule.name}")
    reach = min(3, (size - 1) // 2)
    middle = range(size // 2 - reach, size // 2 + reach + 1)
    area = [Point(x, y) for y in middle for x in middle if x < size and y < size]
    found: dict[Opening, Opening] = {}
    for _ in range(50 * count + 1000):
        if len(found) == count:
            break
        opening = tuple(rng.sample(area, rng.randint(3, 5)))
        game = Game(size, rule)
        try:
            for point in opening:
                game.push(point)
        except IllegalMove:
            continue
        if game.outcome() is None and not any(game.threats(color) for color in Color):
            found.setdefault(_canonical(opening, size), opening)
    return list(found.values())


def transformed(opening: Opening, size: int, symmetry: int) -> Opening:
    """Return an opening turned or mirrored by one of the eight symmetries."""
    return tuple(SYMMETRIES[symmetry].apply(point, size) for point in opening)


def _canonical(opening: Opening, size: int) -> Opening:
    """Return the same stones for every symmetry and every order of the same colours."""
    pictures = (transformed(opening, size, which) for which in range(len(SYMMETRIES)))
    return min((*sorted(one[::2]), *sorted(one[1::2])) for one in pictures)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidText("file-size", "{path}: more than 50 MB of openings", path=path)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        why = error.strerror or str(error)
        raise InvalidText("no-file", "{path}: {why}", path=path, why=why.lower()) from None
    except UnicodeDecodeError:
        raise InvalidText("not-text", "{path}: this is not a text file", path=path) from None
    for number, line in enumerate(text.splitlines(), 1):
        if (stripped := line.strip()) and not stripped.startswith("#"):
            yield number, stripped


def _parse_line(line: str, size: int, dialect: str) -> Opening:
    if "," not in line:
        return tuple(parse_pos(line, size, dialect))
    numbers = [part.strip() for part in line.rstrip(", ").split(",")]
    if len(numbers) % 2:
        raise InvalidText(
            "odd-offsets", "{line!r} has an odd number of offsets; they come in pairs", line=line
        )
    parse = find_dialect("offset").parse
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(parse(f"{x},{y}", size) for x, y in pairs)


def _check_playable(opening: Opening, size: int, rule: Rule) -> None:
    game = Game(size, rule)
    for point in opening:
        game.push(point)
    if (outcome := game.outcome()) is not None:
        raise InvalidText(
            "finished-opening", "the game is already over: {outcome}", outcome=str(outcome)
        )
