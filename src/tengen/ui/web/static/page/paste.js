// Pasting a game or a position in any form, and being told what it was taken for.

import { button, make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { choices, openDialog } from "../app/shell.js";
import { ask } from "../app/socket.js";

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Let the reader paste a text or choose a file; `take(tree)` gets what was read. */
export function pasteDialog(take) {
  let rows = "bottom";
  let tree = null;
  let data = null;
  const typed = () => {
    data = null;
    read();
  };
  const text = make("textarea", { rows: "8", "aria-label": say("paste.text"), spellcheck: false, oninput: typed });
  const file = make("input", { type: "file", accept: ".sgf,.psq,.txt,.pos,.lib,.rif,.xml", "aria-label": say("paste.file"), onchange: () => load() });
  const told = make("p", { role: "status", class: "recognised" });
  const more = make("ul", { class: "problems note" });
  const done = button(say("paste.open"), () => accept(), { kind: "primary", disabled: true });
  let turn = 0;

  async function load() {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 1_000_000) return tell(say("paste.large"), [], true);
    // Bytes, because a library is no text and a record may be written in any encoding.
    data = await base64(chosen);
    text.value = "";
    await read();
  }

  function tell(sentence, problems, alert = false) {
    told.textContent = sentence;
    told.classList.toggle("refusal", alert);
    more.replaceChildren(...problems.slice(0, 5).map((problem) => make("li", { text: problem })));
    done.disabled = !tree;
  }

  async function read() {
    turn += 1;
    const mine = turn;
    tree = null;
    if (!data && !text.value.trim()) return tell("", []);
    try {
      const answer = await ask("POST", "/api/readings", data ? { data } : { text: text.value, rows });
      if (mine !== turn) return undefined;
      tree = answer.tree;
      const kind = say(`paste.kind.${answer.recognised}`);
      side.hidden = answer.recognised !== "pos";
      tell(say("paste.recognised", { kind, n: tree.nodes.length - 1 }), answer.problems);
    } catch (error) {
      if (mine === turn) tell(error.sentence, [], true);
    }
    return undefined;
  }

  function accept() {
    dialog.close();
    take(tree);
  }

  const options = ["bottom", "top"].map((name) => [name, say(`paste.rows.${name}`)]);
  const side = choices("rows", say("paste.rows"), options, rows, (name) => {
    rows = name;
    read();
  });
  side.hidden = true;
  const dialog = openDialog(
    say("paste.title"),
    make("div", { class: "rows" }, make("p", { class: "note", text: say("paste.lead") }), text, file, side, told, more, done),
  );
  text.focus();
}
