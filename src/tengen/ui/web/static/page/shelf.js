// Where an analysis is kept and how it leaves the page: address, browser, files.

import { button, make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { openDialog } from "../app/shell.js";
import { Refusal, ask } from "../app/socket.js";

const RESTED = 150;

/** Return the address of a tree that one line says. */
export function plainAddress(tree, node) {
  const { size, rule, black, white, blocked, traps, turn } = tree.setup;
  const end = tree.end(node);
  const hash = node === end ? "" : `#${node.ply}`;
  if (black.length || white.length || blocked.length || traps.length || turn !== "black") {
    return `/a/?p=${encodeURIComponent(tree.key(end))}${hash}`;
  }
  return `/a/${end.text}?rule=${rule}&size=${size}${hash}`;
}

/** Return an address that shows the same anywhere: of the moves, or of a tree that is stored. */
export async function addressOf(tree, node) {
  if (tree.isPlain && tree.end(node) === tree.end()) return plainAddress(tree, node);
  const sgf = await (await file("sgf", { tree: tree.plain() })).text();
  const { url } = await ask("POST", "/api/trees", { sgf });
  return url;
}

/** Keeps the address true, and what an address cannot say in this window until it is closed. */
export class Shelf {
  #kept = { tree: null, version: 0 };
  #waiting = null;
  #timer = 0;

  constructor() {
    addEventListener("pagehide", () => this.#write());
  }

  /** Return the tree that was kept under this address, or null. */
  take() {
    try {
      return JSON.parse(sessionStorage.getItem(location.pathname + location.search));
    } catch {
      return null;
    }
  }

  /** Write down where the reader is: at once if the tree has changed, after a step when he rests. */
  keep(tree, node) {
    this.#waiting = { tree, node };
    clearTimeout(this.#timer);
    if (this.#kept.tree !== tree || this.#kept.version !== tree.version) this.#write();
    else this.#timer = setTimeout(() => this.#write(), RESTED);
  }

  #write() {
    if (!this.#waiting) return;
    const { tree, node } = this.#waiting;
    this.#waiting = null;
    this.#kept = { tree, version: tree.version };
    const shared = location.pathname.startsWith("/a/t/");
    const place = shared ? location.pathname : plainAddress(tree, node);
    history.replaceState(null, "", place);
    try {
      const name = location.pathname + location.search;
      if (tree.isPlain && !shared) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(tree.plain()));
    } catch {
      // A window without storage forgets what the address cannot say when it is reloaded.
    }
  }
}

/** Let the reader take the analysis away as a record or a picture. */
export function downloadDialog(tree, node, { numbers, rotate }) {
  const told = make("p", { role: "status", class: "refusal" });
  const save = async (form) => {
    try {
      const moves = tree.moves(node);
      const theme = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      const blob = await file(form, { tree: tree.plain(), moves, theme, numbers, rotate });
      const link = make("a", { href: URL.createObjectURL(blob), download: `tengen.${form}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch (error) {
      told.textContent = error.sentence;
    }
  };
  const buttons = ["sgf", "svg", "png"].map((form) =>
    button(say(`download.${form}`), () => save(form), { sign: "download" }),
  );
  openDialog(say("button.download"), make("div", { class: "rows" }, ...buttons, told));
}

async function file(form, body) {
  const answer = await fetch(`/api/records/${form}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refusal(0, { code: "unreachable" });
  });
  if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
  return answer.blob();
}
