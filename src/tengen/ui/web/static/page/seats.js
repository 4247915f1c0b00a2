// Who sits where, whose turn it is, and the clocks: they count down here, but the server's count.

import { fill, find, make, show, stoneSign } from "../app/dom.js";
import { formatClock, say } from "../app/i18n.js";
import { playTick } from "../app/sound.js";

const LOW = 10000;

/** Return the name that a seat is shown with. */
export function seatName(seat, { mine = false, alone = true, color = "" } = {}) {
  if (!seat || seat.kind === "open") return say("seat.open");
  if (seat.kind === "bot") return botName(seat.name);
  if (mine && alone) return say("seat.you");
  if (mine && color) return say(`color.${color}.name`);
  if (mine && seat.seat) return say(`seat.${seat.seat}`);
  const named = seat.name && seat.name !== "You" && seat.name !== "Guest";
  return named ? seat.name : say("seat.guest");
}

/** Return the name that a bot is shown with: levels by their number, others by their own name. */
export function botName(name) {
  const level = /^level-(\d+)$/.exec(name);
  return level ? say("seat.level", { n: level[1] }) : name;
}

function hasClock({ clock }, side) {
  return (clock?.[`${side}_ms`] ?? null) !== null;
}

/** Shows two seats and keeps their clocks running between messages. */
export class Seats {
  #top = find("#seat-top");
  #bottom = find("#seat-bottom");
  #clock = null;
  #since = 0;
  #timer = 0;
  #ticked = 0;
  #warned = false;
  #onLow;

  constructor(onLow) {
    this.#onLow = onLow;
  }

  /** Show the seats of a game; `order` names the top and the bottom one. */
  set(model, order) {
    show(this.#top, true);
    show(this.#bottom, true);
    this.#draw(this.#top, model, order[0]);
    this.#draw(this.#bottom, model, order[1]);
    this.#run(model, order);
  }

  /** What is left to a side now, in milliseconds, or null without a clock. */
  left(side) {
    const start = this.#clock?.[`${side}_ms`];
    if (start === undefined || start === null) return null;
    const gone = this.#clock.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, start - gone);
  }

  #draw(element, model, side) {
    const seat = model.seats[side];
    const mine = model.you.includes(side);
    const color = model.colorOf(side);
    const name = seatName(seat, { mine, alone: model.you.length < 2, color });
    const parts = [make("span", { class: "name", text: name }), this.#more(seat)];
    const acts = model.acting === side && !model.result;
    fill(
      element,
      stoneSign(color || "unknown"),
      make("div", { class: "who" }, ...parts),
      acts ? make("i", { class: "turn-sign", title: say("seat.turn") }) : null,
      hasClock(model, side) ? make("span", { class: "clock", "data-side": side }) : null,
    );
    element.classList.toggle("acting", acts);
  }

  #more(seat) {
    const parts = [];
    if (seat?.rating) parts.push(say("seat.rating", { n: Math.round(seat.rating) }));
    if (seat?.kind === "person" && seat.here === false) parts.push(say("seat.away"));
    return make("span", { class: "more-name", text: parts.join(" · ") });
  }

  #run(model, order) {
    clearInterval(this.#timer);
    this.#clock = model.clock;
    this.#since = model.clockSince;
    const tick = () => {
      for (const side of order) this.#show(side, model);
    };
    tick();
    if (this.#clock?.running) this.#timer = setInterval(tick, 100);
  }

  #show(side, model) {
    const left = this.left(side);
    const face = document.querySelector(`.clock[data-side="${side}"]`);
    if (left === null || !face) return;
    const running = this.#clock.running === side;
    const text = formatClock(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("running", running);
    face.classList.toggle("low", running && left < LOW);
    if (!running || left >= LOW || !model.you.includes(side)) return;
    if (!this.#warned) this.#onLow(left);
    this.#warned = true;
    const second = Math.ceil(left / 1000);
    if (second !== this.#ticked && left > 0) playTick();
    this.#ticked = second;
  }
}
