"""Our bots as programs for the judges: `python -m tengen.hosts._program HOST [--bot NAME] …`.

The same as `tengen host`, without the command line's libraries: on some hosts a program is started
anew for every move.
"""

import sys
from collections.abc import Sequence

from tengen.bots import STRONGEST
from tengen.errors import InvalidText, TengenError
from tengen.hosts import run_host


def main(words: Sequence[str]) -> int:
    """Talk to a judge; returns only when there was nothing to talk about."""
    try:
        if not words:
            raise InvalidText("no-host", "name a host first")
        host, *rest = words
        named = len(rest) > 1 and rest[0] == "--bot"
        run_host(host, rest[1] if named else STRONGEST, 1, rest[2:] if named else rest)
    except TengenError as error:
        sys.stderr.write(f"tengen: {error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
