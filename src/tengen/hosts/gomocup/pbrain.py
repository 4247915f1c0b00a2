"""The command `pbrain-tengen`: a program for managers of the Gomocup protocol.

Managers look for programs whose name begins with `pbrain-`, start one for every game, and wait for
it: so this imports nothing that it does not need, the command line of `tengen` least of all.
"""

import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from tengen import __version__
from tengen.bots import STRONGEST
from tengen.errors import InvalidText, TengenError
from tengen.hosts import THREADS, run_host

_HELP: Final = f"""\
Usage: pbrain-tengen [--bot NAME] [--threads N]

Be a program that speaks the Gomocup protocol on standard input and output.

  --bot NAME   who plays: see `tengen bots` (default {STRONGEST})
  --threads N  how many threads may think (default {THREADS.default})
  --version    print the version
  -h, --help   print this text

Example: printf 'START 15\\nBEGIN\\n' | pbrain-tengen
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Talk to a manager; returns only when there was nothing to talk about."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if "--help" in words or "-h" in words:
        sys.stdout.write(_HELP)
        return 0
    if "--version" in words:
        sys.stdout.write(f"pbrain-tengen {__version__}\n")
        return 0
    try:
        _run(words)
    except TengenError as error:
        sys.stderr.write(f"pbrain-tengen: {error}\n")
        return 2


def _run(words: list[str]) -> NoReturn:
    given = {"--bot": STRONGEST, "--threads": str(THREADS.default)}
    while words:
        name, has_value, value = words.pop(0).partition("=")
        if name not in given:
            raise InvalidText(
                "unknown-option", "there is no option {name!r}; see --help", name=name[:40]
            )
        if not has_value and not words:
            raise InvalidText(
                "no-value",
                "{name} needs a value, such as '{name} {example}'",
                name=name,
                example=given[name],
            )
        given[name] = value if has_value else words.pop(0)
    threads = THREADS.read(given["--threads"])
    assert isinstance(threads, int)
    run_host("gomocup", given["--bot"], threads)


if __name__ == "__main__":
    sys.exit(main())
