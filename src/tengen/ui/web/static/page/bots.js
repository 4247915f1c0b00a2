// The opponents: the levels on one axis of ratings, and the classics with their stories.

import "../app/shell.js";
import { find, make } from "../app/dom.js";
import { say, together } from "../app/i18n.js";
import { ask } from "../app/socket.js";
import { botSentence, botStory, playsOnly, ratingText, readSetup } from "./card.js";
import { botName } from "./seats.js";

const isRated = ({ rating }) => rating !== null && rating !== undefined;

function playLink(bot) {
  const href = bot.level ? `/?level=${bot.level}` : `/?bot=${encodeURIComponent(bot.name)}`;
  const name = botName(bot.name);
  return make("a", { class: "button", href, text: say("bots.play"), "aria-label": `${say("bots.play")} ${name}` });
}

/** Return from a rating to its place on the axis in percent. */
function axis(bots) {
  const rated = bots.filter(isRated);
  const low = Math.min(...rated.map(({ rating, error = 0 }) => rating - error));
  const high = Math.max(...rated.map(({ rating, error = 0 }) => rating + error));
  const from = Math.floor(low / 100) * 100;
  const to = Math.max(from + 100, Math.ceil(high / 100) * 100);
  const place = (rating) => (100 * (rating - from)) / (to - from);
  const step = to - from > 1600 ? 500 : to - from > 600 ? 200 : 100;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return { place, ticks };
}

function ladderRow(bot, place) {
  const bar = make("div", { class: "scale", "aria-hidden": "true" });
  if (isRated(bot)) {
    const error = make("i", { class: "error" });
    const dot = make("b", {});
    const { rating, error: wide = 0 } = bot;
    error.style.setProperty("left", `${place(rating - wide)}%`);
    error.style.setProperty("width", `${place(rating + wide) - place(rating - wide)}%`);
    dot.style.setProperty("left", `${place(rating)}%`);
    bar.append(error, dot);
  }
  return make(
    "li",
    {},
    make("span", { class: "name", text: botName(bot.name) }),
    bar,
    make("span", { class: "note", text: ratingText(bot) }),
    make("span", { class: "words", text: botSentence(bot) }),
    playLink(bot),
  );
}

function ladder(bots, all) {
  if (!all.some(isRated)) return make("ol", { class: "ladder" }, ...bots.map((bot) => ladderRow(bot)));
  const { place, ticks } = axis(all);
  const marks = ticks.map((tick) => {
    const mark = make("span", { text: String(tick) });
    mark.style.setProperty("left", `${place(tick)}%`);
    return mark;
  });
  return make(
    "div",
    {},
    make("div", { class: "ticks", "aria-hidden": "true" }, make("div", {}, ...marks)),
    make("ol", { class: "ladder" }, ...bots.map((bot) => ladderRow(bot, place))),
  );
}

function classicCard(bot, setup) {
  const limits = playsOnly(bot, setup);
  return make(
    "article",
    { class: "bot" },
    make("h3", { text: botName(bot.name) }),
    make("p", { class: "note", text: ratingText(bot) }),
    make("p", { text: botStory(bot) }),
    limits.length ? make("p", { class: "note", text: together(...limits) }) : null,
    playLink(bot),
  );
}

async function open() {
  const setup = readSetup(await ask("GET", "/api/setup"));
  const { opponents } = setup;
  const levels = opponents.filter(({ level }) => level);
  find("#ladder").replaceChildren(ladder(levels, opponents));
  const classics = opponents.filter(({ level }) => !level);
  find("#classics").replaceChildren(...classics.map((bot) => classicCard(bot, setup)));
  find("#status").hidden = true;
}

open().catch((error) => (find("#status").textContent = error.sentence ?? say("refused.failed")));
