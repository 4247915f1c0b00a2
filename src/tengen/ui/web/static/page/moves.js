// The moves of a tree as nested lists: the main line, and variations indented under it.

import { make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { parsePoint } from "../board/state.js";

/** Trees of more positions show the line that is looked at, and of the others where they begin. */
const LARGE = 1500;

/** The list. It is made anew only when the tree has changed; a step moves one mark. */
export class MoveList {
  #go;
  #buttons = new Map();
  #shown = null;
  #made = "";

  constructor(go) {
    this.#go = go;
    this.root = make("div", { class: "moves-tree" });
  }

  /** Show a tree with one of its nodes marked. */
  set(tree, current) {
    const isLarge = tree.size > LARGE;
    // Where a line leaves the one that is shown, a large tree is another list.
    const made = isLarge && !this.#buttons.has(current) ? NaN : tree.version;
    if (this.#shown?.tree !== tree || this.#made !== made) {
      this.#build(tree, isLarge ? new Set(tree.line(tree.end(current))) : null);
      this.#made = tree.version;
    }
    this.#buttons.get(this.#shown?.current)?.removeAttribute("aria-current");
    this.#buttons.get(current)?.setAttribute("aria-current", "true");
    this.#shown = { tree, current };
    this.#scrollTo(this.#buttons.get(current));
  }

  #build(tree, only) {
    this.#buttons.clear();
    const scrolled = this.#shown ? this.root.scrollTop : 0;
    this.root.replaceChildren(tree.root.children.length ? this.#list(tree, only) : make("p", { class: "moves-none", text: say("moves.none") }));
    if (scrolled) this.root.scrollTop = scrolled;
  }

  // With `only`, lines that leave these nodes are cut after their first move.
  #list(tree, only) {
    const list = make("ol", { class: "tree", "aria-label": say("moves.title") });
    const next = ({ children }) => (only && children.find((child) => only.has(child))) || children[0];
    const start = next(tree.root);
    // Each entry: the list to write into, and the node whose line goes on there.
    const waiting = [[list, start, tree.root.children.filter((child) => child !== start)]];
    while (waiting.length) {
      const [into, first, others] = waiting.pop();
      let node = first;
      let beside = others;
      while (node) {
        into.append(this.#item(tree, node));
        for (const variation of beside) {
          const inner = make("ol", { "aria-label": say("tree.variation", { move: variation.move }) });
          into.append(make("li", { class: "variation" }, inner));
          waiting.push([inner, variation, []]);
        }
        if (only && !only.has(node)) break;
        const going = next(node);
        beside = node.children.filter((child) => child !== going);
        node = going;
      }
    }
    return list;
  }

  #item(tree, node) {
    const move = parsePoint(node.move, tree.setup.size) ? node.move : say(`move.${node.move}`);
    const label = make(
      "button",
      { type: "button", onclick: () => this.#go(node) },
      make("span", { class: "number", text: String(node.ply) }),
      make("span", { text: move }),
    );
    this.#buttons.set(node, label);
    const comment = node.comment ? make("span", { class: "comment", text: node.comment }) : null;
    return make("li", { class: node.comment ? "commented" : null }, label, comment);
  }

  // Only the list is scrolled, never the page under the reader's hand.
  #scrollTo(current) {
    if (!current) return;
    const [list, item] = [this.root.getBoundingClientRect(), current.getBoundingClientRect()];
    if (item.top < list.top) this.root.scrollTop -= list.top - item.top;
    else if (item.bottom > list.bottom) this.root.scrollTop += item.bottom - list.bottom;
  }
}
