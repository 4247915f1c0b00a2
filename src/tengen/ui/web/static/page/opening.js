// Opening procedures as a strip: what to place, what to choose, and where the procedure stands.

import { button, make, stoneSign } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { other } from "../board/state.js";

/** The stones that a reader puts and may still move, before they are offered. */
export class Tray {
  #slots;

  constructor(count, first) {
    this.first = first;
    this.#slots = Array.from({ length: count }, () => null);
  }

  /** The points of the stones, in their order; null for those not yet on the board. */
  get points() {
    return this.#slots;
  }

  /** The colour of the n-th stone. */
  color(n) {
    return n % 2 === 0 ? this.first : other(this.first);
  }

  /** The colour of the next stone, or null if all are on the board. */
  get next() {
    return this.isFull ? null : this.color(this.#slots.indexOf(null));
  }

  /** How many stones are not yet on the board. */
  get left() {
    return this.#slots.filter((point) => point === null).length;
  }

  /** Whether every stone is on the board. */
  get isFull() {
    return !this.#slots.includes(null);
  }

  /** Put the next stone on a point, or take the one from there; the others keep their colours. */
  toggle(point) {
    const at = this.#slots.indexOf(point);
    if (at >= 0) this.#slots[at] = null;
    else if (!this.isFull) this.#slots[this.#slots.indexOf(null)] = point;
  }

  /** The stones as a scene wants them; `before` stones are on the board already. */
  stones(before) {
    const all = this.#slots.map((point, i) => ({ point, color: this.color(i), number: before + i + 1 }));
    return all.filter(({ point }) => point);
  }
}

/** Return the strip for the stage a game is at. */
export function openingStrip(model, tray, table) {
  const { stage } = model;
  const steps = ["place", "choose", "play"].map((name) =>
    make("li", { "aria-current": name === stage.kind ? "step" : null, text: stepName(name, model) }),
  );
  const mine = model.you.includes(model.acting);
  return make(
    "div",
    { class: "opening-strip" },
    make("ol", { "aria-label": say(`opening.${model.opening}`) }, ...steps),
    stage.kind === "place" && mine && tray ? trayBox(tray, table) : null,
    stage.kind === "choose" && mine ? choiceBox(model, table) : null,
  );
}

function stepName(name, model) {
  if (name === "place") return say(model.moves.length ? "strip.place.more" : "strip.place");
  return say(`strip.${name}`);
}

function trayBox(tray, table) {
  const signs = tray.points.map((point, i) => {
    const sign = stoneSign(tray.color(i));
    sign.classList.toggle("used", point !== null);
    return sign;
  });
  return make(
    "div",
    { class: "choice" },
    make("div", { class: "tray", role: "img", "aria-label": say("strip.tray", { n: tray.left }) }, ...signs),
    button(say("button.offer-stones"), () => table.offerStones(), {
      kind: tray.isFull ? "primary" : "",
      disabled: !tray.isFull,
    }),
  );
}

function choiceBox(model, table) {
  const name = table.opponentName();
  const buttons = model.stage.choices.map((choice) => {
    const label = button(say(`choice.${choice}`), () => table.choose(choice));
    label.setAttribute("aria-describedby", `why-${choice}`);
    label.append(make("small", { class: "note", id: `why-${choice}`, text: say(`choice.${choice}.why`, { name }) }));
    return label;
  });
  return make("div", { class: "choice" }, ...buttons);
}
