"""The marks of a picture: threats, last move, winning row, candidates, shapes, rings and arrows."""

from collections.abc import Iterable
from math import floor, hypot
from typing import Final
from xml.etree.ElementTree import Element

from tengen.core.geometry import Point
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.core.tree import Mark, Shape
from tengen.picture._canvas import Canvas, Place, furthest, path, segment
from tengen.picture.scene import MOST_CANDIDATES, CandidateMark, Scene, Stone

_LONGEST_LABEL: Final = 4


def draw_marks(canvas: Canvas, root: Element) -> None:
    """Append the layer of all marks, those that matter most on top."""
    layer = canvas.layer(root, "marks")
    scene = canvas.scene
    shares = _share_out(scene)
    for point, share in scene.heat.items():
        if point in shares["heat"]:
            _heat(canvas, layer, point, share)
    for threat in scene.threats:
        _thread(canvas, layer, threat)
    for point in scene.forbidden:
        if point in shares["forbidden"]:
            canvas.line(layer, _cross(canvas.place(point), 0.15), "stop", 0.07)
    for point, threat in _keys(scene).items():
        if point in shares["key"]:
            _key(canvas, layer, threat, point)
    for i, candidate in enumerate(scene.candidates[:MOST_CANDIDATES]):
        if candidate.point in shares["candidate"]:
            _candidate(canvas, layer, candidate, filled=i == 0)
    for mark in scene.marks:
        _mark(canvas, layer, mark)
    _last(canvas, layer)
    _win(canvas, layer)
    if scene.hint is not None and scene.hint in shares["hint"]:
        made = canvas.layer(layer, "hint")
        canvas.ring(made, canvas.place(scene.hint), 0.4, "best", 0.08)
        canvas.disc(made, canvas.place(scene.hint), 0.14, "best")
    for point in scene.rings:
        canvas.ring(layer, canvas.place(point), 0.44, "good", 0.07)
    for arrow in scene.arrows:
        _arrow(canvas, layer, *map(canvas.place, arrow))
    for stone in scene.preview:
        if stone.point in shares["preview"]:
            _preview(canvas, layer, stone)
    if scene.pending is not None and scene.pending.point in shares["pending"]:
        _pending(canvas, layer, scene.pending)


def _share_out(scene: Scene) -> dict[str, set[Point]]:
    """Return the empty points of each kind of mark: whoever comes first has a point alone."""
    taken = {stone.point for stone in scene.stones}
    wanted: dict[str, Iterable[Point]] = {
        "pending": [scene.pending.point] if scene.pending is not None else [],
        "preview": [stone.point for stone in scene.preview],
        "mark": [mark.point for mark in scene.marks],
        "hint": [scene.hint] if scene.hint is not None else [],
        "candidate": [c.point for c in scene.candidates[:MOST_CANDIDATES]],
        "key": _keys(scene),
        "forbidden": scene.forbidden,
        "heat": scene.heat,
    }
    shares = {}
    for name, points in wanted.items():
        shares[name] = set(points) - taken
        taken |= shares[name]
    return shares


def _keys(scene: Scene) -> dict[Point, Threat]:
    """Return each key point with the first threat that has it."""
    keys: dict[Point, Threat] = {}
    for threat in scene.threats:
        for key in threat.keys:
            keys.setdefault(key, threat)
    return keys


def _heat(canvas: Canvas, layer: Element, point: Point, share: float) -> None:
    x, y = canvas.place(point)
    strength = floor(60 * share + 0.5) / 100
    canvas.node(layer, "circle", cx=x, cy=y, r=0.42, fill="$best", fill_opacity=strength)


def _thread(canvas: Canvas, layer: Element, threat: Threat) -> None:
    """Draw a line through the stones, on top of them, with a hair of board colour round it."""
    ends = furthest([canvas.place(point) for point in threat.stones])
    if ends is None:
        return
    dashes = {"stroke_dasharray": "0.2 0.12"} if threat.kind is Kind.THREE else {}
    canvas.line(layer, segment(*ends), "board", 0.15)
    canvas.line(layer, segment(*ends), _threat_color(canvas, threat), 0.09, **dashes)


def _key(canvas: Canvas, layer: Element, threat: Threat, key: Point) -> None:
    """Draw a diamond: filled where five is made, outlined where an open four is."""
    x, y = canvas.place(key)
    r = 0.22
    color = f"${_threat_color(canvas, threat)}"
    canvas.node(
        layer,
        "path",
        d=path("M", x, y - r, "L", x + r, y, "L", x, y + r, "L", x - r, y, "Z"),
        fill="$board" if threat.kind is Kind.THREE else color,
        stroke=color,
        stroke_width=0.06,
    )


