"""Frozen dataclasses that JSON can carry: written as dictionaries, read again with every check.

What a field may hold is said by its annotation: str, int, float, bool, an enumeration, another
such dataclass, a tuple of one of these, one of these or None, or a JSON object as it comes.
"""

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Self, TypeVar, get_args, get_origin, get_type_hints

from tengen.errors import InvalidText

T = TypeVar("T", bound="Plain")

_QUOTED = 60


class Plain:
    """A frozen dataclass with `to_dict` and `from_dict`, each the inverse of the other."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as values that JSON knows."""
        return _write_fields(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has written, or raise InvalidText."""
        value: Self = _read_fields(cls, data)
        return value


def tag_of(kind: type) -> str:
    """Return the name of a class as JSON has it: `move-played` for MovePlayed."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def tagged(key: str, value: Plain) -> dict[str, Any]:
    """Return `value` as a dictionary that also says its class, under `key`."""
    return {key: tag_of(type(value)), **_write_fields(value)}


def read_tagged(key: str, kinds: Iterable[type[T]], data: object) -> T:
    """Read what `tagged` has written, for one of these classes."""
    if not isinstance(data, Mapping):
        raise _refusal(data, "an object")
    known = {tag_of(kind): kind for kind in kinds}
    tag = data.get(key)
    if not isinstance(tag, str) or tag not in known:
        raise InvalidText(
            "unknown-kind",
            "{key!r} cannot be {tag}; give {known}",
            key=key,
            tag=_quoted(tag),
            known=", ".join(known),
        )
    value: T = _read_fields(known[tag], {name: data[name] for name in data if name != key})
    return value


def _write_fields(value: object) -> dict[str, Any]:
    kind: Any = type(value)
    return {name: _write(getattr(value, name)) for name in _fields(kind)}


def _write(value: Any) -> Any:
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, tuple):
        return [_write(each) for each in value]
    return _write_fields(value) if dataclasses.is_dataclass(value) else value


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """Return each field's type, and whether it must be given."""
    hints = get_type_hints(kind)
    missing = dataclasses.MISSING
    return {
        field.name: (
            hints[field.name],
            field.default is missing and field.default_factory is missing,
        )
        for field in dataclasses.fields(kind)
    }


def _read_fields(kind: Any, data: object) -> Any:
    if not isinstance(data, Mapping):
        raise _refusal(data, "an object")
    fields = _fields(kind)
    for name in data:
        if name not in fields:
            raise InvalidText(
                "unknown-field",
                "{kind} has no field {name}; it has {known}",
                kind=tag_of(kind),
                name=_quoted(name),
                known=", ".join(fields),
            )
    values = {}
    for name, (hint, is_needed) in fields.items():
        if name in data:
            values[name] = _read(hint, data[name])
        elif is_needed:
            raise InvalidText(
                "missing-field", "{kind} needs the field {name!r}", kind=tag_of(kind), name=name
            )
    return kind(**values)


def _read(hint: Any, value: Any) -> Any:
    origin = get_origin(hint)
    if origin is UnionType:
        if value is None:
            return None
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
        return _read(hint, value)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_read(get_args(hint)[0], each) for each in value)
    if origin is dict and isinstance(value, dict):
        return value
    if origin is not None:
        raise _refusal(value, "a list" if origin is tuple else "an object")
    if issubclass(hint, Enum):
        return _read_enum(hint, value)
    if dataclasses.is_dataclass(hint):
        return _read_fields(hint, value)
    if hint is float and type(value) is int:
        value = float(value) if abs(value) < 2**53 else math.inf
    if type(value) is not hint or (hint is float and not math.isfinite(value)):
        raise _refusal(value, _SAID[hint])
    return value


def _read_enum(kind: type[Enum], value: object) -> Enum:
    for member in kind:
        if isinstance(value, str) and value == str(member):
            return member
    raise _refusal(value, " or ".join(map(str, kind)))


_SAID = {str: "a text", int: "a whole number", float: "a finite number", bool: "true or false"}


def _quoted(value: object) -> str:
    # A text is cut before it is quoted: it may be of any length.
    return repr(value[:_QUOTED] if isinstance(value, str) else value)[: _QUOTED + 2]


def _refusal(value: object, wanted: str) -> InvalidText:
    return InvalidText("bad-field", "{value} is not {wanted}", value=_quoted(value), wanted=wanted)
