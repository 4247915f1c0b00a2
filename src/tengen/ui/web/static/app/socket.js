// Talking to the server: requests with one shape of error, and a socket that comes back by itself.

import { knows, say } from "./i18n.js";

const WAITS = [500, 1000, 2000, 4000, 8000];
const PATIENCE = 6000;

/** An answer of the server that is no success; `code` and `args` make its sentence. */
export class Refusal extends Error {
  constructor(status, { code = "failed", args = {}, text = "" } = {}) {
    super(text || code);
    this.status = status;
    this.code = code;
    this.args = args;
  }

  /** The sentence in the reader's language. */
  get sentence() {
    return refusalSentence(this);
  }
}

/** Return the sentence for an error's code, or the server's own where there is none. */
export function refusalSentence({ code, args = {}, text = "", message = "" }) {
  const values = { ...args };
  if (args.reason && knows(`reason.${args.reason}`)) values.reason = say(`reason.${args.reason}`);
  const key = code.startsWith("store-") ? "refused.store" : `refused.${code}`;
  return knows(key) ? say(key, values) : text || message || say("refused.failed");
}

/** Ask the server for JSON; throws a Refusal with a sentence for every failure but an abort. */
export async function ask(method, path, body, signal) {
  const options = { method, signal, headers: { accept: "application/json" } };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { code: "unreachable" });
  }
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  const seconds = answer.headers.get("retry-after") ?? 10;
  const error = data.error ?? data;
  if (answer.status === 429 && !knows(`refused.${error.code}`)) throw new Refusal(429, { code: "too-many", args: { seconds } });
  throw new Refusal(answer.status, error);
}

/**
 * A connection that lasts: it tries again by itself, ever more slowly, and says so.
 *
 * Calls back `message(data)` for everything that arrives and `change({is, seconds})`, where `is` is
 * one of connecting, open, lost, restarting, refused.
 */
export class Line {
  #path;
  #on;
  #socket = null;
  #tries = 0;
  #timer = 0;
  #watch = 0;
  #closed = false;

  constructor(path, on) {
    this.#path = path;
    this.#on = on;
    addEventListener("online", () => this.retry());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.retry();
    });
    this.#open();
  }

  /** Whether messages can be sent now. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message; says whether there was a connection to send it on. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    this.#expect();
    return true;
  }

  /** Try again at once. */
  retry() {
    if (this.#closed || (this.#socket?.readyState ?? 3) < WebSocket.CLOSING) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  /** Begin anew, because something was missed. */
  restart() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#open();
  }

  /** End it for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    // Browsers complain of a line that is closed before it is open.
    if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
    else socket?.close();
  }

  #open() {
    this.#on.change({ is: "connecting", tries: this.#tries });
    const socket = new WebSocket(new URL(this.#path, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    // A line that neither opens nor fails is given up and tried again.
    const stuck = setTimeout(() => socket.close(), 10000);
    socket.addEventListener("open", () => {
      clearTimeout(stuck);
      this.#tries = 0;
      this.#on.change({ is: "open" });
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.#watch);
      this.#on.message(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(stuck);
      if (this.#socket === socket) this.#lost(event.code, event.reason);
    });
  }

  #lost(code, reason = "") {
    clearTimeout(this.#watch);
    if (this.#closed) return;
    if (code === 1008 || code === 4404) {
      const why = code === 4404 ? "game" : reason.startsWith("you have") ? "limit" : "busy";
      this.#on.change({ is: "refused", code, why });
      return;
    }
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] * (0.8 + 0.4 * Math.random());
    this.#tries += 1;
    const is = code === 1012 ? "restarting" : "lost";
    this.#on.change({ is, tries: this.#tries, seconds: Math.ceil(wait / 1000) });
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  // Whatever is sent gets an answer; a stalled line shows by giving none.
  #expect() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      const dead = this.#socket;
      this.#socket = null;
      dead?.close();
      this.#lost(1006);
    }, PATIENCE);
  }
}
