"""The board itself: cells, lines, push and pop, and what it refuses."""

import pytest

from boards import board, draw, snapshot
from tengen.core.board import Board, board_lines, lines_through
from tengen.core.geometry import MAX_SIZE, PASS, Color, Direction, Point
from tengen.errors import IllegalMove, InvalidText

WALLED = """
    . . . . .
    . # . * .
    . . X . .
    . O . . .
    . . . . .
"""


def test_cells_read_as_the_diagram_shows_them() -> None:
    made = board(WALLED)
    cells = {(p.x, p.y): made[p] for p in (Point(1, 1), Point(3, 1), Point(2, 2), Point(1, 3))}
    assert cells == {(1, 1): "#", (3, 1): "*", (2, 2): "X", (1, 3): "O"}
    assert made[Point(0, 0)] == "."


def test_stones_are_known_by_colour_and_in_row_order() -> None:
    made = board("X . . . X\n. O . . .\nX . . . .\n. . . . .\n. . . . O")
    assert made.stones(Color.BLACK) == [Point(0, 0), Point(4, 0), Point(0, 2)]
    assert made.stones(Color.WHITE) == [Point(1, 1), Point(4, 4)]
    assert made.stone(Point(1, 1)) is Color.WHITE
    assert made.stone(Point(2, 2)) is None


def test_special_points_are_neither_stones_nor_empty() -> None:
    made = board(WALLED)
    assert made.stone(Point(1, 1)) is None
    assert made.stone(Point(3, 1)) is None
    assert len(made.empty_points()) == 21
    assert not {Point(1, 1), Point(3, 1)} & set(made.empty_points())


def test_colours_alternate_with_every_push() -> None:
    made = Board(5)
    for point in (Point(0, 0), Point(1, 0), PASS, Point(2, 0)):
        made.push(point)
    assert draw(made).splitlines()[0] == "X O O . ."
    assert (made.moves, made.last) == (
        (Point(0, 0), Point(1, 0), PASS, Point(2, 0)),
        Point(2, 0),
    )
    assert (made.move_count, made.turn) == (4, Color.BLACK)


def test_a_new_board_has_no_last_move() -> None:
    assert (Board(5).last, Board(5).moves, Board(5).move_count) == (None, (), 0)


def test_put_stones_are_not_moves_and_do_not_change_the_turn() -> None:
    made = Board(5)
    made.put(Point(2, 2), Color.WHITE)
    assert (made.moves, made.turn, made[Point(2, 2)]) == ((), Color.BLACK, "O")


def test_lift_is_the_opposite_of_put() -> None:
    made = board(WALLED)
    before = snapshot(made)
    for color in Color:
        made.put(Point(4, 4), color)
        made.lift(Point(4, 4))
    assert snapshot(made) == before


@pytest.mark.parametrize(
    ("point", "code", "sentence"),
    [
        (Point(2, 2), "occupied", "c3 is occupied by a black stone; choose an empty point"),
        (Point(1, 3), "occupied", "b2 is occupied by a white stone; choose an empty point"),
        (Point(1, 1), "blocked", "b4 is blocked; choose an empty point"),
    ],
)
def test_a_taken_point_is_refused_with_what_stands_there(
    point: Point, code: str, sentence: str
) -> None:
    made = board(WALLED)
    before = snapshot(made)
    for call in (made.push, lambda p: made.put(p, Color.WHITE)):
        with pytest.raises(IllegalMove) as caught:
            call(point)
        assert (caught.value.code, str(caught.value)) == (code, sentence)
    assert snapshot(made) == before
    assert not made.can_take(point)


def test_no_stone_can_be_put_on_a_trap_but_a_move_can() -> None:
    made = board(WALLED)
    with pytest.raises(IllegalMove) as caught:
        made.put(Point(3, 1), Color.BLACK)
    assert caught.value.code == "trap"
    assert made.can_take(Point(3, 1))
    made.push(Point(3, 1))
    assert made[Point(3, 1)] == "*"


