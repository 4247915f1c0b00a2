// One game on the page: playing it, watching it, and replaying it once it is over.

import "../board/element.js";
import "../app/shell.js";
import { button, fill, find } from "../app/dom.js";
import { knows, say, together } from "../app/i18n.js";
import { attachCommandLine, attachKeys } from "../app/keys.js";
import { onSetting, settings } from "../app/settings.js";
import { confirmDialog } from "../app/shell.js";
import { Line, ask, refusalSentence } from "../app/socket.js";
import { playResult, playStone } from "../app/sound.js";
import { other } from "../board/state.js";
import { answerCommand } from "./commands.js";
import { Model } from "./model.js";
import { Tray, openingStrip } from "./opening.js";
import { Actions, analyseAddress, factsLine, moveList, resultBox, shareDialog, stepper } from "./panel.js";
import { Seats, seatName } from "./seats.js";
import { resultSentence, statusOf } from "./status.js";

/** How long what was said briefly stays, in milliseconds. */
const BRIEF = 5000;

const newId = () => Math.random().toString(36).slice(2, 12);

/** A game at the table: the connection to it, and everything on the page that shows it. */
export class Table {
  #id;
  #line;
  #board = find("#board");
  #status = find("#status");
  #seats = new Seats(() => this.#say(say("state.low"), true));
  #actions = new Actions(this);
  #model = null;
  #state = { is: "connecting", tries: 0 };
  #shown = 0;
  #sent = null;
  #tray = null;
  #notice = null;
  #brief = null;
  #broken = null;
  #hint = null;
  #why = null;
  #trap = false;
  #paper = false;
  #leaving = false;
  #invite;
  #first;

