"""What each host wants of a file: how it begins to play, and what it may not contain."""

from dataclasses import dataclass

from tengen.bundle._module import Symbol
from tengen.core.geometry import Point
from tengen.core.setup import Setup

_TALK = Symbol("tengen.hosts._plain", "talk")


@dataclass(frozen=True, slots=True)
class Target:
    """A host that takes one file."""

    usage: str
    """How the file is handed in, in one sentence."""
    roots: tuple[Symbol, ...]
    """What of the package its end uses."""
    end: str
    """The last lines of the file; `bundled_bot()` makes the bot."""
    setup: Setup
    """The usual board, which the bot must play."""
    words: tuple[str, ...] = ()
    """Methods that the host calls."""
    names: tuple[str, ...] = ()
    """Names that must stay as they are."""
    forbidden: tuple[str, ...] = ()
    """Texts that the host refuses, wherever they stand."""


TARGETS = {
    "botzone": Target(
        "Upload it as a bot of the game Gomoku, in Python 3.",
        (_TALK, Symbol("tengen.hosts.botzone.brain", "Brain")),
        """\
KEEP_RUNNING = False  # Say True if you switch on "keep running" for the bot.

if __name__ == "__main__":
    {talk}({Brain}(bundled_bot, keep_running=KEEP_RUNNING))
""",
        Setup(15),
    ),
    "cs165a": Target(
        "Name it Gobang or gobang, make it executable, and call it with [-n SIZE] [-l].",
        (
            _TALK,
            Symbol("tengen.hosts.cs165a.brain", "Brain"),
            Symbol("tengen.hosts.cs165a.brain", "FLAGS"),
            Symbol("tengen.hosts._flags", "read_flags"),
            Symbol("tengen.hosts._plain", "run"),
        ),
        """\
if __name__ == "__main__":
    {run}(
        lambda words: {talk}(
            {Brain}(bundled_bot, **{read_flags}(words, {FLAGS}, owner="gobang"))
        )
    )
""",
        Setup(11),
    ),
    "cs303": Target(
        "Upload it; the platform makes objects of the class AI.",
        (Symbol("tengen.hosts.cs303.ai", "AI"),),
        "AI.bot = bundled_bot()\n",
        Setup(15),
        words=("go",),
        names=("AI",),
        forbidden=("import os", "exec"),
    ),
    "cs4386": Target(
        "Hand it in as it is; the judge calls play_games for every step.",
        (Symbol("tengen.hosts.cs4386.player", "decide"),),
        """\
from battle_base import read_ckbd, save_decision  # noqa: E402

BOT = bundled_bot()


def play_games(step, rival_decision_x, rival_decision_y):
    \"\"\"Save the bot's decision; the board says all, and the rival's move is not looked at.\"\"\"
    save_decision(*{decide}(BOT, read_ckbd(step - 1), step))
""",
        Setup(15, traps=[Point(0, 0)]),
        names=("play_games", "BOT", "read_ckbd", "save_decision"),
        forbidden=("import os", "numpy"),
    ),
}
"""Every host that a bot can be bundled for, by name."""
