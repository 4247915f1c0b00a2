"""The core against a second reading of the rules: naive play on a two-dimensional board.

Nothing here knows of line texts or traits. A row is found by walking, a four by trying every
point, an open four by trying every reply, and a forbidden point by following the RIF text.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from boards import crowded, draw, rich_in_black, rich_in_lines, special_board
from tengen.core.board import Board
from tengen.core.geometry import Color, Point
from tengen.core.legality import forbidden_points, legal_points
from tengen.core.outcome import Outcome, Reason, find_outcome, winning_rows
from tengen.core.rules import RULES
from tengen.core.shapes import Kind, LineThreat, fours, open_four_points, threes
from tengen.core.threats import threats

At = tuple[int, int]
Stones = frozenset[At]
Found = tuple[Kind, Stones, Stones, Stones]

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
OTHER = {"X": "O", "O": "X"}
SIX_WINS = {("freestyle", "X"), ("freestyle", "O"), ("renju", "O")} | {
    ("caro-open", "X"),
    ("caro-open", "O"),
}


class Play:
    """A board to try things out on, one side at a time."""

    def __init__(self, size: int, cells: dict[At, str], rule: str, own: str) -> None:
        self.size, self.cells, self.rule, self.own = size, dict(cells), rule, own
        self.is_renju_black = rule == "renju" and own == "X"

    def at(self, point: At) -> str:
        return self.cells.get(point, "#")

    def empties(self) -> list[At]:
        return [point for point, cell in self.cells.items() if cell == "."]

    @contextmanager
    def stone(self, point: At, cell: str) -> Iterator[None]:
        assert self.cells[point] == "."
        self.cells[point] = cell
        yield
        self.cells[point] = "."

    def row(self, point: At, step: At) -> Stones:
        """The unbroken row of own stones through the own stone on `point`."""
        found = {point}
        for sign in (1, -1):
            x, y = point
            while True:
                x, y = x + sign * step[0], y + sign * step[1]
                if self.at((x, y)) != self.own:
                    break
                found.add((x, y))
        return frozenset(found)

    def has_five(self, point: At, step: At) -> bool:
        """Whether a window of five own stones through `point` wins."""
        dx, dy = step
        for back in range(5):
            x, y = point[0] - back * dx, point[1] - back * dy
            if any(self.at((x + i * dx, y + i * dy)) != self.own for i in range(5)):
                continue
            ends = [self.at((x - dx, y - dy)), self.at((x + 5 * dx, y + 5 * dy))]
            if self.own in ends:
                if (self.rule, self.own) in SIX_WINS:
                    return True
            elif not self.rule.startswith("caro") or ends != [OTHER[self.own]] * 2:
                return True
        return False

    def makes_five(self, point: At, step: At) -> bool:
        with self.stone(point, self.own):
            return self.has_five(point, step)

    def makes_any_five(self, point: At) -> bool:
        return any(self.makes_five(point, step) for step in STEPS)

    def five_stones(self, key: At, step: At) -> Stones:
        """The stones that the five made on `key` would consist of, without `key`."""
        with self.stone(key, self.own):
            return self.row(key, step) - {key}

    def makes_open_four(self, point: At, step: At, line: list[At]) -> bool:
        """Whether five, with `point` in it, cannot be stopped by any one reply."""
        with self.stone(point, self.own):
            if self.is_renju_black:
                return self.is_straight_four(point, step)
            keys = [
                key
                for key in line
                if self.at(key) == "."
                and self.makes_five(key, step)
                and point in self.five_stones(key, step)
            ]
            return bool(keys) and all(self.left_after(r, keys, step) for r in self.replies(line))

    def is_straight_four(self, point: At, step: At) -> bool:
        row = sorted(self.row(point, step))
        dx, dy = step
        ends = [(row[0][0] - dx, row[0][1] - dy), (row[-1][0] + dx, row[-1][1] + dy)]
        return len(row) == 4 and all(
            self.at(end) == "." and self.makes_five(end, step) for end in ends
        )

    def replies(self, line: list[At]) -> list[At]:
        return [point for point in line if self.at(point) == "."]

    def left_after(self, reply: At, keys: list[At], step: At) -> bool:
        """Whether one of `keys` still makes five after the other side's `reply`."""
        with self.stone(reply, OTHER[self.own]):
            return any(key != reply and self.makes_five(key, step) for key in keys)

    def fours_through(self, point: At) -> int:
        """How many fours the own stone on `point` belongs to, each told by its four stones."""
        found = set()
        for dx, dy in STEPS:
            for back in range(5):
                x, y = point[0] - back * dx, point[1] - back * dy
                window = [(x + i * dx, y + i * dy) for i in range(5)]
                holes = [p for p in window if self.at(p) == "."]
                own = [p for p in window if self.at(p) == self.own]
                if len(holes) == 1 and len(own) == 4 and self.makes_five(holes[0], (dx, dy)):
                    found.add(frozenset(own))
        return len(found)

    def forbidden(self, point: At) -> str | None:
        """The RIF text, for Black on the empty `point`."""
        # Each forbidden shape needs four other stones near the point: six in a row five, two
        # fours that share stones four, two threes two each.
        near = ((point[0] + i * dx, point[1] + i * dy) for dx, dy in STEPS for i in range(-4, 5))
        if sum(self.at(p) == self.own for p in near) < 4 or self.makes_any_five(point):
            return None
        with self.stone(point, self.own):
            if any(len(self.row(point, step)) > 5 for step in STEPS):
                return "overline"
            if self.fours_through(point) > 1:
                return "4-4"
            if sum(self.is_three(point, step) for step in STEPS) > 1:
                return "3-3"
        return None

    def is_three(self, point: At, step: At) -> bool:
        """Whether the stone on `point` is in a row that one allowed stone makes a straight four."""
        return any(
            not self.makes_any_five(fourth) and self.forbidden(fourth) is None
            for fourth in self.fourths(point, step)
        )

    def fourths(self, point: At, step: At) -> list[At]:
        """Where one more stone makes a straight four with the stone on `point`."""
        found = []
        for away in (-3, -2, -1, 1, 2, 3):
            fourth = (point[0] + away * step[0], point[1] + away * step[1])
            if self.at(fourth) == ".":
                with self.stone(fourth, self.own):
                    if point in self.row(fourth, step) and self.is_straight_four(fourth, step):
                        found.append(fourth)
        return found


