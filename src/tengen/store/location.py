"""Where the store is when nobody says: one SQLite file among the user's data."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

VARIABLE: Final = "TENGEN_STORE"
"""The environment variable that says where; an option of a command counts more."""

_FILE: Final = "tengen.sqlite"


def locate(where: str | Path | None = None, environ: Mapping[str, str] = os.environ) -> str | Path:
    """Return the path or URL that `where` says, else the environment, else the default."""
    return where or environ.get(VARIABLE) or default_path(environ)


def default_path(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return where this platform keeps a program's data; the folder need not exist yet."""
    home = Path.home()
    if platform == "win32":
        folder = _absolute(environ.get("LOCALAPPDATA")) or home / "AppData" / "Local"
    elif platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = _absolute(environ.get("XDG_DATA_HOME")) or home / ".local" / "share"
    return folder / "tengen" / _FILE


def _absolute(text: str | None) -> Path | None:
    """Return the folder, or None if it is not absolute, which the XDG rules say to ignore."""
    return Path(text) if text and Path(text).is_absolute() else None
