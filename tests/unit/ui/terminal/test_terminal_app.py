"""The terminal app, driven by keys, clicks and words."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from tengen import Point
from tengen.session import Session, Wishes
from tengen.ui.terminal.app import TerminalApp, guess_theme
from tengen.ui.terminal.board_view import BoardView
from tengen.ui.terminal.cells import column_of, point_at
from tengen.ui.terminal.dialogs import Help, NewGame, TooSmall
from tengen.ui.terminal.signs import DISCS, LETTERS, find_signs

PATIENCE = 90.0

Steps = Callable[[TerminalApp, Pilot[bool]], Coroutine[Any, Any, None]]


def drive(steps: Steps, *, size: tuple[int, int] = (80, 24), bot: str = "random:seed=5") -> None:
    """Run the app in a terminal of some size, do the steps, and close it."""

    async def main() -> None:
        app = TerminalApp(lambda wake: Session(Wishes(bot=bot), wake=wake), DISCS)
        try:
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await steps(app, pilot)
        finally:
            app.session.close()

    asyncio.run(main())


async def until(pilot: Pilot[bool], is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        await pilot.pause(0.02)


def rows(app: TerminalApp) -> list[str]:
    view = app.query_one(BoardView)
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def panel(app: TerminalApp) -> str:
    return str(app.query_one("#panel", Static).render())


def moves(app: TerminalApp) -> list[str]:
    return [app.session.game.format_move(move) for move in app.session.game.moves]


def test_keys_clicks_and_words_play_and_take_back() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        assert rows(app)[0] == "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐"
        assert rows(app)[15] == "   a b c d e f g h i j k l m n o"
        await pilot.press("right", "up", "enter")
        await until(pilot, lambda: app.session.is_mine)
        assert moves(app)[0] == "i9"
        at = next(p for p in app.session.game.board.empty_points() if p.y == 14)
        await pilot.click("#board", offset=(column_of(at), at.y))
        await until(pilot, lambda: app.session.is_mine and len(moves(app)) == 4)
        assert any("[" in row and "]" in row for row in rows(app))
        await pilot.press("u")
        await pilot.press("slash", *"zz", "enter")
        assert "neither a point" in app.session.note
        await pilot.press("slash", *"last", "enter")
        assert app.session.note.endswith("by random.")
        app.query_one(BoardView).post_message(BoardView.Played(Point(8, 6)))
        await pilot.pause()
        assert len(moves(app)) == 2

    drive(steps)


def test_the_analysis_streams_into_the_panel_and_onto_the_board() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        await pilot.press("a")
        await until(pilot, lambda: app.session.found is not None and "Black" in panel(app))
        assert "depth" in panel(app)
        await pilot.press("a")
        assert "depth" not in panel(app)

    drive(steps)


def test_help_new_game_and_a_larger_board_that_scrolls_with_the_cursor() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        await pilot.press("f1")
        assert isinstance(app.screen, Help)
        await pilot.press("escape", "f2")
        assert isinstance(app.screen, NewGame)
        await pilot.press("home", "enter")
        await pilot.pause()
        assert app.session.bot == "ends-easy"
        app.session.begin(Wishes(size=26, bot="random"))
        view = app.query_one(BoardView)
        view.cursor = Point(0, 25)
        await pilot.press("u", "end")
        await until(pilot, lambda: view.scroll_offset.x > 0 and view.scroll_offset.y > 0)
        assert any(row.endswith("z") for row in rows(app))

    drive(steps)


def test_a_large_terminal_has_a_large_board_in_its_middle() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        assert rows(app)[1] == "   │" + "   │" * 14
        at = Point(3, 11)
        await pilot.click("#board", offset=(column_of(at, 2), 22))
        await until(pilot, lambda: app.session.is_mine and len(moves(app)) == 2)
        assert moves(app)[0] == "d4"
        view = app.query_one(BoardView)
        assert (view.size.width, view.size.height) == (62, 30)
        assert abs(2 * view.region.y + 30 - 59) <= 1
        app.session.begin(Wishes(size=26, bot="random"))
        app.action_undo()
        await until(pilot, lambda: view.size.height == 52)

    drive(steps, size=(200, 60))


def test_the_smallest_terminal_has_a_narrow_panel_beside_the_whole_board() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        await until(pilot, lambda: app.query_one("#panel").size.width == 22)
        assert rows(app)[0] == "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐"
        assert rows(app)[15] == "   a b c d e f g h i j k l m n o"
        assert all(len(line) <= 22 for line in panel(app).splitlines())

    drive(steps, size=(60, 20))


def test_too_small_a_terminal_offers_lines_and_comes_back() -> None:
    async def steps(app: TerminalApp, pilot: Pilot[bool]) -> None:
        await until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: not isinstance(app.screen, TooSmall))
        await pilot.resize_terminal(1, 1)
        await until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.press("p")
        await until(pilot, lambda: app.return_value is True)

    drive(steps, size=(20, 5))


def test_letters_are_used_where_discs_are_two_columns_wide() -> None:
    assert find_signs(None, {"LANG": "zh_CN.UTF-8"}) is LETTERS
    assert find_signs(None, {"LC_ALL": "ja_JP.UTF-8", "LANG": "en_GB.UTF-8"}) is LETTERS
    assert find_signs(None, {"LANG": "de_DE.UTF-8"}) is DISCS
    assert find_signs(None, {}, "ascii") is LETTERS
    assert find_signs(None, {"LC_CTYPE": "C.UTF-8", "LANG": "zh_CN.UTF-8"}) is LETTERS
    assert find_signs("disc", {"LANG": "zh_CN.UTF-8"}) is DISCS


def test_the_theme_is_what_the_terminal_says() -> None:
    assert guess_theme({"COLORFGBG": "0;15"}) == "light"
    assert guess_theme({"COLORFGBG": "15;0"}) == "dark"
    assert guess_theme({}) == "dark"


def test_columns_are_found_again() -> None:
    for x in range(26):
        assert point_at(column_of(Point(x, 4)), 4, 26) == Point(x, 4)
        assert point_at(column_of(Point(x, 4), 2), 8, 26, 2) == Point(x, 4)
    assert point_at(column_of(Point(3, 4), 2) + 1, 7, 15, 2) == Point(3, 4)
    assert point_at(3, 29, 15, 2) is None
    assert point_at(0, 0, 15) is None
    assert point_at(40, 3, 15) is None
