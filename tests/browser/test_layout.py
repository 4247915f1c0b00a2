"""Every screen fits every size, language and theme, and axe finds nothing serious on it."""

from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from layout import fits_one_screen, layout_faults
from tengen.ui.web.pages import PSEUDO, THEMES
from visitors import MakeVisitor, Server, Visitor
from walks import SCREENS

PHONES = [(320, 568), (390, 844)]
OTHERS = [(768, 1024), (1024, 768), (1440, 900)]
LANGUAGES = ("en", "zh-CN", PSEUDO)
SOME = [
    ((320, 568), PSEUDO, "light"),
    ((390, 844), "zh-CN", "dark"),
    ((1440, 900), "en", "contrast"),
]
IN_PLAY = {"game", "won", "renju", "special", "swap2", "swap2-choice"}


def dressed(
    visitor: MakeVisitor, server: Server, size: tuple[int, int], language: str, theme: str
) -> Visitor:
    options: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
    if size[0] < 700:
        options |= {"has_touch": True, "is_mobile": True}
    made = visitor(server.origin, **options)
    for name, value in (("lang", language), ("theme", theme)):
        made.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
    return made


def faults_of(page: Page, name: str) -> list[str]:
    """Return what is wrong with the layout of a screen as it is now."""
    faults = layout_faults(page)
    small = page.viewport_size is not None and 360 <= page.viewport_size["width"] < 700
    if name in IN_PLAY and small and not fits_one_screen(page):
        faults.append("does not fit one screen")
    return faults


def axe_findings(page: Page) -> list[str]:
    """Return what axe calls serious or worse."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def check(visitor: Visitor, screens: list[str]) -> None:
    wrong = {}
    for name in screens:
        page = SCREENS[name](visitor)
        if faults := faults_of(page, name) + axe_findings(page):
            wrong[name] = faults
        page.close()
    assert wrong == {}


@pytest.mark.parametrize(("size", "language", "theme"), SOME)
def test_the_screens_fit(
    size: tuple[int, int], language: str, theme: str, visitor: MakeVisitor, server: Server
) -> None:
    check(dressed(visitor, server, size, language, theme), ["home-more", "game", "won", "bots"])


@pytest.mark.parametrize("part", range(3))
def test_the_other_screens_fit(part: int, visitor: MakeVisitor, server: Server) -> None:
    rest = [name for name in SCREENS if name not in ("home-more", "game", "won", "bots", "home")]
    check(dressed(visitor, server, (390, 844), "en", "light"), rest[part::3])


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sizes", [PHONES, OTHERS], ids=["phones", "others"])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_fits_everywhere(
    name: str, sizes: list[tuple[int, int]], language: str, visitor: MakeVisitor, server: Server
) -> None:
    """Every size, language and theme; what axe looks at is the same in every language."""
    page = SCREENS[name](dressed(visitor, server, sizes[0], language, "light"))
    wrong = {}
    for size, theme in product(sizes, THEMES):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => done()))")
        faults = faults_of(page, name)
        if language == "en" and size == sizes[-1]:
            faults += axe_findings(page)
        if faults:
            wrong[f"{size} {theme}"] = faults
    assert wrong == {}
