// A game as the server tells it, with what the page wants to know of it. No browser in here.

import { lastPoint, other, parsePoint, stonesOf, urgent } from "../board/state.js";

/** After so many milliseconds it is said that an opponent has left: pages are reloaded, too. */
const LEFT = 5000;

/** A game: made from a `state` message, changed by `move` messages and notes. */
export class Model {
  constructor(message, now) {
    this.seq = message.seq;
    this.you = message.you;
    this.seats = message.seats;
    this.offer = message.offer;
    this.watchers = message.spectators;
    this.paused = message.paused;
    this.thinking = message.thinking;
    this.next = message.next;
    this.scene = message.scene;
    this.claimAfter = message.claim_ms;
    this.isUnsaved = false;
    this.#takeGame(message.game);
    this.#takeClock(message.clock, now);
    this.since = now;
  }

  #takeGame(game) {
    const { id, rule, size, opening, blocked, traps, mode, phase, turn, settled, result } = game;
    Object.assign(this, { id, rule, size, opening, blocked, traps, mode, phase, turn, settled, result });
    this.moves = [...game.moves];
    const turns = this.moves.filter((move) => move === "pass" || parsePoint(move, size)).length;
    this.first = turns % 2 ? other(game.stone) : game.stone;
    this.start = [
      ...game.black.map((point) => ({ point, color: "black" })),
      ...game.white.map((point) => ({ point, color: "white" })),
    ];
    this.stage = stageOf(game);
  }

  #takeClock(clock, now) {
    this.clock = clock ?? null;
    this.clockSince = now;
  }

  /** Take in a `move` message. */
  play(message, now) {
    this.seq = message.seq;
    this.moves.push(message.point);
    this.scene = message.scene ?? {};
    this.turn = message.turn;
    this.thinking = message.thinking ?? null;
    this.offer = null;
    this.since = now;
    this.#takeClock(message.clock, now);
  }

  /** Take in a `note` message: who is here, and how the engine gets on. */
  hear(note, now) {
    if (note.what === "presence") {
      for (const [side, here] of Object.entries(note.here)) {
        Object.assign(this.seats[side], { here, away_ms: note.away_ms[side] ?? null });
      }
      this.watchers = note.spectators;
      this.since = now;
    } else if (note.what === "store") {
      this.isUnsaved = !note.ok;
    } else if (note.stage) {
      this.thinking = { ...note, restarted: note.what === "restarted" };
      if (note.clock) this.#takeClock(note.clock, now);
      this.since = now;
    }
  }

  /** The seat whose turn it is, by its colour; before colours are settled Black's is who opens. */
  get acting() {
    return this.turn;
  }

  /** The colour of a seat, or nothing while an opening procedure has not given it out. */
  colorOf(side) {
    return this.settled ? side : "";
  }

  /** The colour of the next stone. */
  get stone() {
    const turns = this.moves.filter((move) => move === "pass" || parsePoint(move, this.size)).length;
    return turns % 2 ? other(this.first) : this.first;
  }

  /** The colour of the last stone, or null before the first. */
  get lastColor() {
    return this.moves.some((move) => parsePoint(move, this.size)) ? other(this.stone) : null;
  }

  /** How many of the moves belong to the opening procedure. */
  get openingMoves() {
    if (this.opening === "free") return 0;
    if (!this.settled) return this.moves.length;
    return this.moves.findLastIndex((move) => /^(take|place)-/.test(move)) + 1;
  }

  /** The seat that is free, or null. */
  get missing() {
    return ["black", "white"].find((side) => this.seats[side].kind === "open") ?? null;
  }

  /** Whether the reader could take the free seat. */
  get canSit() {
    return Boolean(this.missing) && !this.you.length && !this.result;
  }

  /** Whether it is for the reader to move now. */
  get mineToMove() {
    return this.phase === "play" && !this.result && !this.paused && this.you.includes(this.turn);
  }

  /** Whether the engine has been given up. */
  get hasFailed() {
    return this.thinking?.stage === "failed" && !this.result;
  }

  /** Whether two people at different screens play one another. */
  get isByLink() {
    return this.mode === "link";
  }

  /** The seat opposite the reader's, or null for those who watch or have both. */
  get rival() {
    return this.you.length === 1 ? other(this.you[0]) : null;
  }

  /** How long the opponent has been away, in milliseconds, or null while he is here. */
  away(now) {
    const seat = this.seats[this.rival];
    if (!this.isByLink || seat?.kind !== "person" || seat.here !== false) return null;
    return (seat.away_ms ?? 0) + now - this.since;
  }

  /** Whether the opponent has been away long enough for it to be said. */
  hasLeft(now) {
    return (this.away(now) ?? 0) > LEFT;
  }

  /** What the reader may do now. */
  can(now) {
    const playing = this.you.length > 0 && !this.result;
    const own = playing && !this.isByLink;
    const moved = this.moves.length > 0;
    return {
      undo: playing && moved && !this.paused && !this.missing,
      hint: playing && this.mode === "bot" && this.mineToMove,
      draw: playing && this.isByLink && moved && !this.offer && this.phase === "play",
      pause: own && !this.paused,
      resume: own && Boolean(this.paused),
      resign: playing && !this.missing,
      abort: playing && this.isByLink && this.moves.length < 2,
      claim: playing && !this.clock && (this.away(now) ?? 0) >= this.claimAfter,
      threats: !this.isByLink || Boolean(this.result),
    };
  }

  /** The scene after the first `shown` moves; what needs rules is known only of the last one. */
  view(shown, { numbers, coordinates, threats, rotate }) {
    const moves = this.moves.slice(0, shown);
    const { size, blocked, traps } = this;
    const stones = stonesOf(moves, this);
    const last = lastPoint(moves, size);
    const scene = { size, rotate, coordinates, numbers, stones, blocked, traps, last };
    scene.turn = this.stone;
    if (shown !== this.moves.length) return scene;
    scene.line = this.scene.line ?? [];
    if (this.result) return scene;
    scene.forbidden = this.scene.forbidden ?? {};
    if (threats && !this.isByLink) scene.threats = urgent(this.scene.threats ?? []);
    return scene;
  }
}

function stageOf({ phase, place, stone, choices }) {
  if (phase === "place") return { kind: "place", count: place, color: stone };
  return phase === "choose" ? { kind: "choose", choices } : null;
}
