"""Whole games on the screen against a real server: by mouse, by keys, by touch."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from visitors import MakeVisitor, Server
from walks import cell, click, made_game, middle, played, reached, settle, status, told

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Put = Callable[[Page, str], None]


def by_mouse(page: Page, point: str) -> None:
    click(page, point)


def by_keys(page: Page, point: str) -> None:
    page.evaluate("document.querySelector('gomoku-board').focusPoint('h8')")
    columns, rows = ord(point[0]) - ord("h"), int(point[1:]) - 8
    for key, steps in (("Right", columns), ("Left", -columns), ("Up", rows), ("Down", -rows)):
        for _ in range(steps):
            page.keyboard.press(f"Arrow{key}")
    page.keyboard.press("Enter")


def by_touch(page: Page, point: str) -> None:
    page.touchscreen.tap(*middle(page, point))
    page.get_by_role("button", name=f"Place {point}").tap()


WAYS: dict[str, tuple[Put, dict[str, Any]]] = {
    "mouse": (by_mouse, {}),
    "keys": (by_keys, {}),
    "touch": (by_touch, PHONE),
}


def taken(page: Page) -> set[str]:
    points: list[str] = page.evaluate(
        "[...document.querySelectorAll('.stone')].map(stone => stone.dataset.point)"
    )
    return set(points)


def play_row(page: Page, put: Put) -> None:
    """Play for five in a row against somebody who does not look."""
    for row in ("8", "10", "6"):
        if not taken(page) & {f"{column}{row}" for column in "defgh"}:
            break
    seq = int(page.locator("body").get_attribute("data-seq") or 0)
    for column in "defgh":
        put(page, f"{column}{row}")
        seq += 2
        reached(page, seq)


@pytest.mark.parametrize("way", WAYS)
def test_a_game_is_won_on_the_screen(way: str, visitor: MakeVisitor, server: Server) -> None:
    put, options = WAYS[way]
    player = visitor(server.origin, **options)
    game = made_game(player, black="you", white="random", seed=11)
    page = settle(player.open(f"/g/{game}"))
    play_row(page, put)
    status(page, "Black wins: five, d8–h8")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert page.locator(".win").count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_game_is_lost_on_the_screen(way: str, visitor: MakeVisitor, server: Server) -> None:
    put, options = WAYS[way]
    player = visitor(server.origin, **options)
    game = made_game(player, black="you", white="greedy", seed=5, size=9)
    page = settle(player.open(f"/g/{game}"))
    seq = 0
    for point in ("a1", "i9", "a9", "i1", "e1", "a5", "i5", "e9"):
        if point in taken(page):
            continue
        put(page, point)
        seq += 2
        reached(page, seq)
        if "wins" in page.locator("#status").inner_text():
            break
    status(page, "White wins: five")


def test_the_first_click_on_the_first_screen_starts_a_game(
    visitor: MakeVisitor, server: Server
) -> None:
    player = visitor(server.origin)
    page = player.open("/")
    status(page, "Click any point to start: you are Black against Level 3.")
    click(page, "h8")
    page.wait_for_url("**/g/*")
    reached(page, 2)
    status(page, "Your turn.")
    expect(cell(page, "h8")).to_have_attribute("aria-label", "h8, black, move 1")
    page.reload()
    reached(page, 2)
    expect(cell(page, "h8")).to_have_attribute("aria-label", "h8, black, move 1")
    page.get_by_role("button", name="Hint").click()
    status(page, "Try ")
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, "h8")).to_have_attribute("aria-label", "h8, empty")


def test_the_first_load_is_small(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    sizes: list[int] = []
    page = player.context.new_page()
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(server.origin)
    page.locator(".card").wait_for()
    page.wait_for_load_state("networkidle")
    assert len(sizes) <= 25
    assert sum(sizes) <= 300_000


def test_a_forbidden_point_is_refused_and_explained(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="you", white="you", rule="renju")
    played(player, game, "g8 a1 i8 a3 h7 o15 h9 o13")
    page = settle(player.open(f"/g/{game}"))
    forbidden = page.locator("[role=gridcell][aria-label*=forbidden]")
    name = forbidden.first.get_attribute("aria-label") or ""
    assert name.endswith("empty, forbidden: 3-3")
    point = name.split(",")[0]
    click(page, point)
    status(page, f"{point} is forbidden for Black: two open threes at once.")
    assert point not in taken(page)
    assert told(player, game, do="move", point=point)["code"] == "forbidden"


def test_a_stone_on_a_trap_is_asked_about_and_vanishes(
    visitor: MakeVisitor, server: Server
) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="you", white="you", traps=["d4"])
    page = settle(player.open(f"/g/{game}"))
    click(page, "d4")
    status(page, "d4 is a trap: your stone would vanish here.")
    page.get_by_role("button", name="Place d4").click()
    status(page, "Black d4: into a trap. White to move.")
    assert taken(page) == set()


def test_the_card_offers_only_what_the_opponent_plays(visitor: MakeVisitor, server: Server) -> None:
    page = visitor(server.origin).open("/?bot=tables-1.0")
    page.locator(".card summary").click()
    page.get_by_label("Size").select_option("19")
    expect(page.locator(".refusal")).to_be_visible()
    expect(page.get_by_role("button", name="New game")).to_be_disabled()
    page.get_by_label("Size").select_option("15")
    expect(page.get_by_role("button", name="New game")).to_be_enabled()


def test_swap2_is_opened_and_answered_on_the_screen(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="you", white="greedy", opening="swap2", seed=3)
    page = settle(player.open(f"/g/{game}"))
    status(page, "Place a black stone; 3 to go.")
    for point in ("h8", "a1", "i9"):
        click(page, point)
    click(page, "a1")
    status(page, "Place a")
    click(page, "b3")
    page.get_by_role("button", name="Offer these stones").click()
    expect(page.locator(".opening-strip")).to_have_count(0)
    assert taken(page) >= {"h8", "i9", "b3"}


def test_swap2_is_chosen_on_the_screen(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="greedy", white="you", opening="swap2", seed=3)
    page = settle(player.open(f"/g/{game}"))
    for name in ("Take Black", "Take White and play next", "Place two more"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.get_by_role("button", name="Place two more").click()
    status(page, "Place a white stone; 2 to go.")
    free = [point for point in ("a1", "o15", "a15") if point not in taken(page)]
    for point in free[:2]:
        click(page, point)
    page.get_by_role("button", name="Offer these stones").click()
    expect(page.locator(".opening-strip")).to_have_count(0)


def test_a_clock_runs_out_on_the_screen_for_either_side(
    visitor: MakeVisitor, server: Server
) -> None:
    player = visitor(server.origin)
    games = [made_game(player, black="you", white="you", clock={"game": 7}) for _ in range(2)]
    played(player, games[1], "h8")
    pages = [settle(player.open(f"/g/{game}")) for game in games]
    for page, loser in zip(pages, ("black", "white"), strict=True):
        clock = page.locator(f".clock[data-side={loser}]")
        expect(clock).to_have_class("clock running low")
        status(page, "Less than ten seconds left.")
    for page, loser, winner in zip(pages, ("black", "white"), ("White", "Black"), strict=True):
        status(page, f"{winner} wins on time.")
        expect(page.locator(f".clock[data-side={loser}]")).to_have_text("0.0")
        assert told(player, page.url.rpartition("/")[2], do="move", point="a1")["code"] == (
            "game-over"
        )


def test_the_command_line_plays_and_answers(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="you", white="you")
    page = settle(player.open(f"/g/{game}"))

    def typed(text: str) -> str:
        page.locator("#command-line").fill(text)
        page.keyboard.press("Enter")
        return page.locator("#command-answer").inner_text()

    page.keyboard.press("/")
    typed("h8")
    reached(page, 1)
    typed("i9")
    reached(page, 2)
    assert typed("last") == "Last move: i9."
    assert typed("line h") == "h: h8 black."
    assert typed("row 3") == "3: nothing."
    assert typed("clock") == "There is no clock."
    assert typed("threats") == "No threats."
    assert "is no command" in typed("dance")
    typed("undo")
    reached(page, 3)
    assert taken(page) == {"h8"}
