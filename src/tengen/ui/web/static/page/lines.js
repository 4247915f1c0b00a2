// What the engine thinks, in words and chips: its switch, its lines, and how far it has come.

import { make } from "../app/dom.js";
import { language, say } from "../app/i18n.js";
import { other } from "../board/state.js";

const MOST_MOVES = 12;

/** Return what a line promises, for the side to move: `63 %`, `wins in 7`, `loses in 4`. */
export function promise(line) {
  if (line.win_in !== undefined) return say("line.wins", { n: line.win_in });
  if (line.loss_in !== undefined) return say("line.loses", { n: line.loss_in });
  return say("line.chance", { n: Math.round(100 * line.win) });
}

/** Return Black's chance by a line, given whose move it is. */
export function blackChance(line, turn) {
  const own = line.win_in !== undefined ? 1 : line.loss_in !== undefined ? 0 : line.win;
  return turn === "black" ? own : 1 - own;
}

/** Return the marks of candidates: their text, and a rank by what they lose against the best. */
export function candidates(lines) {
  const chance = (line) => blackChance(line, "black");
  const best = lines.length ? chance(lines[0]) : 0;
  const marks = [];
  for (const line of lines) {
    const loss = 100 * (best - chance(line));
    const rank = loss <= 2 ? "best" : loss <= 5 ? "good" : loss <= 10 ? "doubtful" : null;
    const fresh = line.moves[0] !== "pass" && marks.every(({ point }) => point !== line.moves[0]);
    if (rank && fresh) marks.push({ point: line.moves[0], text: brief(line), rank });
  }
  return marks.slice(0, 5);
}

/** Return moves as numbered stones over the board, of the colours by turns. */
export function ghosts(moves, first) {
  return moves
    .map((point, i) => ({ point, color: i % 2 ? other(first) : first, number: i + 1 }))
    .filter(({ point }) => point !== "pass");
}

/** Return the engine's belief in its candidates, from 1 for the best to 0 for what loses a quarter. */
export function heat(found) {
  const best = Math.max(0, ...found.map(({ win }) => win));
  const shares = found.map(({ point, win }) => [point, 1 - (best - win) / 0.25]);
  return Object.fromEntries(shares.filter(([point, share]) => share > 0 && point !== "pass"));
}

/** Say how a position stands: proven by its best line, or by Black's chance, if that is known. */
export function verdict(best, turn, chance) {
  if (best?.win_in !== undefined) return say("bar.wins", { color: say(`color.${turn}.name`), n: best.win_in });
  if (best?.loss_in !== undefined) return say("bar.wins", { color: say(`color.${other(turn)}.name`), n: best.loss_in });
  if (chance === undefined || chance === null) return say("bar.unknown");
  return say("bar.black", { n: Math.round(100 * chance) });
}

function brief(line) {
  if (line.win_in !== undefined) return `W${line.win_in}`;
  if (line.loss_in !== undefined) return `L${line.loss_in}`;
  return String(Math.round(100 * line.win));
}

// Making one takes milliseconds, and it is asked twice for everything that the engine says.
const amounts = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 });
const amount = (number) => amounts.format(number);

/** The engine's part of the panel. Calls `on.toggle`, `on.count`, `on.preview` and `on.play`. */
export class Lines {
  #on;
  #held = false;
  #waiting = null;

  constructor(on) {
    this.#on = on;
    this.switch = make("button", {
      type: "button",
      role: "switch",
      class: "switch",
      "aria-checked": "false",
      "aria-label": say("engine.switch"),
      onclick: () => on.toggle(),
    });
    this.facts = make("p", { class: "note facts-engine" });
    const options = [1, 2, 3, 4, 5].map((n) => make("option", { value: String(n), text: String(n) }));
    this.count = make("select", { "aria-label": say("engine.lines"), onchange: () => on.count(Number(this.count.value)) }, ...options);
    this.list = make("ol", { class: "lines", "aria-label": say("engine.list") });
    this.root = make(
      "section",
      { class: "engine", "aria-label": say("engine.title") },
      make("div", { class: "head" }, this.switch, make("h2", { text: say("engine.title") }), this.facts, this.count),
      this.list,
    );
    this.#holdWhileLooking();
  }

  // A list that changes under the pointer cannot be read: it waits until the reader has left it.
  #holdWhileLooking() {
    const hold = () => (this.#held = true);
    const release = () => {
      this.#held = false;
      this.#on.preview(null);
      if (this.#waiting) this.set(...this.#waiting);
    };
    this.list.addEventListener("pointerenter", hold);
    this.list.addEventListener("focusin", hold);
    this.list.addEventListener("pointerleave", release);
    this.list.addEventListener("focusout", (event) => {
      if (!this.list.contains(event.relatedTarget)) release();
    });
  }

  /** Say whether the engine is on, how many lines are wanted, and why it stopped. */
  state({ running, count, reason }) {
    this.switch.setAttribute("aria-checked", String(running));
    if (document.activeElement !== this.count) this.count.value = String(count);
    this.root.classList.toggle("off", !running);
    if (reason) this.facts.textContent = reason;
    else if (!running) this.facts.textContent = say("engine.off");
  }

  /** Show a report; `fresh` if it is of another position than the last one. */
  set(info, fresh = false) {
    if (fresh) this.#held = false;
    if (fresh && !info) this.facts.textContent = say("engine.starting");
    if (info?.depth) {
      this.facts.textContent = say("engine.facts", {
        depth: info.depth,
        speed: amount(info.nps ?? 0),
        nodes: amount(info.nodes ?? 0),
      });
    }
    if (this.#held) {
      this.#waiting = [info];
      return;
    }
    this.#waiting = null;
    this.list.replaceChildren(...(info?.lines ?? []).map((line) => this.#line(line)));
  }

  #line(line) {
    const chips = line.moves.slice(0, MOST_MOVES).map((move, i) => {
      const moves = line.moves.slice(0, i + 1);
      return make("button", {
        type: "button",
        class: "chip",
        text: move,
        onpointerenter: () => this.#on.preview(moves),
        onfocus: () => this.#on.preview(moves),
        onclick: () => this.#on.play(moves),
      });
    });
    return make("li", {}, make("span", { class: "promise", text: promise(line) }), make("span", { class: "chips" }, ...chips));
  }
}
