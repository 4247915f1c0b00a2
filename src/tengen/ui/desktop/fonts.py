"""The fonts of the window: the system's own, or pygame's where the system has none."""

import warnings
from functools import lru_cache
from typing import Final

import pygame

_TEXT: Final = (
    "ibmplexsans,segoeuivariable,segoeui,sfprotext,helveticaneue,notosans,dejavusans,"
    "liberationsans,arial"
)
_TITLE: Final = "spectral,iowanoldstyle,palatinolinotype,georgia,notoserif,dejavuserif,times"


@lru_cache(maxsize=2)
def _file(names: str, bold: bool) -> str | None:
    # Asking the system takes a program of its own; without it pygame warns, and its own font is
    # used.
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return pygame.font.match_font(names, bold=bold)
    except (OSError, pygame.error):
        return None


@lru_cache(maxsize=64)
def font(size: int, *, title: bool = False) -> pygame.font.Font:
    """Return the font of some height in pixels."""
    found = _file(_TITLE, True) if title else _file(_TEXT, False)
    for name in (found, None):
        try:
            return pygame.font.Font(name, max(8, size))
        except (OSError, pygame.error):
            continue
    raise pygame.error("there is no font that can be read")


@lru_cache(maxsize=64)
def wrapped(text: str, width: int, size: int, *, title: bool = False) -> tuple[str, ...]:
    """Break a text into lines that fit; a word that is too long for a line is cut."""
    face = font(size, title=title)
    lines: list[str] = []
    for word in text.replace(" %", "\u00a0%").split(" "):
        tried = f"{lines[-1]} {word}" if lines else word
        if lines and face.size(tried)[0] <= width:
            lines[-1] = tried
        else:
            lines.append(fitted(word, width, size, title=title))
    return tuple(lines)


@lru_cache(maxsize=512)
def fitted(text: str, width: int, size: int, *, title: bool = False) -> str:
    """Return the text, cut with an ellipsis if it is too wide."""
    face = font(size, title=title)
    if face.size(text)[0] <= width:
        return text
    while text and face.size(text + "…")[0] > width:
        text = text[:-1]
    return text + "…"


@lru_cache(maxsize=512)
def written(text: str, size: int, ink: int, *, title: bool = False) -> pygame.Surface:
    """Return a line of text as a picture; `ink` is the colour as pygame's whole number."""
    return font(size, title=title).render(text, True, pygame.Color(ink))
