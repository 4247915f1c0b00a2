"""The style sheet of colours is written from the table of tokens and from nothing else."""

import re

from tengen.picture.theme import tokens
from tengen.ui.web.pages import STATIC, THEMES
from tengen.ui.web.theme import CSS, theme_css


def test_the_checked_in_style_sheet_is_what_the_tokens_say() -> None:
    assert CSS.read_text(encoding="utf-8") == theme_css(), "run python -m tengen.ui.web.theme"


def test_every_theme_of_the_table_can_be_chosen() -> None:
    assert set(THEMES) == set(tokens()["themes"])
    for name in THEMES:
        assert f':root[data-theme="{name}"]' in theme_css()


def test_no_other_style_sheet_names_a_colour() -> None:
    for path in (STATIC / "style").glob("*.css"):
        if path != CSS:
            screen = re.sub(r"@media print .*", "", path.read_text(encoding="utf-8"), flags=re.S)
            assert not re.search(r"#[0-9a-f]{3,8}\b", screen), path.name


def test_every_variable_that_is_used_exists() -> None:
    defined = set(re.findall(r"(--[\w-]+):", theme_css()))
    for path in (STATIC / "style").glob("*.css"):
        defined |= set(re.findall(r"(--[\w-]+):", path.read_text(encoding="utf-8")))
    for path in [*(STATIC / "style").glob("*.css"), STATIC / "board" / "draw.js"]:
        code = re.sub(r"^\s*//.*", "", path.read_text(encoding="utf-8"), flags=re.M)
        used = set(re.findall(r"var\((--[\w-]*\w)[,)]", code))
        assert used - defined - {"--lines"} == set(), path.name
