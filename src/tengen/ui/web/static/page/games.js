// The list of games: mine, all, or the arena's, filtered and by pages.

import "../app/shell.js";
import { button, find, make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { ask } from "../app/socket.js";
import { readSetup } from "./card.js";
import { gameRows } from "./rows.js";
import { botName } from "./seats.js";

const PAGE = 50;
const form = find("#filter");
const status = find("#status");

function wanted() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  return query;
}

async function load(offset = 0) {
  const query = wanted();
  history.replaceState({}, "", `/games?${query}`);
  query.set("offset", offset);
  try {
    const { games, total } = await ask("GET", `/api/games?${query}`);
    showGames(games, total, offset);
  } catch (error) {
    status.textContent = error.sentence ?? say("refused.failed");
    status.classList.add("alert");
  }
}

function showGames(games, total, offset) {
  const filtered = ["opponent", "rule", "result"].some((name) => form.elements[name].value);
  status.classList.remove("alert");
  if (games.length) status.textContent = say("games.shown", { n: total });
  else status.textContent = say(filtered ? "games.none.filter" : "games.none");
  find("#list").replaceChildren(...(games.length ? [gameRows(games)] : []));
  const pager = find("#pager");
  pager.hidden = total <= PAGE;
  pager.replaceChildren(
    button(say("games.newer"), () => load(offset - PAGE), { sign: "back", disabled: offset === 0 }),
    make("span", { text: say("games.page", { n: offset / PAGE + 1 }) }),
    button(say("games.older"), () => load(offset + PAGE), { sign: "forward", disabled: offset + PAGE >= total }),
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
