"""A game between a person and a bot at one screen: the referee, the engines, and what is kept.

Nothing here draws or waits. A screen hands in what the person does, calls `poll` when it was woken
(`wake` is called from other threads) or when `due_in` has passed, and draws what it reads here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point
from tengen.core.openings import Place, Seat
from tengen.errors import BotFault, InvalidText, TengenError
from tengen.notation.position import format_position
from tengen.picture.scene import Scene, Show, scene_of
from tengen.play.command import Abort, Command, Move, Resign, Undo
from tengen.play.event import Event, MovePlayed, Refused
from tengen.play.live import Due, Kind, Live, Sitter, person
from tengen.play.live import bot as bot_sitter
from tengen.play.pool import Pool, Ticket
from tengen.play.question import AskAnalysis, AskHint, Found, Hinted
from tengen.play.terms import Terms
from tengen.session.opponents import label_of, refusal
from tengen.session.record import Record

if TYPE_CHECKING:
    from tengen.session.archive import Archive

BRING_BACK: Final = 10.0
"""Seconds for which a game that was broken off can be had back."""

_ANALYSIS: Final = 60.0  # Seconds of thinking about one position.


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the next game is to be."""

    size: int = 15
    rule: str = "freestyle"
    opening: str = "free"
    bot: str = "ends-easy"
    seat: Seat = Seat.FIRST
    """The person's."""

    def game(self) -> Game:
        """Return the game before its first move."""
        return Game(self.size, self.rule, opening=self.opening)


def _nothing() -> None:
    pass


