"""Who plays: a bot of ours or a program that speaks the Gomocup protocol, with its own limits.

A player is written `[LABEL=]WHAT[@LIMIT]`: `greedy`, `greedy@0.3s`, `random:seed=3`,
`./pbrain-mine@20000n`, `old="build/at/v1/bin/pbrain-tengen --bot greedy"@100ms`. Programs are told
to think with one thread; `./pbrain-mine@0.3s+2t` may have two.
"""

import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tengen.bots import bot_names, find_bot, is_bot
from tengen.core.limits import Limit
from tengen.core.setup import Setup
from tengen.errors import InvalidText
from tengen.process import parse_command
from tengen.registry import nearest

_THREADS = re.compile(r"([1-9]\d{0,2})t", re.ASCII)
_LABEL = re.compile(r"([\w.+-]{1,40})=(.+)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a run, as plain data: everything a worker needs to start it."""

    name: str
    command: tuple[str, ...]
    limit: Limit
    kind: str = "program"
    """`bot` for one of ours, which runs in its own process like any other program."""
    cwd: str | None = None
    """The folder it runs in."""
    threads: int | None = 1
    """What it is told to think with; None tells nothing, because a bot's own options say it."""

    @property
    def is_repeatable(self) -> bool:
        """Whether it plays the same game from the same position, as far as its limits say."""
        is_timed = self.limit.turn is not None or self.limit.match is not None
        return not is_timed and self.threads in (None, 1)

    @property
    def needs_fresh_start(self) -> bool:
        """Whether it must be started anew for each game so that games do not hang together.

        What another program has learnt in one game would make the next depend on the order of
        games, and a resumed run differ from an unbroken one. Our own bots forget.
        """
        return self.is_repeatable and self.kind != "bot"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Entrant":
        """Read what `to_dict` has written."""
        limit = Limit(**data["limit"])
        threads = data.get("threads", 1)  # Runs that were begun before had one thread each.
        return cls(data["name"], tuple(data["command"]), limit, data["kind"], data["cwd"], threads)


def parse_player(text: str, default: Limit) -> Entrant:
    """Read one player; limits that the text does not give are those of `default`."""
    label, what = "", text
    if match := _LABEL.fullmatch(text):
        label, what = match.groups()
    what, limit, threads, given = _split_limit(what, default)
    if is_bot(what):
        find_bot(what)  # Wrong options are named now, and not in the first game.
        command = (sys.executable, "-m", "tengen.hosts.gomocup.pbrain", "--bot", what)
        return Entrant(label or what + given, command, limit, "bot", threads=threads)
    words = parse_command(what)
    if words[0].endswith(".py") and Path(words[0]).is_file():
        words = [sys.executable, *words]
    path = shutil.which(words[0])
    if path is None:
        raise InvalidText(
            "unknown-player",
            "{text!r} is neither a bot ({near}?) nor a program that can be run",
            text=what,
            near=nearest(what, bot_names()),
        )
    # A program given alone runs in its own folder, where it looks for its files, as in Piskvork;
    # a command with arguments may name files, and those are meant from here.
    path = str(Path(path).absolute())
    folder = Path.cwd() if len(words) > 1 else Path(path).parent
    script = next((word for word in words if word.endswith(".py")), path)
    name = label or Path(script).stem + given
    return Entrant(name, (path, *words[1:]), limit, "program", str(folder), threads or 1)


def parse_players(
    texts: Iterable[str], default: Limit, setup: Setup | None = None
) -> list[Entrant]:
    """Read all players of a run; no two may have one name, and our bots must play the set-up."""
    players: list[Entrant] = []
    for text in texts:
        player = parse_player(text, default)
        if setup is not None:
            _check_supported(player, setup)
        if any(player.name == other.name for other in players):
            raise InvalidText(
                "same-name",
                "two players are called {name!r}; give one a label, as in 'mine={text}'",
                name=player.name,
                text=text,
            )
        players.append(player)
    return players


def _check_supported(player: Entrant, setup: Setup) -> None:
    """Refuse a bot that does not play this before the first game; programs speak for themselves."""
    if player.kind == "bot":
        find_bot(player.command[-1]).check_setup(setup)


def _split_limit(what: str, default: Limit) -> tuple[str, Limit, int | None, str]:
    """Return the player, its limit and threads, and how they were written: a part of its name."""
    front, at, text = what.rpartition("@")
    if not at or "/" in text or " " in text:
        return what, default, None, ""
    parts = text.split("+")
    threads = int(parts.pop()[:-1]) if _THREADS.fullmatch(parts[-1]) else None
    if not parts:
        return front, default, threads, at + text
    given = Limit.parse("+".join(parts))
    own = Limit(given.turn, default.match, default.increment, given.nodes, given.depth)
    return front, own, threads, at + text
