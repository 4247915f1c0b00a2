"""A game as a file that appears whole or not at all, and never over another one."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tengen.core.game import Game
from tengen.core.tree import Tree
from tengen.errors import InvalidText
from tengen.notation.diagram import format_diagram
from tengen.notation.psq import format_psq
from tengen.notation.sgf import format_sgf


def save_game(game: Game, name: str) -> Path:
    """Write the game into the file; its ending says how: sgf, psq, or txt for a diagram.

    Raise InvalidText if that cannot be done.
    """
    path = Path(name).expanduser()
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise InvalidText(
            "unknown-format",
            "{name!r} does not say how to write; end it with {known}",
            name=name,
            known=", ".join(_WRITERS),
        )
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists():
            raise _unwritten(name, "it exists already; name another file")
        unfinished.write_text(write(game), encoding="utf-8")
        unfinished.replace(path)
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidText):
            raise
        raise _unwritten(name, getattr(error, "strerror", None) or str(error)) from None
    finally:
        with contextlib.suppress(OSError, ValueError):
            unfinished.unlink()
    return path


def _unwritten(name: str, why: str) -> InvalidText:
    return InvalidText("not-written", "{name!r} is not written: {why}", name=name, why=why)


def _sgf(game: Game) -> str:
    return format_sgf(Tree.of_game(game))


def _psq(game: Game) -> str:
    return format_psq(Tree.of_game(game))


def _diagram(game: Game) -> str:
    return format_diagram(game) + "\n"


_WRITERS: Final[dict[str, Callable[[Game], str]]] = {".sgf": _sgf, ".psq": _psq, ".txt": _diagram}
