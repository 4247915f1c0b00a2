"""The pages as text: one template for each screen, in the reader's language and theme.

Nothing here talks: the web application asks for a page and sends it. Sentences are looked up by
key in `static/lang/<language>.json`, by the templates here and by the scripts in the browser.
"""

import hashlib
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

STATIC: Final = Path(__file__).parent / "static"
"""The folder that is served under `/static/<version>/`."""
LANGUAGES: Final = {"en": "English", "zh-CN": "简体中文"}
THEMES: Final = ("light", "dark", "contrast")
PSEUDO: Final = "en-XA"
"""A language for tests: English, but longer, so that text without room shows."""

_TEMPLATES: Final = Path(__file__).parent / "templates"


@cache
def static_version() -> str:
    """Return a word that changes whenever a file among the static ones does."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def choose_language(cookie: str | None, accept: str | None) -> str:
    """Return the language that was chosen, else the first wanted one there is, else English."""
    if cookie in (*LANGUAGES, PSEUDO):
        return cookie
    for part in (accept or "").split(","):
        wanted = part.split(";")[0].strip().lower()
        for language in LANGUAGES:
            if wanted and language.lower().split("-")[0] == wanted.split("-")[0]:
                return language
    return "en"


def choose_theme(cookie: str | None) -> str:
    """Return the theme that was chosen, or nothing: then the page follows the system."""
    return cookie if cookie in THEMES else ""


@cache
def messages(language: str) -> dict[str, str]:
    """Return all sentences of a language by key."""
    if language == PSEUDO:
        return {key: lengthened(text) for key, text in messages("en").items()}
    path = STATIC / "lang" / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def lengthened(text: str) -> str:
    """Return a sentence 40 % longer and marked at both ends, its placeholders untouched."""
    more = max(1, round(len(text) * 0.4) - 1)
    return f"[{text}{(' ~~~~' * more)[:more]}]"


@cache
def modules(script: str) -> list[str]:
    """Return a script and every script that it imports, so that a page can ask for all at once."""
    found = [script]
    for name in found:
        text = (STATIC / name).read_text(encoding="utf-8")
        for target in re.findall(r'^(?:import|export) .*?"(\.[^"]+)";$', text, re.M | re.S):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if path not in found:
                found.append(path)
    return found


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["modules"] = modules
    return environment


def warm() -> None:
    """Read and compile everything that pages are made of before the first reader comes."""
    static_version()
    for template in _environment().list_templates():
        _environment().get_template(template)
    for script in STATIC.glob("page/*.js"):
        modules(script.relative_to(STATIC).as_posix())


def render(screen: str, *, language: str, theme: str = "", reach: str = "", **values: Any) -> str:
    """Return the page of a screen: the name of its template, and what that template needs.

    `reach` is the address by which others on the network find this server, if they can.
    """
    words = messages(language)

    def say(key: str, **values: object) -> str:
        return words[key].format(**values)

    return (
        _environment()
        .get_template(f"{screen}.html")
        .render(
            t=say,
            screen=screen,
            language=language,
            languages=LANGUAGES,
            theme=theme,
            reach=reach,
            static=f"/static/{static_version()}",
            words=words,
            **values,
        )
    )
