// The tools of the analysis page: steps, the forced win, setting up, pasting, sharing, downloading.

import { button, icon, make } from "../app/dom.js";
import { say } from "../app/i18n.js";

/** The toolbar. Calls `on.first`, `on.back` and so on: one function for each tool. */
export class Tools {
  #steps = {};

  constructor(on) {
    for (const name of ["first", "back", "forward", "last", "rotate"]) {
      const label = say(`step.${name}`);
      this.#steps[name] = make("button", { type: "button", class: "plain", "aria-label": label, title: label, onclick: () => on[name]() }, icon(name));
    }
    this.proof = button(say("proof.button"), () => on.prove(), { sign: "threats" });
    this.root = make(
      "div",
      { class: "actions tools" },
      make("div", { class: "steps" }, ...Object.values(this.#steps)),
      this.proof,
      button(say("setup.button"), () => on.setUp(), { sign: "place" }),
      button(say("paste.button"), () => on.paste(), { sign: "command" }),
      button(say("button.share"), () => on.share(), { sign: "share" }),
      button(say("button.download"), () => on.download(), { sign: "download" }),
    );
  }

  /** Say where the reader is, whether the game is over there, and whether a win is looked for. */
  set({ isFirst, isLast, isOver, isSolving }) {
    const { first, back, forward, last } = this.#steps;
    first.disabled = back.disabled = isFirst;
    forward.disabled = last.disabled = isLast;
    this.proof.disabled = isOver;
    this.proof.lastChild.textContent = isSolving ? say("button.cancel") : say("proof.button");
  }
}
