// The course of the game, computed in the background: Black's chance in one position after another.

import { ask } from "../app/socket.js";

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Values by position; asks for those that are wanted and unknown, one at a time, in order. */
export class Course {
  #values = new Map();
  #wanted = [];
  #asking = false;
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Black's chance in a position, if it is known. */
  get(key) {
    return this.#values.get(key);
  }

  /** Remember what was found elsewhere. */
  set(key, chance) {
    this.#values.set(key, chance);
    this.#tell();
  }

  /** Forget everything. */
  clear() {
    this.#values.clear();
    this.#wanted = [];
  }

  /** Say which positions are shown; those that are unknown are asked about. */
  want(keys) {
    this.#wanted = keys;
    if (!this.#asking) this.#next();
  }

  async #next() {
    const key = this.#wanted.find((one) => !this.#values.has(one));
    if (key === undefined) return;
    this.#asking = true;
    try {
      const { black } = await ask("POST", "/api/values", { position: key });
      if (!this.#values.has(key)) this.#values.set(key, black);
      this.#tell();
      // The reader's own questions are counted with these: some room is left for them.
      await wait(80);
    } catch (error) {
      if (error.status !== 429) this.#values.set(key, null);
      else await wait(1000);
    }
    this.#asking = false;
    this.#next();
  }

  #tell() {
    const known = this.#wanted.filter((key) => this.#values.has(key)).length;
    this.#changed(known, this.#wanted.length);
  }
}
