// The new-game card: opponent, colour, and under "More" everything else a game can be.

import { button, make } from "../app/dom.js";
import { knows, say } from "../app/i18n.js";
import { settings } from "../app/settings.js";
import { choices } from "../app/shell.js";
import { parsePoint } from "../board/state.js";
import { botName } from "./seats.js";

const FIRST = {
  tab: "levels",
  level: 3,
  bot: null,
  you: "black",
  rule: "freestyle",
  size: 15,
  opening: "free",
  clock: "none",
  blocked: [],
  traps: [],
};

const CLOCKS = {
  none: null,
  "move-10": { move: 10 },
  "move-30": { move: 30 },
  "total-3": { game: 180 },
  "total-10": { game: 600 },
  "inc-3-2": { game: 180, increment: 2 },
  "inc-10-5": { game: 600, increment: 5 },
};

function clockName(key) {
  const clock = CLOCKS[key];
  if (!clock) return say("clock.none");
  if (clock.move) return say("clock.move", { seconds: clock.move });
  const minutes = clock.game / 60;
  if (clock.increment) return say("clock.increment", { minutes, seconds: clock.increment });
  return say("clock.total", { minutes });
}

/** The card and what is wished for on it; `on.change` and `on.start` are called. */
export class Card {
  #setup;
  #on;
  #parts = {};

  constructor(setup, on) {
    this.#setup = readSetup(setup);
    this.#on = on;
    this.wish = this.#known({ ...FIRST, ...settings.last, ...asked() });
    this.editing = null;
    this.root = make("form", { class: "card", onsubmit: (event) => event.preventDefault() });
    this.#build();
  }

  /** The name of the bot that is chosen, or null if people play one another. */
  get opponent() {
    const { tab, level, bot } = this.wish;
    if (tab === "levels") return this.#levels[level - 1]?.name ?? null;
    return tab === "classics" ? bot : null;
  }

  /** Whether a click on the board puts the first stone: not if somebody else begins. */
  get startsByClick() {
    const { tab, you, opening } = this.wish;
    if (this.refusal || opening !== "free" || tab === "link") return false;
    return tab === "here" || you === "black";
  }

  /** Why the opponent cannot play this, in a sentence, or an empty text. */
  get refusal() {
    const chosen = this.#setup.opponents.find(({ name }) => name === this.opponent);
    return chosen ? this.#reason(chosen) : "";
  }

  /** What to ask the server for. */
  request() {
    const { tab, rule, size, opening, clock, blocked, traps } = this.wish;
    settings.last = this.wish;
    const others = tab === "here" ? "you" : tab === "link" ? "open" : this.opponent;
    const black = this.#isFirst() ? "you" : others;
    const white = black === "you" ? others : "you";
    return { rule, size, opening, black, white, clock: CLOCKS[clock], blocked, traps };
  }

  /** Make a point a trap or a blocked one, or an ordinary one again. */
  toggle(point) {
    const { wish, editing } = this;
    const rest = wish[editing].filter((old) => old !== point);
    const added = rest.length === wish[editing].length ? [...rest, point] : rest;
    const others = editing === "traps" ? "blocked" : "traps";
    this.#wish({ [editing]: added, [others]: wish[others].filter((old) => old !== point) });
  }