def lines(size: int) -> Iterator[tuple[At, list[At]]]:
    """Every line of the board, found by walking from each point without a predecessor."""
    for dx, dy in STEPS:
        for start in [(x, y) for x in range(size) for y in range(size)]:
            if 0 <= start[0] - dx < size and 0 <= start[1] - dy < size:
                continue
            walk = [(start[0] + i * dx, start[1] + i * dy) for i in range(size)]
            yield (dx, dy), [(x, y) for x, y in walk if 0 <= x < size and 0 <= y < size]


def connected(keys: list[At], stones: dict[At, Stones]) -> list[list[At]]:
    """The keys in groups: two whose stones overlap are together."""
    groups: list[list[At]] = []
    left = list(keys)
    while left:
        group = [left.pop()]
        for member in group:
            near = [key for key in left if stones[key] & stones[member]]
            group += near
            left = [key for key in left if key not in near]
        groups.append(group)
    return groups


def naive_threats(play: Play) -> Counter[Found]:
    """All threats of one side, by trying every point and every reply."""
    found: Counter[Found] = Counter()
    for step, line in lines(play.size):
        # Five stones less two to come: with fewer than three there is no threat.
        if sum(play.at(point) == play.own for point in line) >= 3:
            found.update(fours_on(play, step, line))
            found.update(threes_on(play, step, line))
    return found


