"""How to come to each screen as a visitor does: for pictures, for layout and for accessibility."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, expect

from visitors import Visitor, eventually

Walk = Callable[[Visitor], Page]


def made_game(visitor: Visitor, **wish: Any) -> str:
    """Begin a game for a visitor over the API, and return its id."""
    request = visitor.context.request
    answer = request.post(f"{visitor.origin}/api/games", data=wish, headers=_origin(visitor))
    assert answer.status == 201, answer.text()
    made: str = answer.json()["id"]
    return made


def told(visitor: Visitor, game: str, **command: Any) -> dict[str, Any]:
    """Send a command for a visitor over the API, and return the answer."""
    path = f"{visitor.origin}/api/games/{game}/commands"
    answer = visitor.context.request.post(path, data=command, headers=_origin(visitor))
    found: dict[str, Any] = answer.json()
    return found


def played(visitor: Visitor, game: str, moves: str) -> None:
    """Play moves on all of a visitor's seats."""
    for move in moves.split():
        answer = told(visitor, game, do="move", point=move)
        assert answer["is"] == "ok", answer


def status(page: Page, text: str) -> None:
    """Wait until the status line has a text."""
    expect(page.locator("#status")).to_contain_text(text)


def settle(page: Page) -> Page:
    """Wait until the page has heard of its game."""
    page.locator("body:not([data-seq=''])").wait_for()
    return page


def reached(page: Page, seq: int) -> None:
    """Wait until the page knows an event; the number is on the body."""
    eventually(lambda: int(page.locator("body").get_attribute("data-seq") or 0) >= seq, f"{seq}")


def cell(page: Page, point: str) -> Any:
    """Return the cell of a point."""
    return page.locator(f'[role=gridcell][data-point="{point}"]')


def middle(page: Page, point: str) -> tuple[float, float]:
    """Return where a point is on the screen."""
    box = cell(page, point).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, point: str) -> None:
    """Click a point of the board."""
    page.mouse.click(*middle(page, point))


def _origin(visitor: Visitor) -> dict[str, str]:
    return {"origin": visitor.origin}


def _here(moves: str, **wish: Any) -> Walk:
    def walk(visitor: Visitor) -> Page:
        game = made_game(visitor, black="you", white="you", **wish)
        played(visitor, game, moves)
        return settle(visitor.open(f"/g/{game}"))

    return walk


def _home(visitor: Visitor) -> Page:
    page = visitor.open("/")
    page.locator(".card").wait_for()
    return page


def _home_more(visitor: Visitor) -> Page:
    page = _home(visitor)
    page.locator(".card summary").click()
    page.locator(".card label").nth(1).click()
    page.locator(".classic-list").wait_for()
    return page


def _against_bot(visitor: Visitor) -> Page:
    game = made_game(visitor, black="you", white="level-3", seed=1)
    page = settle(visitor.open(f"/g/{game}"))
    for moves, point in enumerate(("h8", "g10", "i7", "k8"), start=1):
        told(visitor, game, do="move", point=point)
        reached(page, 2 * moves)
    return page


def _opening(visitor: Visitor) -> Page:
    game = made_game(visitor, black="you", white="greedy", opening="swap2")
    page = settle(visitor.open(f"/g/{game}"))
    page.locator(".tray").wait_for()
    return page


def _choice(visitor: Visitor) -> Page:
    game = made_game(visitor, black="you", white="you", opening="swap2")
    told(visitor, game, do="place", points=["h8", "i9", "g7"])
    page = settle(visitor.open(f"/g/{game}"))
    page.locator(".choice").wait_for()
    return page


def _games(visitor: Visitor) -> Page:
    for moves in ("h8 i9", "h8 a1 i8 a2 j8 a3 k8 a4 l8"):
        game = made_game(visitor, black="you", white="you")
        played(visitor, game, moves)
    page = visitor.open("/games")
    page.locator(".game-row").first.wait_for()
    return page


def _set_up(visitor: Visitor) -> Page:
    page = _plain("/a/h8i9g7?rule=caro&size=9", ".tools button")(visitor)
    page.get_by_role("switch").click()
    page.locator(".tools button").nth(6).click()
    page.locator(".setup").wait_for()
    return page


def _forced_win(visitor: Visitor) -> Page:
    page = _plain("/a/h8i9i7h9g9j10g8i8?rule=freestyle&size=15", ".tools button")(visitor)
    page.locator(".tools > button").first.click()
    page.locator(".walk").wait_for()
    return page


def _missing(visitor: Visitor) -> Page:
    visitor.allow("404")
    return _plain("/g/nothing", ".error")(visitor)


def _plain(path: str, ready: str) -> Walk:
    def walk(visitor: Visitor) -> Page:
        page = visitor.open(path)
        page.locator(ready).first.wait_for()
        return page

    return walk


SCREENS: Final[dict[str, Walk]] = {
    "home": _home,
    "home-more": _home_more,
    "game": _against_bot,
    "won": _here("h8 i9 i8 j9 g8 h9 f8 g9 j8"),
    "renju": _here("g8 a1 i8 a3 h7 o15 h9 o13", rule="renju", clock={"game": 300}),
    "special": _here("h8 d4 g9", blocked=["e5", "k10"], traps=["d4", "l12"]),
    "swap2": _opening,
    "swap2-choice": _choice,
    "games": _games,
    "analysis": _plain("/a/h8i9g9i7i8j8g8f8h10h9f10?rule=renju&size=15", ".lines li"),
    "set-up": _set_up,
    "forced-win": _forced_win,
    "bots": _plain("/bots", ".ladder li"),
    "help": _plain("/help", "gomoku-board[data-ready]"),
    "api": _plain("/api", ".call"),
    "missing": _missing,
}
"""Every screen by its name, with the way to it."""