class Session:
    """One game after another. Read what you like; refusals and news are in `note`."""

    def __init__(
        self,
        wishes: Wishes,
        *,
        archive: "Archive | None" = None,
        wake: Callable[[], None] = _nothing,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.wishes = wishes
        self.note = ""
        """One sentence about what was just done or refused; empty if there is nothing to say."""
        self.hinted: Hinted | None = None
        self.fault: str | None = None
        """Why the bot gave no answer; `retry` asks it again."""
        self.found: Found | None = None
        """What the analysis has found, for the side to move."""
        self.is_analysing = False
        self._archive = archive
        self._wake = wake
        self._clock = clock
        self._pool = Pool(workers=2, analysts=0)
        self._analysts: Pool | None = None
        self._asked: tuple[Due, Ticket] | None = None
        self._hint: Ticket | None = None
        self._study: tuple[int, Ticket] | None = None
        self._news: Found | None = None
        self._previous: tuple[Record, Wishes, float] | None = None
        self._scene: tuple[tuple[int, Hinted | None], Scene] | None = None
        self._record = self._new_record(wishes)

    # What can be read.

    @property
    def live(self) -> Live:
        """The game with its sitters."""
        return self._record.live

    @property
    def game(self) -> Game:
        """The referee's own game; copy it before changing it."""
        return self.live.referee.game

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return next(s for s in Seat if self.live.sitter(s).kind is Kind.PERSON)

    @property
    def bot(self) -> str:
        """The bot, as `find_bot` reads it."""
        return self.live.sitter(self.seat.other).bot

    @property
    def is_mine(self) -> bool:
        """Whether the person must act."""
        return not self.live.is_over and self.game.seat is self.seat

    @property
    def is_thinking(self) -> bool:
        """Whether the bot is being waited for."""
        return self._asked is not None

    @property
    def is_hinting(self) -> bool:
        """Whether a hint is being looked for."""
        return self._hint is not None

    @property
    def thinking_for(self) -> float:
        """The seconds that the bot has been thinking."""
        return 0.0 if self._asked is None else max(0.0, monotonic() - self._asked[1].asked_at)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move of the person's to take back."""
        return self.seat in self.live.referee.movers

    @property
    def can_bring_back(self) -> bool:
        """Whether the game before this one can still be had back."""
        return self._previous is not None and self._clock() < self._previous[2]

    @property
    def has_begun(self) -> bool:
        """Whether a stone has been put."""
        return bool(self.live.referee.movers)

    @property
    def unkept(self) -> str | None:
        """Why games are not being saved; None if they are, or nobody has asked for it."""
        return None if self._archive is None else self._archive.fault

    def scene(self) -> Scene:
        """Return what is drawn of the game as it stands, the hint included."""
        key = self.live.seq, self.hinted
        if self._scene is None or self._scene[0] != key:
            scene = scene_of(self.game, threats=Show.NONE)
            point = None if self.hinted is None else self.game.parse_move(self.hinted.move)
            if isinstance(point, Point) and point != PASS:
                scene = replace(scene, hint=point)
            self._scene = key, scene
        return self._scene[1]

    def name(self, color: Color) -> str:
        """Return who has a colour: `You`, or what the bot is called."""
        sitter = self.live.sitter(self.live.seat(color))
        return "You" if sitter.kind is Kind.PERSON else label_of(sitter.bot)

    def result(self) -> str:
        """Return how the game ended, as a sentence; empty while it goes on."""
        ended = self.live.referee.result
        if ended is None:
            return ""
        how = ended.detail.partition(": ")[2] or ended.detail
        if ended.winner is None:
            return f"Draw: {how}."
        if ended.winner is self.seat:
            return f"You win: {how}."
        return f"{label_of(self.bot)} wins: {how}."

    def status(self, begin: str = "Play any point to start") -> str:
        """Return the one sentence that says what is going on; `begin` asks for the first stone."""
        opponent = label_of(self.bot)
        if self.fault is not None:
            return f"{opponent} gave no answer: {self.fault}. Try again, or undo."
        if self.live.is_over:
            return self.result()
        if self.is_hinting:
            return "Looking for a hint…"
        if self.note:
            return self.note
        if not self.is_mine:
            return f"{opponent} is thinking…"
        game = self.game
        if game.choices:
            return f"Your choice: {' or '.join(c.replace('-', ' ') for c in game.choices)}."
        if isinstance(game.stage, Place):
            return f"You put {game.stage.count} more: the next stone is {game.turn}."
        if game.may_pass() and not game.legal_points():
            return "You have no legal point: pass."
        side = str(game.turn).capitalize()
        if not self.has_begun:
            return f"{begin}: you are {side} against {opponent}."
        return f"Your turn: you are {side}."

    def due_in(self) -> float | None:
        """Return the seconds after which `poll` has something to do by itself, if any."""
        if self._previous is None:
            return None
        return max(0.0, self._previous[2] - self._clock())

    # What the person does.

    def play(self, move: str) -> bool:
        """Play a point, pass or choose; say whether it was done."""
        return self._do(Move(self.seat, move))

    def undo(self) -> bool:
        """Take back to the person's last turn, even from a game that is over."""
        if not self.live.is_over:
            return self._do(Undo(self.seat))
        if not self.can_undo:
            self.note = "There is no move of yours to take back."
            return False
        played = _moves_that_stand(self.live)
        while played.pop().seat is not self.seat:
            pass
        live = Live.start(
            self.live.referee.terms, {s: self.live.sitter(s) for s in Seat}, self._clock()
        )
        for event in played:
            live.handle(Move(event.seat, event.move, seconds=event.seconds), self._clock())
        self._change(Record(live))
        self._keep()
        return True

    def hint(self) -> bool:
        """Ask for a good move; it comes as `hinted`."""
        if not self.is_mine:
            self.note = "A hint is for your own turn."
            return False
        if self._hint is None:
            ask = AskHint(format_position(self.game))
            self._hint = self._pool.ask(ask, on_change=self._woken)
        return True

    def resign(self) -> bool:
        """Give the game up."""
        return self._do(Resign(self.seat))

    def swap_sides(self) -> None:
        """Change seats with the bot, who goes on from here."""
        sitters = {seat: self.live.sitter(seat.other) for seat in Seat}
        self.wishes = replace(self.wishes, seat=self.seat.other)
        self._record.live = Live(self.live.referee, sitters)
        self._forget()
        side = str(self.live.color(self.seat)).capitalize()
        self.note = f"You are {side} now."
        self._keep()
        self.poll()

    def begin(self, wishes: Wishes | None = None) -> bool:
        """Begin a new game at once; the old one can be had back for a while.

        A bot that does not play this is refused with its reason, and nothing changes.
        """
        wanted = wishes or self.wishes
        try:
            if (why := refusal(wanted.bot, wanted.game().setup)) is not None:
                raise InvalidText(
                    "unsupported", "{bot} does not play this: {why}", bot=wanted.bot, why=why
                )
        except TengenError as error:
            self.note = _sentence(str(error))
            return False
        if self.has_begun and not self.live.is_over:
            self._abandon_previous()
            self._previous = (self._record, self.wishes, self._clock() + BRING_BACK)
        self.wishes = wanted
        self._change(self._new_record(wanted))
        self.poll()
        return True

    def bring_back(self) -> bool:
        """Go on with the game that was broken off last."""
        if self._previous is None or not self.can_bring_back:
            return False
        mine = self._record
        (record, self.wishes, _), self._previous = self._previous, None
        self._change(record)
        self.note = "Your game is back."
        self._abandon(mine)
        self.poll()
        return True

    def restore(self) -> bool:
        """Go on with the game that was left unfinished last time; say whether there was one."""
        record = None if self._archive is None else self._archive.latest()
        if record is None or record.live.is_over:
            return False
        game = record.live.referee.game
        self._change(record)
        bot, seat = self.bot, self.seat
        self.wishes = Wishes(game.size, game.rule.name, game.opening, bot, seat)
        self.note = f"Your game against {label_of(bot)} goes on."
        self.poll()
        return True

    def retry(self) -> None:
        """Ask the bot again after it gave no answer."""
        self.fault = None
        self.poll()

    def analyse(self, on: bool) -> None:
        """Let the engine look at the position, and at every one that follows; or stop it."""
        self.is_analysing = on
        self._stop_study()
        self.found = None
        self.poll()

    def close(self) -> None:
        """End all processes; an unfinished game is kept."""
        self._abandon_previous()
        for pool in (self._pool, self._analysts):
            if pool is not None:
                pool.close()
        if self._archive is not None:
            self._archive.close()

    # What happens meanwhile.

    def poll(self) -> bool:
        """Take what the engines have answered, ask what is due; say whether anything changed."""
        is_changed = self._take_answer()
        is_changed |= self._take_hint()
        is_changed |= self._take_news()
        if self._previous is not None and not self.can_bring_back:
            self._abandon_previous()
            is_changed = True
        self._ask()
        self._ask_analyst()
        return is_changed

    def _take_answer(self) -> bool:
        if self._asked is None or not self._asked[1].is_done:
            return False
        (due, ticket), self._asked = self._asked, None
        try:
            answer = ticket.result()
        except BotFault as fault:
            if due.turn == self.live.turn and fault.code not in ("cancelled", "closed"):
                self.fault = str(fault)
            return True
        if due.turn != self.live.turn:
            return True
        events = self.live.take(due, answer, self._clock())
        refused = next((event for event in events if isinstance(event, Refused)), None)
        self.fault = None if refused is None else refused.text
        self._happened(events)
        return True

    def _take_hint(self) -> bool:
        if self._hint is None or not self._hint.is_done:
            return False
        ticket, self._hint = self._hint, None
        try:
            answer = ticket.result()
        except BotFault as fault:
            if fault.code not in ("cancelled", "closed"):
                self.note = _sentence(f"no hint: {fault}")
            return True
        if isinstance(answer, Hinted):
            self.hinted = answer
            self.note = f"Hint: {answer.move}, {answer.text}."
        else:
            self.note = f"Hint: {getattr(answer, 'move', '')}."
        return True

    def _take_news(self) -> bool:
        news, self._news = self._news, None
        if news is None or self._study is None or self._study[0] != self.live.seq:
            return False
        self.found = news
        return True

    def _ask(self) -> None:
        due = self.live.question(self._clock())
        if self._asked is not None and (due is None or due.turn != self._asked[0].turn):
            # An undo: nobody wants the answer.
            self._asked[1].cancel()
            self._asked = None
        if due is not None and self._asked is None and self.fault is None:
            self._asked = due, self._pool.ask(due.ask, on_change=self._woken)

    def _ask_analyst(self) -> None:
        if self._study is not None and self._study[0] != self.live.seq:
            self._stop_study()
            self.found = None
        is_due = self.is_analysing and self._study is None and not self.live.is_over
        if not is_due or self.game.choices:
            return
        if self._analysts is None:
            self._analysts = Pool(workers=0, analysts=1)
        ask = AskAnalysis(format_position(self.game), seconds=_ANALYSIS)
        self._study = self.live.seq, self._analysts.ask(ask, on_found=self._heard)

    def _stop_study(self) -> None:
        if self._study is not None:
            self._study[1].cancel()
            self._study = None

    def _woken(self, ticket: Ticket) -> None:
        if ticket.is_done:
            self._wake()

    def _heard(self, found: Found) -> None:
        self._news = found
        self._wake()

    # Small change.

    def _do(self, command: Command) -> bool:
        events = self.live.handle(command, self._clock())
        if events and isinstance(events[0], Refused):
            self.note = _sentence(events[0].text)
            return False
        self.fault = None
        self._happened(events)
        self.poll()
        return True

    def _happened(self, events: list[Event]) -> None:
        if events and not isinstance(events[0], Refused):
            self.note = ""
            self._drop_hint()
            self._keep()

    def _keep(self) -> None:
        if self._archive is not None:
            self._archive.keep(self._record)

    def _new_record(self, wishes: Wishes) -> Record:
        sitters: dict[Seat, Sitter] = {
            wishes.seat: person("You"),
            wishes.seat.other: bot_sitter(wishes.bot),
        }
        return Record(Live.start(Terms(format_position(wishes.game())), sitters, self._clock()))

    def _change(self, record: Record) -> None:
        """Let another game be the one on the board."""
        self._record = record
        self._forget()

    def _forget(self) -> None:
        """Want no answer any more to what was asked about another game."""
        if self._asked is not None:
            self._asked[1].cancel()
            self._asked = None
        self._drop_hint()
        self._stop_study()
        self.note, self.fault, self.found, self._scene = "", None, None, None

    def _drop_hint(self) -> None:
        self.hinted = None
        if self._hint is not None:
            self._hint.cancel()
            self._hint = None

    def _abandon_previous(self) -> None:
        if self._previous is not None:
            record = self._previous[0]
            self._previous = None
            self._abandon(record)

    def _abandon(self, record: Record) -> None:
        record.live.handle(Abort(None, "a new game was begun"), self._clock())
        if self._archive is not None:
            self._archive.keep(record)


def _moves_that_stand(live: Live) -> list[MovePlayed]:
    """Return the moves on the board, each with who made it."""
    stand: list[MovePlayed] = []
    for event in live.referee.events:
        if isinstance(event, MovePlayed):
            stand.append(event)
        elif (count := getattr(event, "count", 0)) > 0:
            del stand[len(stand) - count :]
    return stand


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
