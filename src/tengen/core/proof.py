"""A proof that the side to move wins, and the checker that needs to trust nobody for it.

A node is a move of the attacker. Unless it wins at once, `replies` says how each listed reply is
answered, and `otherwise` how all the others are. `check_proof` plays them all: every move of the
attacker must be legal, every legal reply must be answered, and every line must end with the
attacker's win. docs/proof.md describes the format and why the checker may leave out replies that
touch nothing.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from tengen.core.board import EMPTY, Board, board_lines, lines_through
from tengen.core.geometry import MAX_SIZE, PASS, Color, Point, format_point, is_on_board, row_order
from tengen.core.legality import forbidden_reason, is_legal, legal_points, may_pass
from tengen.core.outcome import Reason, find_outcome
from tengen.core.rules import Rule
from tengen.core.shapes import empties, put, straight_four_points
from tengen.errors import IllegalMove, InvalidText

MAX_NODES: Final = 1_000_000
"""The largest proof that is read."""

MAX_PLIES: Final = 400
"""The longest line that is checked; the longest wins anybody has found have a quarter of it."""


@dataclass(frozen=True, eq=False)
class Proof:
    """A move of the attacker and what follows; a node may be part of several others."""

    move: Point
    replies: Mapping[Point, "Proof"] = field(default_factory=dict)
    """The answer to each reply that has one of its own."""
    otherwise: "Proof | None" = None
    """The answer to every other legal reply; None where there is none or none is needed."""

    @cached_property
    def plies(self) -> int:
        """The length of the longest line: the winning stone is at the latest the so-manieth."""
        longest: dict[int, int] = {}
        for node in _nodes(self):
            after = max((longest[id(next_node)] for next_node in node.followers), default=-1)
            longest[id(node)] = after + 2
        return longest[id(self)]

    @property
    def followers(self) -> tuple["Proof", ...]:
        """The nodes that come next, `otherwise` last."""
        return (*self.replies.values(), *(() if self.otherwise is None else (self.otherwise,)))

    @property
    def node_count(self) -> int:
        """How many different nodes there are, this one included."""
        return sum(1 for _ in _nodes(self))


def proof_to_plain(proof: Proof) -> dict[str, object]:
    """Return a proof as lists and numbers that JSON can carry; `proof_from_plain` reads it."""
    numbers: dict[int, int] = {}
    rows: list[list[object]] = []
    for node in _nodes(proof):
        row: list[object] = [node.move.x, node.move.y]
        if node.followers:
            row.append([[p.x, p.y, numbers[id(n)]] for p, n in node.replies.items()])
        if node.otherwise is not None:
            row.append(numbers[id(node.otherwise)])
        numbers[id(node)] = len(rows)
        rows.append(row)
    return {"nodes": rows}


def proof_from_plain(plain: object) -> Proof:
    """Read what `proof_to_plain` wrote; whether it proves anything is `check_proof`'s question."""
    rows = plain.get("nodes") if isinstance(plain, dict) else None
    if not isinstance(rows, list) or not 0 < len(rows) <= MAX_NODES:
        raise InvalidText(
            "bad-proof", "a proof is an object whose 'nodes' are a list of at least one node"
        )
    nodes: list[Proof] = []
    for row in rows:
        nodes.append(_read_node(row, nodes))
    return nodes[-1]


def check_proof(board: Board, rule: Rule, proof: Proof, *, shortcuts: bool = True) -> int:
    """Return in how many plies the side to move wins at the latest, or raise IllegalMove.

    Without `shortcuts` every reply to every move is played out: the same answer, for patient
    people and small boards. The board is left as it was.
    """
    board = board.copy()
    if (outcome := find_outcome(board, rule)) is not None:
        raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))
    if proof.plies > MAX_PLIES:
        raise IllegalMove(
            "long-proof", "a line of {plies} plies is too long to be checked", plies=proof.plies
        )
    _Checker(board, rule, shortcuts).attack(proof, 0)
    return proof.plies


class _Zone:
    """The points where a stone of the defender could matter; everything, if nobody can say."""

    def __init__(self, points: set[Point] | None = None) -> None:
        self.points: set[Point] = points if points is not None else set()
        self.is_everything = False

    def add(self, other: "_Zone") -> None:
        self.points |= other.points
        self.is_everything |= other.is_everything


