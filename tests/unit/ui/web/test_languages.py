"""Every sentence is there in every language, with the same placeholders, and is used."""

import ast
import re
from collections.abc import Iterator

import pytest

from tengen.bots import bot_names, find_bot
from tengen.ui.web import pages

TEXTS = [
    *(pages.STATIC / "app").glob("*.js"),
    *(pages.STATIC / "board").glob("*.js"),
    *(pages.STATIC / "page").glob("*.js"),
    *(pages.STATIC.parent / "templates").glob("*.html"),
]


def mentioned() -> Iterator[str]:
    """Yield every key in the scripts and templates; an asterisk stands for what is put in."""
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        for literal in re.findall(r'"([^"\n]+)"', text) + re.findall(r"'([^'\n]+)'", text):
            yield literal
        for literal in re.findall(r"`([^`\n]+)`", text):
            yield re.sub(r"\$\{[^}]*\}", "*", literal)
        for call in re.findall(r"t\(('[^()]*?')\)", text):
            yield "".join(
                part[1:-1] if part.startswith("'") else "*" for part in re.split(r"\s*~\s*", call)
            )
        for call in re.findall(r"t\(('[^']*' ~ [^()]*(?:\([^)]*\)[^()]*)?)\)", text):
            parts = re.split(r"\s*~\s*", call)
            yield "".join(part[1:-1] if part.startswith("'") else "*" for part in parts)


def patterns() -> list[re.Pattern[str]]:
    keys = {key for key in mentioned() if re.fullmatch(r"[a-z][\w.* -]*", key)}
    return [
        re.compile(re.escape(key).replace(r"\*", r"[\w.\- ]+"))
        for key in keys
        if "." in key or key in pages.messages("en")
    ]


def test_no_language_misses_a_sentence_or_has_one_too_many() -> None:
    assert {name: sorted(pages.messages(name)) for name in pages.LANGUAGES} == dict.fromkeys(
        pages.LANGUAGES, sorted(pages.messages("en"))
    )


@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    def placeholders(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text))

    words = pages.messages(language)
    wrong = [
        key
        for key, text in pages.messages("en").items()
        if placeholders(text) != placeholders(words[key])
    ]
    assert wrong == []


def test_every_sentence_is_used() -> None:
    found = patterns()
    unused = [key for key in pages.messages("en") if not any(one.fullmatch(key) for one in found)]
    assert unused == []


def test_every_key_in_a_script_has_its_sentence() -> None:
    words = pages.messages("en")
    missing = []
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        plain = re.findall(r'\bsay\("([^"]+)"', text) + re.findall(r"\bt\('([^']+)'[,)]", text)
        missing += [(path.name, key) for key in plain if key not in words]
    assert missing == []


def test_what_is_said_of_a_bot_is_what_it_says_of_itself() -> None:
    bots = {name: find_bot(name) for name in bot_names()}
    said = {f"bot.{name}": bot.description for name, bot in bots.items()}
    said |= {f"story.{name}": bot.story for name, bot in bots.items() if "level-" not in name}
    words = pages.messages("en")
    found = {key: text for key, text in words.items() if key.startswith(("bot.", "story."))}
    assert found == said


REFUSING = ["core/game.py", "core/board.py", "core/setup.py", "core/geometry.py", "core/rules.py"]
REFUSING += ["core/openings/__init__.py", "play/referee.py"]
REFUSING += [f"ui/web/{name}.py" for name in ("conduct", "games", "hub", "opponents", "table")]
UNHEARD = {"no-action", "not-started", "no-stone"}
"""What no request can lead to."""


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Yield the code of every error that a game can answer with, and the names of its values."""
    for name in REFUSING:
        tree = ast.parse((pages.STATIC.parents[2] / name).read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            kind = call.func.id if isinstance(call.func, ast.Name) else ""
            code = call.args[0] if call.args else None
            if kind in ("IllegalMove", "InvalidText", "TooMany") and isinstance(code, ast.Constant):
                yield str(code.value), {keyword.arg or "" for keyword in call.keywords}


def test_every_refusal_of_a_game_has_its_sentence() -> None:
    found = dict(refusals())
    assert len(found) > 40
    words = pages.messages("en")
    assert {code for code in found if f"refused.{code}" not in words} == UNHEARD
    wanting = {
        code
        for code, values in found.items()
        if set(re.findall(r"{(\w+)}", words.get(f"refused.{code}", ""))) - values
    }
    assert wanting == set()


def test_sentences_are_sorted_so_that_changes_are_easy_to_read() -> None:
    for language in pages.LANGUAGES:
        assert list(pages.messages(language)) == sorted(pages.messages(language))
