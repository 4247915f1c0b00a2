// The custom element <gomoku-board>: scenes in through `set`, events out, no rules inside.
//
// Two layers: a picture that assistive technology does not see, and over it a transparent grid of
// named cells that takes pointers and focus. Besides what docs/scene.md lists a scene may have
// `mover`, the colour that the reader may place now, `movable`, the points of stones that a press
// takes up again, `confirm` (always, never or auto), `name`, `steps` if the wheel may step through
// moves, and `edits` if taken points can be clicked too; one that is `still` is a picture without
// cells.
//
// Events: point {point}, hover {point}, pending {point, trap}, refused {point, reason},
// arrow {rings, arrows}, step {by}.

import { say } from "../app/i18n.js";
import { draw } from "./draw.js";
import { attachPointer } from "./pointer.js";
import { cellName, formatPoint, moveCursor, parsePoint, spot, unspot } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.9;
const SMALL = 18;
const LENS = 5;
let count = 0;

export class GomokuBoard extends HTMLElement {
  #scene = { size: 15 };
  #picture = null;
  #width = null;
  #grid = null;
  #cells = new Map();
  #built = "";
  #cursor = null;
  #ghost = null;
  #pending = null;
  #drawings = { rings: [], arrows: [] };
  #lens = null;

  connectedCallback() {
    if (this.#grid) return;
    this.#picture = document.createElementNS(SVG, "svg");
    this.#picture.id = `board-${(count += 1)}`;
    this.#grid = document.createElement("div");
    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    this.append(this.#picture, this.#grid);
    this.#listen();
    // Asking the element for its width would lay out the whole page anew before every picture.
    new ResizeObserver(([entry]) => {
      this.#width = entry.contentRect.width;
      this.#paint();
    }).observe(this);
    this.#paint();
  }

  /** Show a scene. The one way to change what is seen. */
  set(scene) {
    const old = this.#scene;
    this.#scene = scene;
    if (!scene.mover || this.#isTaken(this.#pending)) this.#wait(null);
    if (old.last !== scene.last || old.size !== scene.size) this.#ghost = null;
    if (this.#grid) this.#paint();
  }

  /** The scene that is shown. */
  get scene() {
    return this.#scene;
  }

  /** The point of the stone that waits to be confirmed, or null. */
  get pending() {
    return this.#pending;
  }

  /** Play the stone that waits to be confirmed. */
  place() {
    const point = this.#pending;
    if (!point) return;
    this.#wait(null);
    this.#send("point", { point });
  }

  /** Take away the waiting stone and everything the reader has drawn. */
  cancel() {
    this.#wait(null);
    this.#drawings = { rings: [], arrows: [] };
    this.#paint();
  }

  /** Put the cursor on a point and give it the focus. */
  focusPoint(point) {
    this.#cursor = parsePoint(point, this.#scene.size);
    this.#rove();
    this.#cells.get(point)?.focus();
  }

  #listen() {
    attachPointer(this.#grid, (x, y) => this.#pointAt(x, y), {
      hover: (point) => this.#hover(point),
      press: (point, how) => this.#press(point, how),
      lens: (point, x, y) => this.#look(point, x, y),
      ring: (point) => this.#toggle("rings", point),
      arrow: (from, to) => this.#toggle("arrows", [from, to]),
      wheel: (by) => this.#wheel(by),
    });
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("focusin", (event) => {
      const point = event.target.dataset?.point;
      if (!point) return;
      this.#cursor = parsePoint(point, this.#scene.size);
      this.#rove();
      this.#hover(point);
    });
    this.#grid.addEventListener("focusout", () => this.#hover(null));
  }

  #pointAt(x, y) {
    const { size, rotate = 0 } = this.#scene;
    const box = this.#grid.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * size);
    const row = Math.floor(((y - box.top) / box.height) * size);
    if (column < 0 || row < 0 || column >= size || row >= size) return null;
    return formatPoint(unspot([column, row], size, rotate), size);
  }

  #hover(point) {
    const before = this.#ghost;
    this.#ghost = point;
    if (before === point) return;
    this.#send("hover", { point });
    this.#paint();
  }

