// A game tree in the page: positions with what was played next. No browser in here.
//
// A node is {move, parent, children, comment, marks, ply, turns, text}; the root has no move. `ply`
// counts the moves that lead there, `turns` those that were a side's turn, and `text` has them all,
// so that a step through a long game costs no more than one through a short one.

import { colorOf, lastPoint, parsePoint, stonesOf } from "../board/state.js";

/** A tree that can be walked and changed; whether a move is legal is the server's question. */
export class GameTree {
  constructor(plain = {}) {
    const { setup = {}, opening = "free", info = {}, nodes = [{}] } = plain;
    const empty = { size: 15, rule: "freestyle", black: [], white: [], blocked: [], traps: [], turn: "black" };
    this.setup = { ...empty, ...setup };
    this.opening = opening;
    this.info = info;
    /** Changes with every change of the moves or notes. */
    this.version = 0;
    /** How many positions there are. */
    this.size = 0;
    const made = [];
    for (const { parent, move, ...notes } of nodes) made.push(this.#attach(made[parent] ?? null, move ?? null, notes));
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
    const { comment = "", marks = [], ...extra } = notes;
    const isTurn = move === "pass" || (move && parsePoint(move, this.setup.size));
    const node = {
      move,
      parent,
      children: [],
      comment,
      marks,
      extra,
      ply: parent ? parent.ply + 1 : 0,
      turns: (parent?.turns ?? 0) + (isTurn ? 1 : 0),
      text: (parent?.text ?? "") + (move ?? ""),
    };
    parent?.children.push(node);
    this.version += 1;
    this.size += 1;
    return node;
  }

  /** Make the line to a node the main line. */
  promote(node) {
    this.version += 1;
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
    this.version += 1;
    this.size -= [...this.walk(node)].length;
    return parent;
  }

  /** Write a comment on a position. */
  annotate(node, comment) {
    node.comment = comment;
    this.version += 1;
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

  /** Yield a node, by default the start, and all that follow: each line to its end, main lines first. */
  *walk(start = this.root) {
    const stack = [start];
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
    return colorOf(node.turns, this.setup.turn);
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
    if (node.key) return node.key;
    const { size, rule, black, white, blocked, traps, turn } = this.setup;
    const fields = [`size:${size}`, `rule:${rule}`];
    for (const [name, points] of Object.entries({ black, white, blocked, traps })) {
      if (points.length) fields.push(`${name}:${points.join("")}`);
    }
    if (turn !== "black") fields.push(`turn:${turn}`);
    if (this.opening !== "free") fields.push(`opening:${this.opening}`);
    if (node.text) fields.push(`moves:${node.text}`);
    node.key = fields.join("_");
    return node.key;
  }
}
