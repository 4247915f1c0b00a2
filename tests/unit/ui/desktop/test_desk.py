"""What the window does with clicks and keys, without a window."""

from collections.abc import Iterator

import pytest

from tengen import Point, Seat
from tengen.notation.position import parse_position
from tengen.picture.scene import scene_of
from tengen.session import Session, Wishes
from tengen.session.opponents import opponents
from tengen.ui.desktop.desk import Desk, Face
from tengen.ui.desktop.layout import SMALLEST, Layout
from tengen.ui.desktop.motion import Moment, Motion, wants_stillness
from tengen.ui.desktop.widgets import Look, Widget

SHAPES = [SMALLEST, (640, 480), (940, 680), (1600, 1000), (2560, 700), (600, 1000), (480, 640)]


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(Wishes(bot="random:seed=1"))
    yield made
    made.close()


@pytest.fixture
def desk(session: Session) -> Desk:
    session.begin(Wishes(bot="random:seed=1"))
    return Desk(session)


LAYOUT = Layout.of(940, 680)


def widget(desk: Desk, name: str, layout: Layout = LAYOUT) -> Widget:
    return next(w for w in desk.widgets(layout) if w.id == name)


def press(desk: Desk, name: str) -> None:
    rect = widget(desk, name).rect
    desk.click(rect.x + rect.w / 2, rect.y + rect.h / 2, LAYOUT)


def put(desk: Desk, point: Point) -> None:
    desk.click(*LAYOUT.place(point, desk.session.game.size), LAYOUT)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("face", list(Face))
def test_everything_has_its_own_place_at_every_size(
    desk: Desk, face: Face, shape: tuple[int, int]
) -> None:
    layout = Layout.of(*shape)
    put(desk, Point(7, 7))
    desk.session.begin()
    desk.face = face
    rects = [w.rect for w in desk.widgets(layout)]
    assert layout.board.w == layout.board.h
    for n, one in enumerate([layout.board, *rects]):
        assert one.x >= 0
        assert one.y >= 0
        assert one.x + one.w <= layout.width
        assert one.y + one.h <= layout.height + 2
        for other in rects[n:]:
            apart = one.x + one.w <= other.x or other.x + other.w <= one.x
            assert apart or one.y + one.h <= other.y + 1 or other.y + other.h <= one.y + 1


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [5, 15, 19])
def test_every_point_is_found_under_its_own_place(shape: tuple[int, int], size: int) -> None:
    layout = Layout.of(*shape)
    for point in (Point(0, 0), Point(size - 1, 0), Point(2, 3), Point(size - 1, size - 1)):
        assert layout.point_at(*layout.place(point, size), size) == point
    assert layout.point_at(layout.board.x - 3, layout.board.y, size) is None
    assert layout.point_at(-5, -5, size) is None


def test_a_window_made_smaller_than_anything_is_still_laid_out() -> None:
    assert Layout.of(1, 0) == Layout.of(*SMALLEST)


def test_the_first_click_on_the_board_begins_and_shows_the_game(desk: Desk) -> None:
    assert desk.face is Face.MENU
    put(desk, Point(7, 7))
    assert (desk.face, desk.session.game.format_move(Point(7, 7))) == (Face.GAME, "h8")
    assert desk.session.game.moves == (Point(7, 7),)


def test_clicks_beside_points_out_of_turn_and_on_stones_change_nothing(desk: Desk) -> None:
    put(desk, Point(7, 7))
    put(desk, Point(8, 8))
    desk.click(1, 1, LAYOUT)
    put(desk, Point(7, 7))
    assert desk.session.game.moves[0] == Point(7, 7)
    assert Point(8, 8) not in desk.session.game.moves[:1]
    assert len(desk.session.game.moves) <= 2


def test_the_size_goes_from_5_to_19_and_begins_anew(desk: Desk) -> None:
    put(desk, Point(7, 7))
    press(desk, "larger")
    assert (desk.session.game.size, desk.session.game.moves) == (16, ())
    press(desk, "back")
    assert desk.session.game.size == 15
    assert desk.session.game.moves[0] == Point(7, 7)
    for _ in range(30):
        press(desk, "smaller")
    assert desk.session.game.size == 5
    assert not widget(desk, "smaller").is_button
    for _ in range(30):
        press(desk, "larger")
    assert desk.session.game.size == 19


def test_sides_and_opponents_are_chosen_in_the_menu(desk: Desk) -> None:
    press(desk, "side-white")
    assert desk.session.seat is Seat.SECOND
    press(desk, "bot-ends-medium")
    assert desk.session.bot == "ends-medium"
    press(desk, "all")
    names = [w.id for w in desk.widgets(LAYOUT) if w.look is Look.ROW]
    assert names[:4] == ["bot-ends-easy", "bot-ends-medium", "bot-ends-hard", "bot-level-1"]
    assert desk.wheel(-3, LAYOUT)
    press(desk, "bot-level-3")
    assert (desk.session.bot, desk.face) == ("level-3", Face.MENU)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_opponent_is_reached_by_keys_and_by_the_wheel(
    desk: Desk, shape: tuple[int, int]
) -> None:
    layout = Layout.of(*shape)
    names = [f"bot-{who.name}" for who in opponents()]
    desk.face = Face.PICKER
    for name in names:
        while desk.focus != name:
            desk.key("tab", layout)
        assert name in [w.id for w in desk.widgets(layout)]
    desk.key("escape", layout)
    seen: set[str] = set()
    for _ in names:
        seen |= {w.id for w in desk.widgets(layout)}
        desk.wheel(1, layout)
    assert seen >= set(names)


def test_a_stone_comes_to_rest_and_then_the_line_is_drawn() -> None:
    now = 0.0
    motion = Motion(clock=lambda: now)
    game = parse_position("h8a1i8a2j8a3k8a4")
    assert motion.follow(scene_of(game)).is_rest
    game.play("l8")
    won = scene_of(game)
    assert motion.follow(won) == Moment(won.stones[-1], 1.12, 0.0)
    now = 0.06
    assert motion.moment().size == pytest.approx(1.06)
    now = 0.12 + 0.175
    assert motion.moment().stone is None
    assert motion.moment().line == pytest.approx(0.5)
    now = 0.5
    assert motion.moment().is_rest
    game.undo()
    assert motion.follow(scene_of(game)).is_rest
    still = Motion(is_still=wants_stillness({"TENGEN_MOTION": "off"}), clock=lambda: now)
    still.follow(scene_of(game))
    assert still.follow(won).is_rest


def test_a_game_is_played_with_the_keyboard_alone(desk: Desk) -> None:
    for key in ("tab", "right", "up", "enter"):
        assert desk.key(key, LAYOUT)
    assert desk.session.game.moves[:1] == (Point(8, 6),)
    assert desk.key("ctrl+z", LAYOUT)
    assert desk.session.game.moves == ()
    desk.key("shift+tab", LAYOUT)
    assert desk.focus == "theme"
    desk.key("enter", LAYOUT)
    assert desk.is_dark
    desk.key("escape", LAYOUT)
    assert desk.focus == ""
    assert not desk.key("x", LAYOUT)
    desk.key("f11", LAYOUT)
    assert desk.wants_fullscreen
