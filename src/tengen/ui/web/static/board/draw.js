// The picture of a board: a scene in, a tree of SVG elements out, without any browser.
//
// A node is {tag, attrs, children}; a child is a node or a text. `tengen.picture` draws the same
// tree in Python, with the colours of a theme where this one says var(--name), and a test compares
// the two. Units are cells; 0,0 is the top-left intersection. docs/scene.md describes a scene.

import { parsePoint, spot, starPoints, unspot, columnName } from "./state.js";

const MARGIN = 0.9;
const STONE = 0.465;
const GRAIN = [0.06, -0.11, 0.14, -0.05, 0.09, -0.13, 0.04, 0.12, -0.08, 0.1, -0.06, 0.07];

/** Return the whole picture of a scene. */
export function draw(scene) {
  const span = scene.size - 1 + 2 * MARGIN;
  const box = [-MARGIN, -MARGIN, span, span].map(figure).join(" ");
  const type = { "font-family": "var(--font-figure)", "font-weight": "500" };
  return node("svg", { viewBox: box, "aria-hidden": "true", ...type }, layers(scene));
}

/** Return the layers of a scene from the bottom to the top; each is one `g`, but for `defs`. */
export function layers(scene) {
  return [
    gradients(),
    layer("wood", wood(scene)),
    layer("grid", grid(scene)),
    layer("coordinates", scene.coordinates === false ? [] : coordinates(scene)),
    layer("special", special(scene)),
    layer("stones", stones(scene)),
    layer("marks", marks(scene)),
    layer("ghost", ghost(scene)),
  ];
}

function gradients() {
  const shade = (color, stops) =>
    node(
      "radialGradient",
      { id: `stone-${color}`, cx: "36%", cy: "30%", r: "70%" },
      stops.map((offset, i) =>
        node("stop", { offset, "stop-color": `var(--stone-${color}-${i + 1})` }),
      ),
    );
  return node("defs", {}, [
    shade("black", ["0%", "42%", "100%"]),
    shade("white", ["0%", "60%", "100%"]),
  ]);
}

function wood({ size }) {
  const span = size - 1 + 2 * MARGIN;
  const whole = { x: -MARGIN, y: -MARGIN, width: span, height: span, rx: 0.12 };
  const left = -MARGIN;
  const strokes = GRAIN.map((bend, i) => {
    const y = -MARGIN + (span * (i + 0.5)) / GRAIN.length;
    const curve = [left + span / 3, y + 2 * bend, left + (2 * span) / 3, y - bend, left + span, y];
    return `M${figure(left)} ${figure(y)}C${curve.map(figure).join(" ")}`;
  });
  return [
    node("rect", { ...whole, fill: "var(--board)" }),
    node("path", { d: strokes.join(""), ...line("grain", 0.05) }),
  ];
}

function grid({ size, rotate = 0 }) {
  const end = size - 1;
  const inner = [];
  for (let i = 1; i < end; i += 1) inner.push(`M0 ${i}H${end}M${i} 0V${end}`);
  const dots = starPoints(size).map(([x, y]) =>
    node("circle", { ...at(spot([x, y], size, rotate)), r: 0.1, fill: "var(--grid)" }),
  );
  const centre = size % 2 ? [ring([end / 2, end / 2], 0.15, "grid", 0.05, "var(--board)")] : [];
  return [
    node("path", { d: inner.join(""), ...line("grid", 0.032) }),
    node("rect", { x: 0, y: 0, width: end, height: end, ...line("grid", 0.07) }),
    ...dots,
    ...centre,
  ];
}

function coordinates({ size, rotate = 0 }) {
  const names = [];
  for (let i = 0; i < size; i += 1) {
    names.push(label(edgeName([i, size - 1], "x", size, rotate), [i, size - 0.34], 0.3, "grid"));
  }
  for (let i = 0; i < size; i += 1) {
    names.push(label(edgeName([0, i], "y", size, rotate), [-0.66, i], 0.3, "grid"));
  }
  return names;
}

// A quarter turn brings the rows' numbers to the bottom and the columns' letters to the left.
function edgeName(place, along, size, rotate) {
  const [x, y] = unspot(place, size, rotate);
  const letters = (along === "x") === (rotate % 2 === 0);
  return letters ? columnName(x) : String(size - y);
}