def _threat_color(canvas: Canvas, threat: Threat) -> str:
    return "best" if threat.side is canvas.scene.turn else "stop"


def _candidate(canvas: Canvas, layer: Element, candidate: CandidateMark, *, filled: bool) -> None:
    at, text, rank = canvas.place(candidate.point), candidate.text, candidate.rank
    made = canvas.layer(layer, "candidate")
    if filled:
        canvas.disc(made, at, 0.42, rank)
    else:
        canvas.ring(made, at, 0.4, rank, 0.05, fill="$board")
    if text and not canvas.scene.small:
        size = 0.3 if len(text) > 2 else 0.4
        canvas.label(made, text, at, size, "board" if filled else rank)


def _mark(canvas: Canvas, layer: Element, mark: Mark) -> None:
    x, y = canvas.place(mark.point)
    stone = canvas.colors.get(mark.point)
    ink = "grid" if stone is None else f"stone-on-{stone}"
    made = canvas.layer(layer, f"mark {mark.shape}")
    if stone is None:
        canvas.disc(made, (x, y), 0.36, "board")
    if mark.shape is Shape.LABEL:
        text = mark.text[:_LONGEST_LABEL]
        canvas.label(made, text, (x, y), 0.34 if len(text) > 2 else 0.46, ink)
    else:
        canvas.line(made, _outline(mark.shape, x, y), ink, 0.07)


def _outline(shape: Shape, x: float, y: float) -> str:
    if shape is Shape.TRIANGLE:
        return path("M", x, y - 0.26, "L", x + 0.23, y + 0.14, "L", x - 0.23, y + 0.14, "Z")
    if shape is Shape.SQUARE:
        return path("M", x - 0.19, y - 0.19, "H", x + 0.19, "V", y + 0.19, "H", x - 0.19, "Z")
    if shape is Shape.CIRCLE:
        arc = ("A", 0.22, 0.22, 0, 1, 0)
        return path("M", x - 0.22, y, *arc, x + 0.22, y, *arc, x - 0.22, y)
    return _cross((x, y), 0.18)


def _last(canvas: Canvas, layer: Element) -> None:
    scene, last = canvas.scene, canvas.scene.last
    if last is None or scene.numbers or any(mark.point == last for mark in scene.marks):
        return
    if last in canvas.colors:
        canvas.ring(layer, canvas.place(last), 0.17, f"last-on-{canvas.colors[last]}", 0.07)
    else:
        # A stone that fell into a trap has left no stone to mark.
        canvas.ring(layer, canvas.place(last), 0.42, "stop", 0.07)


def _win(canvas: Canvas, layer: Element) -> None:
    row = canvas.scene.line
    ends = furthest([canvas.place(point) for point in row])
    if ends is None:
        return
    color = f"last-on-{canvas.colors.get(row[0], 'white')}"
    made = canvas.line(layer, segment(*ends), color, 0.12, stroke_linecap="round")
    made.set("class", "win")
    made.set("pathLength", "1")


def _arrow(canvas: Canvas, layer: Element, start: Place, end: Place) -> None:
    length = hypot(end[0] - start[0], end[1] - start[1])
    if not length:
        return
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = end[0] - 0.34 * ux, end[1] - 0.34 * uy
    made = canvas.layer(layer, "arrow")
    canvas.line(made, segment(start, (x, y)), "good", 0.12)
    wings = (x - 0.2 * uy, y + 0.2 * ux), (x + 0.2 * uy, y - 0.2 * ux)
    canvas.node(made, "path", d=path("M", *end, "L", *wings[0], "L", *wings[1], "Z"), fill="$good")


def _preview(canvas: Canvas, layer: Element, stone: Stone) -> None:
    made = canvas.layer(layer, "preview")
    canvas.body(made, canvas.place(stone.point), str(stone.color), opacity=0.75)
    if stone.number is not None:
        ink = f"stone-on-{stone.color}"
        canvas.label(made, str(stone.number), canvas.place(stone.point), 0.42, ink)


def _pending(canvas: Canvas, layer: Element, stone: Stone) -> None:
    made = canvas.layer(layer, "pending")
    at = canvas.place(stone.point)
    canvas.body(made, at, str(stone.color), opacity=0.7)
    canvas.ring(made, at, 0.49, "stop", 0.06, stroke_dasharray="0.16 0.1")


def _cross(at: Place, arm: float) -> str:
    (x, y) = at
    left, right, top, bottom = x - arm, x + arm, y - arm, y + arm
    return path("M", left, top, "L", right, bottom, "M", right, top, "L", left, bottom)