def fours_on(play: Play, step: At, line: list[At]) -> Iterator[Found]:
    keys = [p for p in line if play.at(p) == "." and play.makes_five(p, step)]
    stones = {key: play.five_stones(key, step) for key in keys}
    for group in connected(keys, stones):
        # Any point of the board may be tried; only points of the line can help.
        defences = {r for r in play.empties() if not play.left_after(r, group, step)}
        assert defences <= set(line)
        kind = Kind.FOUR if defences else Kind.OPEN_FOUR
        union = frozenset().union(*(stones[key] for key in group))
        yield kind, union, frozenset(group), frozenset(defences)


def threes_on(play: Play, step: At, line: list[At]) -> Iterator[Found]:
    keys = [p for p in line if play.at(p) == "." and is_three_key(play, p, step, line)]
    stones = {}
    for key in keys:
        with play.stone(key, play.own):
            fives = [p for p in line if play.at(p) == "." and play.makes_five(p, step)]
            rows = [play.five_stones(p, step) for p in fives]
        stones[key] = frozenset().union(*(row for row in rows if key in row)) - {key}
    for group in connected(keys, stones):
        defences = set()
        for reply in play.replies(line):
            with play.stone(reply, OTHER[play.own]):
                if not any(k != reply and play.makes_open_four(k, step, line) for k in group):
                    defences.add(reply)
        union = frozenset().union(*(stones[key] for key in group))
        yield Kind.THREE, union, frozenset(group), frozenset(defences)


def is_three_key(play: Play, point: At, step: At, line: list[At]) -> bool:
    if play.makes_five(point, step) or not play.makes_open_four(point, step, line):
        return False
    if not play.is_renju_black:
        return True
    return not play.makes_any_five(point) and play.forbidden(point) is None


def play_on(board: Board, rule: str, color: Color) -> Play:
    """The same position, for naive play; a trap is a wall, since no stone stays there."""
    points = [(x, y) for y in range(board.size) for x in range(board.size)]
    cells = {at: board[Point(*at)].replace("*", "#") for at in points}
    return Play(board.size, cells, rule, "XO"[color])


def core_threats(board: Board, rule: str, color: Color) -> Counter[Found]:
    return Counter(
        (t.kind, frozenset(t.stones), frozenset(t.keys), frozenset(t.defences))
        for t in threats(board, RULES[rule], color)
    )


@pytest.mark.parametrize("rule", RULES)
def test_threats_are_what_play_says(rule: str) -> None:
    rng = random.Random(f"threats {rule}")
    kinds: Counter[Kind] = Counter()
    for _ in range(300):
        board = rng.choice([crowded, rich_in_lines, rich_in_lines])(rng)
        for color in Color:
            expected = naive_threats(play_on(board, rule, color))
            assert core_threats(board, rule, color) == expected, f"{rule}, {color}\n{draw(board)}"
            kinds.update(kind for kind, *_ in expected)
    assert kinds[Kind.FOUR] >= 100
    assert kinds[Kind.THREE] >= 20
    assert kinds[Kind.OPEN_FOUR] >= 5


def test_forbidden_points_and_blacks_threats_are_what_the_rif_text_says() -> None:
    rng = random.Random("forbidden")
    count: Counter[str] = Counter()
    for _ in range(150):
        board = rich_in_black(rng)
        play = play_on(board, "renju", Color.BLACK)
        expected = {at: reason for at in play.empties() if (reason := play.forbidden(at))}
        found = forbidden_points(board, RULES["renju"], Color.BLACK)
        assert {tuple(at): str(why) for at, why in found.items()} == expected, draw(board)
        assert core_threats(board, "renju", Color.BLACK) == naive_threats(play), draw(board)
        legal = {at for at in play.empties() if at not in expected} | set(board.traps)
        assert set(legal_points(board, RULES["renju"])) == legal
        count.update(expected.values())
        count["false"] += sum(looks_double(play, at) for at in play.empties() if at in legal)
    assert min(count["3-3"], count["4-4"], count["false"]) >= 50
    assert count["overline"] >= 10


def looks_double(play: Play, point: At) -> bool:
    """Whether `point` makes two threes, did it not matter that a fourth stone is forbidden."""
    if play.makes_any_five(point):
        return False
    with play.stone(point, play.own):
        return sum(bool(play.fourths(point, step)) for step in STEPS) > 1


