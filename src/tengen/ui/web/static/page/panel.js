// The panel beside the board: result, offers, moves, and the buttons.

import { button, fill, find, icon, make, show } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { settings } from "../app/settings.js";
import { openDialog } from "../app/shell.js";
import { parsePoint } from "../board/state.js";

/** Return the moves as a list; the one that is shown is marked, and each can be gone to. */
export function moveList(model, shown, go) {
  if (!model.moves.length) return make("p", { class: "moves-none", text: say("moves.none") });
  const items = model.moves.map((move, i) => {
    const current = i + 1 === shown;
    const item = make(
      "button",
      { type: "button", "aria-current": current ? "true" : null, onclick: () => go(i + 1) },
      make("span", { class: "number", text: String(i + 1) }),
      make("span", { text: moveName(move, model.size) }),
    );
    return make("li", { class: i < model.openingMoves ? "opening" : null }, item);
  });
  return make("ol", { class: "moves", tabindex: "0", "aria-label": say("moves.title") }, ...items);
}

/** Return a move as people read it: points as they are, choices and passes in words. */
export function moveName(move, size) {
  return parsePoint(move, size) ? move : say(`move.${move}`);
}

/** Return the buttons that step through a game. */
export function stepper(model, shown, go) {
  const end = model.moves.length;
  const step = (name, to, enabled) =>
    make(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": say(`step.${name}`),
        disabled: !enabled,
        onclick: () => go(to),
      },
      icon(name),
    );
  return make(
    "div",
    { class: "steps" },
    step("first", 0, shown > 0),
    step("back", shown - 1, shown > 0),
    step("forward", shown + 1, shown < end),
    step("last", end, shown < end),
    make("span", { class: "note", text: say("step.place", { n: shown, all: end }) }),
  );
}

/** Return the line that says what is being played. */
export function factsLine(model) {
  const parts = [say(`rule.${model.rule}`), say("facts.size", { n: model.size })];
  if (model.opening && model.opening !== "free") parts.push(say(`opening.${model.opening}`));
  if (model.watchers) parts.push(say("facts.watching", { n: model.watchers }));
  return make("p", { class: "facts", text: parts.join(" · ") });
}

/** Return the result with what can be done next. */
export function resultBox(model, sentence, table) {
  const rematch = model.you.length
    ? button(say("button.rematch"), () => table.rematch(), { kind: "primary", sign: "rematch" })
    : null;
  const next = table.nextLevel();
  return make(
    "div",
    { class: "result" },
    make("h2", { text: sentence }),
    next ? make("p", { text: next.sentence }) : null,
    make(
      "div",
      { class: "buttons" },
      rematch,
      next ? button(next.label, next.go, { sign: "forward" }) : null,
      analyseLink(model),
      button(say("button.download"), () => downloads(model), { sign: "download" }),
      button(say("button.new"), () => location.assign("/"), { sign: "new" }),
    ),
  );
}

/** Return where a game can be analysed. */
export function analyseAddress(model) {
  const { size, rule, blocked = [], traps = [], start = [] } = model;
  const moves = model.moves.filter((move) => parsePoint(move, size)).join("");
  if (!blocked.length && !traps.length && !start.length) return `/a/${moves}?rule=${rule}&size=${size}`;
  const of = (color) => start.filter((stone) => stone.color === color).map(({ point }) => point);
  const fields = Object.entries({ black: of("black"), white: of("white"), blocked, traps, moves: [moves] })
    .filter(([, points]) => points.join(""))
    .map(([name, points]) => `${name}:${points.join("")}`);
  const turn = start.length && model.first === "white" ? ["turn:white"] : [];
  return `/a/?p=${encodeURIComponent([`size:${size}`, `rule:${rule}`, ...turn, ...fields].join("_"))}`;
}

function analyseLink(model) {
  const href = analyseAddress(model);
  return make("a", { class: "button", href }, icon("analyse"), make("span", { text: say("button.analyse") }));
}

/** Let the reader choose in which form to take the game away. */
export function downloads(model) {
  const forms = [
    ["sgf", "download.sgf"],
    ["svg", "download.svg"],
    ["png", "download.png"],
  ];
  const links = forms.map(([ending, key]) =>
    make("a", { class: "button", href: `/api/games/${model.id}/record.${ending}`, download: `${model.id}.${ending}` }, icon("download"), make("span", { text: say(key) })),
  );
  openDialog(say("button.download"), make("div", { class: "rows" }, ...links));
}

/**
 * Show an address with a button that copies it.
 *
 * Whoever plays on the machine that serves sees its local name, which others cannot open: they get
 * the name that the server is known by on its network, if it listens there.
 */
