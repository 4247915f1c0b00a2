"""Who is judged: somebody's file, a command, or one of our bots, written `[LABEL=]WHAT`."""

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tengen.bots import bot_names, find_bot, is_bot
from tengen.errors import InvalidText
from tengen.process import parse_command
from tengen.registry import nearest

_LABEL = re.compile(r"([\w.+-]{1,40})=(.+)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program to be judged, before it is started."""

    name: str
    kind: str
    """`bot` for one of ours, `file` for a Python file, `program` for any other command."""
    words: tuple[str, ...]
    """What starts it: the bot's name, the file's path, or the command with an absolute path."""

    def command(self, host: str, *arguments: str) -> list[str]:
        """Return what starts it on `host`; files of hosts that call functions need a worker."""
        if self.kind == "bot":
            program = [sys.executable, "-m", "tengen.hosts._program", host]
            return [*program, "--bot", *self.words, *arguments]
        if self.kind == "file":
            return [sys.executable, *self.words, *arguments]
        return [*self.words, *arguments]

    @property
    def folder(self) -> Path | None:
        """Where it runs: a program in its own folder, where it looks for its files."""
        return None if self.kind == "bot" else Path(self.words[0]).parent

    @property
    def path(self) -> Path:
        """The program's file."""
        return Path(self.words[0])


def parse_entrant(text: str) -> Entrant:
    """Read one program."""
    label, what = "", text
    if match := _LABEL.fullmatch(text):
        label, what = match.groups()
    if is_bot(what):
        find_bot(what)  # Wrong options are named now, and not in the first game.
        return Entrant(label or what, "bot", (what,))
    words = parse_command(what)
    path = Path(words[0])
    if path.suffix == ".py" and path.is_file():
        return Entrant(label or path.stem, "file", (str(path.absolute()), *words[1:]))
    program = shutil.which(words[0])
    if program is None:
        raise InvalidText(
            "unknown-program",
            "{text!r} is neither a bot{near} nor a Python file nor a program that can be run",
            text=what,
            near=_near(what),
        )
    script = next((word for word in words if word.endswith(".py")), program)
    absolute = str(Path(program).absolute())
    return Entrant(label or Path(script).stem, "program", (absolute, *words[1:]))


def _near(name: str) -> str:
    """Return the bots that may be meant, if there are few; a path is like none of them."""
    names = nearest(name, bot_names())
    return f" ({names}?)" if names.count(",") < 2 else ""


def parse_pair(first: str, second: str) -> tuple[Entrant, Entrant]:
    """Read two programs; if they have one name, the second gets a number."""
    one, two = parse_entrant(first), parse_entrant(second)
    if one.name == two.name:
        two = Entrant(f"{two.name} (2)", two.kind, two.words)
    return one, two
