"""How lines become commands: words in any case, blocks that end with DONE, and lines that wait.

While a bot thinks, a command is obeyed at once, gives the question up, or waits in its order until
the move is made. `command` says which. Nothing here knows what the commands do.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from tengen.core.game import Move
from tengen.errors import InvalidText, TengenError
from tengen.hosts._host import GRACE, LONGEST_LINE, Think
from tengen.hosts.gomocup.wire import Word

MOST_WAITING: Final = 2000
"""Lines that may wait while a bot thinks: two whole boards of the largest size, and more."""

MOST_STONES: Final = 1000
"""Lines that a block may have: more than any board has points."""

_QUOTED: Final = 40
_LONGEST_SENTENCE: Final = 400


class Meanwhile(Enum):
    """What becomes of a command that comes while a bot thinks."""

    WAITS = auto()
    AT_ONCE = auto()
    GIVES_UP = auto()
    """It is obeyed at once, and what the bot thinks about is nobody's question any more."""


class Command(NamedTuple):
    """The answer to some words; it gets what stands behind the word, without blanks around it."""

    words: tuple[str, ...]
    meanwhile: Meanwhile
    answer: Callable[[Any, str], list[str]]


class Block(NamedTuple):
    """The lines after a command, until DONE."""

    word: str
    lines: list[str]
    finish: Callable[[list[str]], list[str]]
    """Gets the lines and returns the answer."""


def command(
    *words: str, meanwhile: Meanwhile = Meanwhile.WAITS
) -> Callable[[Callable[[Any, str], list[str]]], Command]:
    """Make a method of a conversation the answer to these words, written in capitals."""
    return partial(Command, words, meanwhile)


def split(text: str) -> tuple[str, str]:
    """Return the first word of a line in capitals, and the rest."""
    word, rest = [*text.split(None, 1), "", ""][:2]
    return word.upper(), rest.strip()


def line(word: Word, sentence: str) -> str:
    """Return one line for people, whatever letters are in the sentence."""
    text = " ".join(sentence.split())[:_LONGEST_SENTENCE]
    return f"{word} " + "".join(letter if letter.isprintable() else "?" for letter in text)


class Conversation:
    """Feeds lines to the commands of a subclass. Whatever they raise becomes one ERROR line."""

    longest_line = LONGEST_LINE
    patience = GRACE
    _commands: ClassVar[dict[str, Command]] = {}
    """Every known word, made from the commands of the class."""

    def __init_subclass__(cls) -> None:
        commands = (c for kind in cls.__mro__ for c in vars(kind).values())
        cls._commands = {w: c for c in commands if isinstance(c, Command) for w in c.words}

    def __init__(self) -> None:
        self.task: Think | None = None
        self.is_done = False
        self._then: Callable[[Move], list[str]] | None = None
        self._block: Block | None = None
        self._waiting: deque[str] = deque()

    def start(self) -> list[str]:
        """Say nothing: the manager speaks first."""
        return []

    def feed(self, text: str) -> list[str]:
        """Take one line from the manager and return the lines to send."""
        # Some shells put a byte order mark before the first thing they send.
        text = text[:LONGEST_LINE].lstrip("\ufeff").strip()
        if not text or self.is_done:
            return []
        word, rest = split(text)
        known = self._commands.get(word)
        meanwhile = known.meanwhile if known else Meanwhile.WAITS
        if known and meanwhile is Meanwhile.AT_ONCE:
            return self._said(partial(known.answer, self, rest), word)
        if self.task is not None and meanwhile is Meanwhile.WAITS:
            self._overhear(word, rest)
            return self._wait(text)
        if self.task is not None:
            self._hurry()
            self.task = None
            self._waiting.clear()
        return self._obey(text)

    def answer(self, move: Move) -> list[str]:
        """Take the move that the task's bot has chosen and return the lines to send."""
        assert self.task is not None
        assert self._then is not None
        task, self.task, then, self._then = self.task, None, self._then, None
        return self._said(partial(then, move), task.bot.name) + self._go_on()

    def fail(self, error: Exception) -> list[str]:
        """Take what the task's bot has raised and return the lines to send."""
        assert self.task is not None
        task, self.task, self._then = self.task, None, None
        sentence = f"{task.bot.name} failed: {type(error).__name__}: {error}"
        return [line(Word.ERROR, sentence), *self._go_on()]

    def _ask(self, task: Think, then: Callable[[Move], list[str]]) -> None:
        """Wait for the task's move, and let `then` make the answer of it."""
        self.task, self._then = task, then

    def _overhear(self, word: str, rest: str) -> None:
        """Notice a command that must wait until the bot has moved."""

    def _hurry(self) -> None:
        """Ask the bot that thinks to come to an end."""
        if self.task is not None:
            self.task.stop()

    def _open(self, word: str, finish: Callable[[list[str]], list[str]]) -> list[str]:
        """Gather lines until DONE and give them to `finish`."""
        self._block = Block(word, [], finish)
        return []

    @command("DONE")
    def _done(self, _: str) -> list[str]:
        block, self._block = self._block, None
        if block is None:
            raise InvalidText("no-block", "there is no BOARD for this to end")
        if len(block.lines) > MOST_STONES:
            raise InvalidText(
                "long-block",
                "{word} had more than {most} lines; give every point once",
                word=block.word,
                most=MOST_STONES,
            )
        return self._said(partial(block.finish, block.lines), block.word)

    def _obey(self, text: str) -> list[str]:
        word, rest = split(text)
        known = self._commands.get(word)
        block = self._block
        if block is not None and known is None:
            if len(block.lines) <= MOST_STONES:
                block.lines.append(text)
            return []
        if known is None:
            words = ", ".join(sorted(self._commands))
            return [line(Word.UNKNOWN, f"command {word[:_QUOTED]!r}; there are {words}")]
        lines = []
        if block is not None and word != "DONE":
            self._block = None
            broken = f"{block.word} was broken off by {word} and is forgotten"
            lines.append(line(Word.MESSAGE, broken))
        return lines + self._said(partial(known.answer, self, rest), word)

    def _said(self, answer: Callable[[], list[str]], place: str) -> list[str]:
        """Return the answer, or the reason why there is none, with the place where it arose."""
        try:
            return answer()
        except TengenError as error:
            return [line(Word.ERROR, f"{place}: {error}")]
        except Exception as error:
            return [line(Word.ERROR, f"{place}: internal: {type(error).__name__}: {error}")]

    def _wait(self, text: str) -> list[str]:
        if len(self._waiting) >= MOST_WAITING:
            return [line(Word.ERROR, f"too much is waiting; {text[:_QUOTED]!r} is forgotten")]
        self._waiting.append(text)
        return []

    def _go_on(self) -> list[str]:
        """Obey what has waited, until there is something to think about again."""
        lines: list[str] = []
        while self._waiting and self.task is None:
            lines += self._obey(self._waiting.popleft())
        return lines
