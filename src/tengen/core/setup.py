"""What a game starts from: size, rule, special points, stones without order, side to move."""

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.core.board import Board
from tengen.core.geometry import Color, Point, Symmetry, check_size, format_point, row_order
from tengen.core.outcome import all_rows, winning_rows
from tengen.core.rules import RULES, Overline, Rule, find_rule
from tengen.errors import IllegalMove, InvalidText


@dataclass(frozen=True, slots=True, init=False)
class Setup:
    """A checked starting position. Equal set-ups are equal objects; points are in row order."""

    size: int
    rule: Rule
    black: tuple[Point, ...]
    white: tuple[Point, ...]
    blocked: tuple[Point, ...]
    traps: tuple[Point, ...]
    turn: Color

    def __init__(
        self,
        size: int = 15,
        rule: str | Rule = RULES["freestyle"],
        *,
        black: Iterable[Point] = (),
        white: Iterable[Point] = (),
        blocked: Iterable[Point] = (),
        traps: Iterable[Point] = (),
        turn: Color = Color.BLACK,
    ) -> None:
        put = object.__setattr__
        put(self, "size", check_size(size))
        put(self, "rule", find_rule(rule))
        for name, points in (
            ("black", black),
            ("white", white),
            ("blocked", blocked),
            ("traps", traps),
        ):
            put(self, name, tuple(sorted((Point(*p) for p in points), key=row_order)))
        if turn not in list(Color):
            raise InvalidText("bad-turn", "turn {turn!r} is neither black nor white", turn=turn)
        put(self, "turn", Color(turn))
        self._check()

    @property
    def has_stones(self) -> bool:
        """Whether any stone stands before the first move."""
        return bool(self.black or self.white)

    def board(self) -> Board:
        """Return a new board with this position and no moves."""
        board = Board(self.size, self.blocked, self.traps)
        for color, points in ((Color.BLACK, self.black), (Color.WHITE, self.white)):
            for point in points:
                board.put(point, color)
        board.turn = self.turn
        return board

    def transformed(self, symmetry: Symmetry) -> "Setup":
        """Return the same position, turned or mirrored."""
        move = symmetry.bound(self.size)
        return Setup(
            self.size,
            self.rule,
            black=map(move, self.black),
            white=map(move, self.white),
            blocked=map(move, self.blocked),
            traps=map(move, self.traps),
            turn=self.turn,
        )

    def _check(self) -> None:
        empty = Board(self.size)
        for point in (*self.black, *self.white, *self.blocked, *self.traps):
            empty.check_on_board(point)
        stones = len(self.black) + len(self.white)
        for name in ("blocked", "traps"):
            points: tuple[Point, ...] = getattr(self, name)
            if len(set(points)) != len(points):
                twice = next(p for i, p in enumerate(points) if p in points[:i])
                raise InvalidText(
                    "repeated-point",
                    "{point} is given twice among the {name} points; give each point once",
                    point=format_point(twice, self.size),
                    name=name.removesuffix("s"),
                )
        board = Board(self.size, self.blocked, self.traps)
        room = len(board.empty_points())
        if stones > room:
            raise IllegalMove(
                "too-many-stones",
                "{stones} stones do not fit on the {room} free points of this {size}x{size} board",
                stones=stones,
                room=room,
                size=self.size,
            )
        board = self.board()
        for color in Color:
            # No game reaches such a position, and asking what is forbidden in it could take ages.
            if self.rule.side(color).overline is Overline.FORBIDDEN and any(
                len(row) > 5 for row in all_rows(board, color)
            ):
                raise IllegalMove(
                    "overline-set-up",
                    "{side} has six or more stones in a row, which {rule} forbids",
                    side=str(color),
                    rule=self.rule.name,
                )
        if all(winning_rows(board, self.rule, color) for color in Color):
            raise IllegalMove(
                "both-won",
                "both sides have five in a row; at most one side can have won",
            )
