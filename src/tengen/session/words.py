"""What can be typed besides points: one word each, with its line of help."""

from collections.abc import Callable
from typing import Final

from tengen.core.geometry import PASS, Color, Point, format_point
from tengen.errors import InvalidText
from tengen.session.opponents import label_of
from tengen.session.saving import save_game
from tengen.session.session import Session

_Answer = Callable[[Session, str], str]

WORDS: Final[dict[str, tuple[_Answer, str]]] = {}
"""Each word with its function and its line of help; `word` fills it."""

_LONGEST: Final = 300
_QUOTED: Final = 24


def word(name: str, help_line: str) -> Callable[[_Answer], _Answer]:
    """Make a function the answer to `name`; it gets the session and what was typed behind it."""

    def register(answer: _Answer) -> _Answer:
        WORDS[name] = answer, help_line
        return answer

    return register


def obey(session: Session, line: str) -> str:
    """Do what was typed, a point or a word, and return one sentence about it, or nothing."""
    text = "".join(c if c.isprintable() else "?" for c in line.strip()[:_LONGEST])
    name, _, rest = text.partition(" ")
    found = WORDS.get(name.lower())
    if found is not None:
        return found[0](session, rest.strip())
    if not text:
        return ""
    try:
        session.game.parse_move(text[:_QUOTED])
    except InvalidText as error:
        if error.code != "bad-point":
            return str(error)
        return f"{text[:_QUOTED]!r} is neither a point like h8 nor a word; see help."
    session.play(text[:_QUOTED])
    return session.note


@word("undo", "take back your last move and what followed")
def _undo(session: Session, _: str) -> str:
    return "Taken back." if session.undo() else session.note


@word("hint", "a good move, and why")
def _hint(session: Session, _: str) -> str:
    return "" if session.hint() else session.note


@word("last", "the last move")
def _last(session: Session, _: str) -> str:
    game = session.game
    if not game.moves:
        return "No move yet."
    who = session.name(game.turn.other)
    return f"{game.format_move(game.moves[-1])}, by {who}."


@word("threats", "what both sides threaten")
def _threats(session: Session, _: str) -> str:
    size = session.game.size
    said = [
        f"{threat.side} {threat.kind} at {', '.join(format_point(k, size) for k in threat.keys)}"
        for color in Color
        for threat in session.game.threats(color)
    ]
    return "; ".join(said[:4]).capitalize() + "." if said else "Nobody threatens anything."


@word("line", "the stones of a column: line h")
def _line(session: Session, rest: str) -> str:
    size = session.game.size
    x = ord(rest.lower()) - ord("a") if len(rest) == 1 else -1
    if not 0 <= x < size:
        return f"Name a column, line a to line {chr(ord('a') + size - 1)}."
    return _stones(session, [Point(x, y) for y in range(size - 1, -1, -1)])


@word("row", "the stones of a row: row 8")
def _row(session: Session, rest: str) -> str:
    size = session.game.size
    if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:3]) <= size):
        return f"Name a row, row 1 to row {size}."
    return _stones(session, [Point(x, size - int(rest[:3])) for x in range(size)])


@word("pass", "put no stone, where that may be")
def _pass(session: Session, _: str) -> str:
    session.play("pass")
    return session.note


@word("resign", "give the game up")
def _resign(session: Session, _: str) -> str:
    return "" if session.resign() else session.note


@word("swap", "change sides with the bot")
def _swap(session: Session, _: str) -> str:
    session.swap_sides()
    return session.note


@word("new", "begin another game")
def _new(session: Session, _: str) -> str:
    session.begin()
    return session.note or f"A new game against {label_of(session.bot)}."


@word("back", "have the game back that was broken off")
def _back(session: Session, _: str) -> str:
    return session.note if session.bring_back() else "There is no game to bring back."


@word("save", "write the game into a file: save game.sgf (or .psq, .txt)")
def _save(session: Session, rest: str) -> str:
    if not rest:
        return "Name a file, as in save game.sgf."
    try:
        return f"Saved as {save_game(session.game, rest)}."
    except InvalidText as error:
        return str(error)


def _stones(session: Session, points: list[Point]) -> str:
    stones = {stone.point: stone.color for stone in session.scene().stones if stone.point != PASS}
    said = [f"{format_point(p, session.game.size)} {stones[p]}" for p in points if p in stones]
    return ", ".join(said) + "." if said else "No stones there."
