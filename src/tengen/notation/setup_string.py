"""A set-up in one line that needs no quoting in a shell or a URL; see docs/setup-string.md."""

import re
from collections.abc import Mapping
from typing import Final

from tengen.core.geometry import Color, Point, check_size
from tengen.core.rules import RULES, Rule, find_rule
from tengen.core.setup import Setup
from tengen.errors import InvalidText
from tengen.notation._text import excerpt, located
from tengen.notation.pos import format_pos, parse_pos
from tengen.registry import nearest

MAX_LENGTH: Final = 16_384
"""More than twice what the longest game on the largest board can need."""

_POINT_FIELDS: Final = ("black", "white", "blocked", "traps")
_FIELDS: Final = ("size", "rule", *_POINT_FIELDS, "turn")
_FIELD: Final = re.compile("([a-z]+):([A-Za-z0-9-]+)")


def parse_setup(text: str) -> Setup:
    """Read a set-up string; the fields may come in any order, each once."""
    return setup_from_fields(split_fields(text))


def format_setup(setup: Setup) -> str:
    """Write a set-up in the one canonical way: fields in order, without the defaults."""
    return join_fields(setup_fields(setup)) or f"size:{setup.size}"


def split_fields(text: str) -> dict[str, str]:
    """Return the names and values of a line of fields; what they mean is not asked."""
    if len(text) > MAX_LENGTH:
        raise InvalidText(
            "too-long",
            "the set-up string {text!r} has {length} characters; at most {longest} can be needed",
            text=excerpt(text),
            length=len(text),
            longest=MAX_LENGTH,
        )
    fields: dict[str, str] = {}
    for part in text.split("_"):
        match = _FIELD.fullmatch(part)
        if match is None:
            raise InvalidText(
                "bad-field",
                "{part!r} in the set-up string {text!r} is not a field; "
                "write name:value joined by '_', like 'size:20_black:h8i9_turn:white'",
                part=excerpt(part),
                text=excerpt(text),
            )
        if match[1] in fields:
            raise InvalidText(
                "repeated-field",
                "the field {name!r} comes twice in the set-up string {text!r}; give it once",
                name=excerpt(match[1]),
                text=excerpt(text),
            )
        fields[match[1]] = match[2]
    return fields


def join_fields(fields: Mapping[str, str]) -> str:
    """Write a line as `split_fields` reads it."""
    return "_".join(f"{name}:{value}" for name, value in fields.items())


def setup_from_fields(
    fields: Mapping[str, str], *, size: int | None = None, rule: str | Rule | None = None
) -> Setup:
    """Return the set-up that the fields describe; `size` and `rule` count where they are silent."""
    for name in fields:
        if name not in _FIELDS:
            raise InvalidText(
                "unknown-field",
                "a set-up has no field {name!r}; did you mean {near}?",
                name=excerpt(name),
                near=nearest(excerpt(name), _FIELDS),
            )
    if "size" in fields:
        size = _parse_size(fields["size"])
    elif size is None:
        size = 15
    if "rule" in fields:
        rule = find_rule(excerpt(fields["rule"]))
    elif rule is None:
        rule = RULES["freestyle"]
    points = {name: _parse_points(name, fields, size) for name in _POINT_FIELDS}
    _check_apart(points, size)
    return Setup(
        size,
        rule,
        black=points["black"],
        white=points["white"],
        blocked=points["blocked"],
        traps=points["traps"],
        turn=parse_turn(fields.get("turn", "black")),
    )


def setup_fields(setup: Setup) -> dict[str, str]:
    """Return the fields of a set-up that are not as they are by default, in order."""
    values = {
        "size": str(setup.size),
        "rule": rule_name(setup.rule),
        "black": format_pos(setup.black, setup.size),
        "white": format_pos(setup.white, setup.size),
        "blocked": format_pos(setup.blocked, setup.size),
        "traps": format_pos(setup.traps, setup.size),
        "turn": str(setup.turn),
    }
    return {name: value for name, value in values.items() if value != _DEFAULTS.get(name, "")}


def parse_turn(text: str) -> Color:
    """Read `black` or `white`."""
    for color in Color:
        if text == str(color):
            return color
    raise InvalidText(
        "bad-turn", "the turn {text!r} is not a side; write black or white", text=excerpt(text)
    )


def rule_name(rule: Rule) -> str:
    """Return the name under which `find_rule` finds exactly this rule."""
    if RULES.get(rule.name) != rule:
        raise InvalidText(
            "unnamed-rule",
            "the rule {name!r} is not one that text can name; these are: {known}",
            name=rule.name,
            known=", ".join(RULES),
        )
    return rule.name


_DEFAULTS: Final = {"size": "15", "rule": "freestyle", "turn": "black"}


def _parse_size(text: str) -> int:
    if re.fullmatch("[1-9][0-9]?", text) is None:
        raise InvalidText(
            "size-range",
            "size {size!r} is not possible; boards have 5 to 26 lines a side",
            size=excerpt(text),
        )
    return check_size(int(text))


def _parse_points(name: str, fields: Mapping[str, str], size: int) -> list[Point]:
    try:
        return parse_pos(fields.get(name, ""), size)
    except InvalidText as error:
        raise located(error, "in the field {name!r}", name=name) from None


def _check_apart(points: Mapping[str, list[Point]], size: int) -> None:
    """Refuse a point in two fields, by the names of both."""
    owner: dict[Point, str] = {}
    for name, members in points.items():
        for point in members:
            if point in owner:
                raise InvalidText(
                    "repeated-point",
                    "{point} is in the fields {first!r} and {second!r}; give each point once",
                    point=format_pos([point], size),
                    first=owner[point],
                    second=name,
                )
            owner[point] = name
