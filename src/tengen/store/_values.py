"""What both databases can hold: values are checked and written here before any SQL."""

import json
import math
from reprlib import repr as short
from typing import Any, Final

from tengen.errors import InvalidText
from tengen.store.records import Json

LARGEST_ID: Final = 2**63 - 1
"""A larger number cannot even be asked for."""

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def dump_json(value: Json) -> str:
    """Write a JSON object in ASCII, which carries every character that a database may refuse."""
    try:
        return _ENCODER.encode(value if type(value) is dict else dict(value))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidText(
            "not-json",
            "{value} cannot be stored as JSON: {why}",
            value=_quoted(value),
            why=str(error),
        ) from None


def load_json(text: str) -> Any:
    """Read what `dump_json` wrote."""
    return json.loads(text)


def check_text(name: str, text: str) -> str:
    """Return `text`, or raise InvalidText if it has a character that a database refuses.

    These are the NUL and halves of a surrogate pair.
    """
    if "\0" in text or (not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)):
        raise InvalidText(
            "not-storable",
            "the {name} {text} has characters that cannot be stored; use printable ones",
            name=name,
            text=short(text),
        )
    return text


def check_number(name: str, number: float) -> float:
    """Return `number`, or raise InvalidText if it is not finite."""
    if not math.isfinite(number):
        raise InvalidText(
            "not-storable",
            "the {name} {number} cannot be stored; give a finite number",
            name=name,
            number=number,
        )
    return number


def _quoted(value: object) -> str:
    try:
        return short(value)
    except ValueError:
        # Python does not write whole numbers of thousands of digits.
        return "the value"
