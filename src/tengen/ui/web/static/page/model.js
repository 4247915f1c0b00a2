// A game as the server tells it, with what the page wants to know of it. No browser in here.

import { lastPoint, other, parsePoint, stonesOf, urgent } from "../board/state.js";

/** A game: made from a `state` message, changed by `move` messages. */
export class Model {
  constructor(message, now) {
    this.seq = message.seq;
    this.you = message.you ?? [];
    this.seats = message.seats;
    this.offer = message.offer ?? null;
    this.watchers = message.watchers ?? 0;
    this.storeFailed = message.saved === false;
    this.took = message.took ?? [];
    this.#game(message.game);
    this.#clock(message, now);
    this.scene = message.scene ?? {};
  }

  #game(game) {
    const { id, rule, size, opening, moves, blocked, traps } = game;
    Object.assign(this, { id, rule, size, opening, moves: [...moves], blocked, traps });
    this.turn = game.turn;
    this.acting = game.acting ?? game.turn;
    this.phase = game.phase;
    this.result = game.result ?? null;
    this.paused = Boolean(game.paused);
    this.stage = game.stage ?? null;
    this.start = game.start ?? [];
    this.first = game.first ?? "black";
    this.openingMoves = game.opening_moves ?? 0;
    this.next = game.next ?? null;
  }

  #clock(message, now) {
    this.clock = message.clock ?? null;
    this.clockSince = now;
  }

  /** Take in a `move` message. */
  play(message, now) {
    this.seq = message.seq;
    this.moves.push(message.point);
    this.scene = message.scene ?? {};
    this.turn = other(message.by);
    this.acting = this.turn;
    this.offer = null;
    this.#clock(message, now);
  }

  /** The colour of a seat: seats are named by it, until an opening procedure gives colours out. */
  colorOf(side) {
    return side === "black" || side === "white" ? side : "";
  }

  /** The seat that is free, or null. */
  get missing() {
    return Object.keys(this.seats).find((side) => this.seats[side]?.kind === "open") ?? null;
  }

  /** Whether the reader could take the free seat. */
  get canSit() {
    return Boolean(this.missing) && !this.you.length;
  }

  /** Whether it is for the reader to move now. */
  get mineToMove() {
    return !this.result && !this.paused && !this.stage && !this.missing && this.you.includes(this.acting);
  }

  /** Whether a bot plays, so that the reader may ask for hints and take back at will. */
  get isAgainstBot() {
    return Object.values(this.seats).some((seat) => seat?.kind === "bot");
  }

  /** Whether two people at different machines play one another. */
  get isByLink() {
    return !this.isAgainstBot && this.you.length < 2;
  }

  /** The colour of the last stone, or null before the first. */
  get lastColor() {
    const stones = this.moves.filter((move) => parsePoint(move, this.size)).length;
    return stones ? (stones % 2 ? this.first : other(this.first)) : null;
  }

  /** What the reader may do now. */
  get can() {
    const playing = this.you.length > 0 && !this.result;
    const own = playing && !this.isByLink;
    const moved = this.moves.length > 0;
    return {
      undo: playing && moved && !this.paused,
      hint: playing && this.isAgainstBot && !this.stage && !this.paused,
      draw: playing && this.isByLink && moved && !this.offer,
      pause: own && !this.paused && Boolean(this.clock),
      resume: own && this.paused,
      resign: playing && !this.missing,
      abort: playing && this.isByLink && this.moves.length < 2,
      threats: !this.isByLink || Boolean(this.result),
    };
  }

  /** The scene after the first `shown` moves; rules are known only for the last position. */
  view(shown, { numbers, coordinates, threats, rotate, all }) {
    const moves = this.moves.slice(0, shown);
    const live = shown === this.moves.length;
    const stones = stonesOf(moves, this);
    const scene = { size: this.size, rotate, coordinates, numbers, stones };
    Object.assign(scene, { blocked: this.blocked, traps: this.traps, last: lastPoint(moves, this.size) });
    scene.turn = this.turn;
    if (!live) return scene;
    scene.line = this.scene.line ?? [];
    if (!this.result) scene.forbidden = this.scene.forbidden ?? {};
    if (threats && !scene.line.length) scene.threats = urgent(this.scene.threats ?? [], all);
    return scene;
  }
}
