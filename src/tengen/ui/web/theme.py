"""The colours and fonts of the pages as CSS variables, written from the one table of tokens.

`python -m tengen.ui.web.theme` writes the file again after the table has changed.
"""

from pathlib import Path
from typing import Any, Final

from tengen.picture.theme import tokens

CSS: Final = Path(__file__).parent / "static" / "style" / "theme.css"

_HEAD: Final = (
    "/* Colours and fonts, written by tengen.ui.web.theme from tokens.json: change them there. */"
)


def theme_css() -> str:
    """Return the style sheet: the light theme, and the others where the reader asks for them.

    A theme that the reader has chosen stands on the root element; without one, what the system
    prefers counts.
    """
    table = tokens()
    themes = table["themes"]
    chosen = [_block(f':root[data-theme="{name}"]', _colors(themes[name])) for name in themes]
    light = {**_fonts(table), **_stones(table), **_colors(themes["light"])}
    parts = [
        _HEAD,
        _block(":root", light),
        _media("prefers-color-scheme: dark", _colors(themes["dark"])),
        _media("prefers-contrast: more", _colors(themes["contrast"])),
        *chosen,
    ]
    return "\n\n".join(parts) + "\n"


def _fonts(table: dict[str, Any]) -> dict[str, str]:
    return {f"font-{name}": stack for name, stack in table["fonts"].items()}


def _stones(table: dict[str, Any]) -> dict[str, str]:
    variables = {}
    for name, value in table["stones"].items():
        if isinstance(value, str):
            variables[f"stone-{name}"] = value
        else:
            for number, (_, color) in enumerate(value, start=1):
                variables[f"stone-{name}-{number}"] = color
    return variables


def _colors(theme: dict[str, Any]) -> dict[str, str]:
    scheme = "dark" if theme["paper"] < "#8" else "light"
    return {"": scheme, **{name: str(value) for name, value in theme.items()}}


def _block(selector: str, variables: dict[str, str], indent: str = "") -> str:
    lines = [
        f"{indent}  --{name}: {value};" if name else f"{indent}  color-scheme: {value};"
        for name, value in variables.items()
    ]
    return "\n".join([f"{indent}{selector} {{", *lines, f"{indent}}}"])


def _media(query: str, variables: dict[str, str]) -> str:
    return f"@media ({query}) {{\n{_block(':root', variables, '  ')}\n}}"


if __name__ == "__main__":
    CSS.write_text(theme_css(), encoding="utf-8")
