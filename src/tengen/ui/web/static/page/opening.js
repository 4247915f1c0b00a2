// Opening procedures as a strip: what to place, what to choose, and where the procedure stands.

import { button, make, stoneSign } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { other } from "../board/state.js";

/** The stones that a reader puts and may still move, before they are offered. */
export class Tray {
  constructor(count, first) {
    this.count = count;
    this.first = first;
    this.points = [];
  }

  /** The colour of the n-th stone. */
  color(n) {
    return n % 2 === 0 ? this.first : other(this.first);
  }

  /** The colour of the next stone, or null if all are on the board. */
  get next() {
    return this.isFull ? null : this.color(this.points.length);
  }

  /** Whether every stone is on the board. */
  get isFull() {
    return this.points.length >= this.count;
  }

  /** Put the next stone on a point, or take it from there; the later ones stay where they are. */
  toggle(point) {
    if (this.points.includes(point)) this.points = this.points.filter((old) => old !== point);
    else if (!this.isFull) this.points = [...this.points, point];
  }

  /** The stones as a scene wants them; `before` stones are on the board already. */
  stones(before) {
    return this.points.map((point, i) => ({ point, color: this.color(i), number: before + i + 1 }));
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
  if (name === "place") return say(model.placedBefore ? "strip.place.more" : "strip.place");
  return say(`strip.${name}`);
}

function trayBox(tray, table) {
  const signs = Array.from({ length: tray.count }, (_, i) => {
    const sign = stoneSign(tray.color(i));
    sign.classList.toggle("used", i < tray.points.length);
    return sign;
  });
  return make(
    "div",
    { class: "choice" },
    make("div", { class: "tray", role: "img", "aria-label": say("strip.tray", { n: tray.count - tray.points.length }) }, ...signs),
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