  #press(point, how) {
    const { mover, forbidden, traps, movable = [], edits, confirm = "auto" } = this.#scene;
    if (movable.includes(point)) {
      this.#send("point", { point });
      return;
    }
    if (!mover || (this.#isTaken(point) && !edits)) return;
    if (forbidden?.[point]) {
      this.#wait(null);
      this.#send("refused", { point, reason: forbidden[point] });
      return;
    }
    const trap = !edits && Boolean(traps?.includes(point));
    const twice = trap || confirm === "always" || (confirm === "auto" && how === "coarse");
    if (!twice || this.#pending === point) {
      this.#wait(null);
      this.#send("point", { point });
    } else {
      this.#wait(point, trap);
    }
  }

  #wait(point, trap = false) {
    if (this.#pending === point) return;
    this.#pending = point;
    this.#send("pending", { point, trap });
    this.#paint();
  }

  #isTaken(point) {
    if (!point) return false;
    const { stones = [], blocked = [] } = this.#scene;
    return blocked.includes(point) || stones.some((stone) => stone.point === point);
  }

  #wheel(by) {
    if (!this.#scene.steps || document.documentElement.scrollHeight > innerHeight + 1) return false;
    this.#send("step", { by });
    return true;
  }

  #toggle(kind, what) {
    const key = String(what);
    const rest = this.#drawings[kind].filter((old) => String(old) !== key);
    const added = rest.length === this.#drawings[kind].length ? [...rest, what] : rest;
    this.#drawings = { ...this.#drawings, [kind]: added };
    this.#send("arrow", this.#drawings);
    this.#paint();
  }

  #key(event) {
    const { size, rotate = 0 } = this.#scene;
    if (event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.#press(event.target.dataset.point, "key");
    } else if (event.key === "Escape") {
      this.cancel();
    } else {
      const seen = spot(this.#cursor ?? this.#middle(), size, rotate);
      const to = moveCursor(seen, event.key, size, event.ctrlKey);
      if (!to) return;
      this.#cursor = unspot(to, size, rotate);
      this.#rove();
      this.#cells.get(formatPoint(this.#cursor, size)).focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #middle() {
    const middle = Math.floor(this.#scene.size / 2);
    return [middle, middle];
  }

  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #shown() {
    const { mover } = this.#scene;
    const scene = { ...this.#scene, small: this.#cellSize() < SMALL };
    scene.rings = [...(this.#scene.rings ?? []), ...this.#drawings.rings];
    scene.arrows = [...(this.#scene.arrows ?? []), ...this.#drawings.arrows];
    if (mover && this.#pending) scene.pending = { point: this.#pending, color: mover };
    const free = this.#ghost && this.#ghost !== this.#pending && !this.#isTaken(this.#ghost);
    if (mover && free && !scene.forbidden?.[this.#ghost] && !this.#lens) {
      scene.ghost = { point: this.#ghost, color: mover };
    }
    return scene;
  }

  #cellSize() {
    return (this.#width ?? innerWidth) / (this.#scene.size - 1 + 2 * MARGIN);
  }

  #paint() {
    if (!this.#grid) return;
    const scene = this.#shown();
    const had = new Set([...this.#picture.querySelectorAll(".stone")].map((g) => g.dataset.point));
    const fresh = had.size > 0 || this.hasAttribute("data-ready");
    patch(this.#picture, draw(scene));
    if (fresh && !still()) this.#drop(had, scene);
    this.toggleAttribute("data-ready", true);
    this.toggleAttribute("data-live", Boolean(scene.mover ?? scene.movable?.length));
    if (scene.still) {
      this.#grid.hidden = true;
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", scene.name);
      return;
    }
    this.#build(scene);
    this.#nameCells(scene);
  }

  // Only the one stone that is new drops; a whole position that appears does not.
  #drop(had, scene) {
    const stones = [...this.#picture.querySelectorAll(".stone")];
    const added = stones.filter((stone) => !had.has(stone.dataset.point));
    if (added.length !== 1 || added[0].dataset.point !== scene.last) return;
    added[0].animate([{ transform: "scale(1.12)" }, { transform: "none" }], 120);
  }

  /** Let a stone fall into a trap: it shrinks away. */
  fall(point, color) {
    if (still()) return;
    const hole = make({ ...draw({ size: this.#scene.size }), children: [] });
    const stone = { size: this.#scene.size, rotate: this.#scene.rotate, ghost: { point, color } };
    hole.append(make(draw(stone).children.at(-1)));
    this.append(hole);
    const shrink = hole.firstChild.animate({ transform: ["none", "scale(0)"] }, 250);
    shrink.onfinish = () => hole.remove();
  }

  #build({ size, rotate = 0, name }) {
    this.#grid.setAttribute("aria-label", name ?? say("board.name", { size }));
    const wanted = `${size} ${rotate}`;
    if (this.#built === wanted) return;
    this.#built = wanted;
    this.#cells.clear();
    this.style.setProperty("--lines", size);
    const rows = Array.from({ length: size }, (_, y) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (let x = 0; x < size; x += 1) row.append(this.#cell(unspot([x, y], size, rotate), size));
      return row;
    });
    this.#grid.replaceChildren(...rows);
    if (this.#cursor && !(this.#cursor[0] < size && this.#cursor[1] < size)) this.#cursor = null;
    this.#rove();
  }

  #cell(place, size) {
    const cell = document.createElement("div");
    const point = formatPoint(place, size);
    cell.setAttribute("role", "gridcell");
    cell.dataset.point = point;
    cell.tabIndex = -1;
    this.#cells.set(point, cell);
    return cell;
  }

  #rove() {
    const { size } = this.#scene;
    this.#grid.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.#cells.get(formatPoint(this.#cursor ?? this.#middle(), size))?.setAttribute("tabindex", "0");
  }

  #nameCells(scene) {
    const stones = new Map((scene.stones ?? []).map((stone) => [stone.point, stone]));
    for (const [point, cell] of this.#cells) {
      const name = cellName(scene, point, stones.get(point), say);
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
    }
  }

  #look(point, x, y) {
    if (!point || !this.#scene.mover) {
      this.#lens?.remove();
      this.#lens = null;
      this.#paint();
      return;
    }
    this.#lens ??= this.#makeLens();
    const { size, rotate = 0 } = this.#scene;
    const [column, row] = spot(parsePoint(point, size), size, rotate);
    const half = LENS / 2;
    this.#lens.firstChild.setAttribute("viewBox", `${column - half} ${row - half} ${LENS} ${LENS}`);
    const width = this.#lens.offsetWidth;
    const left = Math.min(Math.max(8, x - width / 2), innerWidth - width - 8);
    const above = y - width - 44;
    this.#lens.style.setProperty("left", `${left}px`);
    this.#lens.style.setProperty("top", `${above > 8 ? above : y + 56}px`);
    this.#lens.lastChild.textContent = point;
    this.#ghost = point;
    this.#paint();
  }

  #makeLens() {
    const span = this.#scene.size - 1 + 2 * MARGIN;
    const lens = document.createElement("div");
    lens.className = "lens";
    lens.setAttribute("aria-hidden", "true");
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${this.#picture.id}`);
    for (const [key, value] of [["x", -MARGIN], ["y", -MARGIN], ["width", span], ["height", span]]) {
      use.setAttribute(key, value);
    }
    const aim = document.createElement("i");
    const text = document.createElement("b");
    svg.append(use);
    lens.append(svg, aim, text);
    this.append(lens);
    return lens;
  }
}

// Change an element so that it is what the node says; what is the same already is left alone.
function patch(element, node) {
  for (const [name, value] of Object.entries(node.attrs)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  for (const { name } of [...element.attributes]) {
    if (!(name in node.attrs) && name !== "id") element.removeAttribute(name);
  }
  if (node.children.length === 1 && typeof node.children[0] === "string") {
    if (element.textContent !== node.children[0]) element.textContent = node.children[0];
    return;
  }
  node.children.forEach((child, i) => {
    const old = element.childNodes[i];
    if (old?.nodeName === child.tag) return patch(old, child);
    const made = make(child);
    if (old) old.replaceWith(made);
    else element.append(made);
    return undefined;
  });
  while (element.childNodes.length > node.children.length) element.lastChild.remove();
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function make(node) {
  const element = document.createElementNS(SVG, node.tag);
  patch(element, node);
  return element;
}

customElements.define("gomoku-board", GomokuBoard);
