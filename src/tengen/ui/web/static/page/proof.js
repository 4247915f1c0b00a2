// A forced win as a walk: the attacker's moves are given, and every defence can be tried.

import { button, make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { ask } from "../app/socket.js";
import { playStone } from "../app/sound.js";
import { other } from "../board/state.js";
import { ghosts } from "./lines.js";

/** A proof as the server writes it, walked move by move. No browser in here. */
export class Walk {
  #nodes;
  #path;

  constructor({ root, nodes }, attacker) {
    this.#nodes = nodes;
    this.attacker = attacker;
    this.#path = [{ reply: null, node: nodes[root] }];
  }

  get #now() {
    return this.#path[this.#path.length - 1].node;
  }

  /** The moves so far, the attacker's last one at the end. */
  get moves() {
    return this.#path.flatMap(({ reply, node }) => [...(reply ? [reply] : []), node.move]);
  }

  /** The attacker's last move. */
  get attack() {
    return this.#now.move;
  }

  /** The replies that have an answer of their own. */
  get defences() {
    return Object.keys(this.#now.replies);
  }

  /** Whether all other replies are answered too, by one move. */
  get answersAll() {
    return this.#now.otherwise !== null;
  }

  /** Whether the last move has won. */
  get isOver() {
    return !this.defences.length && !this.answersAll;
  }

  /** Whether there is a defence to take back. */
  get canGoBack() {
    return this.#path.length > 1;
  }

  /** Defend with a point; says whether the proof has an answer, as it has for every legal one. */
  defend(point) {
    const number = this.#now.replies[point] ?? this.#now.otherwise;
    if (number === null || number === undefined) return false;
    this.#path.push({ reply: point, node: this.#nodes[number] });
    return true;
  }

  /** Take back the last defence and its answer. */
  back() {
    if (this.canGoBack) this.#path.pop();
  }

  /** Return to the first attack. */
  restart() {
    this.#path.length = 1;
  }
}

/** The forced win on the page: looked for, and then walked. */
export class ForcedWin {
  #asking = null;
  #plies = 0;
  walk = null;

  /** Whether the solver is at work. */
  get isSolving() {
    return this.#asking !== null;
  }

  /** Look for a win of `side`, or cancel; calls `on.say`, `on.change`, and `on.over(won)` at the end. */
  async prove(position, side, on) {
    if (this.#asking) return this.#asking.abort();
    this.#asking = new AbortController();
    on.change();
    on.say(say("proof.solving"), false);
    try {
      this.#take(await ask("POST", "/api/proofs", { position }, this.#asking.signal), side, on);
    } catch (error) {
      if (error.name === "AbortError") on.say(say("proof.cancelled"), false);
      else on.say(error.sentence, true);
    }
    this.#asking = null;
    on.change();
    on.over(this.walk !== null);
    return undefined;
  }

  #take(found, side, on) {
    if (found.verdict === "win") {
      this.walk = new Walk(found.proof, side);
      this.#plies = found.plies;
    } else {
      const key = found.verdict === "no win" ? "proof.none" : "proof.unknown";
      on.say(say(key, { nodes: found.nodes.toLocaleString() }), false);
    }
  }

  /** Defend with a point; says whether that was possible. */
  defend(point) {
    const done = this.walk.defend(point);
    if (done) playStone();
    return done;
  }

  /** Leave the walk. */
  close() {
    this.walk = null;
  }

  /** What to say while walking. */
  get sentence() {
    return say(this.walk.isOver ? "walk.status.over" : "walk.status", { move: this.walk.attack });
  }

  /** The scene of the walk, on top of where it began; `view` has what the rules say of it now. */
  scene(view) {
    const { walk } = this;
    const foe = other(walk.attacker);
    const defences = walk.defences.filter((point) => point !== "pass");
    return {
      ...view,
      numbers: true,
      stones: [...view.stones.map(({ point, color }) => ({ point, color })), ...ghosts(walk.moves, walk.attacker)],
      last: walk.attack,
      turn: foe,
      mover: walk.isOver ? null : foe,
      marks: walk.isOver ? [] : defences.map((point) => ({ point, shape: "circle" })),
    };
  }

  /** The panel of the walk. Calls `on.change`, `on.keep(moves)` and `on.close`. */
  panel(on) {
    const { walk } = this;
    const then = (act) => () => {
      act();
      on.change();
    };
    return walkPanel(walk, this.#plies, {
      defend: (point) => this.defend(point) && on.change(),
      back: then(() => walk.back()),
      restart: then(() => walk.restart()),
      keep: () => {
        this.close();
        on.keep(walk.moves);
      },
      close: () => {
        this.close();
        on.close();
      },
    });
  }
}

function walkPanel(walk, plies, on) {
  const color = say(`color.${walk.attacker}.name`);
  const foe = say(`color.${other(walk.attacker)}.name`);
  return make(
    "section",
    { class: "walk", "aria-label": say("walk.title") },
    make("h2", { text: say("walk.wins", { color, n: plies }) }),
    make("p", { text: say("walk.attack", { color, move: walk.attack }) }),
    walk.isOver ? make("p", { class: "strong", text: say("walk.over", { color }) }) : defences(walk, foe, on),
    make(
      "div",
      { class: "buttons" },
      button(say("walk.back"), on.back, { sign: "back", disabled: !walk.canGoBack }),
      button(say("walk.restart"), on.restart, { sign: "first", disabled: !walk.canGoBack }),
      button(say("walk.keep"), on.keep, { sign: "place" }),
      button(say("button.close"), on.close, { sign: "close" }),
    ),
  );
}

function defences(walk, foe, on) {
  const listed = walk.defences.map((point) =>
    make("button", { type: "button", class: "chip", text: point, onclick: () => on.defend(point) }),
  );
  const key = walk.answersAll ? (listed.length ? "walk.defences.more" : "walk.defences.any") : "walk.defences";
  return make(
    "div",
    { class: "defences" },
    make("p", { text: say(key, { foe, n: listed.length }) }),
    make("div", { class: "chips" }, ...listed),
    make("p", { class: "note", text: say("walk.yourself", { foe }) }),
  );
}
