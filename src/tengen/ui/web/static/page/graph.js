// The course of a game as a curve: Black's chance after each move, computed bit by bit.

import { make } from "../app/dom.js";
import { say } from "../app/i18n.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 76;

function shape(tag, attrs) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value);
  return element;
}

/** Return the path of the values that are known; a gap lifts the pen. */
export function curve(values, x, y) {
  let pen = "M";
  let path = "";
  values.forEach((value, i) => {
    if (value === null || value === undefined) {
      pen = "M";
      return;
    }
    path += `${pen}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
  });
  return path;
}

/** Return the path of what lies under the curve; a gap has nothing under it. */
export function area(values, x, y) {
  let path = "";
  values.forEach((value, i) => {
    const next = values[i + 1];
    if (typeof value !== "number" || typeof next !== "number") return;
    path += `M${x(i)} ${HEIGHT}L${x(i)} ${y(value).toFixed(1)}L${x(i + 1)} ${y(next).toFixed(1)}L${x(i + 1)} ${HEIGHT}Z`;
  });
  return path;
}

/** The graph under the board. Calls `on.go(n)` for a click and `on.preview(n)` while hovering. */
export class Graph {
  #values = [];
  #shown = 0;
  #drawn = null;

  constructor(on) {
    this.picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.now = shape("line", { class: "now", y1: 0, y2: HEIGHT });
    this.slider = make("input", {
      type: "range",
      min: "0",
      max: "0",
      value: "0",
      "aria-label": say("graph.title"),
      oninput: () => on.go(Number(this.slider.value)),
    });
    this.root = make("div", { class: "graph" });
    this.root.append(this.picture, this.slider);
    const at = (event) => {
      const box = this.root.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      return Math.max(0, Math.min(this.#end, Math.round(share * this.#end)));
    };
    this.slider.addEventListener("pointermove", (event) => on.preview(at(event)));
    this.slider.addEventListener("pointerleave", () => on.preview(null));
  }

  get #end() {
    return Math.max(0, this.#values.length - 1);
  }

  /** Show Black's chance after each number of moves; null where it is not known yet. */
  set(values, shown) {
    this.#values = values;
    this.#shown = shown;
    this.slider.max = String(this.#end);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", this.#told(shown));
    this.#draw();
  }

  #told(shown) {
    const value = this.#values[shown];
    if (value === null || value === undefined) return say("graph.unknown", { n: shown });
    return say("graph.value", { n: shown, chance: Math.round(100 * value) });
  }

  #draw() {
    const values = this.#values;
    const value = values[this.#shown];
    this.root.dataset.now = typeof value === "number" ? String(Math.round(100 * value)) : "";
    const x = (i) => (values.length > 1 ? (WIDTH * i) / (values.length - 1) : WIDTH / 2);
    const y = (share) => HEIGHT - 3 - (HEIGHT - 6) * share;
    // A step along the game moves one line; the curve stays as it is.
    const drawn = values.join(" ");
    if (drawn !== this.#drawn) this.#drawCurve(values, x, y);
    this.#drawn = drawn;
    for (const name of ["x1", "x2"]) this.now.setAttribute(name, x(this.#shown));
  }

  #drawCurve(values, x, y) {
    const line = curve(values, x, y);
    const known = values.map((value, i) => [value, i]).filter(([value]) => typeof value === "number");
    const parts = [shape("line", { class: "half", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) })];
    parts.push(shape("path", { class: "area", d: area(values, x, y) }));
    parts.push(shape("path", { class: "curve", d: line }));
    this.picture.replaceChildren(...parts, this.now);
    this.root.dataset.known = String(known.length);
  }
}
