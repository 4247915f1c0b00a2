// The help page: the rules in pictures, drawn by the same board as everything else.

import "../app/shell.js";
import "../board/element.js";
import { say } from "../app/i18n.js";

const row = (color, ...points) => points.map((point) => ({ point, color }));
const black = (...points) => row("black", ...points);
const white = (...points) => row("white", ...points);
const three = (...stones) => ({ kind: "three", side: "black", stones, keys: [] });
const four = (...stones) => ({ kind: "four", side: "black", stones, keys: [] });

const DIAGRAMS = {
  five: {
    stones: [...white("c6", "d4", "f6", "g4"), ...black("c5", "d5", "e5", "f5", "g5")],
    line: ["c5", "d5", "e5", "f5", "g5"],
  },
  overline: {
    stones: [...white("b6", "d6", "f4", "g6"), ...black("b5", "c5", "d5", "e5", "f5", "g5")],
    rings: ["b5", "g5"],
  },
  "double-three": {
    stones: [...white("c7", "g3", "g7"), ...black("d5", "f5", "e4", "e6")],
    threats: [three("d5", "f5"), three("e4", "e6")],
    forbidden: { e5: "3-3" },
  },
  "double-four": {
    stones: [...white("c7", "g3", "d6", "f4", "g7"), ...black("b5", "c5", "d5", "e6", "e7", "e8")],
    threats: [four("b5", "d5"), four("e6", "e8")],
    forbidden: { e5: "4-4" },
  },
  caro: {
    stones: [...white("b5", "h5", "d6", "f4"), ...black("c5", "d5", "e5", "f5", "g5")],
    rings: ["b5", "h5"],
  },
  swap2: {
    numbers: true,
    stones: [
      { point: "d6", color: "black", number: 1 },
      { point: "f6", color: "white", number: 2 },
      { point: "e4", color: "black", number: 3 },
    ],
  },
  traps: {
    traps: ["e5", "c3", "g7"],
    stones: [...black("d5", "f5", "d6"), ...white("e6", "d4", "f4")],
    last: "e5",
  },
  blocked: {
    blocked: ["e5", "c7", "g3"],
    stones: [...black("b5", "c5", "d5", "f5"), ...white("d6", "d4", "f6")],
  },
};

for (const board of document.querySelectorAll("[data-diagram]")) {
  const name = board.dataset.diagram;
  const title = say(`help.${name}.title`);
  board.set({ size: 9, turn: "black", coordinates: false, still: true, name: title, ...DIAGRAMS[name] });
}
