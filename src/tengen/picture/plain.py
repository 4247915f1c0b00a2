"""Scenes as JSON values, both ways: what pages, files and tests hand to one another.

Points are written `h8`, and docs/scene.md lists the fields; whatever has its usual value is left
out, so that a scene is short.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from tengen.core.geometry import Color, Point, check_size, format_point, parse_point
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.core.tree import Mark, Shape
from tengen.errors import InvalidText
from tengen.picture.scene import CandidateMark, Scene, Stone

_KINDS: Final = {str(kind): kind for kind in Kind}
_COLORS: Final = {str(color): color for color in Color}


def scene_to_plain(scene: Scene) -> dict[str, Any]:
    """Return a scene as values that JSON can carry."""
    usual = Scene(size=scene.size)
    return {"size": scene.size, "turn": str(scene.turn)} | {
        f.name: _plain(getattr(scene, f.name), scene.size)
        for f in fields(scene)
        if getattr(scene, f.name) != getattr(usual, f.name)
    }


def threat_to_plain(threat: Threat, size: int) -> dict[str, Any]:
    """Return a threat as values that JSON can carry."""
    return {
        "kind": str(threat.kind),
        "side": str(threat.side),
        "stones": [format_point(p, size) for p in threat.stones],
        "keys": [format_point(p, size) for p in threat.keys],
        "defences": [format_point(p, size) for p in threat.defences],
    }


def scene_from_plain(plain: object) -> Scene:
    """Return the scene of such values; raise InvalidText, naming the field, if it is none."""
    values = _mapping(plain, "scene")
    if unknown := set(values) - set(_READERS):
        raise _wrong("scene", f"the unknown field {sorted(map(str, unknown))[0]!r}")
    size = check_size(values.get("size", 15))
    return Scene(**{name: _READERS[name](value, size) for name, value in values.items()})


def _plain(value: Any, size: int) -> Any:
    if isinstance(value, Color | Shape):
        return str(value)
    if isinstance(value, Point):
        return format_point(value, size)
    if isinstance(value, Threat):
        return threat_to_plain(value, size)
    if isinstance(value, tuple):
        return [_plain(item, size) for item in value]
    if isinstance(value, Mapping):
        return {format_point(point, size): item for point, item in value.items()}
    if isinstance(value, Stone | CandidateMark | Mark):
        items = {f.name: getattr(value, f.name) for f in fields(value)}
        return {
            k: _plain(v, size)
            for k, v in items.items()
            if v is not None and v is not False and v != ""
        }
    return value


Reader = Callable[[object, int], Any]


def _point(value: object, size: int) -> Point:
    if not isinstance(value, str):
        raise _wrong("point", value)
    return parse_point(value, size)


def _stone(value: object, size: int) -> Stone:
    values = _mapping(value, "stone")
    number = values.get("number")
    if number is not None:
        _integer(number, size)
    return Stone(_point(values.get("point"), size), _color(values.get("color"), size), number)


def _candidate(value: object, size: int) -> CandidateMark:
    values = _mapping(value, "candidate")
    text, rank = _text(values.get("text", ""), size), _text(values.get("rank"), size)
    return CandidateMark(_point(values.get("point"), size), text, rank)


def _mark(value: object, size: int) -> Mark:
    values = _mapping(value, "mark")
    shape = values.get("shape")
    if shape not in list(Shape):
        raise _wrong("shape", shape)
    return Mark(
        _point(values.get("point"), size), Shape(shape), _text(values.get("text", ""), size)
    )


def _arrow(value: object, size: int) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong("arrow", value)
    return tuple(_point(point, size) for point in value)


def _threat(value: object, size: int) -> Threat:
    values = _mapping(value, "threat")
    kind = values.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise _wrong("kind", kind)
    stones, keys, defences = (
        _list(_point)(values.get(name, []), size) for name in ("stones", "keys", "defences")
    )
    if not stones:
        raise _wrong("stones", stones)
    return Threat(_KINDS[kind], _color(values.get("side"), size), stones, keys, defences)


def _color(value: object, _size: int) -> Color:
    if not isinstance(value, str) or value not in _COLORS:
        raise _wrong("color", value)
    return _COLORS[value]


def _integer(value: object, _size: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong("number", value)
    return value


def _boolean(value: object, _size: int) -> bool:
    if not isinstance(value, bool):
        raise _wrong("yes or no", value)
    return value


def _text(value: object, _size: int) -> str:
    if not isinstance(value, str) or len(value) > 1000:
        raise _wrong("text", value)
    return value


def _share(value: object, _size: int) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise _wrong("number between 0 and 1", value)
    return value


def _list(read: Reader) -> Reader:
    def read_list(value: object, size: int) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong("list", value)
        return tuple(read(item, size) for item in value)

    return read_list


def _by_point(read: Reader) -> Reader:
    def read_map(value: object, size: int) -> dict[Point, Any]:
        values = _mapping(value, "map of points")
        return {_point(point, size): read(item, size) for point, item in values.items()}

    return read_map


def _perhaps(read: Reader) -> Reader:
    return lambda value, size: None if value is None else read(value, size)


def _mapping(value: object, name: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, value)
    return value


def _wrong(name: str, value: object) -> InvalidText:
    return InvalidText(
        "bad-scene", "not a scene: {name} cannot be {value}", name=name, value=repr(value)
    )


_READERS: Final[dict[str, Reader]] = {
    "size": _integer,
    "rotate": _integer,
    "coordinates": _boolean,
    "blocked": _list(_point),
    "traps": _list(_point),
    "stones": _list(_stone),
    "numbers": _boolean,
    "last": _perhaps(_point),
    "line": _list(_point),
    "turn": _color,
    "threats": _list(_threat),
    "forbidden": _by_point(_text),
    "candidates": _list(_candidate),
    "heat": _by_point(_share),
    "hint": _perhaps(_point),
    "marks": _list(_mark),
    "rings": _list(_point),
    "arrows": _list(_arrow),
    "preview": _list(_stone),
    "pending": _perhaps(_stone),
    "ghost": _perhaps(_stone),
    "small": _boolean,
}
