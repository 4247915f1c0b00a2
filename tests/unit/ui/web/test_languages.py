"""Every sentence is there in every language, with the same placeholders, and is used."""

import re
from collections.abc import Iterator

import pytest

from tengen.bots import find_bot
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
    said = {
        key: find_bot(key.removeprefix("bot.")).description
        for key in pages.messages("en")
        if key.startswith("bot.")
    }
    assert said == {key: pages.messages("en")[key] for key in said}
    assert len(said) >= 20


def test_sentences_are_sorted_so_that_changes_are_easy_to_read() -> None:
    for language in pages.LANGUAGES:
        assert list(pages.messages(language)) == sorted(pages.messages(language))
