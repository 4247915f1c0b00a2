"""The dialogs of the terminal app: help, a new game, an unfinished one, and too small a screen."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from tengen.core.geometry import MAX_SIZE, MIN_SIZE
from tengen.core.openings import Seat, opening_names
from tengen.core.rules import RULES
from tengen.session.opponents import opponents
from tengen.session.session import Wishes
from tengen.session.words import WORDS

_KEYS = """\
arrows, Enter   choose a point and play it; a click plays, too
/               the command line: h8, or one of the words below
u h a           undo, hint, analysis
F2 F3           new game, light or dark
Ctrl-Z          to the shell, until `fg`
q               quit; an unfinished game is kept"""


class Help(ModalScreen[None]):
    """The keys and the words."""

    BINDINGS = [Binding("escape,f1,enter,q", "dismiss", "Close")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Show them."""
        words = "\n".join(f"{name:<9} {line}" for name, (_, line) in WORDS.items())
        with Vertical(classes="dialog"):
            yield Static(f"{_KEYS}\n\n{words}", markup=False)


class GoOn(ModalScreen[bool]):
    """Offers the game that was left unfinished."""

    BINDINGS = [Binding("escape", "dismiss(True)", "Go on")]  # noqa: RUF012

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog small"):
            yield Label(self._sentence, markup=False)
            with Horizontal():
                yield Button("Go on", id="yes", variant="primary")
                yield Button("New game", id="no")

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class NewGame(ModalScreen[Wishes | None]):
    """Asks for an opponent and everything else that a new game is made of."""

    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]  # noqa: RUF012

    def __init__(self, wishes: Wishes) -> None:
        super().__init__()
        self._wishes = wishes

    def compose(self) -> ComposeResult:
        """Show the opponents and the choices; Enter on an opponent begins."""
        wishes = self._wishes
        sizes = [(f"{n} x {n}", n) for n in range(MIN_SIZE, MAX_SIZE + 1)]
        with Vertical(classes="dialog"):
            yield Label("Choose an opponent; Enter begins, Tab goes on, Escape leaves.")
            yield OptionList(
                *(
                    Option(_line(who.label, who.rating, who.description), id=f"bot-{n}")
                    for n, who in enumerate(opponents())
                ),
                id="opponents",
                markup=False,
            )
            with Grid(id="choices"):
                yield Select(sizes, value=wishes.size, allow_blank=False, id="size")
                rules = [(name, name) for name in RULES]
                yield Select(rules, value=wishes.rule, allow_blank=False, id="rule")
                openings = [(name, name) for name in opening_names()]
                yield Select(openings, value=wishes.opening, allow_blank=False, id="opening")
                sides = [("Black", Seat.FIRST), ("White", Seat.SECOND)]
                yield Select(sides, value=wishes.seat, allow_blank=False, id="seat")

    def on_mount(self) -> None:
        """Begin at the opponent of the last game."""
        chosen = self._wishes.bot.partition(":")[0]
        names = [who.name for who in opponents()]
        listed = self.query_one("#opponents", OptionList)
        listed.highlighted = names.index(chosen) if chosen in names else 0
        listed.focus()

    @on(OptionList.OptionSelected)
    def _begin(self, event: OptionList.OptionSelected) -> None:
        values = {name: self.query_one(f"#{name}", Select).value for name in _CHOICES}
        bot = opponents()[event.option_index].name
        self.dismiss(Wishes(bot=bot, **values))  # type: ignore[arg-type]


_CHOICES = ("size", "rule", "opening", "seat")
_LINE = 64  # Columns of the list in a terminal of eighty.


class TooSmall(ModalScreen[bool]):
    """Says that the terminal is too small, and offers lines of text instead."""

    BINDINGS = [  # noqa: RUF012
        Binding("p", "dismiss(True)", "Line mode"),
        Binding("q,escape", "app.quit", "Quit"),
    ]

    def compose(self) -> ComposeResult:
        """Say it as briefly as the room asks for."""
        yield Static("Too small: 60x20 is needed. p: line mode, q: quit", markup=False)


def _line(label: str, rating: float | None, sentence: str) -> str:
    line = f"{label:<12} {'' if rating is None else f'{rating:>5.0f}  '}{sentence}"
    return line if len(line) <= _LINE else f"{line[: _LINE - 1]}…"
