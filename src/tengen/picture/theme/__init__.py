"""Colours, fonts and sizes: one file, `tokens.json`, for the style sheet and for pictures."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from tengen.errors import InvalidText
from tengen.registry import nearest

TOKENS: Final = Path(__file__).with_name("tokens.json")
"""The file; `themes` has a table of names and values for each theme."""


@cache
def tokens() -> dict[str, Any]:
    """Return everything that the file says."""
    found: dict[str, Any] = json.loads(TOKENS.read_text(encoding="utf-8"))
    return found


def theme_names() -> list[str]:
    """Return the names of the themes, the usual one first."""
    return list(tokens()["themes"])


def find_theme(name: str) -> dict[str, str]:
    """Return the values of the theme called `name`, all as text."""
    themes = tokens()["themes"]
    if name not in themes:
        raise InvalidText(
            "unknown-theme",
            "there is no theme {name!r}; did you mean {near}?",
            name=name,
            near=nearest(name, themes),
        )
    return {token: str(value) for token, value in themes[name].items()}
