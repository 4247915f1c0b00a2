"""A game against a bot in lines of text: `feed` takes what was typed and returns what to show.

Nothing is read or written here, so that every conversation can be tested without a terminal.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tengen.bots import STRONGEST, Bot, find_bot
from tengen.core.game import Game, Move
from tengen.core.geometry import PASS, Color
from tengen.core.limits import Limit
from tengen.core.openings import Choice, Place, Seat
from tengen.errors import BotFault, IllegalMove, InvalidText
from tengen.notation.diagram import format_diagram
from tengen.notation.position import format_position
from tengen.play.hint import explain
from tengen.session.saving import save_game
from tengen.ui.terminal._paint import paint

_QUOTED: Final = 40
"""How much of a line is read as a move; errors quote what they refuse."""
_LONGEST: Final = 300
"""How much of a line is read at all: no name of a file is longer."""
_HINT: Final = Limit(turn=0.7)

_Answer = Callable[["LineSession"], list[str]]

_COMMANDS: Final[dict[str, tuple[_Answer, str]]] = {}
"""Each word with its function and its line of help; `command` fills it."""


def command(word: str, help_line: str) -> Callable[[_Answer], _Answer]:
    """Make a method of the session the answer to `word`."""

    def register(answer: _Answer) -> _Answer:
        _COMMANDS[word] = answer, help_line
        return answer

    return register


class LineSession:
    """A conversation about one game after another: a person on one seat, a bot on the other."""

    def __init__(self, game: Game, bot: Bot, seat: Seat, *, color: bool = False) -> None:
        self.game = game
        self.bot = bot
        self.seat = seat
        """The person's seat."""
        self.is_done = False
        """Whether the person has left."""
        self._color = color
        self._has_resigned = False

    @property
    def prompt(self) -> str:
        """What to show before a line is read."""
        if self._is_over():
            return "new or quit> "
        if self.game.choices:
            return "your choice> "
        return f"{self.game.turn}> "

    def start(self) -> list[str]:
        """Return the first lines; the bot moves if it begins."""
        rule = self.game.rule
        return [
            f"tengen: {rule} on {self.game.size}x{self.game.size}. {rule.title}",
            *self._sides(),
            "Type a point like h8, or help.",
            *self._go_on(len(self.game.moves)),
        ]

    def feed(self, line: str) -> list[str]:
        """Return the answer to one line; what cannot be done is refused in one line."""
        text = line.strip()[:_LONGEST]
        if not text:
            return []
        word, _, rest = text.partition(" ")
        try:
            if word.lower() == "save":
                return self._save_as(rest.strip())
            if text.lower() in _COMMANDS:
                return _COMMANDS[text.lower()][0](self)
            return self._play(text[:_QUOTED])
        except (InvalidText, IllegalMove) as error:
            return [f"? {error}"]

    def _play(self, text: str) -> list[str]:
        try:
            move = self.game.parse_move(text)
        except InvalidText as error:
            if error.code != "bad-point":
                raise
            raise InvalidText(
                "unknown-command",
                "{text!r} is neither a point like 'h8' nor a command; type 'help'",
                text=text,
            ) from None
        self._check_resigned()
        since = len(self.game.moves)
        self.game.push(move)
        return self._go_on(since)

    def _go_on(self, since: int) -> list[str]:
        """Let the bot move while it must; return what was done, the board, and how it stands.

        `since` is how many moves there were before the person did something.
        """
        mine = self.game.moves[since:]
        theirs: list[Move] = []
        while self.game.outcome() is None and self.game.seat is not self.seat:
            theirs.append(self._push_answer())
        said = [self._told("You", "", mine)] if mine else []
        if theirs:
            said.append(self._told(self.bot.name, "s", theirs))
        lines = ["; ".join(said) + "."] if said else []
        if any(isinstance(move, Choice) for move in (*mine, *theirs)):
            lines += self._sides()
        return [*lines, *self._picture(), *self._status()]

    def _push_answer(self) -> Move:
        """Let the bot move; raise BotFault if its move is not legal, since nobody can go on."""
        move = self.bot.choose(self.game)
        try:
            self.game.push(move)
        except (InvalidText, IllegalMove) as error:
            raise BotFault(
                "illegal-move",
                "{bot} answered with a move that is not legal: {reason}",
                bot=self.bot.name,
                reason=str(error),
            ) from error
        return move

    @command("pass", "put no stone; only when you have no legal point, or after a pass")
    def _pass(self) -> list[str]:
        return self._play("pass")

    @command("undo", "take back your last move and what followed")
    def _undo(self) -> list[str]:
        if self._has_resigned:
            self._has_resigned = False
            return ["You play on.", *self._picture(), *self._status()]
        undone: list[str] = []
        while self.game.moves:
            undone.append(self.game.format_move(self.game.undo()))
            if self.game.seat is self.seat:
                back = ", ".join(reversed(undone))
                return [f"Taken back: {back}.", *self._picture(), *self._status()]
        for _ in undone:
            self.game.redo()
        raise IllegalMove("nothing-to-undo", "there is no move of yours to take back")

    @command("redo", "play again what was taken back")
    def _redo(self) -> list[str]:
        self._check_resigned()
        again = [self.game.format_move(self.game.redo())]
        while self.game.seat is not self.seat and self.game.outcome() is None:
            again.append(self.game.format_move(self.game.redo()))
        return [f"Played again: {', '.join(again)}.", *self._picture(), *self._status()]

    @command("hint", "say what the strongest bot would play")
    def _hint(self) -> list[str]:
        adviser = find_bot(STRONGEST)
        if adviser.supports(self.game.setup) is not None:
            adviser = self.bot
        adviser.check_open(self.game)
        if adviser.search is None or self.game.choices:
            return [f"Hint: {self.game.format_move(adviser.choose(self.game, _HINT))}"]
        info = adviser.search(self.game, _HINT, 1)
        if info.best is None:
            raise BotFault("nonsense", "{bot} found no move", bot=adviser.name)
        hinted = explain(self.game, info.best, info)
        return [f"Hint: {hinted.move}, {hinted.text}."]

    @command("resign", "give the game up")
    def _resign(self) -> list[str]:
        if self._is_over():
            raise IllegalMove("game-over", "the game is over already; type 'new'")
        self._has_resigned = True
        return self._status()

    @command("swap", "change sides with the bot")
    def _swap(self) -> list[str]:
        if self._is_over():
            raise IllegalMove("game-over", "the game is over; type 'new' before you swap")
        self.seat = self.seat.other
        return [*self._sides(), *self._go_on(len(self.game.moves))]

    @command("new", "begin a new game with the same settings")
    def _new(self) -> list[str]:
        self.game = Game(setup=self.game.setup, opening=self.game.opening)
        self._has_resigned = False
        return self.start()

    @command("show", "show the board, and the position as text for `tengen show`")
    def _show(self) -> list[str]:
        return [*self._picture(), f"Position: {format_position(self.game) or 'empty'}"]

    @command("save", "write the game into a file: save game.sgf (or .psq, .txt)")
    def _save(self) -> list[str]:
        return self._save_as("")

    def _save_as(self, name: str) -> list[str]:
        if not name:
            raise InvalidText("no-name", "name a file, as in 'save game.sgf'")
        return [f"Saved as {save_game(self.game, name)}."]

    @command("help", "show this")
    def _help(self) -> list[str]:
        words = [f"  {word:<7} {help_line}" for word, (_, help_line) in _COMMANDS.items()]
        return [
            "Type a point like h8, what you are asked to choose, or one of these words:",
            *words,
            "The board marks (X) the last move, [X] the winning line, ! forbidden points.",
        ]

    @command("quit", "leave")
    def _quit(self) -> list[str]:
        self.is_done = True
        return []

    def _check_resigned(self) -> None:
        if self._has_resigned:
            raise IllegalMove("game-over", "the game is over: you resigned; type 'new' or 'undo'")

    def _is_over(self) -> bool:
        return self._has_resigned or self.game.outcome() is not None

    def _picture(self) -> list[str]:
        outcome = self.game.outcome()
        diagram = format_diagram(
            self.game,
            header=False,
            line=outcome.line if outcome is not None else (),
            forbidden=self.game.forbidden() if outcome is None and not self.game.choices else (),
        )
        return ["", *(paint(diagram) if self._color else diagram).splitlines()]

    def _sides(self) -> list[str]:
        black = self.game.black
        if black is None:
            opener = "You open" if self.seat is Seat.FIRST else f"{self.bot.name} opens"
            return [f"{opener} ({self.game.opening}); who has black will be chosen."]
        if black is self.seat:
            return [f"You are black (X), {self.bot.name} is white (O)."]
        return [f"You are white (O), {self.bot.name} is black (X)."]

    def _status(self) -> list[str]:
        """Return what the person should know before typing: the result, or what is asked."""
        game = self.game
        again = "Type new for another game, undo to take back, or quit."
        if self._has_resigned:
            return [f"You resign: {self.bot.name} wins.", again]
        if (outcome := game.outcome()) is not None:
            how = str(outcome).partition(": ")[2]
            return [f"{self._who_won(outcome.winner)}: {how}.", again]
        if game.choices:
            return [f"Choose {' or '.join(game.choices)}."]
        if isinstance(game.stage, Place):
            count = game.stage.count
            return [f"You put {count} more stone{'s' * (count > 1)}, the next is {game.turn}."]
        if game.may_pass() and not game.legal_points():
            return ["You have no legal point: pass."]
        return []

    def _who_won(self, winner: Color | None) -> str:
        if winner is None:
            return "A draw"
        is_mine = (winner is Color.BLACK) == (self.game.black is self.seat)
        return f"You win as {winner}" if is_mine else f"{self.bot.name} wins as {winner}"

    def _told(self, who: str, ending: str, moves: Sequence[Move]) -> str:
        """Return what somebody did: `You play h8`, `greedy chooses take-white, plays i9`."""
        parts: list[str] = []
        last_verb = ""
        for move in moves:
            verb = "choose" if isinstance(move, Choice) else "answer" if move == PASS else "play"
            text = self.game.format_move(move)
            parts.append(text if verb == last_verb else f"{verb}{ending} {text}")
            last_verb = verb
        return f"{who} {', '.join(parts)}"
