"""Finds plug-ins by file name: a bot, host, UI or opening procedure is one new file in its room."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any, Final

_PARTS: Final = 5
"""So many names of one family are suggested to whom gives but a part of one: `tables`."""
_MOST: Final = 12
"""Of more names than this only the first are suggested to whom gives something else altogether."""


@cache
def modules(package: str) -> dict[str, Callable[[], Any]]:
    """Return the plug-ins of a package: each name with a function that imports its module.

    Files and folders whose name begins with an underscore are not plug-ins. Nothing is imported
    until it is asked for, because start-up time counts.
    """
    path = importlib.import_module(package).__path__
    return {
        info.name: _importer(f"{package}.{info.name}")
        for info in pkgutil.iter_modules(path)
        if not info.name.startswith("_")
    }


def room(name: str) -> Any:
    """Return the package of a room, imported when it is asked for.

    A door upwards for the few who may use one: a game draws itself, and pictures stand above it.
    The test of the floors has a list of these doors.
    """
    return importlib.import_module(f"tengen.{name}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known names most like `name`, or all if they are few, as `a, b or c`."""
    known, word = list(known), str(name).lower()
    parts = [each for each in known if word in each.split("-")]
    names = parts[:_PARTS] or get_close_matches(word, known, n=3) or sorted(known)
    if len(names) > _MOST:
        names = [*names[:3], f"one of {len(names) - 3} more"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _importer(name: str) -> Callable[[], ModuleType]:
    return lambda: importlib.import_module(name)
