// Hands the board and its events to the tests.

import "/src/tengen/ui/web/static/board/element.js";
import * as state from "/src/tengen/ui/web/static/board/state.js";
import { draw } from "/src/tengen/ui/web/static/board/draw.js";

const board = document.querySelector("gomoku-board");
const events = [];
for (const type of ["point", "pending", "refused", "arrow", "step"]) {
  board.addEventListener(type, (event) => events.push([type, event.detail]));
}
Object.assign(globalThis, { board, state, draw, events });
board.set({ size: 15, mover: "black" });
