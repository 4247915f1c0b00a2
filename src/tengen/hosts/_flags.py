"""The command line of a program on a host: each host declares its own few arguments as options."""

from collections.abc import Mapping, Sequence

from tengen.errors import InvalidText
from tengen.options import Option, Value

Flags = Mapping[str, Option]
"""Options by how they are written on the command line, such as `-n` or `--limit`."""


def read_flags(words: Sequence[str], flags: Flags, *, owner: str) -> dict[str, Value]:
    """Return a value for every flag, by the name of its option; nothing else may be given."""
    values, rest = split_flags(words, flags, owner=owner)
    if rest:
        raise _unknown(rest[0], flags, owner)
    return values


def split_flags(
    words: Sequence[str], flags: Flags, *, owner: str
) -> tuple[dict[str, Value], list[str]]:
    """Return a value for every flag, by the name of its option, and the words that are no flags.

    `-n 11`, `-n11` (for flags of one letter) and `--limit=2s` give a value; a flag that is yes or
    no takes none.
    """
    values = {option.name: option.default for option in flags.values()}
    left, rest = list(words), []
    while left:
        word = left.pop(0)
        if not word.startswith("-"):
            rest.append(word)
            continue
        name, value = _split(word)
        if name not in flags:
            raise _unknown(name, flags, owner)
        option = flags[name]
        if option.kind is bool:
            value = "yes" if value is None else value
        elif value is None and not left:
            raise InvalidText(
                "no-value",
                "{name} needs a value: {accepted}",
                name=name,
                accepted=option.accepted,
            )
        values[option.name] = option.read(left.pop(0) if value is None else value)
    return values, rest


def _split(word: str) -> tuple[str, str | None]:
    """Return the flag and the value that is written together with it, if there is one."""
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return name, value if equals else None
    return word[:2], word[2:] or None


def _unknown(word: str, flags: Flags, owner: str) -> InvalidText:
    return InvalidText(
        "unknown-argument",
        "{owner} has no argument {word!r}; {known}",
        owner=owner,
        word=word,
        known="it has " + ", ".join(flags) if flags else "it has none",
    )
