"""Colours for a diagram, as the escape sequences that terminals know."""

from typing import Final

_RESET: Final = "\x1b[0m"
_LAST_MOVE: Final = "\x1b[1;31m"
_INKS: Final = {
    "X": "\x1b[1m",
    "O": "\x1b[1;36m",
    "!": "\x1b[31m",
    "+": "\x1b[32m",
    "[": "\x1b[32m",
    "]": "\x1b[32m",
    "|": "\x1b[32m",
}
_FAINT: Final = "\x1b[2m"


def paint(diagram: str) -> str:
    """Return the diagram in colours; without its escape sequences it is the same text."""
    painted = []
    in_last_move = False
    for letter in diagram:
        in_last_move = in_last_move or letter == "("
        if letter.isspace():
            painted.append(letter)
        else:
            ink = _LAST_MOVE if in_last_move else _INKS.get(letter, _FAINT)
            painted.append(ink + letter + _RESET)
        in_last_move = in_last_move and letter != ")"
    return "".join(painted)