function special(scene) {
  const blocked = (scene.blocked ?? []).map((point) => {
    const [x, y] = place(scene, point);
    const h = 0.36;
    const hatch = [-0.24, -0.12, 0, 0.12, 0.24].map((d) => {
      const cut = h - Math.abs(d);
      return `M${figure(x + d - cut)} ${figure(y + d + cut)}L${figure(x + d + cut)} ${figure(y + d - cut)}`;
    });
    return node("g", { class: "blocked" }, [
      node("rect", {
        x: x - h,
        y: y - h,
        width: 2 * h,
        height: 2 * h,
        fill: "var(--board)",
        stroke: "var(--grid)",
        "stroke-width": 0.05,
      }),
      node("path", { d: hatch.join(""), ...line("grid", 0.04) }),
    ]);
  });
  const traps = (scene.traps ?? []).map((point) =>
    node("g", { class: "trap" }, [
      ring(place(scene, point), 0.3, "stop", 0.06, "var(--board)"),
      disc(place(scene, point), 0.1, "stop"),
    ]),
  );
  return [...blocked, ...traps];
}

function stones(scene) {
  const winning = new Set(scene.line ?? []);
  return (scene.stones ?? []).map((stone) => {
    const attrs = { class: `stone ${stone.color}`, "data-point": stone.point };
    if (winning.size && !winning.has(stone.point)) attrs.opacity = 0.55;
    return node("g", attrs, stoneParts(scene, stone));
  });
}

function stoneParts(scene, stone) {
  const [x, y] = place(scene, stone.point);
  const parts = [
    node("circle", {
      ...at([x + 0.035, y + 0.06]),
      r: STONE,
      fill: "var(--stone-shadow)",
      "fill-opacity": 0.28,
    }),
    body([x, y], stone.color),
  ];
  const marked = (scene.marks ?? []).some(({ point }) => point === stone.point);
  if (scene.numbers && stone.number && !marked) {
    const own = stone.point === scene.last ? `last-on-${stone.color}` : `stone-on-${stone.color}`;
    parts.push(label(String(stone.number), [x, y], stone.number > 99 ? 0.34 : 0.42, own));
  }
  return parts;
}

function body(where, color, more = {}) {
  return node("circle", {
    ...at(where),
    r: STONE,
    fill: `url(#stone-${color})`,
    stroke: `var(--rim-${color})`,
    "stroke-width": "var(--rim-width)",
    ...more,
  });
}

// A point carries at most one text or sign. Whoever comes first in this order has it: pending,
// preview, mark, hint, candidate, key point, forbidden, heat.
function marks(scene) {
  const taken = new Set((scene.stones ?? []).map((stone) => stone.point));
  const free = (point) => !taken.has(point) && Boolean(taken.add(point));
  const pending = scene.pending && free(scene.pending.point) ? pendingStone(scene) : [];
  const preview = (scene.preview ?? []).filter((stone) => free(stone.point));
  const own = scene.marks ?? [];
  own.forEach(({ point }) => free(point));
  const hint = scene.hint && free(scene.hint) ? hintMark(scene) : [];
  const best = (scene.candidates ?? [])
    .slice(0, 5)
    .map((candidate, i) => ({ ...candidate, filled: i === 0 }))
    .filter(({ point }) => free(point));
  const keys = (scene.threats ?? []).flatMap((threat) =>
    threat.keys.filter(free).map((point) => keyPoint(scene, threat, point)),
  );
  const crosses = Object.keys(scene.forbidden ?? {}).filter(free);
  const warm = Object.entries(scene.heat ?? {}).filter(([point]) => free(point));
  return [
    ...warm.map(([point, share]) => heatMark(scene, point, share)),
    ...(scene.threats ?? []).flatMap((threat) => threatLine(scene, threat)),
    ...crosses.map((point) => cross(place(scene, point))),
    ...keys,
    ...best.map((candidate) => candidateMark(scene, candidate)),
    ...own.map((mark) => ownMark(scene, mark)),
    ...lastMark(scene),
    ...winningLine(scene),
    ...hint,
    ...(scene.rings ?? []).map((point) => ring(place(scene, point), 0.44, "good", 0.07)),
    ...(scene.arrows ?? []).flatMap((arrow) => arrowMark(scene, arrow)),
    ...preview.map((stone) => previewStone(scene, stone)),
    ...pending,
  ];
}