class _Checker:
    """Plays a proof out.

    Both methods promise the same about the zone they return: with up to `unseen` more stones of
    the defender anywhere outside of it, the proof is as good as without them.
    """

    def __init__(self, board: Board, rule: Rule, shortcuts: bool) -> None:
        self.board, self.rule, self.shortcuts = board, rule, shortcuts
        self.attacker = board.turn
        self.known: dict[tuple[int, int, int], _Zone] = {}

    def attack(self, node: Proof, unseen: int) -> _Zone:
        """Check a move of the attacker, who is to move, and all that follows."""
        board = self.board
        at = id(node), board.key, unseen
        if at in self.known:
            return self.known[at]
        if node.move == PASS or not is_legal(board, self.rule, node.move):
            raise self.error("illegal-attack", "{move} is not a legal move", node.move)
        zone = _Zone({node.move})
        if unseen and self.rule.side(self.attacker).has_forbidden:
            self.add_legality(node.move, self.attacker, zone)
        board.push(node.move)
        outcome = find_outcome(board, self.rule)
        if outcome is None:
            zone.add(self.defend(node, unseen))
        elif outcome.winner is not self.attacker:
            raise self.error("no-win", "the game ends with {move}, and not with a win", node.move)
        elif outcome.reason is Reason.FIVE:
            # Five is never forbidden, and only a stone on it or at its ends can spoil it.
            zone = _Zone({node.move, *_beside(outcome.line)})
        else:
            zone.is_everything = True
        board.pop()
        if not board.traps:  # With traps the number of moves matters too.
            self.known[at] = zone
        return zone

    def defend(self, node: Proof, unseen: int) -> _Zone:
        """Check that every legal reply to the last move is answered."""
        board, rule = self.board, self.rule
        zone, quiet = _Zone(), None
        if node.otherwise is not None:
            quiet = self.without_reply(node.otherwise, unseen + 1)
            zone.add(quiet)
        if quiet is None or quiet.is_everything:
            replies = legal_points(board, rule) + [PASS] * may_pass(board, rule)
        else:
            # All other replies, and PASS, do nothing to what `otherwise` depends on.
            near = quiet.points | self.fives_missing(1) | node.replies.keys()
            replies = [p for p in sorted(near, key=row_order) if is_legal(board, rule, p)]
        for reply in replies:
            answer = node.replies.get(reply, node.otherwise)
            if answer is None:
                raise self.error("no-answer", "nothing answers {move}", reply)
            zone.add(self.answer(reply, answer, unseen))
        if unseen:
            zone.points |= self.fives_missing(unseen + 1)
            zone.is_everything |= len(board.empty_points()) <= unseen  # They could fill the board.
            if rule.side(self.attacker.other).has_forbidden:
                self.add_forbidden(node, zone)
        return zone

    def add_forbidden(self, node: Proof, zone: _Zone) -> None:
        """Add what keeps a reply forbidden, for more stones could allow it.

        Where one has no answer of its own, and does not touch what `otherwise` depends on, that
        answers it. If there is no `otherwise`, nobody can say.
        """
        zone.is_everything |= node.otherwise is None
        if zone.is_everything:
            return
        defender = self.attacker.other
        for reply in zone.points.union(node.replies):
            if not is_on_board(reply, self.board.size) or self.board[reply] != EMPTY:
                continue
            if forbidden_reason(self.board, self.rule, reply, defender) is not None:
                self.add_legality(reply, defender, zone)

    def answer(self, reply: Point, node: Proof, unseen: int) -> _Zone:
        """Check what answers one reply."""
        board = self.board
        board.push(reply)
        if (outcome := find_outcome(board, self.rule)) is not None:
            raise self.error("refuted", f"after {{move}} the game is over: {outcome}", reply)
        zone = self.attack(node, unseen)
        board.pop()
        return zone

    def without_reply(self, node: Proof, unseen: int) -> _Zone:
        """Check what answers a reply that does nothing; if that fails, nothing can be said."""
        zone = _Zone()
        zone.is_everything = True
        if not self.shortcuts:
            return zone
        depth = self.board.move_count
        self.board.push(PASS)
        with contextlib.suppress(IllegalMove):
            zone = self.attack(node, unseen)
        while self.board.move_count > depth:
            self.board.pop()
        return zone

    def fives_missing(self, missing: int) -> set[Point]:
        """Return the empty points of all fives that lack at most so many stones of the defender."""
        return {
            line.points[at]
            for line in board_lines(self.board.size)
            for at in _within_reach(self.board.line_text(line, self.attacker.other), missing)
        }

    def add_legality(self, point: Point, color: Color, zone: _Zone) -> None:
        """Add all that decides whether `color` may play `point`.

        As in `tengen.core.legality` these are its lines and, where it makes two threes, what
        decides about the fourth stones of those.
        """
        board, side = self.board, self.rule.side(color)
        fourths: list[list[Point]] = []
        for line, place in lines_through(board.size, point):
            text = board.line_text(line, color)
            zone.points.update(line.points[at] for at in empties(text))
            places = straight_four_points(put(text, place, "X"), place, side)
            if places:
                fourths.append([line.points[at] for at in places])
        if len(fourths) > 1:
            board.put(point, color)
            for fourth in {fourth for line_fourths in fourths for fourth in line_fourths}:
                self.add_legality(fourth, color, zone)
            board.lift(point)

    def error(self, code: str, template: str, move: Point) -> IllegalMove:
        """Return an error that says where in the proof it is."""
        size = self.board.size
        return IllegalMove(
            code,
            "the proof fails after {line}: " + template,
            line=" ".join(format_point(p, size) for p in self.board.moves) or "no moves",
            move=format_point(move, size),
        )


