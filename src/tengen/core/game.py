"""A game: a set-up, what has been played since, whose turn it is, and how it ended."""

from collections.abc import Iterable

from tengen.core.board import Board
from tengen.core.geometry import (
    PASS,
    Color,
    Point,
    check_size,
    format_point,
    parse_point,
)
from tengen.core.legality import (
    Forbidden,
    forbidden_points,
    forbidden_reason,
    legal_points,
    may_pass,
)
from tengen.core.openings import Choice, Choose, Place, Play, Seat, Stage, find_opening
from tengen.core.outcome import Outcome, find_outcome
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.core.threats import Threat, threats
from tengen.errors import IllegalMove, InvalidText
from tengen.registry import room

Move = Point | Choice
"""A point, PASS, or a choice in an opening procedure."""


class Game:
    """One game with its history. Every illegal call raises and leaves the game as it was.

    >>> game = Game(rule="standard")
    >>> game.play("h8")
    >>> str(game.turn), game.board[parse_point("h8", 15)]
    ('white', 'X')
    """

    def __init__(
        self,
        size: int = 15,
        rule: str | Rule = RULES["freestyle"],
        *,
        opening: str = "free",
        blocked: Iterable[Point | str] = (),
        traps: Iterable[Point | str] = (),
        setup: Setup | None = None,
    ) -> None:
        if setup is None:
            check_size(size)
            setup = Setup(
                size,
                rule,
                blocked=[_point(p, size) for p in blocked],
                traps=[_point(p, size) for p in traps],
            )
        self.setup = setup
        self.opening = opening
        self._stages: list[Stage] = [find_opening(opening)]
        if setup.has_stones and not isinstance(self._stages[0], Play):
            raise InvalidText(
                "opening-with-stones",
                "the opening procedure {opening!r} needs an empty board; use 'free'",
                opening=opening,
            )
        self._board = setup.board()
        self._history: list[Move] = []
        self._undone: list[Move] = []
        self._outcome = find_outcome(self._board, setup.rule)

    def __repr__(self) -> str:
        state = self._outcome or f"{self.turn} to move"
        return f"<Game {self.size}x{self.size} {self.rule}, {len(self._history)} moves, {state}>"

    # What is on the board.

    @property
    def size(self) -> int:
        """Lines a side."""
        return self.setup.size

    @property
    def rule(self) -> Rule:
        """The rule of this game."""
        return self.setup.rule

    @property
    def board(self) -> Board:
        """The board as it stands. It is the game's own: copy it before changing it."""
        return self._board

    @property
    def turn(self) -> Color:
        """The colour of the next stone."""
        return self._board.turn

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything played since the set-up, choices of the opening procedure included."""
        return tuple(self._history)

    def threats(self, color: Color) -> list[Threat]:
        """Return the threats that `color` has on the board."""
        return threats(self._board, self.rule, color)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self._outcome

    def to_svg(self, *, theme: str = "light", width: int = 480, numbers: bool = False) -> str:
        """Draw the board as SVG; `numbers` are those of the moves. Notebooks call it by itself."""
        picture: str = room("picture").game_svg(self, theme=theme, width=width, numbers=numbers)
        return picture

    _repr_svg_ = to_svg

    # Whose turn it is.

    @property
    def stage(self) -> Stage:
        """Where the opening procedure stands; a `Play` once it is over."""
        return self._stages[-1]

    @property
    def seat(self) -> Seat:
        """The player who must act now."""
        stage = self.stage
        if isinstance(stage, Play):
            return stage.black if self.turn is Color.BLACK else stage.black.other
        return stage.seat

    @property
    def black(self) -> Seat | None:
        """The player who has Black, or None while the opening procedure has not said."""
        return self.stage.black if isinstance(self.stage, Play) else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the seat must choose from; empty when a stone is to be put."""
        return tuple(self.stage.branches) if isinstance(self.stage, Choose) else ()

    # What may be played.

    def legal_points(self) -> list[Point]:
        """Return the points that may be played now, in row order; none when the game is over."""
        if self._outcome is not None or self.choices:
            return []
        return legal_points(self._board, self.rule)

    def may_pass(self) -> bool:
        """Say whether PASS is a legal move: no point is, or the other side has just passed."""
        if self._outcome is not None or not isinstance(self.stage, Play):
            return False
        return may_pass(self._board, self.rule)

    def forbidden(self) -> dict[Point, Forbidden]:
        """Return the points forbidden to the side to move, each with the reason."""
        return forbidden_points(self._board, self.rule, self.turn)

    # Playing.

    def play(self, move: str | Move) -> None:
        """Play a move, or its text: `h8`, `pass`, or a choice such as `take-black`."""
        if isinstance(move, str) and not isinstance(move, Choice):
            move = self.parse_move(move)
        self.push(move)

    def parse_move(self, text: str) -> Move:
        """Read a move of this game; whether it is legal is not asked."""
        word = text.strip()
        if word.isascii() and word.lower() == "pass":
            return PASS
        if word.isascii() and word.lower() in list(Choice):
            return Choice(word.lower())
        return parse_point(word, self.size)

    def format_move(self, move: Move) -> str:
        """Write a move as `parse_move` reads it."""
        return str(move) if isinstance(move, Choice) else format_point(move, self.size)

    def push(self, move: Move) -> None:
        """Play a point, PASS, or a choice; raise IllegalMove if it may not be played."""
        if not isinstance(move, (Point, Choice)):
            raise InvalidText(
                "not-a-move", "{move!r} is not a move; give a Point or a Choice", move=move
            )
        self._check(move)
        self._apply(move)
        self._undone.clear()

    def undo(self) -> Move:
        """Take back the last move and return it; `redo` plays it again."""
        if not self._history:
            raise IllegalMove("nothing-to-undo", "there is no move to take back")
        move = self._history.pop()
        self._stages.pop()
        if not isinstance(move, Choice):
            self._board.pop()
        self._outcome = None  # Else the move could not have been played.
        self._undone.append(move)
        return move

    def redo(self) -> Move:
        """Play again the move that was last taken back, and return it."""
        if not self._undone:
            raise IllegalMove("nothing-to-redo", "there is no move to play again")
        self._apply(self._undone.pop())
        return self._history[-1]

    def copy(self) -> "Game":
        """Return an independent game with the same history; what was undone is not copied."""
        other = Game(opening=self.opening, setup=self.setup)
        for move in self._history:
            other._apply(move)
        return other

    # The same by numbers, under the names that states have in OpenSpiel: actions are points in row
    # order, then the pass, then the choices of opening procedures; players are seats.

    @property
    def num_distinct_actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.size * self.size + 1 + len(Choice)

    def current_player(self) -> int:
        """Return the seat that must act, or -4 when the game is over, as OpenSpiel has it."""
        return -4 if self.is_terminal() else int(self.seat)

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self._outcome is not None

    def legal_actions(self) -> list[int]:
        """Return the legal actions in rising order; none when the game is over."""
        moves: list[Move] = [*self.legal_points(), *self.choices]
        return sorted(map(self._action, [*moves, PASS] if self.may_pass() else moves))

    def apply_action(self, action: int) -> None:
        """Play an action; raise what `push` raises, or InvalidText if there is no such action."""
        points = self.size * self.size
        if not 0 <= action < self.num_distinct_actions:
            raise InvalidText(
                "no-action",
                "{action} is no action; give 0 to {last}",
                action=action,
                last=self.num_distinct_actions - 1,
            )
        if action < points:
            self.push(Point(action % self.size, action // self.size))
        else:
            self.push(PASS if action == points else list(Choice)[action - points - 1])

    def returns(self) -> list[float]:
        """Return 1 for the seat that has won, -1 for the other, and 0 for both if neither has."""
        winner = None if self._outcome is None else self._outcome.winner
        if winner is None or self.black is None:
            return [0.0, 0.0]
        seat = self.black if winner is Color.BLACK else self.black.other
        return [1.0 if each is seat else -1.0 for each in Seat]

    def _action(self, move: Move) -> int:
        if isinstance(move, Choice):
            return self.size * self.size + 1 + list(Choice).index(move)
        return self.size * self.size if move == PASS else move.y * self.size + move.x

    def _apply(self, move: Move) -> None:
        stage = self.stage
        if isinstance(move, Choice):
            assert isinstance(stage, Choose)
            stage = stage.branches[move]
        else:
            self._board.push(move)
            stage = stage.after_stone() if isinstance(stage, Place) else stage
            self._outcome = find_outcome(self._board, self.rule)
        self._stages.append(stage)
        self._history.append(move)

    def _check(self, move: Move) -> None:
        if self._outcome is not None:
            raise IllegalMove(
                "game-over", "the game is over: {outcome}", outcome=str(self._outcome)
            )
        if isinstance(move, Choice) or self.choices:
            self._check_choice(move)
        elif move == PASS:
            if not self.may_pass():
                raise IllegalMove(
                    "pass", "{side} has a point to play and may not pass", side=str(self.turn)
                )
        else:
            self._check_point(move)

    def _check_choice(self, move: Move) -> None:
        if move in self.choices:
            return
        if self.choices:
            raise IllegalMove(
                "choice-due",
                "{move!r} is not what is due; choose {choices}",
                move=self.format_move(move),
                choices=" or ".join(self.choices),
            )
        raise IllegalMove(
            "no-choice-due",
            "there is nothing to choose now, so {move!r} is not a move; play a point",
            move=str(move),
        )

    def _check_point(self, point: Point) -> None:
        if not self._board.can_take(point):
            self._board.copy().push(point)
        if point in self._board.traps:
            return
        reason = forbidden_reason(self._board, self.rule, point, self.turn)
        if reason is not None:
            raise IllegalMove(
                "forbidden",
                "{point} is forbidden to {side}: {reason}",
                point=format_point(point, self.size),
                side=str(self.turn),
                reason=str(reason),
            )


def _point(point: Point | str, size: int) -> Point:
    return parse_point(point, size) if isinstance(point, str) else point
