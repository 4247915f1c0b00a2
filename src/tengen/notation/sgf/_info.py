"""What SGF says about a game besides its moves: names, dates, results and rules, and their quirks.

The quirks are of files in the wild. They are understood when read, and never written.
"""

import re
from collections.abc import Mapping
from typing import Final

from tengen.core.rules import RULES

PROPERTIES: Final = {
    "PB": "black",
    "PW": "white",
    "BR": "black_rating",
    "WR": "white_rating",
    "DT": "date",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "RE": "result",
    "GN": "title",
    "GC": "about",
    "TM": "seconds",
    "OT": "overtime",
    "AN": "annotator",
    "CP": "copyright",
    "SO": "source",
    "US": "user",
}
"""The properties of the root that are facts about the game, with our names for them."""

_CODES: Final = {"0": "freestyle", "1": "standard", "4": "renju", "8": "caro-open", "9": "caro"}
_OTHER_NAMES: Final = {
    "gomoku": "freestyle",
    "free": "freestyle",
    "free renju": "freestyle",
    "exact": "standard",
    "rif": "renju",
    "go-moku": "freestyle",
    "omok": "freestyle",
}
_RATED: Final = re.compile(r"(.+?)\s*\((\d{1,5})\)")


def rule_of(text: str) -> tuple[str | None, str]:
    """Return the name of the rule that `RU` means, or None, and what follows the comma."""
    word, _, opening = text.partition(",")
    name = word.strip().lower()
    name = _CODES.get(name, _OTHER_NAMES.get(name, name))
    return (name if name in RULES else None), opening.strip().lower()


def tidy(info: Mapping[str, str]) -> dict[str, str]:
    """Return the facts in the one form that we write; what says nothing is left out."""
    tidied = {name: value.strip() for name, value in info.items() if value.strip()}
    for side in ("black", "white"):
        if match := _RATED.fullmatch(tidied.get(side, "")):
            tidied[side] = match[1]
            tidied.setdefault(f"{side}_rating", match[2])
    if "result" in tidied:
        tidied["result"] = _result(tidied["result"])
    if "date" in tidied:
        tidied["date"] = _date(tidied["date"])
    return {name: value for name, value in tidied.items() if value}


def _result(text: str) -> str:
    """Return `B+`, `W+R`, `0` and the like: the winner, and how, in the letters of the standard."""
    low = text.lower()
    if low in ("0", "draw", "jigo", "1/2-1/2") or low.endswith("+draw"):
        return "0"
    match = re.match(r"(b|w)[a-z]*\+(.*)", low)
    if match is None:
        return {"void": "Void", "?": "?"}.get(low, "")
    how = {"r": "R", "resign": "R", "t": "T", "time": "T", "f": "F", "forfeit": "F"}
    return f"{match[1].upper()}+{how.get(match[2].strip(), '')}"


def _date(text: str) -> str:
    """Return `2025-01-02` for dates with dots or slashes and a time; other texts as they are."""
    match = re.match(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:[ T].*)?$", text)
    return f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}" if match else text