def _beside(row: tuple[Point, ...]) -> tuple[Point, Point]:
    """Return the points at both ends of a row, where a stone could close it."""
    (first_x, first_y), (x, y), (last_x, last_y) = row[0], row[1], row[-1]
    dx, dy = x - first_x, y - first_y
    return Point(first_x - dx, first_y - dy), Point(last_x + dx, last_y + dy)


@lru_cache(30_000)
def _within_reach(text: str, missing: int) -> tuple[int, ...]:
    """Return the empty places of fives, seen as five points in a row, that miss so many stones."""
    found: set[int] = set()
    for start in range(len(text) - 4):
        window = text[start : start + 5]
        if window.count("X") >= 5 - missing and window.count("X") + window.count(EMPTY) == 5:
            found.update(at for at in range(start, start + 5) if text[at] == EMPTY)
    return tuple(sorted(found))


def _nodes(proof: Proof) -> Iterator[Proof]:
    """Yield every node once, those that follow a node before it; deep proofs need no recursion."""
    seen: set[int] = set()
    stack: list[tuple[Proof, bool]] = [(proof, False)]
    while stack:
        node, is_open = stack.pop()
        if is_open:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((follower, False) for follower in reversed(node.followers))


def _read_node(row: object, earlier: list[Proof]) -> Proof:
    if not isinstance(row, list) or not 2 <= len(row) <= 4:
        raise _bad_node(row)
    listed = row[2] if len(row) > 2 else []
    if not isinstance(listed, list):
        raise _bad_node(row)
    replies: dict[Point, Proof] = {}
    for reply in listed:
        if not isinstance(reply, list) or len(reply) != 3:
            raise _bad_node(row)
        point = _read_point(reply, row, pass_too=True)
        if point in replies:
            raise _bad_node(row)
        replies[point] = _read_number(reply[2], row, earlier)
    otherwise = _read_number(row[3], row, earlier) if len(row) > 3 else None
    return Proof(_read_point(row, row), replies, otherwise)


def _read_point(pair: list[object], row: list[object], *, pass_too: bool = False) -> Point:
    x, y = pair[0], pair[1]
    if type(x) is not int or type(y) is not int:
        raise _bad_node(row)
    point = Point(x, y)
    if not (0 <= x < MAX_SIZE and 0 <= y < MAX_SIZE) and not (pass_too and point == PASS):
        raise _bad_node(row)
    return point


def _read_number(number: object, row: list[object], earlier: list[Proof]) -> Proof:
    if type(number) is not int or not 0 <= number < len(earlier):
        raise _bad_node(row)
    return earlier[number]


def _bad_node(row: object) -> InvalidText:
    return InvalidText(
        "bad-proof-node",
        "{row} is not a node of a proof; write [x, y], [x, y, [[x, y, node], …]] or "
        "[x, y, [[x, y, node], …], node], each node being the number of an earlier one",
        row=repr(row)[:80],
    )
