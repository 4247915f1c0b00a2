// A game tree in the page: positions with what was played next, and the list that shows them.
//
// A node is {move, parent, children, comment, marks}; the root has no move. `start` is the set-up:
// size, rule, stones, special points and the side to move. No browser is needed but for the list.

import { make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { colorOf, lastPoint, parsePoint, stonesOf } from "../board/state.js";

/** A tree that can be walked and changed; whether a move is legal is the server's question. */
export class GameTree {
  constructor(plain = {}) {
    const { setup = {}, opening = "free", info = {}, nodes = [{}] } = plain;
    const empty = { size: 15, rule: "freestyle", black: [], white: [], blocked: [], traps: [], turn: "black" };
    this.setup = { ...empty, ...setup };
    this.opening = opening;
    this.info = info;
    const made = [];
    for (const { parent, move, ...notes } of nodes) {
      made.push(made.length ? this.#attach(made[parent], move, notes) : newNode(null, null, notes));
    }
    this.root = made[0];
  }

  /** The tree as the server reads and writes it. */
  plain() {
    const nodes = [...this.walk()];
    const numbers = new Map(nodes.map((node, i) => [node, i]));
    const plain = nodes.map((node) => {
      const place = node.parent ? { parent: numbers.get(node.parent), move: node.move } : {};
      return { ...place, ...node.extra, comment: node.comment, marks: node.marks };
    });
    return { setup: this.setup, opening: this.opening, info: this.info, nodes: plain };
  }

  /** Return the node after a move; it is made if it was not there. */
  add(node, move) {
    return this.child(node, move) ?? this.#attach(node, move, {});
  }

  /** Return the node after a move, if it is there. */
  child(node, move) {
    return node.children.find((child) => child.move === move) ?? null;
  }

  /** Add moves one after another and return the last node. */
  addLine(node, moves) {
    return moves.reduce((at, move) => this.add(at, move), node);
  }

  #attach(parent, move, notes) {
    const node = newNode(parent, move, notes);
    parent.children.push(node);
    return node;
  }

  /** Make the line to a node the main line. */
  promote(node) {
    for (const step of this.line(node)) {
      const { children } = step.parent;
      children.splice(children.indexOf(step), 1);
      children.unshift(step);
    }
  }

  /** Take a node and all that follows it out, and return its parent. */
  remove(node) {
    const { parent } = node;
    parent.children.splice(parent.children.indexOf(node), 1);
    return parent;
  }

  /** Return the nodes from the first move to this one. */
  line(node) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  /** Return the moves that lead to a node. */
  moves(node) {
    return this.line(node).map(({ move }) => move);
  }

  /** Return the last node of the line that goes on from a node. */
  end(node = this.root) {
    let at = node;
    while (at.children.length) at = at.children[0];
    return at;
  }

  /** Yield every node, each line to its end, main lines first. */
  *walk() {
    const stack = [this.root];
    while (stack.length) {
      const node = stack.pop();
      yield node;
      stack.push(...[...node.children].reverse());
    }
  }

  /** Whether one line without notes is all there is, so that an address can say it. */
  get isPlain() {
    for (const node of this.walk()) {
      if (node.children.length > 1 || node.comment || node.marks.length) return false;
    }
    return this.opening === "free";
  }

  /** Whose stone is the next one after a node. */
  turn(node) {
    const played = this.moves(node).filter((move) => move === "pass" || parsePoint(move, this.setup.size));
    return colorOf(played.length, this.setup.turn);
  }

  /** The stones, special points and last move of a node, as a scene has them. */
  view(node) {
    const { size, blocked, traps, black, white, turn } = this.setup;
    const start = [...black.map((point) => ({ point, color: "black" })), ...white.map((point) => ({ point, color: "white" }))];
    const moves = this.moves(node);
    return {
      size,
      blocked,
      traps,
      stones: stonesOf(moves, { size, traps, start, first: turn }),
      last: lastPoint(moves, size),
      turn: this.turn(node),
      marks: node.marks,
    };
  }

  /** The text that names a node's position; the server reads it, and answers are kept under it. */
  key(node) {
    const { size, rule, black, white, blocked, traps, turn } = this.setup;
    const fields = [`size:${size}`, `rule:${rule}`];
    for (const [name, points] of Object.entries({ black, white, blocked, traps })) {
      if (points.length) fields.push(`${name}:${points.join("")}`);
    }
    if (turn !== "black") fields.push(`turn:${turn}`);
    if (this.opening !== "free") fields.push(`opening:${this.opening}`);
    const moves = this.moves(node).join("");
    return [...fields, ...(moves ? [`moves:${moves}`] : [])].join("_");
  }
}

function newNode(parent, move, { comment = "", marks = [], ...extra }) {
  return { move, parent, children: [], comment, marks, extra };
}

/** Return the moves as nested lists: the main line, and variations indented under it. */
export function treeList(tree, current, go) {
  if (!tree.root.children.length) return make("p", { class: "moves-none", text: say("moves.none") });
  const list = make("ol", { class: "tree", "aria-label": say("moves.title") });
  // Each entry: the list to write into, and the node whose line goes on there.
  const waiting = [[list, tree.root.children[0], tree.root.children.slice(1)]];
  while (waiting.length) {
    const [into, first, others] = waiting.pop();
    let node = first;
    let beside = others;
    while (node) {
      into.append(moveItem(tree, node, current, go));
      for (const variation of beside) {
        const inner = make("ol", { "aria-label": say("tree.variation", { move: variation.move }) });
        into.append(make("li", { class: "variation" }, inner));
        waiting.push([inner, variation, []]);
      }
      beside = node.children.slice(1);
      node = node.children[0];
    }
  }
  return list;
}

function moveItem(tree, node, current, go) {
  const number = tree.line(node).length;
  const move = parsePoint(node.move, tree.setup.size) ? node.move : say(`move.${node.move}`);
  const label = make(
    "button",
    { type: "button", "aria-current": node === current ? "true" : null, onclick: () => go(node) },
    make("span", { class: "number", text: String(number) }),
    make("span", { text: move }),
  );
  const comment = node.comment ? make("span", { class: "comment", text: node.comment }) : null;
  return make("li", { class: node.comment ? "commented" : null }, label, comment);
}