@pytest.mark.parametrize(
    "point", [Point(5, 0), Point(0, 5), Point(-1, 0), Point(0, -1), Point(10**9, 0)]
)
def test_points_off_the_board_are_refused(point: Point) -> None:
    made = board(WALLED)
    before = snapshot(made)
    for call in (made.push, made.lift, made.stone, made.__getitem__):
        with pytest.raises(InvalidText) as caught:
            call(point)
        assert caught.value.code == "off-board"
        assert f"({point.x}, {point.y})" in str(caught.value)
        assert "0 to 4" in str(caught.value)
    assert snapshot(made) == before
    assert not made.can_take(point)


def test_lifting_and_popping_nothing_is_refused() -> None:
    made = board(WALLED)
    before = snapshot(made)
    for point in (Point(0, 0), Point(1, 1), Point(3, 1)):
        with pytest.raises(IllegalMove) as caught:
            made.lift(point)
        assert caught.value.code == "no-stone"
    with pytest.raises(IllegalMove) as caught:
        made.pop()
    assert caught.value.code == "nothing-to-undo"
    assert snapshot(made) == before


def test_a_point_cannot_be_blocked_and_a_trap() -> None:
    with pytest.raises(IllegalMove) as caught:
        Board(5, blocked=[Point(1, 1)], traps=[Point(1, 1)])
    assert caught.value.code in ("blocked", "trap")
    assert "b4" in str(caught.value)


@pytest.mark.parametrize("size", [0, 4, 27, 10**9, True, "15"])
def test_a_board_of_an_impossible_size_is_refused(size: object) -> None:
    with pytest.raises(InvalidText) as caught:
        Board(size)  # type: ignore[arg-type]
    assert caught.value.code == "size-range"


@pytest.mark.parametrize("size", [5, 6, 8, 15, 26])
def test_every_point_of_every_line_is_read_in_order(size: int) -> None:
    # Each point alone on the board shows up at its own place of each line, and nowhere else.
    made = Board(size)
    lines = board_lines(size, 1)
    for point in [Point(0, 0), Point(size - 1, 0), Point(1, size - 2), Point(size - 1, size - 1)]:
        made.put(point, Color.WHITE)
        for line in lines:
            expected = "".join("O" if p == point else "." for p in line.points)
            assert made.line_text(line, Color.BLACK) == expected
            assert made.line_text(line, Color.WHITE) == expected.replace("O", "X")
        made.lift(point)


def test_a_line_shows_own_stones_the_others_and_walls() -> None:
    made = board("X O # * .\n" + ". . . . .\n" * 4)
    row = board_lines(5)[0]
    assert row.direction is Direction.ROW
    assert made.line_text(row, Color.BLACK) == "XO##."
    assert made.line_text(row, Color.WHITE) == "OX##."


@pytest.mark.parametrize("size", [5, 6, 15, 26])
def test_the_lines_cover_every_point_once_in_each_direction(size: int) -> None:
    for direction in Direction:
        points = [
            p for line in board_lines(size, 1) if line.direction is direction for p in line.points
        ]
        assert len(points) == len(set(points)) == size * size


@pytest.mark.parametrize("size", [5, 6, 15, 26])
def test_lines_follow_their_direction_from_edge_to_edge(size: int) -> None:
    for line in board_lines(size, 1):
        dx, dy = line.direction.step
        first, last = line.points[0], line.points[-1]
        for i, point in enumerate(line.points):
            assert point == Point(first.x + i * dx, first.y + i * dy)
        for x, y in ((first.x - dx, first.y - dy), (last.x + dx, last.y + dy)):
            assert not (0 <= x < size and 0 <= y < size)


def test_lines_shorter_than_five_are_left_out() -> None:
    # 5 rows, 5 columns, and one diagonal each way.
    assert len(board_lines(5)) == 12
    assert len(board_lines(15)) == 15 + 15 + 21 + 21
    assert len(lines_through(5, Point(1, 0))) == 2
    assert len(lines_through(5, Point(2, 2))) == 4


@pytest.mark.parametrize("point", [Point(0, 0), Point(7, 3), Point(25, 25)])
def test_lines_through_a_point_say_where_it_is(point: Point) -> None:
    for line, place in lines_through(MAX_SIZE, point):
        assert line.points[place] == point


def test_a_board_says_what_it_is() -> None:
    made = Board(5)
    made.push(Point(0, 0))
    assert repr(made) == "<Board 5x5, 1 moves, white to move>"