  #isFirst() {
    const { you, tab } = this.wish;
    if (tab === "here") return true;
    return you === "random" ? Math.random() < 0.5 : you === "black";
  }

  get #levels() {
    return this.#setup.opponents.filter(({ level }) => level);
  }

  get #classics() {
    return this.#setup.opponents.filter(({ level }) => !level);
  }

  // What was remembered may name what is no longer there.
  #known(wish) {
    const { rules, openings } = this.#setup;
    const classic = this.#classics.find(({ name }) => name === wish.bot) ?? this.#classics[0];
    const level = Math.min(Math.max(1, wish.level), this.#levels.length || 1);
    const on = (point) => parsePoint(point, wish.size);
    return {
      ...wish,
      level,
      bot: classic?.name ?? null,
      tab: wish.tab === "levels" && !this.#levels.length ? "classics" : wish.tab,
      rule: rules.includes(wish.rule) ? wish.rule : FIRST.rule,
      opening: openings.includes(wish.opening) ? wish.opening : FIRST.opening,
      clock: wish.clock in CLOCKS ? wish.clock : FIRST.clock,
      blocked: wish.blocked.filter(on),
      traps: wish.traps.filter(on),
    };
  }

  // Whether a bot refuses is its own word; the sentence is made here, in the reader's language.
  #reason(bot) {
    const { rule, size, blocked, traps } = this.wish;
    const { refuses } = bot;
    if (refuses.rules[rule]) return refusal(bot, "rule", this.#setup);
    if (refuses.sizes[size]) return refusal(bot, "size", this.#setup);
    if (blocked.length && refuses.blocked) return refusal(bot, "blocked", this.#setup);
    return traps.length && refuses.traps ? refusal(bot, "traps", this.#setup) : "";
  }

  #wish(changes) {
    this.wish = this.#known({ ...this.wish, ...changes });
    this.#update();
    this.#on.change();
  }

  #build() {
    const tabs = ["levels", "classics", "here", "link"].map((name) => [name, say(`card.${name}`)]);
    const parts = this.#parts;
    parts.opponent = make("div");
    parts.you = make("fieldset");
    parts.refusal = make("p", { class: "refusal", role: "alert" });
    parts.more = make("details", { open: this.#hasMore() }, make("summary", { text: say("card.more") }), this.#moreFields());
    parts.start = button(say("button.new"), () => this.#on.start(), { kind: "primary start" });
    this.root.append(
      make(
        "fieldset",
        {},
        make("legend", { text: say("card.opponent") }),
        choices("tab", say("card.opponent"), tabs, this.wish.tab, (tab) => this.#wish({ tab })),
        parts.opponent,
      ),
      parts.you,
      parts.more,
      parts.refusal,
      parts.start,
    );
    this.#update();
  }

  #hasMore() {
    return ["rule", "size", "opening", "clock"].some((name) => this.wish[name] !== FIRST[name]);
  }

  #update() {
    const { wish } = this;
    const parts = this.#parts;
    if (parts.shown !== wish.tab) {
      parts.shown = wish.tab;
      parts.opponent.replaceChildren(this.#opponentBox());
    }
    if (wish.tab === "levels") this.#updateLevel();
    if (wish.tab === "classics") this.#updateClassics();
    parts.you.replaceChildren(...this.#sides());
    parts.you.hidden = wish.tab === "here" && wish.opening === "free";
    parts.refusal.textContent = this.refusal;
    parts.refusal.hidden = !this.refusal;
    parts.start.disabled = Boolean(this.refusal);
    for (const name of ["traps", "blocked"]) {
      const set = parts[name];
      set.setAttribute("aria-pressed", String(this.editing === name));
      set.querySelector("span").textContent = `${say(`card.${name}`)} ${wish[name].length || ""}`.trim();
    }
  }

  #opponentBox() {
    const { tab } = this.wish;
    if (tab === "levels") return this.#levelBox();
    if (tab === "classics") return this.#classicBox();
    return make("p", { class: "note level", text: say(`card.${tab}.lead`) });
  }

  #levelBox() {
    const parts = this.#parts;
    parts.slider = make("input", {
      type: "range",
      min: 1,
      max: this.#levels.length,
      value: this.wish.level,
      "aria-label": say("card.level"),
      oninput: (event) => this.#wish({ level: Number(event.target.value) }),
    });
    parts.levelName = make("strong");
    parts.levelRating = make("span", { class: "note" });
    parts.levelWords = make("p");
    return make(
      "div",
      { class: "level" },
      parts.slider,
      make("div", { class: "ends" }, make("span", { text: say("card.easy") }), make("span", { text: say("card.hard") })),
      make("div", { class: "head" }, parts.levelName, parts.levelRating),
      parts.levelWords,
    );
  }

  #updateLevel() {
    const level = this.#levels[this.wish.level - 1];
    const parts = this.#parts;
    if (!level) return;
    parts.levelName.textContent = botName(level.name);
    parts.levelRating.textContent = ratingText(level);
    parts.levelWords.textContent = botSentence(level);
    parts.slider.setAttribute("aria-valuetext", `${botName(level.name)}, ${ratingText(level)}`);
  }

  #classicBox() {
    this.#parts.classics = this.#classics.map((bot) => {
      const input = make("input", {
        type: "radio",
        name: "bot",
        value: bot.name,
        onchange: () => this.#wish({ bot: bot.name }),
      });
      const reason = make("span", { class: "note" });
      const label = make("label", {}, input, make("span", { text: botName(bot.name) }), make("span", { class: "note", text: ratingText(bot) }), reason);
      return { bot, input, reason, label };
    });
    return make("div", { class: "classic-list" }, ...this.#parts.classics.map(({ label }) => label));
  }

  #updateClassics() {
    for (const { bot, input, reason } of this.#parts.classics) {
      const why = this.#reason(bot);
      input.checked = this.wish.bot === bot.name;
      input.disabled = Boolean(why) && !input.checked;
      reason.textContent = why || botSentence(bot);
    }
  }

  #sides() {
    const opens = this.wish.opening !== "free";
    const legend = say(opens ? "card.who-opens" : "card.you-play");
    const names = opens
      ? { black: say("seat.you"), white: this.opponent ? botName(this.opponent) : say("seat.guest") }
      : { black: say("color.black.name"), white: say("color.white.name") };
    const options = [["black", names.black], ["white", names.white], ["random", say("color.random")]];
    return [make("legend", { text: legend }), choices("you", legend, options, this.wish.you, (you) => this.#wish({ you }))];
  }

  #moreFields() {
    const { rules, openings, sizes } = this.#setup;
    const select = (name, options) =>
      make(
        "label",
        {},
        say(`card.${name}`),
        make(
          "select",
          { onchange: (event) => this.#wish({ [name]: name === "size" ? Number(event.target.value) : event.target.value }) },
          ...options.map(([value, text]) =>
            make("option", { value, selected: String(value) === String(this.wish[name]), text }),
          ),
        ),
      );
    const special = (name) =>
      (this.#parts[name] = button(say(`card.${name}`), () => this.#edit(name), { "aria-pressed": "false" }));
    const clear = button(say("card.clear"), () => this.#wish({ traps: [], blocked: [] }), { kind: "plain" });
    return make(
      "div",
      { class: "more-fields" },
      select("rule", rules.map((rule) => [rule, say(`rule.${rule}`)])),
      select("size", sizes.map((n) => [n, say("facts.size", { n })])),
      select("opening", openings.map((name) => [name, say(`opening.${name}`)])),
      select("clock", Object.keys(CLOCKS).map((key) => [key, clockName(key)])),
      make(
        "div",
        { class: "field wide" },
        say("card.special"),
        make("div", { class: "buttons" }, special("traps"), special("blocked"), clear),
      ),
    );
  }

  #edit(name) {
    this.editing = this.editing === name ? null : name;
    this.#wish({});
  }
}

/** Return what the server offers, in the form in which the pages use it. */
export function readSetup({ rules, openings, sizes, opponents }) {
  const { min, max } = sizes;
  return {
    rules: rules.map(({ name }) => name),
    openings,
    sizes: Array.from({ length: max - min + 1 }, (_, i) => min + i),
    opponents,
  };
}

// An address such as /?bot=forms or /?level=5 asks for an opponent.
function asked() {
  const query = new URLSearchParams(location.search);
  const level = Number(query.get("level"));
  if (level) return { tab: "levels", level };
  const bot = query.get("bot");
  return bot ? { tab: "classics", bot } : {};
}

/** Return a rating with its error, or the words for having none. */
export function ratingText({ rating, error }) {
  if (rating === null || rating === undefined) return say("bots.unrated");
  if (!error) return say("bots.rating", { n: Math.round(rating) });
  return say("card.rating", { rating: Math.round(rating), error: Math.round(error) });
}

/** Return the sentence for what a bot does not play: `what` is rule, size, blocked or traps. */
function refusal({ name, refuses }, what, { rules, sizes }) {
  const values = { name: botName(name) };
  if (what === "rule") {
    const played = rules.filter((rule) => !refuses.rules[rule]).map((rule) => say(`rule.${rule}`));
    return say("refused.bot.rule", { ...values, rules: played.join(", ") });
  }
  if (what !== "size") return say(`refused.bot.${what}`, values);
  const played = sizes.filter((size) => !refuses.sizes[size]);
  const [from, to] = [played[0], played[played.length - 1]];
  return say(from === to ? "refused.bot.size" : "refused.bot.sizes", { ...values, from, to });
}

/** Return a sentence for each thing that a bot does not play. */
export function playsOnly(bot, setup) {
  const { rules, sizes, blocked, traps } = bot.refuses;
  const refused = { rule: Object.keys(rules).length, size: Object.keys(sizes).length, blocked, traps };
  return Object.keys(refused).filter((what) => refused[what]).map((what) => refusal(bot, what, setup));
}

/** Return the story of a bot, in the reader's language if there is one. */
export function botStory({ name, story = "" }) {
  return knows(`story.${name}`) ? say(`story.${name}`) : story;
}

/** Return the one sentence on a bot, in the reader's language if there is one. */
export function botSentence({ name, description = "" }) {
  return knows(`bot.${name}`) ? say(`bot.${name}`) : description;
}
