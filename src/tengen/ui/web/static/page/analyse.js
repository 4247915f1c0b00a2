// The analysis page: a tree of moves, what the rules and the engine say of each position, and tools.

import "../board/element.js";
import "../app/shell.js";
import { button, find, make, show } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { attachKeys } from "../app/keys.js";
import { onSetting, setCookie, settings } from "../app/settings.js";
import { ask, refusalSentence } from "../app/socket.js";
import { playStone } from "../app/sound.js";
import { urgent } from "../board/state.js";
import { Engine } from "./engine.js";
import { Course } from "./course.js";
import { Graph } from "./graph.js";
import { Lines, blackChance, candidates, ghosts, heat, verdict } from "./lines.js";
import { MoveList } from "./moves.js";
import { shareDialog } from "./panel.js";
import { pasteDialog } from "./paste.js";
import { ForcedWin } from "./proof.js";
import { SetupEditor } from "./setup.js";
import { Shelf, addressOf, downloadDialog } from "./shelf.js";
import { resultSentence } from "./status.js";
import { Tools } from "./tools.js";
import { GameTree } from "./tree.js";
import { threatList, viewTabs } from "./views.js";

const LAYERS = { candidates: "e", urgentThreats: "t", allThreats: "l", heat: "m", numbers: "n" };
const HIDDEN_FOR = 60000;
const STEPPING = 120;

/** The page. */
class Analysis {
  #board = find("#board");
  #status = find("#status");
  #panel = find("#content");
  #tree;
  #at;
  #scenes = new Map();
  #infos = new Map();
  #preview = null;
  #notice = null;
  #editor = null;
  #forced = new ForcedWin();
  #reason = "";
  #steppedAt = -STEPPING;
  #looked = null;
  #begun = null;
  #shelf;
  #rules;

