"""A position from whatever text describes it: the one entry for the command line.

The only file of this room that touches files and standard input.
"""

import re
import sys
from pathlib import Path
from typing import Final

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.core.setup import Setup
from tengen.core.tree import Tree
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import excerpt, located
from tengen.notation.pos import format_moves
from tengen.notation.readers import readers
from tengen.notation.renlib import looks_like_renlib, parse_renlib
from tengen.notation.setup_string import join_fields, setup_fields

MAX_BYTES: Final = 1_000_000
"""The largest file that is read; no position needs a hundredth of it."""


def recognise(text: str) -> str:
    """Return the name of the reader that `text` is meant for, such as `pos` or `diagram`."""
    if (name := _find_reader(text)) is None:
        raise InvalidText(
            "no-position",
            "{text!r} is not a position; write {accepted}",
            text=excerpt(text),
            accepted=_accepted(),
        )
    return name


def parse_position(text: str, *, size: int | None = None, rule: str | Rule | None = None) -> Game:
    """Return the game that `text` describes; `size` and `rule` count where it is silent.

    Where the text says another size or rule than the caller, that is an error.
    """
    _check_length(text)
    return readers()[recognise(text)].read(text.strip(), size, rule)


def parse_tree(
    text: str,
    *,
    size: int | None = None,
    rule: str | Rule | None = None,
    problems: list[str] | None = None,
) -> Tree:
    """Return the tree of games that `text` describes: of a record with variations, all of them.

    With a list of `problems`, moves of a record that cannot be played are left out and told there.
    """
    _check_length(text)
    reader = readers()[recognise(text)]
    if (read_whole := getattr(reader, "read_tree", None)) is not None:
        tree: Tree = read_whole(text.strip(), size, rule, problems)
        return tree
    return Tree.of_game(reader.read(text.strip(), size, rule))


def read_position(
    source: str | Path, *, size: int | None = None, rule: str | Rule | None = None
) -> Game:
    """Return the game described by a text, by a file of that name, or by standard input for `-`.

    Text comes first: for a file called `h8` write `./h8`. Blocks until the input ends.
    """
    place, content = _read_source(source)
    try:
        if isinstance(content, bytes):
            # A library has illegal moves as examples; only its first line is asked for here.
            return parse_renlib(content, rule=rule, problems=[]).game()
        return parse_position(content, size=size, rule=rule)
    except TengenError as error:
        raise (located(error, "in {place}", place=place) if place else error) from None


def read_tree(
    source: str | Path,
    *,
    size: int | None = None,
    rule: str | Rule | None = None,
    problems: list[str] | None = None,
) -> Tree:
    """Return the tree described by a text, a file or standard input, as `read_position` does."""
    place, content = _read_source(source)
    try:
        if isinstance(content, bytes):
            return parse_renlib(content, rule=rule, problems=problems)
        return parse_tree(content, size=size, rule=rule, problems=problems)
    except TengenError as error:
        raise (located(error, "in {place}", place=place) if place else error) from None


def format_position(game: Game) -> str:
    """Write the shortest text from which `parse_position` makes the same game.

    These are its moves if it began on an empty 15x15 board under freestyle; else, fields.
    """
    moves = format_moves(game.moves, game.size)
    if game.setup == Setup() and game.opening == "free":
        return moves
    fields = setup_fields(game.setup)
    if game.opening != "free":
        fields["opening"] = game.opening
    if moves:
        fields["moves"] = moves
    return join_fields(fields)


def _check_length(text: str) -> None:
    if len(text) > MAX_BYTES:
        raise InvalidText(
            "too-long",
            "{text!r} has {length} characters; at most {longest} are read",
            text=excerpt(text),
            length=len(text),
            longest=MAX_BYTES,
        )


def _read_source(source: str | Path) -> tuple[str, str | bytes]:
    """Return where a text comes from, nothing if it was given itself, and the text.

    A RenLib library is no text, and comes as its bytes.
    """
    if source == "-":
        place, data = "standard input", sys.stdin.buffer.read(MAX_BYTES + 1)
    elif isinstance(source, str) and _find_reader(source) is not None:
        return "", source
    else:
        place, data = repr(excerpt(str(source), 200)), _read_file(source)
    if looks_like_renlib(data) and len(data) <= MAX_BYTES:
        return place, data
    try:
        return place, decode(data)
    except TengenError as error:
        raise located(error, "in {place}", place=place) from None


def _find_reader(text: str) -> str | None:
    stripped = text.strip()
    return next((name for name, reader in readers().items() if reader.fits(stripped)), None)


def _accepted(*more: str) -> str:
    *most, last = *sorted(reader.ACCEPTS for reader in readers().values()), *more
    return ", ".join(most) + " or " + last


def _read_file(source: str | Path) -> bytes:
    try:
        with Path(source).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidText(
            "no-file",
            "{source!r} is neither a position nor a file that can be read ({why}); "
            "write {accepted}",
            source=excerpt(str(source), 200),
            why=getattr(error, "strerror", None) or str(error),
            accepted=_accepted("the path of a file"),
        ) from None


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, or for a record of a game what it says it is written in."""
    if len(data) > MAX_BYTES:
        raise InvalidText(
            "too-long", "there are more than {longest} bytes to read", longest=MAX_BYTES
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if _is_record(data):
            return _decode_record(data)
        raise InvalidText(
            "not-text",
            "byte {byte:#04x} at offset {offset} is not UTF-8 text",
            byte=data[error.start],
            offset=error.start,
        ) from None


def _is_record(data: bytes) -> bool:
    return re.match(rb"\s*(\(\s*;|Piskv)", data) is not None and b"\0" not in data


def _decode_record(data: bytes) -> str:
    """Decode by the encoding that an SGF file names, or by one in which every byte is a letter."""
    match = re.search(rb"CA\s*\[([A-Za-z0-9_.:-]{1,30})\]", data)
    try:
        return data.decode(match[1].decode("ascii") if match else "latin-1", "replace")
    except (LookupError, UnicodeError):
        return data.decode("latin-1")
