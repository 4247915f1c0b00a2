// The list of games: mine, all, or the arena's, filtered and by pages.

import "../app/shell.js";
import { button, find, make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { ask } from "../app/socket.js";
import { readSetup } from "./card.js";
import { gameRows } from "./rows.js";
import { botName } from "./seats.js";

const form = find("#filter");
const status = find("#status");

function wanted() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  return query;
}

// One choice of the form is two of the API: how a game ended, or that it has not.
function asked(before) {
  const query = wanted();
  if (query.get("result") === "running") {
    query.delete("result");
    query.set("state", "running");
  }
  if (before) query.set("before", before);
  return query;
}

async function load(before = null) {
  history.replaceState({}, "", `/games?${wanted()}`);
  try {
    const { games, next } = await ask("GET", `/api/games?${asked(before)}`);
    showGames(games, next, before);
  } catch (error) {
    status.textContent = error.sentence ?? say("refused.failed");
    status.classList.add("alert");
  }
}

function showGames(games, next, before) {
  const filtered = ["opponent", "rule", "result"].some((name) => form.elements[name].value);
  status.classList.remove("alert");
  if (games.length) status.textContent = say("games.shown", { n: games.length });
  else status.textContent = say(filtered ? "games.none.filter" : "games.none");
  find("#list").replaceChildren(...(games.length ? [gameRows(games)] : []));
  const pager = find("#pager");
  pager.hidden = !before && !next;
  pager.replaceChildren(
    button(say("games.newest"), () => load(), { sign: "first", disabled: !before }),
    button(say("games.older"), () => load(next), { sign: "forward", disabled: !next }),
  );
}

function options(name, values) {
  form.elements[name].append(...values.map(([value, text]) => make("option", { value, text })));
}

async function open() {
  const query = new URLSearchParams(location.search);
  const { rules, opponents } = readSetup(await ask("GET", "/api/setup"));
  options("rule", rules.map((rule) => [rule, say(`rule.${rule}`)]));
  options("opponent", opponents.map(({ name }) => [name, botName(name)]));
  form.elements.whose.value = "mine";
  for (const [name, value] of query) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("change", () => load());
  await load();
}

open().catch((error) => (status.textContent = error.sentence ?? say("refused.failed")));
