// Setting up a position by hand: stones, special points, whose turn, which rule and size.

import { button, make, stoneSign } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { choices } from "../app/shell.js";
import { parsePoint } from "../board/state.js";

const TOOLS = ["black", "white", "blocked", "traps", "erase"];
const SIZES = Array.from({ length: 22 }, (_, i) => i + 5);

/** A position being made. Calls `on.change` after every change, and `on.done` or `on.cancel`. */
export class SetupEditor {
  #on;
  #tool = "black";
  #refusal = null;

  constructor(setup, rules, on) {
    this.#on = on;
    this.rules = rules;
    this.setup = structuredClone(setup);
    this.root = make("section", { class: "setup", "aria-label": say("setup.title") });
    this.#render();
  }

  /** The colour of the stone that a click puts, for the ghost under the pointer. */
  get mover() {
    return this.#tool === "white" ? "white" : "black";
  }

  /** Put what the tool is at a point, or take it away if it is there. */
  put(point) {
    const had = TOOLS.find((name) => this.setup[name]?.includes(point));
    for (const name of ["black", "white", "blocked", "traps"]) {
      this.setup[name] = this.setup[name].filter((old) => old !== point);
    }
    if (this.#tool !== "erase" && had !== this.#tool) this.setup[this.#tool].push(point);
    this.#on.change();
  }

  /** Show what is wrong with the position, or nothing if it can be played. */
  refuse(sentence) {
    this.#refusal = sentence;
    this.#render();
  }

  /** The scene of what has been put so far; everything can be clicked. */
  scene() {
    const { size, black, white, blocked, traps, turn } = this.setup;
    const stones = [...black.map((point) => ({ point, color: "black" })), ...white.map((point) => ({ point, color: "white" }))];
    return { size, blocked, traps, stones, turn, mover: this.mover, confirm: "never", edits: true };
  }

  #change(name, value) {
    this.setup[name] = value;
    if (name === "size") {
      for (const kind of ["black", "white", "blocked", "traps"]) {
        this.setup[kind] = this.setup[kind].filter((point) => parsePoint(point, value));
      }
    }
    this.#on.change();
  }

  #render() {
    const pick = (name, options, value, read) =>
      make(
        "label",
        {},
        make("span", { text: say(`setup.${name}`) }),
        make(
          "select",
          { onchange: (event) => this.#change(name, read(event.target.value)) },
          ...options.map(([key, text]) => make("option", { value: key, text, selected: String(value) === String(key) })),
        ),
      );
    const tools = TOOLS.map((name) => [name, say(`setup.tool.${name}`)]);
    const turns = ["black", "white"].map((name) => [name, say(`color.${name}.name`)]);
    this.root.replaceChildren(
      make("h2", { text: say("setup.title") }),
      choices("tool", say("setup.tools"), tools, this.#tool, (name) => {
        this.#tool = name;
        this.#on.change();
      }),
      make("div", { class: "row" }, make("span", { "aria-hidden": "true", text: say("setup.turn") }), stoneSign(this.setup.turn), choices("turn", say("setup.turn"), turns, this.setup.turn, (name) => this.#change("turn", name))),
      make(
        "div",
        { class: "fields" },
        pick("rule", this.rules.map((name) => [name, say(`rule.${name}`)]), this.setup.rule, String),
        pick("size", SIZES.map((n) => [n, say("facts.size", { n })]), this.setup.size, Number),
      ),
      make("p", { class: "refusal", role: "status", text: this.#refusal ?? "" }),
      make(
        "div",
        { class: "buttons" },
        button(say("setup.done"), this.#on.done, { kind: "primary", disabled: Boolean(this.#refusal) }),
        button(say("setup.clear"), () => this.#clear()),
        button(say("button.cancel"), this.#on.cancel),
      ),
    );
  }

  #clear() {
    for (const name of ["black", "white", "blocked", "traps"]) this.setup[name] = [];
    this.#on.change();
  }
}