export function shareDialog(local, { invite = false } = {}) {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const { reach } = document.body.dataset;
  const address = isLocal && reach ? new URL(new URL(local).pathname, reach).href : local;
  const field = make("input", { class: "address", readonly: true, value: address, "aria-label": say("share.address") });
  const done = make("p", { class: "note", role: "status" });
  const copy = button(
    say("button.copy"),
    async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(address);
      } catch {
        document.execCommand("copy");
      }
      done.textContent = say("share.copied");
    },
    { kind: "primary", sign: "link" },
  );
  const note = isLocal ? say(reach ? "share.network" : "share.local") : null;
  openDialog(
    say(invite ? "share.invite" : "button.share"),
    make(
      "div",
      { class: "rows" },
      make("p", { text: say(invite ? "share.invite.lead" : "share.lead") }),
      field,
      note ? make("p", { class: "note", text: note }) : null,
      make("div", { class: "buttons" }, copy),
      done,
    ),
  );
}

/** Shows the buttons of a game; which of them make sense depends on who looks and when. */
export class Actions {
  #root = find("#actions");
  #isOpen = false;
  #table;

  constructor(table) {
    this.#table = table;
    document.addEventListener("click", (event) => {
      this.#open(Boolean(event.target.closest("#open-more")) && !this.#isOpen);
    });
  }

  // Any click elsewhere closes what the dock of a phone has under "More".
  #open(open) {
    this.#isOpen = open;
    this.#root.querySelector("#more")?.classList.toggle("open", open);
    this.#root.querySelector("#open-more")?.setAttribute("aria-expanded", String(open));
  }

  /** Show the buttons for the state of a game. */
  set(model, pending) {
    const table = this.#table;
    const can = model.can(performance.now());
    show(this.#root, true);
    const opener = make(
      "button",
      {
        type: "button",
        id: "open-more",
        "aria-expanded": String(this.#isOpen),
      },
      icon("more"),
      make("span", { text: say("button.more") }),
    );
    // What a game has at all keeps its place; only what can be done now can be pressed.
    const playing = model.you.length > 0 && !model.result;
    const place = playing ? this.#place(pending) : null;
    fill(
      this.#root,
      playing ? button(say("button.undo"), () => table.undo(), { sign: "undo", disabled: !can.undo }) : null,
      model.mode === "bot" && playing
        ? button(say("button.hint"), () => table.hint(), { sign: "hint", disabled: !can.hint })
        : null,
      place,
      model.result ? this.#afterwards(model) : null,
      make("div", { class: `more${this.#isOpen ? " open" : ""}`, id: "more" }, ...this.#rest(can, model)),
      opener,
    );
  }

  // On a phone the button keeps its place in the dock; elsewhere it shows when it can be pressed.
  #place(pending) {
    const label = pending ? say("button.place", { point: pending }) : say("button.place", { point: "" }).trim();
    return button(label, () => this.#table.place(), { kind: "primary", sign: "place", disabled: !pending });
  }

  // The panel shows the result with these buttons; on a phone the dock has them.
  #afterwards(model) {
    const next = this.#table.nextLevel();
    const rematch = button(say("button.rematch"), () => this.#table.rematch(), { kind: "primary phone", sign: "rematch" });
    const analyse = analyseLink(model);
    analyse.classList.add("phone");
    const level = next ? button(next.short, next.go, { kind: "phone", sign: "new" }) : null;
    return [analyse, level ?? this.#download(model, "phone"), model.you.length ? rematch : null];
  }

  #download(model, kind) {
    return button(say("button.download"), () => downloads(model), { kind, sign: "download" });
  }

  #rest(can, model) {
    const table = this.#table;
    const { result } = model;
    const toggle = (name) =>
      button(say(`layer.${name}`), () => table.toggle(name), {
        kind: "view",
        sign: name,
        "aria-pressed": String(Boolean(settings[name])),
      });
    return [
      can.draw ? button(say("button.draw"), () => table.offer("draw"), { sign: "draw" }) : null,
      can.pause ? button(say("button.pause"), () => table.pause(), { sign: "pause" }) : null,
      can.resume ? button(say("button.resume"), () => table.resume(), { sign: "play" }) : null,
      can.resign ? button(say("button.resign"), () => table.resign(), { sign: "resign" }) : null,
      can.abort ? button(say("button.abort"), () => table.abort(), { sign: "close" }) : null,
      can.claim ? button(say("button.claim"), () => table.claim(), { kind: "primary" }) : null,
      make("i", { class: "break" }),
      toggle("numbers"),
      can.threats ? toggle("threats") : null,
      button(say("button.share"), () => table.share(), { kind: "view", sign: "share" }),
      result ? this.#download(model, "view phone") : null,
      result ? button(say("button.new"), () => location.assign("/"), { kind: "view phone", sign: "new" }) : null,
    ];
  }
}
