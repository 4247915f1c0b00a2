"""Pages: languages, themes, versions, and what the templates hand to the browser."""

import json
import re
from typing import Any

import pytest

from tengen.ui.web import pages
from tengen.ui.web.reference import reference

LINES = [
    {"moves": ["h8", "i9"], "win": 0.5},
    {"moves": ["h8"], "win_in": 3},
    {"moves": ["h8"], "loss_in": 4},
]
SCREENS: dict[str, dict[str, Any]] = {
    "home": {},
    "game": {"game": "k3v9qd"},
    "games": {},
    "analyse": {"start": {"analysis": {"id": "a1", "info": {"lines": LINES}}}, "picture": ""},
    "bots": {},
    "help": {},
    "error": {"code": "game"},
    "api": {"reference": reference({"info": {"title": "tengen"}, "paths": {}})},
}


def test_every_template_of_a_screen_is_tried_here() -> None:
    parts = {"base", "play", "keys", "sprite"}
    templates = {path.stem for path in (pages.STATIC.parent / "templates").glob("*.html")}
    assert templates - parts == set(SCREENS)


@pytest.mark.parametrize("language", [*pages.LANGUAGES, pages.PSEUDO])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_is_written_in_every_language(screen: str, language: str) -> None:
    page = pages.render(screen, language=language, theme="dark", **SCREENS[screen])
    assert f'<html lang="{language}" data-theme="dark">' in page
    words = re.search(r'id="words">(.*?)</script>', page, re.S)
    assert words is not None
    assert json.loads(words[1]) == pages.messages(language)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_has_code_or_style_that_the_policy_forbids(screen: str) -> None:
    page = pages.render(screen, language="en", **SCREENS[screen])
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    for script in re.findall(r"<script([^>]*)>", page):
        assert "src=" in script or 'type="application/json"' in script
    assert not re.search(r'(src|href)="(https?:)?//', page)


def test_every_file_a_page_asks_for_is_there() -> None:
    for screen, values in SCREENS.items():
        page = pages.render(screen, language="en", **values)
        for name in re.findall(r'"/static/\w+/([^"]+)"', page):
            assert (pages.STATIC / name).is_file(), name


def test_a_script_is_fetched_together_with_everything_it_imports() -> None:
    assert pages.modules("board/element.js") == [
        "board/element.js",
        "app/i18n.js",
        "board/draw.js",
        "board/pointer.js",
        "board/state.js",
    ]


@pytest.mark.parametrize(
    ("cookie", "accept", "expected"),
    [
        (None, None, "en"),
        (None, "zh-TW,zh;q=0.9,en;q=0.8", "zh-CN"),
        (None, "de-DE,de;q=0.9,en-GB;q=0.5", "en"),
        (None, "fr", "en"),
        ("zh-CN", "en", "zh-CN"),
        ("xx", "zh", "zh-CN"),
        ("en", "zh", "en"),
        (None, ";;,,=", "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_first_that_is_there(
    cookie: str | None, accept: str | None, expected: str
) -> None:
    assert pages.choose_language(cookie, accept) == expected


def test_an_unknown_theme_is_no_theme() -> None:
    assert pages.choose_theme("dark") == "dark"
    assert pages.choose_theme('"><script>') == ""
    assert pages.choose_theme(None) == ""


def test_the_pseudo_language_is_longer_and_keeps_its_placeholders() -> None:
    text = "Click any point to start: you are {color} against {name}."
    longer = pages.lengthened(text)
    assert len(longer) >= 1.4 * len(text)
    assert re.findall(r"{\w+}", longer) == ["{color}", "{name}"]
