// The engine on the other side of the line: asked about one position at a time, told to stop.

import { Line, ask } from "../app/socket.js";

const BUSY = 2000;

/**
 * An analysis of one position, and of the next one when the reader goes there.
 *
 * Calls back `on.info(info)` for what it finds in the position that was asked about last,
 * `on.over(reason)` when it stops by itself, `on.note(note)` when it waits, has lost its line or finds
 * no room, and `on.error(error)`.
 */
export class Engine {
  #on;
  #wanted = null;
  #line = null;
  #id = null;

  constructor(on) {
    this.#on = on;
    addEventListener("pagehide", () => this.#leave());
  }

  /** Whether it is looking at a position. */
  get isRunning() {
    return this.#wanted !== null;
  }

  /** Look at a position, and at no other any more. */
  async start(position, lines) {
    const wanted = { position, lines };
    this.#wanted = wanted;
    this.#leave();
    // Who steps through a game quickly means the position where he stops.
    await new Promise((resolve) => setTimeout(resolve, this.#id ? 60 : 0));
    if (this.#wanted !== wanted) return;
    try {
      const { id } = await ask("POST", "/api/analyses", wanted);
      if (this.#wanted === wanted) this.#listen(id);
    } catch (error) {
      if (this.#wanted !== wanted) return;
      if (error.status === 429) this.#tryAgain(wanted, error);
      else this.#end(() => this.#on.error(error));
    }
  }

  // When too many are at it, that is told, and asked again until there is room.
  #tryAgain(wanted, error) {
    this.#on.note({ what: "busy", text: error.sentence });
    setTimeout(() => this.#wanted === wanted && this.start(wanted.position, wanted.lines), BUSY);
  }

  /** Listen to an analysis of a position that the server has begun by itself; `info` is its start. */
  adopt({ id, info }, position, lines) {
    this.#wanted = { position, lines };
    this.#listen(id);
    if (info) this.#on.info(info);
  }

  /** Stop looking. */
  stop() {
    const id = this.#id;
    this.#wanted = null;
    this.#leave();
    if (id) ask("DELETE", `/api/analyses/${id}`).catch(() => {});
  }

  #leave() {
    this.#line?.close();
    this.#line = null;
  }

  #listen(id) {
    this.#id = id;
    this.#line = new Line(`/api/analyses/${id}`, {
      message: (message) => this.#take(message, id),
      change: (state) => this.#connection(state, id),
    });
  }

  #connection(state, id) {
    if (id !== this.#id || !this.#wanted) return;
    // A server that was started again knows nothing of this analysis: it is asked for anew.
    if (state.is === "refused" && state.code === 4404) this.start(this.#wanted.position, this.#wanted.lines);
    else if (state.is === "lost" || state.is === "restarting") this.#on.note({ what: "lost" });
  }

  #take(message, id) {
    if (id !== this.#id || !this.#wanted) return;
    if (message.is === "info") this.#on.info(message);
    else if (message.is === "note") this.#on.note(message);
    else if (message.is === "done") this.#end(() => this.#on.over(message.reason));
  }

  #end(then) {
    this.#wanted = null;
    this.#leave();
    then();
  }
}
