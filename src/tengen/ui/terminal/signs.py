"""What a board in the terminal is drawn with: discs and lines, or letters where those tear it."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

_WIDE: Final = ("zh", "ja", "ko")
_NO_NAMES: Final = ("", "C", "POSIX")


class Signs(NamedTuple):
    """Stones, the nine kinds of crossings with what joins them, and the other marks."""

    black: str
    white: str
    crossings: tuple[str, str, str]
    join: str
    upright: str
    """What joins two rows, where a point has two."""
    centre: str
    blocked: str
    trap: str
    forbidden: str
    hint: str
    bar: tuple[str, str]
    """Black's part of a bar, and White's."""
    spark: str
    """Chances from low to high."""
    thinking: str


DISCS: Final = Signs(
    "●",
    "○",
    ("┌┬┐", "├┼┤", "└┴┘"),
    "─",
    "│",
    "╋",
    "▨",
    "◎",
    "×",
    "◆",
    ("█", "░"),
    "▁▂▃▄▅▆▇█",
    "◐◓◑◒",
)
LETTERS: Final = Signs(
    "X",
    "O",
    ("...", "...", "..."),
    " ",
    " ",
    "+",
    "#",
    "*",
    "!",
    "?",
    ("#", "-"),
    "_.-~=+*#",
    "|/-\\",
)
_KINDS: Final = {"disc": DISCS, "letters": LETTERS, "ascii": LETTERS}


def find_signs(
    kind: str | None, environ: Mapping[str, str] = os.environ, encoding: str = "utf-8"
) -> Signs:
    """Return what was asked for, or what suits the terminal.

    In Chinese, Japanese and Korean locales terminals may draw discs and lines two columns wide.
    """
    if kind is not None:
        return _KINDS[kind]
    # Python itself sets LC_CTYPE to C.UTF-8 where the locale that LANG names is not installed.
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    language = next((name for name in names if name.partition(".")[0] not in _NO_NAMES), "")
    if language.lower().startswith(_WIDE) or not encoding.lower().startswith("utf"):
        return LETTERS
    return DISCS