function pendingStone(scene) {
  const { point, color } = scene.pending;
  const where = place(scene, point);
  return [
    node("g", { class: "pending" }, [
      body(where, color, { opacity: 0.7 }),
      ring(where, 0.49, "stop", 0.06, "none", { "stroke-dasharray": "0.16 0.1" }),
    ]),
  ];
}

function previewStone(scene, { point, color, number }) {
  const where = place(scene, point);
  return node("g", { class: "preview" }, [
    body(where, color, { opacity: 0.75 }),
    ...(number ? [label(String(number), where, 0.42, `stone-on-${color}`)] : []),
  ]);
}

function hintMark(scene) {
  const where = place(scene, scene.hint);
  return [node("g", { class: "hint" }, [ring(where, 0.4, "best", 0.08), disc(where, 0.14, "best")])];
}

function candidateMark(scene, { point, text, rank, filled }) {
  const where = place(scene, point);
  const parts = filled
    ? [disc(where, 0.42, rank)]
    : [ring(where, 0.4, rank, 0.05, "var(--board)")];
  if (!scene.small && text) {
    parts.push(label(text, where, text.length > 2 ? 0.3 : 0.4, filled ? "board" : rank));
  }
  return node("g", { class: "candidate" }, parts);
}

// What somebody put on a point: a triangle, square, circle, cross, or a label of a few letters.
function ownMark(scene, { point, shape, text }) {
  const where = place(scene, point);
  const stone = (scene.stones ?? []).find((other) => other.point === point);
  const ink = stone ? `stone-on-${stone.color}` : "grid";
  const parts = stone ? [] : [disc(where, 0.36, "board")];
  if (shape === "label") {
    const letters = [...(text ?? "")].slice(0, 4);
    parts.push(label(letters.join(""), where, letters.length > 2 ? 0.34 : 0.46, ink));
  } else {
    parts.push(node("path", { d: outline(shape, where), ...line(ink, 0.07) }));
  }
  return node("g", { class: `mark ${shape}` }, parts);
}

function outline(shape, [x, y]) {
  const f = figure;
  if (shape === "triangle") {
    return `M${f(x)} ${f(y - 0.26)}L${f(x + 0.23)} ${f(y + 0.14)}L${f(x - 0.23)} ${f(y + 0.14)}Z`;
  }
  if (shape === "square") {
    return `M${f(x - 0.19)} ${f(y - 0.19)}H${f(x + 0.19)}V${f(y + 0.19)}H${f(x - 0.19)}Z`;
  }
  if (shape === "circle") {
    const half = (end) => `A0.22 0.22 0 1 0 ${f(end)} ${f(y)}`;
    return `M${f(x - 0.22)} ${f(y)}${half(x + 0.22)}${half(x - 0.22)}`;
  }
  return crossPath([x, y], 0.18);
}

function keyPoint(scene, threat, point) {
  const [x, y] = place(scene, point);
  const r = 0.22;
  const d = `M${figure(x)} ${figure(y - r)}L${figure(x + r)} ${figure(y)}L${figure(x)} ${figure(y + r)}L${figure(x - r)} ${figure(y)}Z`;
  const color = threatColor(scene, threat);
  const five = threat.kind !== "three";
  return node("path", {
    d,
    fill: five ? `var(--${color})` : "var(--board)",
    stroke: `var(--${color})`,
    "stroke-width": 0.06,
  });
}

function threatLine(scene, threat) {
  const ends = furthest(threat.stones.map((point) => place(scene, point)));
  if (!ends) return [];
  const d = segment(...ends);
  const dash = threat.kind === "three" ? { "stroke-dasharray": "0.2 0.12" } : {};
  return [
    node("path", { d, ...line("board", 0.15) }),
    node("path", { d, ...line(threatColor(scene, threat), 0.09), ...dash }),
  ];
}

