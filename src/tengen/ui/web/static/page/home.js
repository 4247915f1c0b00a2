// The first screen: a board that starts a game at the first click, and the card beside it.

import "../board/element.js";
import { find } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { settings } from "../app/settings.js";
import { ask } from "../app/socket.js";
import { lastPoint, stonesOf } from "../board/state.js";
import { Card } from "./card.js";
import { gameRows } from "./rows.js";
import { botName } from "./seats.js";

const board = find("#board");
const status = find("#status");
let starting = false;

function tell(text, alert = false) {
  status.textContent = text;
  status.classList.toggle("alert", alert);
}

/** Show the empty board as the card has it, ready for the first stone. */
function preview(card, stones = []) {
  const { size, blocked, traps } = card.wish;
  board.set({
    size,
    blocked,
    traps,
    stones,
    last: lastPoint(stones.map((stone) => stone.point), size),
    coordinates: settings.coordinates,
    edits: Boolean(card.editing),
    confirm: card.editing ? "never" : settings.confirm,
    mover: card.editing || card.startsByClick ? "black" : null,
    turn: "black",
  });
  if (!starting) tell(sentence(card));
}

function sentence(card) {
  const { wish } = card;
  if (card.refusal) return card.refusal;
  if (card.editing) return say(`state.set-${card.editing}`);
  if (wish.tab === "link") return say("state.press-start.link");
  if (wish.opening !== "free") {
    return say("state.press-start.opening", { opening: say(`opening.${wish.opening}`) });
  }
  if (wish.tab === "here") return say("state.click-start.here");
  const name = botName(card.opponent);
  if (wish.you === "random") return say("state.press-start.random");
  if (!card.startsByClick) return say("state.press-start", { name });
  return say("state.click-start", { name, color: say("color.black.name") });
}

// What a running game needs is fetched when a hand comes near the board, and not before.
function loadGame() {
  return import("./game.js");
}

/** Make the game that the card asks for, and play the first stone if there is one. */
async function start(card, point) {
  if (starting) return;
  starting = true;
  tell(say("state.starting"));
  if (point) preview(card, stonesOf([point], card.wish));
  try {
    const game = await ask("POST", "/api/games", card.request(point));
    history.pushState({}, "", game.url);
    find("#own-games").hidden = true;
    const { Table } = await loadGame();
    new Table(game.id, { first: point, invite: card.wish.tab === "link" });
  } catch (error) {
    starting = false;
    preview(card);
    tell(error.sentence ?? say("refused.failed"), true);
  }
}

async function ownGames() {
  const { games } = await ask("GET", "/api/games?whose=mine&limit=8");
  if (!games.length) return;
  games.sort((a, b) => Number(Boolean(a.result)) - Number(Boolean(b.result)));
  find("#own-games-list").replaceChildren(gameRows(games));
  find("#own-games").hidden = starting;
}

async function open() {
  const setup = await ask("GET", "/api/setup");
  const card = new Card(setup, {
    change: () => preview(card),
    start: () => start(card, null),
  });
  find("#content").replaceChildren(card.root);
  const chosen = (event) => {
    if (starting) return;
    const { point } = event.detail;
    if (card.editing) card.toggle(point);
    else start(card, point);
  };
  board.addEventListener("point", chosen);
  board.addEventListener("hover", () => loadGame(), { once: true });
  preview(card);
  await ownGames();
}

addEventListener("popstate", () => location.reload());
open().catch((error) => tell(error.sentence ?? say("refused.failed"), true));
