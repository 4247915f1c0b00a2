"""The brain's end of the Gomocup protocol, with Yixin's extensions: lines in, lines out.

What the protocol leaves open is decided so:

- While a bot thinks, END leaves; STOP, YXSTOP and `INFO timeout_turn 0` ask for its move now, which
  not every bot can hear; START, RECTSTART and RESTART give the question up, and it is
  never answered. Everything else waits, in its order, until the move is made.
- A command that is refused changes nothing, and neither does a block that another command breaks.
- BEGIN asks for a move of the side whose turn it is, also when there are stones.
- A move of the opponent that ends the game is played and answered with ERROR, because no answer is
  left. A side without a legal move (a renju Black may have none) gets ERROR too: this protocol has
  no pass, so it has lost.
- INFO has no answer; what is wrong with one is said in a MESSAGE, and the old value stays.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from tengen import __version__
from tengen.bots import Bot
from tengen.core.game import Game, Move
from tengen.core.geometry import MAX_SIZE, MIN_SIZE, PASS, Color, Point
from tengen.core.legality import forbidden_points
from tengen.core.openings import Seat
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import BotFault, IllegalMove, InvalidText, TengenError
from tengen.hosts._host import MakeBot, Think
from tengen.hosts.gomocup import position, wire
from tengen.hosts.gomocup.conversation import Conversation, Meanwhile, command, line, split
from tengen.hosts.gomocup.message import messages
from tengen.hosts.gomocup.settings import Settings, is_move_now
from tengen.hosts.gomocup.wire import Key, Word
from tengen.options import Option

_OPTIONS: Final[Mapping[str, tuple[str, int]]] = {
    Key.THREAD_NUM: ("threads", 1),
    Key.MAX_MEMORY: ("memory", 1),
    Key.HASH_SIZE: ("hash_size", 1024),
}
"""The keys of INFO that set an option of a bot that has it, and what one unit of theirs is in the
option's unit: memory and hash_size are in bytes."""

_MOST_QUESTIONS: Final = 3
"""So many does one answer in an opening procedure take at most: three stones, or a choice and two.
They share the time of one move."""


