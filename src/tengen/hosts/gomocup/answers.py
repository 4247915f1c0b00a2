"""What a program's lines mean to the manager's end of the Gomocup protocol.

A reader is fed with what the program prints after one question. A move may have text behind it.
Lines that are no answer are passed over: some programs complain about an INFO they do not know,
and play well all the same.
"""

import re
from abc import ABC, abstractmethod
from collections import deque
from typing import Final, Generic, TypeVar

from tengen.core.game import Game, Move
from tengen.core.geometry import Point, is_on_board
from tengen.core.openings import Choice
from tengen.errors import BotFault
from tengen.hosts.gomocup.wire import FIRST_POINT, Word, format_point

T = TypeVar("T")

REFUSALS: Final = (Word.UNKNOWN, Word.ERROR)
QUOTED: Final = 80
"""So much of a line is quoted in a sentence."""

_KEPT_MESSAGES: Final = 30
_KEPT_LENGTH: Final = 300


class Reader(ABC, Generic[T]):
    """Reads what a program prints after one question, until there is an answer."""

    def __init__(self, program: str, size: int) -> None:
        self.program = program
        self.size = size
        self.messages: deque[str] = deque(maxlen=_KEPT_MESSAGES)
        self.complaint = ""
        """The last line that was neither an answer nor a message."""
        self.reply = ""
        """What must be sent back, if anything; whoever sends it takes it away."""

    def feed(self, text: str) -> T | None:
        """Take a line; return the answer, or None if it has not come yet.

        Raise BotFault if no answer can come any more.
        """
        text = text.strip()
        head, rest = (*text.split(maxsplit=1), "", "")[:2]
        word = _WORDS.get(head.upper())
        if word in (Word.MESSAGE, Word.DEBUG):
            self.overhear(rest)
            return None
        answer = self.hear(word, rest if word else text)
        if answer is None and not self.reply:
            self.complaint = text[:_KEPT_LENGTH]
            self.overhear(text)
        return answer

    @abstractmethod
    def hear(self, word: Word | None, text: str) -> T | None:
        """Take what is no message: its word and the rest, or None and the line."""

    def overhear(self, text: str) -> None:
        """Keep a line that is no answer."""
        self.messages.append(text[:_KEPT_LENGTH])

    @property
    def depth(self) -> int | None:
        """The depth that was named last."""
        found = self._last(_DEPTH)
        return None if found is None else int(found[1])

    @property
    def nodes(self) -> int | None:
        """The number of nodes that was named last; programs round it."""
        found = self._last(_NODES)
        return None if found is None else round(float(found[1]) * _UNITS[found[2].lower()])

    @property
    def score(self) -> str:
        """The evaluation that was named last, in the program's own words."""
        found = self._last(_SCORE)
        return "" if found is None else found[1]

    def _last(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = (pattern.search(text) for text in reversed(self.messages))
        return next(filter(None, found), None)

    def fault(self, code: str, template: str, **arguments: object) -> BotFault:
        """Return a fault of the program."""
        return BotFault(code, template, program=self.program, **arguments)

    def _point(self, found: re.Match[str]) -> Point:
        point = Point(int(found[1]), int(found[2]))
        if not is_on_board(point, self.size):
            raise self.fault(
                "off-board",
                "{program!r} answered {text!r}, which is off the board of {size}x{size}",
                text=found[0].strip(),
                size=self.size,
            )
        return point


class AboutReader(Reader[dict[str, str]]):
    """Waits for the answer to ABOUT; nothing is known of a program that does not know it."""

    def hear(self, word: Word | None, text: str) -> dict[str, str] | None:
        """Take a line."""
        return {} if word in REFUSALS else dict(_ABOUT.findall(text)) or None


class StartReader(Reader[bool]):
    """Waits for OK after START or RESTART; False says that the program refuses."""

    def __init__(self, program: str, size: int, *, is_about_due: bool = False) -> None:
        super().__init__(program, size)
        self.about: dict[str, str] = {}
        self.refusal = ""
        """The line by which it refuses."""
        self._is_about_due = is_about_due

    def hear(self, word: Word | None, text: str) -> bool | None:
        """Take a line; what comes late to ABOUT is not yet the answer to START."""
        if word is Word.OK:
            return True
        if self._is_about_due:
            self.about = dict(_ABOUT.findall(text))
            self._is_about_due = not self.about and word not in REFUSALS
            return None
        if word not in REFUSALS:
            return None
        self.refusal = f"{word} {text}"[:QUOTED]
        return False


class MoveReader(Reader[list[Move]]):
    """Waits for one point, and confirms a suggested one."""

    def hear(self, word: Word | None, text: str) -> list[Move] | None:
        """Take a line."""
        found = FIRST_POINT.match(text)
        if found is None or word not in (None, Word.SUGGEST):
            return None
        point = self._point(found)
        if word is Word.SUGGEST:
            self.reply = f"PLAY {format_point(point)}"
            return None
        return [point]


class OpeningReader(Reader[list[Move]]):
    """Waits for the answer to SWAP2BOARD, and turns it into moves."""

    def __init__(self, program: str, game: Game) -> None:
        super().__init__(program, game.size)
        self._choices = game.choices

    def hear(self, word: Word | None, text: str) -> list[Move] | None:
        """Take a line."""
        if word is Word.UNKNOWN:
            raise self.fault(
                "unsupported", "{program!r} does not know SWAP2BOARD, and so cannot play swap2"
            )
        if word is Word.SWAP:
            return self._checked([Choice.TAKE_BLACK], word)
        founds = [FIRST_POINT.fullmatch(each) for each in text.split()]
        if word is not None or None in founds:
            return None
        points: list[Move] = [self._point(found) for found in founds if found is not None]
        # To put one stone is to stay White; to put two more is to let the other side choose.
        before = {1: [Choice.TAKE_WHITE], 2: [Choice.PLACE_TWO]}
        return self._checked([*before.get(len(points), []), *points], text)

    def _checked(self, moves: list[Move], text: str) -> list[Move]:
        if self._choices and moves[0] in self._choices:
            return moves
        if not self._choices and len(moves) == _FIRST_STONES and Choice.PLACE_TWO not in moves:
            return moves
        raise self.fault(
            "nonsense", "{program!r} answered SWAP2BOARD with {text!r}", text=text[:QUOTED]
        )


_FIRST_STONES: Final = 3  # What swap and swap2 begin with.
_WORDS: Final = {str(word): word for word in Word}
_ABOUT: Final = re.compile(r'(\w{1,20})\s*=\s*"([^"]{0,200})"')
# Rapfi writes `Depth 12-20 | Eval -208 | Node 20K`, AlphaGomoku `depth 1-5 ev 53.3 n 123`, and
# Yixin `DEPTH: 9 ... EVALUATION: 52`.
_DEPTH: Final = re.compile(r"\bdepth[ :=]{1,3}([0-9]{1,9})", re.ASCII | re.IGNORECASE)
_NODES: Final = re.compile(
    r"\b(?:nodes?|n)[ :=]{1,3}([0-9]{1,15}(?:\.[0-9]{1,6})?)([kmgt]?)\b", re.ASCII | re.IGNORECASE
)
_SCORE: Final = re.compile(
    r"\b(?:eval|evaluation|ev|score)[ :=]{1,3}([+-]?[a-z0-9.%]{1,20})", re.ASCII | re.IGNORECASE
)
_UNITS: Final = {"": 1, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