  constructor(id, { first = null, invite = false } = {}) {
    this.#id = id;
    this.#first = first;
    this.#invite = invite;
    document.body.classList.add("playing");
    this.#listen();
    this.#line = new Line(`/api/games/${id}/live`, {
      message: (message) => this.#take(message),
      change: (state) => this.#connection(state),
    });
    // With time come sentences, and the right to claim a win.
    setInterval(() => this.#renderButtons(), 1000);
  }

  // Messages

  #connection(state) {
    this.#state = state;
    if (state.is === "lost" || state.is === "restarting") this.#broken ??= state.is;
    if (state.is === "open" && this.#broken) {
      if (this.#model) this.#sayBriefly(this.#broken === "lost" ? "state.connected" : "state.server-back");
      this.#broken = null;
    }
    this.#renderButtons();
    this.#tellStatus();
  }

  #take(message) {
    if (message.is === "state") this.#takeState(message);
    else if (message.is === "move") this.#takeMove(message);
    else if (message.is === "note") this.#takeNote(message);
    else if (message.is === "ok") this.#takeOk(message);
    else if (message.is === "error") this.#takeError(message);
  }

  #takeState(message) {
    const before = this.#model;
    const model = new Model(message, performance.now());
    const following = !before || this.#shown === before.moves.length;
    this.#model = model;
    if (following || this.#shown > model.moves.length) this.#shown = model.moves.length;
    this.#resend(model, before);
    this.#tray = this.#trayFor(model, before);
    if (before && model.moves.length > before.moves.length) playStone();
    if (before && model.result && !before.result) playResult(model.you.includes(model.result.winner));
    if (before && !before.next && model.you.length) this.#follow(model.next);
    if (!before || before.seq !== model.seq) this.#forget();
    if (before?.offer && !model.offer && before.you.includes(before.offer.by)) this.#declined(before);
    this.#render();
    this.#firstStone();
  }

  #takeMove(message) {
    const model = this.#model;
    if (!model || message.seq !== model.seq + 1) return this.#line.restart();
    const following = this.#shown === model.moves.length;
    const elsewhere = model.you.includes(model.turn) && !this.#sent;
    model.play(message, performance.now());
    if (following) this.#shown = model.moves.length;
    this.#sent = null;
    this.#forget();
    if (model.traps.includes(message.point)) this.#board.fall(message.point, message.by);
    if (elsewhere) this.#notice = { text: say("state.elsewhere", { move: message.point }) };
    playStone();
    this.#render();
    return undefined;
  }

  #takeNote(message) {
    const model = this.#model;
    if (!model) return;
    const hadLeft = model.hasLeft(performance.now());
    model.hear(message, performance.now());
    if (hadLeft && model.away(performance.now()) === null) {
      this.#sayBriefly("state.back", { name: say(`color.${model.rival}.name`) });
    }
    this.#seats.set(this.#model, this.#order());
    this.#renderButtons();
  }

  #takeOk(message) {
    if (message.hint) this.#showHint(message.hint);
    this.#follow(message.next);
  }

  // Both the answer and the new state name the next game; one of them is enough.
  #follow(next) {
    if (!next || this.#leaving) return;
    this.#leaving = true;
    location.assign(`/g/${next}`);
  }

  #takeError(message) {
    // A click just before the news of a restarted server arrived still means the same point.
    if (message.code === "stale" && this.#sent) return this.#line.restart();
    this.#sent = null;
    this.#shown = this.#model?.moves.length ?? 0;
    this.#say(refusalSentence(message), true);
    this.#render();
    if (message.code === "stale") this.#line.restart();
    return undefined;
  }

  // Commands

  #send(what, more = {}) {
    const command = { do: what, id: newId(), seq: this.#model.seq, ...more };
    const gone = this.#line.send(command);
    if (!gone) this.#say(say("state.retrying"), true);
    return { command, gone };
  }

  // A move whose answer was lost is sent again, its id makes that harmless; and one that came too
  // early for a game where no other was made since.
  #resend(model, before) {
    if (!this.#sent) return;
    const { command, point } = this.#sent;
    if (command.seq !== model.seq) {
      const isSame = model.mineToMove && before?.moves.length === model.moves.length;
      this.#sent = isSame ? { command: { ...command, id: newId(), seq: model.seq }, point } : null;
    }
    if (this.#sent) this.#line.send(this.#sent.command);
  }

  #play(point) {
    const model = this.#model;
    if (!model || this.#sent) return;
    if (this.#tray) return this.#put(point);
    if (!model.mineToMove) return;
    const { command } = this.#send("move", { point });
    this.#sent = { command, point };
    this.#notice = null;
    this.#shown = model.moves.length;
    this.#render();
  }

  #firstStone() {
    const point = this.#first;
    this.#first = null;
    if (point && !this.#model.moves.length) this.#play(point);
    if (this.#invite) this.share();
    this.#invite = false;
  }

  undo() {
    this.#model.isByLink ? this.offer("undo") : this.#send("undo");
  }

  hint() {
    this.#say(say("state.hinting"));
    this.#send("hint");
  }

  offer(kind) {
    this.#send("offer", { kind });
  }

  answer(accept) {
    this.#send("answer", { accept });
  }

  pause() {
    this.#send("pause");
  }

  resume() {
    this.#send("resume");
  }

  abort() {
    this.#send("abort");
  }

  claim() {
    this.#send("claim");
  }

  resign() {
    confirmDialog(say("resign.title"), say("resign.ask"), say("button.resign"), () => this.#send("resign"));
  }

  choose(choice) {
    this.#send("choose", { choice });
  }

  offerStones() {
    this.#send("place", { points: this.#tray.points });
  }

  place() {
    this.#board.place();
  }

  rematch() {
    this.#send("rematch");
  }

  share() {
    shareDialog(new URL(`/g/${this.#id}`, location.href).href, { invite: Boolean(this.#model?.missing) });
  }

  toggle(name) {
    settings[name] = !settings[name];
  }

  async sit() {
    try {
      await ask("POST", `/api/games/${this.#id}/seat`, { seat: this.#model.missing });
    } catch (error) {
      this.#say(error.sentence, true);
    }
  }

  opponentName() {
    const { seats, rival } = this.#model;
    return rival ? seatName(seats[rival]) : say("seat.other");
  }

  nextLevel() {
    const { result, you, seats, moves } = this.#model;
    if (!result || you.length !== 1 || result.winner !== you[0]) return null;
    const level = /^level-(\d+)$/.exec(seats[other(you[0])]?.name ?? "");
    const next = level ? Number(level[1]) + 1 : 21;
    if (next > 20) return null;
    return {
      sentence: say("state.suggest", { n: moves.length, next }),
      label: say("button.next-level", { n: next }),
      short: say("seat.level", { n: next }),
      go: () => location.assign(`/?level=${next}`),
    };
  }

  // The reader's hands

  #listen() {
    const board = this.#board;
    board.addEventListener("point", (event) => this.#play(event.detail.point));
    board.addEventListener("pending", (event) => {
      this.#trap = event.detail.trap;
      this.#notice = null;
      this.#renderButtons();
    });
    board.addEventListener("refused", (event) => this.#refuse(event.detail));
    board.addEventListener("hover", (event) => this.#explain(event.detail.point));
    board.addEventListener("step", (event) => this.go(this.#shown + event.detail.by));
    onSetting(() => this.#render());
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
    this.#keys();
    const open = attachCommandLine(find("#command"), (words) => answerCommand(words, this));
    this.openCommand = open;
  }

  #keys() {
    const back = () => this.go(this.#shown - 1);
    const forward = () => this.go(this.#shown + 1);
    const flip = (name) => () => this.toggle(name);
    attachKeys({
      ArrowLeft: back,
      ArrowRight: forward,
      ",": back,
      ".": forward,
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      u: () => this.#may("undo") && this.undo(),
      h: () => this.#may("hint") && this.hint(),
      n: flip("numbers"),
      t: flip("threats"),
      c: flip("coordinates"),
      r: () => (settings.rotate = (settings.rotate + 1) % 4),
      z: () => document.body.classList.toggle("only"),
      a: () => this.#model?.result && location.assign(analyseAddress(this.#model)),
      "/": () => this.openCommand(),
      Escape: () => this.#board.cancel(),
    });
  }

  #may(what) {
    return Boolean(this.#model?.can(performance.now())[what]);
  }

  // On paper there is no stepping: the last position with its numbers says it all.
  #print(paper) {
    this.#paper = paper;
    this.go(Infinity);
  }

  /** Show the position after that many moves. */
  go(shown) {
    if (!this.#model) return;
    this.#shown = Math.max(0, Math.min(shown, this.#model.moves.length));
    this.#render();
  }

  #put(point) {
    this.#tray.toggle(point);
    this.#render();
  }

  #trayFor(model, before) {
    const { stage } = model;
    if (stage?.kind !== "place" || !model.you.includes(model.acting)) return null;
    if (this.#tray && before?.seq === model.seq) return this.#tray;
    return new Tray(stage.count, stage.color);
  }

  #refuse({ point, reason }) {
    this.#say(refusalSentence({ code: "forbidden", args: { point, reason } }), true);
  }

  // The two threes or fours that forbid a point are drawn while the pointer is on it.
  #explain(point) {
    const reason = point && this.#model?.scene.forbidden?.[point];
    const why = reason ? (this.#model.scene.why?.[point] ?? []) : null;
    if (reason) this.#refuse({ point, reason });
    else if (this.#why) this.#notice = null;
    if (reason || this.#why) {
      this.#why = why;
      this.#render();
    }
  }

  #showHint({ point, code, args, text }) {
    const reason = knows(`hint.${code}`) ? say(`hint.${code}`, args) : text;
    this.#hint = point;
    this.#say(say("hint.why", { point, reason }));
    this.#render();
  }

  #declined(before) {
    if (!this.#model.result && before.moves.length === this.#model.moves.length) this.#say(say("state.declined"));
  }

  #forget() {
    this.#notice = null;
    this.#hint = null;
    this.#why = null;
  }

  #say(text, alert = false) {
    this.#notice = { text, alert };
    this.#tellStatus();
  }

  // What is good to know for a moment is said before what is going on.
  #sayBriefly(key, values = {}) {
    this.#brief = { text: say(key, values), until: performance.now() + BRIEF };
    this.#tellStatus();
  }

  // Showing

  get model() {
    return this.#model;
  }

  get clocks() {
    return this.#seats;
  }

  /** Play a point that was typed, and return the sentence for it. */
  playTyped(point) {
    const reason = this.#model.scene.forbidden?.[point];
    if (reason) return refusalSentence({ code: "forbidden", args: { point, reason } });
    if (!this.#model.mineToMove && !this.#tray) return say("refused.not-your-turn");
    this.#play(point);
    return "";
  }

  #render() {
    const model = this.#model;
    if (!model) return;
    document.body.dataset.seq = model.seq;
    document.body.classList.toggle("deciding", Boolean(model.stage) && model.you.includes(model.acting));
    this.#board.set(this.#scene());
    this.#seats.set(model, this.#order());
    this.#renderPanel();
    this.#renderButtons();
  }

  #scene() {
    const model = this.#model;
    const numbers = settings.numbers || this.#paper;
    const scene = model.view(this.#shown, { ...settings, numbers });
    const live = this.#shown === model.moves.length;
    scene.confirm = settings.confirm;
    scene.steps = Boolean(model.result);
    if (!live) return scene;
    if (this.#hint) scene.hint = this.#hint;
    if (this.#why?.length) scene.threats = this.#why;
    if (this.#sent?.point) {
      const { point } = this.#sent;
      scene.stones = [...scene.stones, { point, color: model.stone, number: model.moves.length + 1 }];
      scene.last = point;
    } else if (this.#tray) {
      scene.stones = [...scene.stones, ...this.#tray.stones(scene.stones.length)];
      scene.mover = this.#tray.next;
      scene.movable = this.#tray.points.filter(Boolean);
    } else if (model.mineToMove) {
      scene.mover = model.stone;
    }
    return scene;
  }

  // The reader sits at the bottom; spectators see Black there.
  #order() {
    const sides = Object.keys(this.#model.seats);
    const own = this.#model.you.length === 1 ? this.#model.you[0] : sides[0];
    return [sides.find((side) => side !== own), own];
  }

  #renderPanel() {
    const model = this.#model;
    const go = (n) => this.go(n);
    const content = find("#content");
    content.classList.toggle("replay", Boolean(model.result));
    fill(
      content,
      factsLine(model),
      model.result ? resultBox(model, resultSentence(model), this) : null,
      model.stage && !model.result ? openingStrip(model, this.#tray, this) : null,
      moveList(model, this.#shown, go),
      stepper(model, this.#shown, go),
    );
    const list = content.querySelector(".moves");
    const current = list?.querySelector("[aria-current]");
    if (current) list.scrollTo(current.offsetLeft - list.clientWidth + 90, current.offsetTop - list.clientHeight + 40);
  }

  #renderButtons() {
    if (!this.#model) return;
    this.#actions.set(this.#model, this.#board.pending);
    this.#renderAct();
    this.#tellStatus();
  }

  // The one thing to do about what the status line says.
  #renderAct() {
    const model = this.#model;
    const act = [];
    const mine = model.offer && model.you.includes(model.offer.by);
    if (this.#state.is !== "open" && this.#state.tries) {
      act.push(button(say("button.retry"), () => this.#line.retry()));
    } else if (model.canSit) {
      const color = say(`color.${model.missing}.name`);
      act.push(button(say("button.sit", { color }), () => this.sit(), { kind: "primary" }));
    } else if (model.missing && model.you.length) {
      act.push(button(say("button.invite"), () => this.share(), { kind: "primary", sign: "link" }));
    } else if (model.offer && mine) {
      act.push(button(say("button.withdraw"), () => this.answer(false)));
    } else if (model.offer && model.you.length) {
      act.push(button(say("button.accept"), () => this.answer(true), { kind: "primary" }));
      act.push(button(say("button.decline"), () => this.answer(false)));
    } else if (model.hasFailed && model.you.length) {
      act.push(button(say("button.again"), () => this.#send("retry"), { kind: "primary" }));
    }
    fill(find("#act"), ...act);
  }

  #tellStatus() {
    const now = {
      line: this.#state,
      notice: this.#notice,
      shown: this.#shown,
      sent: this.#sent?.point,
      tray: this.#tray,
      pending: this.#board.pending,
      trap: this.#trap,
      time: performance.now(),
      touch: matchMedia("(pointer: coarse)").matches,
    };
    const found = statusOf(this.#model, now);
    const { alert = false, elapsed = "" } = found;
    const brief = this.#brief && now.time < this.#brief.until && now.line.is === "open" ? this.#brief.text : "";
    const text = together(brief, found.text);
    find("#elapsed").textContent = elapsed;
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.classList.toggle("alert", alert);
    this.#status.classList.toggle("over", Boolean(this.#model?.result) && !this.#notice);
    const title = this.#model?.mineToMove ? `● ${say("state.your-turn")} · tengen` : `tengen · ${say("game.title")}`;
    if (document.title !== title) document.title = title;
  }
}

const id = find("#main").dataset.game;
if (id) new Table(id);
