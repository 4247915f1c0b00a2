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

/** The graph under the board. Calls `on.go(n)` for a click and `on.preview(n)` while hovering. */
export class Graph {
  #values = [];
  #shown = 0;

  constructor(on) {
    this.picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
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
    const x = (i) => (values.length > 1 ? (WIDTH * i) / (values.length - 1) : WIDTH / 2);
    const y = (value) => HEIGHT - 3 - (HEIGHT - 6) * value;
    const line = curve(values, x, y);
    const known = values.map((value, i) => [value, i]).filter(([value]) => typeof value === "number");
    const parts = [shape("line", { class: "half", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) })];
    if (known.length > 1) {
      const [first, last] = [known[0][1], known[known.length - 1][1]];
      parts.push(shape("path", { class: "area", d: `${line.replaceAll("M", "L").replace("L", "M")}L${x(last)} ${HEIGHT}L${x(first)} ${HEIGHT}Z` }));
    }
    parts.push(shape("path", { class: "curve", d: line }));
    parts.push(shape("line", { class: "now", x1: x(this.#shown), x2: x(this.#shown), y1: 0, y2: HEIGHT }));
    const value = values[this.#shown];
    this.picture.replaceChildren(...parts);
    this.root.dataset.known = String(known.length);
    this.root.dataset.now = typeof value === "number" ? String(Math.round(100 * value)) : "";
  }
}