class Brain(Conversation):
    """A bot that speaks the Gomocup protocol; see `tengen.hosts._host.Brain`."""

    def __init__(
        self, make_bot: MakeBot, options: Iterable[Option] = (), notes: Iterable[str] = ()
    ) -> None:
        super().__init__()
        self._options = {option.name for option in options}
        # This wire has no word for a pass, so that a side that has to make one has lost.
        self._given: dict[str, int] = {"can_pass": False} if "can_pass" in self._options else {}
        self.bot: Bot = make_bot(**self._given)
        self.game: Game | None = None
        """The game as it stands, or None before START."""
        self._make_bot = make_bot
        self._notes = list(notes)
        self._rule = RULES["freestyle"]
        self._settings = Settings()

    # Before and after the game.

    @command("ABOUT")
    def _about(self, _: str) -> list[str]:
        name, version = f"tengen-{self.bot.name}", f"{__version__}.{self.bot.version}"
        author = "the tengen maintainers"
        return [f'name="{name}", version="{version}", author="{author}", country="everywhere"']

    @command("START", meanwhile=Meanwhile.GIVES_UP)
    def _start(self, rest: str) -> list[str]:
        return self._begin_game(int(rest) if rest.isdecimal() else 0, rest)

    @command("RECTSTART", meanwhile=Meanwhile.GIVES_UP)
    def _rectstart(self, rest: str) -> list[str]:
        sides = wire.FIRST_POINT.fullmatch(rest)
        if sides is None or sides[1] != sides[2]:
            raise InvalidText(
                "not-square",
                "{text!r} is no square board; send START with one size, such as START 20",
                text=rest[:40],
            )
        return self._begin_game(int(sides[1]), rest)

    @command("RESTART", meanwhile=Meanwhile.GIVES_UP)
    def _restart(self, _: str) -> list[str]:
        return self._begin_game(self._started().size, "")

    @command("END", meanwhile=Meanwhile.AT_ONCE)
    def _end(self, _: str) -> list[str]:
        self.is_done = True
        return []

    # Moves.

    @command("BEGIN")
    def _begin(self, _: str) -> list[str]:
        return self._ask_move(self._started())

    @command("TURN")
    def _turn(self, rest: str) -> list[str]:
        game = self._started()
        position.play(game, wire.parse_point(rest, game.size))
        return self._ask_move(game)

    @command("PLAY")
    def _play(self, rest: str) -> list[str]:
        game = self._started()
        point = wire.parse_point(rest, game.size)
        position.play(game, point)
        return [wire.format_point(point)]

    @command("TAKEBACK")
    def _takeback(self, rest: str) -> list[str]:
        game = self._started()
        self.game = position.without_stone(game, wire.parse_point(rest, game.size))
        return [Word.OK]

    @command("STOP", "YXSTOP", meanwhile=Meanwhile.AT_ONCE)
    def _stop(self, _: str) -> list[str]:
        self._hurry()
        return []

    @command("YXNBEST")
    def _nbest(self, rest: str) -> list[str]:
        count = wire.parse_number(rest)
        if count < 1:
            raise InvalidText("nbest", "{count} best moves are none; give 1 or more", count=count)
        lines = self._ask_move(self._started(), count)
        if count > 1 and self.bot.search is None:
            lines.append(line(Word.MESSAGE, f"{self.bot.name} names its best move only"))
        return lines

    # Positions.

    @command("BOARD")
    def _board(self, _: str) -> list[str]:
        return self._open("BOARD", partial(self._set_board, position.board_game))

    @command("YXBOARD")
    def _yxboard(self, _: str) -> list[str]:
        return self._open("YXBOARD", partial(self._set_board, position.yxboard_game))

    @command("SWAP2BOARD")
    def _swap2board(self, _: str) -> list[str]:
        return self._open("SWAP2BOARD", self._set_swap2)

    @command("YXSHOWFORBID")
    def _showforbid(self, _: str) -> list[str]:
        board = self._started().board
        found = [p for color in Color for p in forbidden_points(board, self._rule, color)]
        return [f"{Word.FORBID} {''.join(f'{p.x:02}{p.y:02}' for p in found)}."]

    # Settings.

    @command("INFO")
    def _set(self, rest: str) -> list[str]:
        key, value = _info(rest)
        try:
            if key == Key.RULE:
                self._set_rule(value)
            elif key in _OPTIONS:
                self._set_option(key, value)
            else:
                self._settings.take(key, value)
        except TengenError as error:
            return [line(Word.MESSAGE, f"INFO {key}: {error}; nothing has changed")]
        return []

    @command("YXHASHCLEAR")
    def _hashclear(self, _: str) -> list[str]:
        self._change_bot(self._given)
        return []

    def _overhear(self, word: str, rest: str) -> None:
        if word == "INFO" and is_move_now(*_info(rest)):
            self._hurry()

    # What the commands have in common.

    def _started(self) -> Game:
        if self.game is None:
            raise IllegalMove("no-game", "there is no game yet; send START and a size first")
        return self.game

    def _begin_game(self, size: int, text: str) -> list[str]:
        if not MIN_SIZE <= size <= MAX_SIZE:
            # If Piskvork reads 20 in a refusal, it offers that board to the person.
            raise InvalidText(
                "size-range",
                "a board of {text!r} is not possible; send 5 to 26, such as START 20",
                text=text[:40],
            )
        setup = Setup(size, self._rule)
        self.bot.check_setup(setup)
        self.bot.new_game(setup, None)
        self.game = Game(setup=setup)
        self._settings.new_game()
        notes, self._notes = self._notes, []
        return [*(line(Word.MESSAGE, note) for note in notes), Word.OK]

    def _ask_move(self, game: Game, lines: int = 1) -> list[str]:
        self._check_playable(game)
        task = Think(self.bot, game, self._settings.limit(), lines)
        self._ask(task, partial(self._move, task))
        return []

    def _move(self, task: Think, move: Move) -> list[str]:
        game = task.game
        if move == PASS and game.may_pass():
            raise IllegalMove(
                "no-move", "no legal move: {side} may play no empty point", side=str(game.turn)
            )
        told = [] if task.found is None else messages(task.found, game.size)
        self._push_chosen(game, move)
        return [*told, wire.format_point(game.board.moves[-1])]

    def _push_chosen(self, game: Game, move: Move) -> None:
        """Play what the bot chose; what is not legal never reaches the wire."""
        try:
            game.push(move)
        except (IllegalMove, InvalidText) as error:
            raise BotFault(
                "illegal-answer",
                "chose what may not be played: {reason}",
                reason=str(error),
            ) from None

    def _check_playable(self, game: Game) -> None:
        self.bot.check_setup(game.setup)
        if (outcome := game.outcome()) is not None:
            raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))

    def _set_board(self, make_game: Callable[..., Game], lines: list[str]) -> list[str]:
        size = self._started().size
        stones = [wire.parse_stone(text, size) for text in lines]
        _check_once([point for point, _ in stones])
        game = make_game(stones, size, self._rule)
        if make_game is position.board_game:
            self._ask_move(game)
        self.game = game
        return []

    def _set_swap2(self, lines: list[str]) -> list[str]:
        size = self._started().size
        points = [_swap2_point(text, size) for text in lines]
        _check_once(points)
        game = position.swap2_game(points, size, self._rule)
        return self._ask_swap2(game, game.seat, ())

    def _ask_swap2(self, game: Game, seat: Seat, placed: tuple[Point, ...]) -> list[str]:
        self._check_playable(game)
        limit = self._settings.limit(shares=_MOST_QUESTIONS)
        self._ask(Think(self.bot, game, limit), partial(self._swap2, game, seat, placed))
        return []

    def _swap2(self, game: Game, seat: Seat, placed: tuple[Point, ...], move: Move) -> list[str]:
        """Take a stone or a choice, and answer when the opponent must act: with the stones.

        To take White is to play the next stone, and to take Black is to have put none.
        """
        self._push_chosen(game, move)
        if isinstance(move, Point):
            placed = (*placed, move)
        if game.seat is seat:
            return self._ask_swap2(game, seat, placed)
        self.game = position.plain_game(game.board.moves, game.size, self._rule)
        return [wire.format_points(placed) or Word.SWAP]

    def _set_rule(self, value: str) -> None:
        rule = wire.rule_of(wire.parse_number(value))
        if self.game is not None:
            game = position.with_rule(self.game, rule)
            self.bot.check_setup(game.setup)
            self.bot.new_game(game.setup, None)
            self.game = game
        self._rule = rule

    def _set_option(self, key: str, value: str) -> None:
        name, unit = _OPTIONS[key]
        number = wire.parse_number(value)
        if name not in self._options:
            return
        given = {other: self._given[other] for other in self._given if other != name}
        if number > 0:
            given[name] = number * unit
        if given != self._given:
            self._change_bot(given)

    def _change_bot(self, given: dict[str, int]) -> None:
        """Let a new bot go on, which remembers nothing."""
        self.bot = self._make_bot(**given)
        self._given = given
        if self.game is not None:
            self.bot.new_game(self.game.setup, None)


def _info(rest: str) -> tuple[str, str]:
    """Return the key of an INFO in small letters, and its value."""
    key, value = split(rest)
    return key.lower(), value


def _swap2_point(text: str, size: int) -> Point:
    """Read a line of SWAP2BOARD: the protocol has no third field there, some managers send it."""
    return wire.parse_stone(text, size)[0] if text.count(",") > 1 else wire.parse_point(text, size)


def _check_once(points: list[Point]) -> None:
    seen = set()
    for point in points:
        if point in seen:
            raise InvalidText(
                "repeated-point",
                "{point} comes a second time; give every point once",
                point=wire.format_point(point),
            )
        seen.add(point)
