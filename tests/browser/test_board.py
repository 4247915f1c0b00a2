"""The board element by itself: names, mouse, keys, fingers, and what it draws."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from visitors import Visitor
from walks import middle

PAGE = "/tests/browser/pages/board.html"


@pytest.fixture(scope="module")
def boards(browser: Browser, static_site: str) -> Iterator[tuple[Page, Page]]:
    """A desktop's and a phone's page with a board, for all tests here."""
    phone_screen = {"width": 390, "height": 844}
    makers = [
        Visitor(browser, static_site),
        Visitor(browser, static_site, viewport=phone_screen, has_touch=True, is_mobile=True),
    ]
    pages = [maker.open(PAGE) for maker in makers]
    for made in pages:
        made.wait_for_function("globalThis.board?.hasAttribute('data-ready')")
    yield pages[0], pages[1]
    for maker in makers:
        maker.context.close()
        assert maker.faults == []


def emptied(page: Page) -> Page:
    page.mouse.move(700, 700)
    page.evaluate("board.cancel(); board.set({size: 15, mover: 'black'}); board.focusPoint('h8')")
    page.evaluate("document.activeElement.blur(); events.length = 0")
    return page


@pytest.fixture
def page(boards: tuple[Page, Page]) -> Page:
    return emptied(boards[0])


@pytest.fixture
def phone(boards: tuple[Page, Page]) -> Page:
    return emptied(boards[1])


def events(page: Page) -> list[Any]:
    """Return the events since the last call, pending ones that only clear left out."""
    found: list[Any] = page.evaluate("events.splice(0)")
    return [event for event in found if event != ["pending", {"point": None, "trap": False}]]


def test_cells_have_names_that_say_what_is_on_them(page: Page) -> None:
    page.evaluate("""board.set({size: 15, last: "i9", stones: [
        {point: "h8", color: "black", number: 1}, {point: "i9", color: "white", number: 2}],
        forbidden: {f7: "3-3"}, blocked: ["a1"], traps: ["o15"], hint: "c3"})""")
    # Without the page's sentences the board shows their keys.
    names = {
        point: page.locator(f'[role=gridcell][data-point="{point}"]').get_attribute("aria-label")
        for point in ("h8", "i9", "f7", "a1", "o15", "c3", "b2")
    }
    assert names == {
        "h8": "h8, color.black, cell.move",
        "i9": "i9, color.white, cell.move, cell.last",
        "f7": "f7, cell.empty, cell.forbidden",
        "a1": "a1, cell.blocked",
        "o15": "o15, cell.trap",
        "c3": "c3, cell.empty, cell.hint",
        "b2": "b2, cell.empty",
    }


def test_a_cell_lies_over_its_crossing_on_every_size(page: Page) -> None:
    for size, point in ((5, "b4"), (15, "c12"), (26, "z1")):
        page.evaluate(
            "([size, point]) => board.set({size, stones: [{point, color: 'white'}]})",
            [size, point],
        )
        stone = page.locator(".stone circle").nth(1).bounding_box()
        assert stone is not None
        x, y = middle(page, point)
        assert x == pytest.approx(stone["x"] + stone["width"] / 2, abs=1)
        assert y == pytest.approx(stone["y"] + stone["height"] / 2, abs=1)


def test_a_click_plays_and_hovering_shows_a_faint_stone(page: Page) -> None:
    page.mouse.move(*middle(page, "g10"))
    assert page.locator("g.ghost circle").count() == 1
    page.mouse.click(*middle(page, "g10"))
    assert events(page) == [["point", {"point": "g10"}]]


def test_a_stone_or_a_blocked_point_takes_no_click(page: Page) -> None:
    page.evaluate("""board.set({size: 15, mover: "white", blocked: ["a1"],
        stones: [{point: "h8", color: "black"}]})""")
    page.mouse.click(*middle(page, "h8"))
    page.mouse.click(*middle(page, "a1"))
    assert events(page) == []


def test_nothing_is_played_while_nobody_may_move(page: Page) -> None:
    page.evaluate("board.set({size: 15})")
    page.mouse.click(*middle(page, "h8"))
    assert events(page) == []


def test_a_forbidden_point_is_refused_with_its_reason(page: Page) -> None:
    page.evaluate("board.set({size: 15, mover: 'black', forbidden: {f7: '3-3'}})")
    page.mouse.click(*middle(page, "f7"))
    assert events(page) == [["refused", {"point": "f7", "reason": "3-3"}]]


def test_a_trap_asks_first_even_with_a_mouse(page: Page) -> None:
    page.evaluate("board.set({size: 15, mover: 'black', traps: ['c3']})")
    page.mouse.click(*middle(page, "c3"))
    assert events(page) == [["pending", {"point": "c3", "trap": True}]]
    page.mouse.click(*middle(page, "c3"))
    assert events(page) == [["point", {"point": "c3"}]]


def test_the_keys_move_a_cursor_and_play(page: Page) -> None:
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    assert [event[1]["point"] for event in events(page)] == ["i9", "a9", "o1"]


def test_keys_follow_what_is_seen_on_a_turned_board(page: Page) -> None:
    page.evaluate("board.set({size: 15, mover: 'black', rotate: 1})")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    # A quarter turn clockwise: what was above is now at the right.
    assert events(page) == [["point", {"point": "h9"}]]


def test_only_one_cell_is_a_tab_stop(page: Page) -> None:
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    assert page.locator("[role=row]").count() == 15
    assert page.locator("[role=gridcell]").count() == 225


def test_a_finger_looks_through_a_lens_and_plays_by_a_second_tap(phone: Page) -> None:
    session = phone.context.new_cdp_session(phone)

    def touch(kind: str, point: str | None) -> None:
        points = [] if point is None else [dict(zip("xy", middle(phone, point), strict=True))]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", "d4")
    assert phone.locator(".lens b").inner_text() == "d4"
    touch("touchMove", "g10")
    assert phone.locator(".lens b").inner_text() == "g10"
    touch("touchEnd", None)
    assert phone.locator(".lens").count() == 0
    assert events(phone) == [["pending", {"point": "g10", "trap": False}]]
    assert phone.locator(".pending").count() == 1
    phone.touchscreen.tap(*middle(phone, "h8"))
    assert events(phone) == [["pending", {"point": "h8", "trap": False}]]
    phone.touchscreen.tap(*middle(phone, "h8"))
    assert events(phone) == [["point", {"point": "h8"}]]


def test_the_right_button_draws_arrows_and_rings_and_escape_clears_them(page: Page) -> None:
    page.mouse.move(*middle(page, "d4"))
    page.mouse.down(button="right")
    page.mouse.move(*middle(page, "g7"))
    page.mouse.up(button="right")
    page.mouse.click(*middle(page, "h8"), button="right")
    assert events(page)[-1] == ["arrow", {"rings": ["h8"], "arrows": [["d4", "g7"]]}]
    assert page.locator("g.arrow").count() == 1
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Escape")
    assert page.locator("g.arrow").count() == 0


def test_only_what_changed_is_drawn_again(page: Page) -> None:
    page.evaluate("board.set({size: 15, stones: [{point: 'h8', color: 'black'}]})")
    page.evaluate("globalThis.kept = board.querySelector('.stone')")
    page.evaluate("""board.set({size: 15, last: 'i9', stones: [
        {point: 'h8', color: 'black'}, {point: 'i9', color: 'white'}]})""")
    assert page.evaluate("board.querySelector('.stone') === kept")
    assert page.locator(".stone").count() == 2


def test_points_and_turns_of_the_board_go_there_and_back(page: Page) -> None:
    wrong = page.evaluate("""() => {
        const wrong = [];
        for (let size = 5; size <= 26; size += 1)
          for (let x = 0; x < size; x += 1) for (let y = 0; y < size; y += 1) {
            const text = state.formatPoint([x, y], size);
            if (String(state.parsePoint(text, size)) !== `${x},${y}`) wrong.push(text);
            for (let turn = 0; turn < 4; turn += 1)
              if (String(state.unspot(state.spot([x, y], size, turn), size, turn)) !== `${x},${y}`)
                wrong.push([text, turn]);
          }
        return wrong;
    }""")
    assert wrong == []
    refused = ["", "h", "8h", "p1", "a16", "a0", "h08", "take-black"]
    read = "texts => texts.map(text => state.parsePoint(text, 15))"
    assert page.evaluate(read, refused) == [None] * len(refused)


def test_stones_follow_from_moves_with_traps_passes_and_choices(page: Page) -> None:
    moves = ["h8", "i9", "g7", "take-white", "c3", "pass", "d4"]
    stones = page.evaluate("moves => state.stonesOf(moves, {size: 15, traps: ['i9']})", moves)
    assert stones == [
        {"point": "h8", "color": "black", "number": 1},
        {"point": "g7", "color": "black", "number": 3},
        {"point": "c3", "color": "white", "number": 4},
        {"point": "d4", "color": "white", "number": 6},
    ]