function threatColor(scene, threat) {
  return threat.side === scene.turn ? "best" : "stop";
}

function lastMark(scene) {
  const marked = (scene.marks ?? []).some(({ point }) => point === scene.last);
  if (!scene.last || scene.numbers || marked) return [];
  const where = place(scene, scene.last);
  const stone = (scene.stones ?? []).find(({ point }) => point === scene.last);
  // A stone that fell into a trap has left no stone to mark.
  if (!stone) return [ring(where, 0.42, "stop", 0.07)];
  return [ring(where, 0.17, `last-on-${stone.color}`, 0.07)];
}

function winningLine(scene) {
  const row = scene.line ?? [];
  const ends = furthest(row.map((point) => place(scene, point)));
  if (!ends) return [];
  const stone = (scene.stones ?? []).find(({ point }) => point === row[0]);
  const color = `last-on-${stone?.color ?? "white"}`;
  return [
    node("path", {
      class: "win",
      d: segment(...ends),
      pathLength: 1,
      ...line(color, 0.12),
      "stroke-linecap": "round",
    }),
  ];
}

function heatMark(scene, point, share) {
  const strength = Math.round(60 * Math.min(1, Math.max(0, share))) / 100;
  return node("circle", {
    ...at(place(scene, point)),
    r: 0.42,
    fill: "var(--best)",
    "fill-opacity": strength,
  });
}

function cross(where) {
  return node("path", { d: crossPath(where, 0.15), ...line("stop", 0.07) });
}

function crossPath([x, y], h) {
  const [l, r, t, b] = [x - h, x + h, y - h, y + h].map(figure);
  return `M${l} ${t}L${r} ${b}M${r} ${t}L${l} ${b}`;
}

function arrowMark(scene, [from, to]) {
  const [a, b] = [place(scene, from), place(scene, to)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!length) return [];
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const neck = [b[0] - 0.34 * ux, b[1] - 0.34 * uy];
  const wing = (side) => [neck[0] - side * 0.2 * uy, neck[1] + side * 0.2 * ux].map(figure).join(" ");
  const tip = b.map(figure).join(" ");
  return [
    node("g", { class: "arrow" }, [
      node("path", { d: segment(a, neck), ...line("good", 0.12) }),
      node("path", { d: `M${tip}L${wing(1)}L${wing(-1)}Z`, fill: "var(--good)" }),
    ]),
  ];
}

function ghost(scene) {
  if (!scene.ghost) return [];
  const { point, color } = scene.ghost;
  return [body(place(scene, point), color, { opacity: 0.45 })];
}

// The two points of a row that are furthest from one another; nothing for fewer than two.
function furthest(points) {
  if (points.length < 2) return null;
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [sorted[0], sorted[sorted.length - 1]];
}

function segment([x1, y1], [x2, y2]) {
  return `M${figure(x1)} ${figure(y1)}L${figure(x2)} ${figure(y2)}`;
}

function place(scene, point) {
  return spot(parsePoint(point, scene.size), scene.size, scene.rotate ?? 0);
}

function at([x, y]) {
  return { cx: x, cy: y };
}

function line(color, width) {
  return { fill: "none", stroke: `var(--${color})`, "stroke-width": width };
}

function disc(where, r, color) {
  return node("circle", { ...at(where), r, fill: `var(--${color})` });
}

function ring(where, r, color, width, fill = "none", more = {}) {
  const stroke = { fill, stroke: `var(--${color})`, "stroke-width": width };
  return node("circle", { ...at(where), r, ...stroke, ...more });
}

function label(text, [x, y], size, color) {
  const attrs = { x, y: y + 0.35 * size, "font-size": size, "text-anchor": "middle" };
  return node("text", { ...attrs, fill: `var(--${color})` }, [text]);
}

function layer(name, children) {
  return node("g", { class: name }, children);
}

function node(tag, attrs, children = []) {
  const written = {};
  for (const [name, value] of Object.entries(attrs)) {
    written[name] = typeof value === "number" ? figure(value) : value;
  }
  return { tag, attrs: written, children };
}

// Three places are a fiftieth of a pixel; more would only be noise in files.
function figure(number) {
  return String(Math.round(number * 1000) / 1000 + 0);
}
