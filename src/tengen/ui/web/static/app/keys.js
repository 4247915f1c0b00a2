// Single keys for those who know them, and the command line for those who type.

import { make } from "./dom.js";
import { say } from "./i18n.js";
import { settings } from "./settings.js";
import { openDialog } from "./shell.js";

const LIST = [
  ["← →", "step"],
  ["Home End", "ends"],
  [", .", "comma"],
  ["Enter", "enter"],
  ["Esc", "escape"],
  ["u", "undo"],
  ["h", "hint"],
  ["n", "numbers"],
  ["t", "threats"],
  ["c", "coordinates"],
  ["r", "rotate"],
  ["z", "only"],
  ["a", "analyse"],
  ["/", "command"],
  ["?", "keys"],
];

/** Call the action of a key, unless the reader is typing or a dialog is open. */
export function attachKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const typing = event.target.closest?.("input, select, textarea, [contenteditable], dialog");
    if (typing && event.target.type !== "radio" && event.target.type !== "checkbox") return;
    if (!settings.shortcuts && event.key !== "/" && !event.key.startsWith("Arrow")) return;
    if (event.key === "?") showKeys();
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  });
}

/** Show what the keys do. */
export function showKeys() {
  const rows = LIST.map(([keys, name]) =>
    make(
      "div",
      {},
      make("dt", {}, ...keys.split(" ").flatMap((key) => [make("kbd", { text: key }), " "])),
      make("dd", { text: say(`keys.${name}`) }),
    ),
  );
  openDialog(say("keys.title"), make("dl", { class: "keys rows" }, ...rows));
}

/** Let a form take commands; `answer(words)` returns the sentence that is read out. */
export function attachCommandLine(form, answer) {
  const input = form.querySelector("input");
  const output = form.querySelector("output");
  let before = null;
  const close = () => {
    form.hidden = true;
    (before ?? document.body).focus();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim().toLowerCase();
    input.value = "";
    if (!text) return close();
    output.textContent = await answer(text.split(/\s+/));
    return undefined;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return () => {
    before = document.activeElement;
    form.hidden = false;
    input.focus();
  };
}