  constructor({ tree, problem, rules, analysis }) {
    this.#rules = rules;
    this.#shelf = new Shelf();
    this.#engine = new Engine(this.#engineCalls());
    this.#lines = new Lines({
      toggle: () => this.toggleEngine(),
      count: (n) => this.#count(n),
      preview: (moves) => this.#show(moves),
      play: (moves) => this.#playLine(moves),
    });
    this.#graph = new Graph({ go: (n) => this.#goTo(n), preview: (n) => this.#peek(n) });
    this.#course = new Course((done, all) => this.#courseMoved(done, all));
    this.#build();
    this.#listen();
    const kept = this.#shelf.take();
    const at = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
    this.#rememberEngine();
    // The engine may look at the position already; where the reader wants another, he asks himself.
    const isWanted = analysis && settings.engine && analysis.lines === settings.lines && !kept && at === null;
    this.#begun = isWanted ? analysis : null;
    this.open(new GameTree(kept ?? tree), { at, problem });
    if (analysis && !settings.engine) ask("DELETE", `/api/analyses/${analysis.id}`).catch(() => {});
  }

  #engine;
  #lines;
  #graph;
  #course;

  /** Take a tree in place of the one there was, and go to its end or where `at` says. */
  open(tree, { at = null, problem = null } = {}) {
    this.#tree = tree;
    this.#scenes.clear();
    this.#infos.clear();
    this.#course.clear();
    const line = tree.line(tree.end());
    const node = at === null ? tree.end() : (line[Math.min(at, line.length) - 1] ?? tree.root);
    this.#editor = null;
    this.#forced.close();
    this.#go(node);
    if (problem) this.#say(refusalSentence(problem), true);
  }

  // Going about

  #go(node) {
    this.#at = node;
    this.#preview = null;
    this.#looked = null;
    this.#notice = null;
    this.#lines.set(this.#infos.get(this.#key), true);
    if (settings.engine) this.#restart();
    this.#keep();
    this.#render();
    this.#fetchSoon();
    this.#course.want(this.#graphNodes().map((one) => this.#tree.key(one)));
  }

  get #key() {
    return this.#tree.key(this.#at);
  }

  // The nodes of the line that goes through the one that is shown, the start included.
  #graphNodes() {
    return [this.#tree.root, ...this.#tree.line(this.#tree.end(this.#at))];
  }

  #goTo(n) {
    this.#go(this.#graphNodes()[n] ?? this.#at);
  }

  #step(by) {
    if (this.#editor || this.#forced.walk) return;
    if (by < 0 && this.#at.parent) this.#go(this.#at.parent);
    else if (by > 0 && this.#at.children.length) this.#go(this.#at.children[0]);
  }

  #sibling(by) {
    const siblings = this.#at.parent?.children ?? [];
    const to = siblings[siblings.indexOf(this.#at) + by];
    if (to) this.#go(to);
  }

  // Who runs through a game asks what the rules say where he stops.
  #fetchSoon() {
    const [key, now] = [this.#key, performance.now()];
    const isRunning = now - this.#steppedAt < STEPPING;
    this.#steppedAt = now;
    if (isRunning) setTimeout(() => this.#key === key && this.#fetchScene(), STEPPING);
    else this.#fetchScene();
  }

  // What the rules say comes from the server, once for each position.
  async #fetchScene() {
    const key = this.#key;
    if (this.#scenes.has(key)) return;
    try {
      this.#scenes.set(key, await ask("POST", "/api/positions", { position: key }));
    } catch (error) {
      if (this.#key !== key) return;
      if (error.status === 429) setTimeout(() => this.#key === key && this.#fetchScene(), 500);
      else this.#refuse(error);
    }
    if (this.#key === key) this.#render();
  }

  // A move that the rules do not allow leaves the tree again, with its sentence.
  #refuse(error) {
    const node = this.#at;
    if (error.status && node.parent && !node.children.length) this.#go(this.#tree.remove(node));
    this.#say(error.sentence, true);
  }

  #play(point) {
    if (this.#editor) return this.#editor.put(point);
    if (this.#forced.walk) return this.#forced.defend(point) && this.#walked();
    const known = this.#tree.child(this.#at, point);
    playStone();
    this.#go(known ?? this.#tree.add(this.#at, point));
    return undefined;
  }

  #playLine(moves) {
    this.#go(this.#tree.addLine(this.#at, moves));
  }

  #show(moves) {
    this.#preview = moves;
    this.#renderBoard();
  }

  #peek(n) {
    const node = n === null ? null : this.#graphNodes()[n];
    this.#board.set(this.#scene(node ?? this.#at));
  }

  // The tree

  promote() {
    this.#tree.promote(this.#at);
    this.#go(this.#at);
  }

  remove() {
    if (this.#at.parent) this.#go(this.#tree.remove(this.#at));
  }

  comment(text) {
    this.#tree.annotate(this.#at, text);
    this.#keep();
    this.#renderTree();
  }

  #keep() {
    this.#shelf.keep(this.#tree, this.#at);
  }

  // The engine

  #engineCalls() {
    return {
      info: (info) => this.#heard(info),
      over: (reason) => this.#stopped(reason),
      note: (note) => this.#noted(note),
      error: (error) => {
        this.#reason = error.sentence;
        this.#tellEngine();
      },
    };
  }

  toggleEngine() {
    settings.engine = !settings.engine;
    this.#rememberEngine();
    if (settings.engine) this.#restart();
    else this.#engine.stop();
    this.#reason = "";
    this.#tellEngine();
  }

  // The server begins by itself when a page is opened, if it knows that the engine is wanted.
  #rememberEngine() {
    setCookie("engine", settings.engine ? String(settings.lines) : "0");
  }

  #restart() {
    this.#reason = "";
    if (this.#begun) this.#engine.adopt(this.#begun, this.#key, settings.lines);
    else this.#engine.start(this.#key, settings.lines);
    this.#begun = null;
    this.#tellEngine();
  }

  #count(n) {
    settings.lines = n;
    this.#rememberEngine();
    if (settings.engine) this.#restart();
  }

  #heard(info) {
    const key = this.#key;
    this.#reason = info.sharing ? say("engine.sharing", { n: info.sharing }) : "";
    this.#infos.set(key, info);
    if (info.lines?.length) this.#course.set(key, blackChance(info.lines[0], this.#tree.turn(this.#at)));
    this.#lines.set(info);
    this.#tellEngine();
    this.#renderBoard();
    this.#renderBar();
  }

  #stopped(reason) {
    this.#reason = say(`engine.stopped.${reason}`);
    this.#tellEngine();
  }

  #noted(note) {
    if (note.what === "waiting") this.#reason = say("engine.waiting", { n: note.place });
    else if (note.what === "lost") this.#reason = say("engine.lost");
    else if (note.what === "busy") this.#reason = note.text;
    else this.#reason = "";
    this.#tellEngine();
  }

  #tellEngine() {
    this.#lines.state({ running: settings.engine, count: settings.lines, reason: this.#reason });
  }

  #courseMoved(done, all) {
    this.#renderGraph();
    this.#renderBar();
    if (!this.#notice) this.#tell(done < all ? say("graph.progress", { n: done, all }) : this.#sentence());
  }

  // The forced win

  prove() {
    // The solver and the engine would share one process; the reader waits for the solver.
    this.#engine.stop();
    const foundAt = this.#at;
    this.#forced.prove(this.#key, this.#tree.turn(foundAt), {
      say: (text, alert) => this.#say(text, alert),
      change: () => this.#renderTools(),
      over: (won) => {
        if (won) this.#walked();
        else if (settings.engine) this.#restart();
      },
    });
  }

  #walked() {
    this.#notice = null;
    this.#render();
    const key = this.#walkKey();
    this.#fetchInto(key).then(() => this.#forced.walk && this.#walkKey() === key && this.#renderBoard());
  }

  async #fetchInto(key) {
    if (this.#scenes.has(key)) return;
    this.#scenes.set(key, await ask("POST", "/api/positions", { position: key }).catch(() => ({ scene: {} })));
  }

  #walkKey() {
    const moves = [...this.#tree.moves(this.#at), ...this.#forced.walk.moves].join("");
    return `${this.#key.replace(/_moves:.*$/, "")}_moves:${moves}`;
  }

  #walkPanel() {
    return this.#forced.panel({
      change: () => this.#walked(),
      keep: (moves) => this.#playLine(moves),
      close: () => this.#go(this.#at),
    });
  }

  // Setting up, pasting, sharing

  setUp() {
    const { black, white, ...rest } = this.#tree.setup;
    const stones = this.#tree.view(this.#at).stones;
    const of = (color) => stones.filter((stone) => stone.color === color).map(({ point }) => point);
    const setup = { ...rest, black: of("black"), white: of("white"), turn: this.#tree.turn(this.#at) };
    this.#engine.stop();
    this.#editor = new SetupEditor(setup, this.#rules, {
      change: () => this.#checkSetup(),
      done: () => this.open(new GameTree({ setup: this.#editor.setup })),
      cancel: () => {
        this.#editor = null;
        this.#go(this.#at);
      },
    });
    this.#render();
    this.#checkSetup();
  }

  async #checkSetup() {
    const editor = this.#editor;
    this.#renderBoard();
    const key = new GameTree({ setup: editor.setup }).key({ parent: null });
    const sentence = await ask("POST", "/api/positions", { position: key }).then(
      () => null,
      (error) => error.sentence,
    );
    // An answer to what the position was a moment ago says nothing about what it is.
    const now = new GameTree({ setup: editor.setup }).key({ parent: null });
    if (this.#editor === editor && now === key) editor.refuse(sentence);
  }

  paste() {
    pasteDialog((plain) => this.open(new GameTree(plain)));
  }

  async share() {
    try {
      shareDialog(new URL(await addressOf(this.#tree, this.#at), location.href).href);
    } catch (error) {
      this.#say(error.sentence, true);
    }
  }

  download() {
    downloadDialog(this.#tree, this.#at, settings);
  }

  // The reader's hands

  #listen() {
    const board = this.#board;
    board.addEventListener("point", (event) => this.#play(event.detail.point));
    board.addEventListener("refused", ({ detail }) => this.#say(refusalSentence({ code: "forbidden", args: detail }), true));
    board.addEventListener("step", (event) => this.#step(event.detail.by));
    onSetting(() => this.#render());
    attachKeys({
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      ArrowUp: () => this.#sibling(-1),
      ArrowDown: () => this.#sibling(1),
      ",": () => this.#step(-1),
      ".": () => this.#step(1),
      Home: () => this.#go(this.#tree.root),
      End: () => this.#go(this.#tree.end(this.#at)),
      a: () => this.toggleEngine(),
      r: () => (settings.rotate = (settings.rotate + 1) % 4),
      c: () => (settings.coordinates = !settings.coordinates),
      z: () => document.body.classList.toggle("only"),
      Escape: () => board.cancel(),
      ...Object.fromEntries(Object.entries(LAYERS).map(([name, key]) => [key, () => (settings[name] = !settings[name])])),
    });
    let timer = 0;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => settings.engine && this.toggleEngine(), HIDDEN_FOR);
    });
  }

  // Showing

  #build() {
    find("#graph").replaceChildren(this.#graph.root);
    this.moves = new MoveList((node) => this.#go(node));
    this.tools = new Tools({
      first: () => this.#go(this.#tree.root),
      back: () => this.#step(-1),
      forward: () => this.#step(1),
      last: () => this.#go(this.#tree.end(this.#at)),
      rotate: () => (settings.rotate = (settings.rotate + 1) % 4),
      prove: () => this.prove(),
      setUp: () => this.setUp(),
      paste: () => this.paste(),
      share: () => this.share(),
      download: () => this.download(),
    });
    this.views = viewTabs(this.#panel);
    this.threats = make("div", { class: "threats-told" });
    this.promoting = button(say("tree.promote"), () => this.promote(), { sign: "first" });
    this.deleting = button(say("tree.delete"), () => this.remove(), { sign: "close" });
    this.note = make("textarea", {
      rows: "2",
      "aria-label": say("tree.comment"),
      placeholder: say("tree.comment"),
      maxlength: "4000",
      oninput: () => this.comment(this.note.value),
    });
    this.edit = make("div", { class: "edit" }, this.note, make("div", { class: "buttons" }, this.promoting, this.deleting));
    const pills = Object.keys(LAYERS).map((name) =>
      make("button", { type: "button", class: "pill", "data-layer": name, text: say(`layer.${name}`), onclick: () => (settings[name] = !settings[name]) }),
    );
    find("#layers").replaceChildren(...pills);
  }

  #render() {
    document.body.dataset.seq = String(this.#at.ply);
    for (const pill of find("#layers").children) {
      pill.setAttribute("aria-pressed", String(Boolean(settings[pill.dataset.layer])));
    }
    const rest = this.#forced.walk ? [this.#walkPanel()] : [this.moves.root, this.edit, this.threats];
    const views = this.#forced.walk ? [] : [this.views];
    const parts = this.#editor ? [this.#editor.root] : [...views, this.#lines.root, ...rest, this.tools.root];
    if (parts.length !== this.#panel.children.length || parts.some((part, i) => part !== this.#panel.children[i])) {
      this.#panel.replaceChildren(...parts);
    }
    this.#renderBoard();
    this.#renderBar();
    this.#renderTree();
    this.#renderThreats();
    this.#renderTools();
    this.#renderGraph();
    this.#tellEngine();
    if (!this.#notice) this.#tell(this.#sentence());
  }

  #renderBoard() {
    this.#board.set(this.#editor ? { ...this.#editor.scene(), ...this.#look() } : this.#scene(this.#at));
  }

  #outcome(node) {
    return this.#scenes.get(this.#tree.key(node))?.game?.result ?? null;
  }

  #look() {
    return { rotate: settings.rotate, coordinates: settings.coordinates, steps: true };
  }

  #scene(node) {
    const view = this.#tree.view(node);
    const here = node === this.#at;
    if (here && this.#forced.walk) return this.#walkScene(view);
    const { scene = {} } = this.#scenes.get(this.#tree.key(node)) ?? {};
    const { forbidden = {}, line = [], threats = [] } = scene;
    Object.assign(view, this.#look(), { numbers: settings.numbers, forbidden, line, confirm: settings.confirm });
    if (settings.urgentThreats || settings.allThreats) view.threats = urgent(threats, settings.allThreats);
    if (here && this.#looked) view.threats = [this.#looked];
    if (!here || this.#outcome(node)) return view;
    view.mover = view.turn;
    const info = this.#infos.get(this.#key);
    if (info && settings.candidates) view.candidates = candidates(info.lines ?? []);
    if (info && settings.heat) view.heat = heat(info.candidates ?? []);
    if (this.#preview) view.preview = ghosts(this.#preview, view.turn);
    return view;
  }

  #walkScene(view) {
    const { scene = {} } = this.#scenes.get(this.#walkKey()) ?? {};
    const { forbidden = {}, threats = [], line = [] } = scene;
    return this.#forced.scene({ ...view, ...this.#look(), forbidden, line, threats: urgent(threats) });
  }

  #renderBar() {
    const chance = this.#course.get(this.#key);
    const bar = find("#bar");
    const info = this.#infos.get(this.#key);
    const text = verdict(info?.lines?.[0], this.#tree.turn(this.#at), chance);
    bar.querySelector("i").style.setProperty("--black", `${Math.round(100 * (chance ?? 0.5))}%`);
    bar.classList.toggle("unknown", chance === undefined || chance === null);
    bar.setAttribute("aria-label", text);
    find("#verdict").textContent = text;
  }

  #renderTree() {
    this.moves.set(this.#tree, this.#at);
    if (document.activeElement !== this.note) this.note.value = this.#at.comment;
    this.promoting.disabled = this.#tree.line(this.#at).every((node) => node.parent.children[0] === node);
    this.deleting.disabled = !this.#at.parent;
  }

  #renderThreats() {
    const { scene = {} } = this.#scenes.get(this.#key) ?? {};
    if (this.threats.of === scene.threats) return;
    this.threats.of = scene.threats;
    const look = (threat) => {
      this.#looked = threat;
      this.#renderBoard();
    };
    this.threats.replaceChildren(threatList(scene.threats ?? [], look));
  }

  #renderTools() {
    this.tools.set({
      isFirst: !this.#at.parent,
      isLast: !this.#at.children.length,
      isOver: Boolean(this.#outcome(this.#at)),
      isSolving: this.#forced.isSolving,
    });
  }

  #renderGraph() {
    const nodes = this.#graphNodes();
    const values = nodes.map((node) => this.#course.get(this.#tree.key(node)) ?? null);
    show(find("#graph"), nodes.length > 1);
    this.#graph.set(values, nodes.indexOf(this.#at));
  }

  #sentence() {
    const outcome = this.#outcome(this.#at);
    if (this.#editor) return say("setup.lead");
    if (this.#forced.walk) return this.#forced.sentence;
    if (outcome) return resultSentence({ result: outcome });
    const color = say(`color.${this.#tree.turn(this.#at)}.name`);
    return say("state.turn-of", { color });
  }

  #say(text, alert = false) {
    this.#notice = text;
    this.#tell(text, alert);
  }

  #tell(text, alert = false) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.classList.toggle("alert", alert);
  }
}

new Analysis(JSON.parse(find("#start").textContent));
