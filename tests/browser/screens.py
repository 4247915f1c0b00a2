"""Writes pictures of every screen and one contact sheet for each: `make screens`.

Run as `python tests/browser/screens.py FOLDER`. Light and dark, phone and desktop, English and
Chinese; a person looks at the sheets before a change of the pages is called done.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from visitors import ARGUMENTS, Server, Visitor
from walks import SCREENS

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LOOKS = list(product(SIZES, ("light", "dark"), ("en", "zh-CN")))


def visit(browser: Browser, origin: str, look: tuple[str, str, str]) -> Visitor:
    """Return a visitor with a screen, a theme and a language."""
    size, theme, language = look
    width, height = SIZES[size]
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    made = Visitor(browser, origin, viewport={"width": width, "height": height}, **touch)
    cookies = {"theme": theme, "lang": language}
    made.context.add_cookies(
        [{"name": name, "value": value, "url": origin} for name, value in cookies.items()]
    )
    return made


def picture(browser: Browser, origin: str, walk: Callable[[Visitor], Page], path: Path) -> None:
    """Walk to a screen in every look and write each picture beside the sheet."""
    for look in LOOKS:
        visitor = visit(browser, origin, look)
        page = walk(visitor)
        page.wait_for_timeout(400)
        page.screenshot(path=path.with_name(f"{path.stem}-{'-'.join(look)}.png"))
        visitor.context.close()
        for fault in visitor.faults:
            print(f"{path.stem} {look}: {fault}", file=sys.stderr)  # noqa: T201


def sheet(browser: Browser, path: Path) -> None:
    """Put all pictures of a screen onto one sheet."""
    rows = "".join(f"<img src='{path.stem}-{'-'.join(look)}.png' height=420>" for look in LOOKS)
    page = browser.new_page(viewport={"width": 1760, "height": 900})
    html = path.with_suffix(".html")
    style = "<style>body{margin:12px;background:#888}img{margin:6px}</style>"
    html.write_text(f"<!doctype html>{style}{rows}", encoding="utf-8")
    page.goto(html.as_uri())
    page.screenshot(path=path, full_page=True)
    page.close()
    html.unlink()


def names(wanted: list[str]) -> Iterator[str]:
    """Return the screens that were asked for, or all."""
    return (name for name in SCREENS if not wanted or name in wanted)


def main() -> None:
    """Write everything."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as driver:
        server = Server(Path(store))
        server.start()
        try:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
            for name in names(sys.argv[2:]):
                path = folder / f"{name}.png"
                picture(browser, server.origin, SCREENS[name], path)
                sheet(browser, path)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
