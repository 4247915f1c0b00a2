"""Plain results in the record format of Gomocup: one line for each pair of players.

A line is `A - B: wins : losses` seen from A, as in `RAPFI25 - KATAGOMO26: 18 : 6`; `0 : 0` means
not played. A third number, `A - B: wins : losses : draws`, is our extension: Gomocup leaves draws
out. Colours are not recorded. Blank lines and lines that begin with `#` are skipped.

A name may hold any printable character except a colon, but no hyphen with spaces on both sides,
and it does not begin with `#`. Anything else raises InvalidText with file and line.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.errors import InvalidText

MAX_COUNT = 1_000_000_000
"""More games than this between two players are taken for a slip of the pen."""

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Record:
    """What two players did against each other, seen from the first."""

    first: str
    second: str
    wins: int
    losses: int
    draws: int = 0

    def __post_init__(self) -> None:
        for name in (self.first, self.second):
            if not _is_name(name):
                raise InvalidText(
                    "record-name",
                    "{name!r} cannot stand in a record; avoid colons, ' - ' and a leading '#'",
                    name=name,
                )
        if self.first == self.second:
            raise InvalidText("record-self", "{name!r} cannot play itself", name=self.first)
        for count in (self.wins, self.losses, self.draws):
            if not isinstance(count, int) or not 0 <= count <= MAX_COUNT:
                raise InvalidText(
                    "record-count",
                    "a count is a whole number from 0 to {limit}, found {count!r}",
                    count=count,
                    limit=MAX_COUNT,
                )


def parse_records(text: str | bytes, source: str = "records") -> list[Record]:
    """Return the records in `text`, in its order, the same pair as often as it stands there.

    Takes line ends of Unix and Windows and a byte order mark. `source` is the file's name, for
    errors only; nothing is read from it. Text without a single record is refused.
    """
    if isinstance(text, bytes):
        text = _decode(text, source)
    records = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        content = line.strip()
        if content and not content.startswith("#"):
            records.append(_parse_line(content, f"{source}:{number}"))
    if not records:
        raise InvalidText(
            "record-none",
            "{source}: no results found; expected lines 'A - B: wins : losses'",
            source=source,
        )
    return records


def format_records(records: Iterable[Record]) -> str:
    """Return `records` as text, one line each; draws are written where there are any."""
    return "".join(
        f"{r.first} - {r.second}: {r.wins} : {r.losses}{f' : {r.draws}' if r.draws else ''}\n"
        for r in records
    )


def _parse_line(line: str, place: str) -> Record:
    names, *counts = (part.strip() for part in line.split(":"))
    players = [name.strip() for name in names.split(" - ")]
    if len(players) != 2 or len(counts) not in (2, 3) or not all(map(_is_name, players)):
        raise InvalidText(
            "record-line",
            "{place}: expected 'A - B: wins : losses', found {found!r}",
            place=place,
            found=line if len(line) <= _SHOWN else line[:_SHOWN] + "…",
        )
    try:
        return Record(players[0], players[1], *(_parse_count(count) for count in counts))
    except InvalidText as error:
        raise InvalidText(error.code, "{place}: {reason}", place=place, reason=str(error)) from None


def _parse_count(text: str) -> int:
    # The length is checked first: int() itself refuses thousands of digits, with another error.
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) <= len(str(MAX_COUNT)):
        return int(text)
    raise InvalidText(
        "record-count",
        "a count is a whole number from 0 to {limit}, found {count!r}",
        count=text if len(text) <= _SHOWN else text[:_SHOWN] + "…",
        limit=MAX_COUNT,
    )


def _is_name(name: str) -> bool:
    """Tell whether `name` survives being written and read again."""
    return (
        bool(name)
        and name == name.strip()
        and name.isprintable()
        and ":" not in name
        and not name.startswith("#")
        and " - " not in f" {name} "
    )


def _decode(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidText(
            "record-encoding", "{source}:{line}: expected UTF-8 text", source=source, line=line
        ) from None