SIDES = [(rule, color) for rule in RULES for color in Color if color or rule == "renju"]


@pytest.mark.parametrize(("rule", "color"), SIDES, ids=str)
def test_every_line_of_eight_is_read_as_play_says(rule: str, color: Color) -> None:
    own, other = "XO"[color], "OX"[color]
    side = RULES[rule].side(color)
    for cells in itertools.product(".XO", repeat=8):
        text = "".join(cells)
        if text.count("X") < 3:
            continue
        row = {(x, 0): {"X": own, "O": other}.get(cell, ".") for x, cell in enumerate(text)}
        play = Play(8, row, rule, own)
        expected = [*fours_on(play, (1, 0), list(row)), *threes_on(play, (1, 0), list(row))]
        found = [*fours(text, side), *threes(text, side, open_four_points(text, side))]
        assert Counter(map(on_row, found)) == Counter(expected), f"{rule}, {color}: {text}"


def on_row(threat: LineThreat) -> Found:
    stones, keys, defences = (frozenset((x, 0) for x in places) for places in threat[1:])
    return threat.kind, stones, keys, defences


@pytest.mark.parametrize("rule", RULES)
def test_winning_rows_are_what_windows_say(rule: str) -> None:
    rng = random.Random(f"rows {rule}")
    won = 0
    for _ in range(200):
        board = rng.choice([crowded, rich_in_lines])(rng)
        for color in Color:
            play = play_on(board, rule, color)
            own = [at for at, cell in play.cells.items() if cell == play.own]
            expected = {
                play.row(at, step) for at in own for step in STEPS if play.has_five(at, step)
            }
            found = winning_rows(board, RULES[rule], color)
            assert len(found) == len(set(found))
            assert {frozenset(row) for row in found} == expected, f"{rule}\n{draw(board)}"
            won += bool(found)
    assert won >= 10


@pytest.mark.parametrize("rule", RULES)
def test_random_games_end_when_and_as_play_says(rule: str) -> None:
    rng = random.Random(f"games {rule}")
    reasons = set()
    for _ in range(30):
        board = special_board(rng, rng.choice([5, 5, 6, 7]))
        while (outcome := find_outcome(board, RULES[rule])) is None:
            assert naive_end(board, rule) is None, draw(board)
            # A stone on any empty point, legal or not: an outcome does not ask.
            board.push(rng.choice([*board.empty_points(), *board.traps]))
        assert (outcome.winner, outcome.reason) == naive_end(board, rule), draw(board)
        assert_line_is_real(board, outcome)
        reasons.add(outcome.reason)
    assert {Reason.FIVE, Reason.FULL_BOARD, Reason.LONGEST_LINE} <= reasons


def naive_end(board: Board, rule: str) -> tuple[Color | None, Reason] | None:
    """How the game on `board` has ended, asking every stone of both colours."""
    longest = []
    for color in Color:
        play = play_on(board, rule, color)
        own = [at for at, cell in play.cells.items() if cell == play.own]
        if any(play.has_five(at, step) for at in own for step in STEPS):
            return color, Reason.FIVE
        longest.append(max((len(play.row(at, step)) for at in own for step in STEPS), default=0))
    full = "." not in draw(board)
    if board.traps and (full or len(board.moves) >= board.size**2):
        if longest[0] == longest[1]:
            return None, Reason.EQUAL_LINES
        return Color(longest[1] > longest[0]), Reason.LONGEST_LINE
    return (None, Reason.FULL_BOARD) if full else None


def assert_line_is_real(board: Board, outcome: Outcome) -> None:
    """The line of an outcome is an unbroken row of the winner, end to end."""
    assert bool(outcome.line) == (outcome.winner is not None)
    assert all(board.stone(point) is outcome.winner for point in outcome.line)
    steps = {(b.x - a.x, b.y - a.y) for a, b in itertools.pairwise(outcome.line)}
    assert len(outcome.line) < 2 or (len(steps) == 1 and steps < set(STEPS))
