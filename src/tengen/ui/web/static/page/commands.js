// What can be typed on the command line of a game, and the sentences that answer it.

import { formatClock, say } from "../app/i18n.js";
import { columnName, parsePoint, stonesOf } from "../board/state.js";
import { moveName } from "./panel.js";

const COMMANDS = {
  undo: act("undo", (table) => table.undo()),
  hint: act("hint", (table) => table.hint()),
  resign: act("resign", (table) => table.resign()),
  last: ({ model }) => {
    const move = model.moves[model.moves.length - 1];
    return move ? say("command.last", { move: moveName(move, model.size) }) : say("command.no-last");
  },
  clock: ({ clocks }) => {
    const [black, white] = ["black", "white"].map((side) => clocks.left(side));
    if (black === null) return say("command.no-clock");
    return say("command.clock", { black: formatClock(black), white: formatClock(white) });
  },
  threats: ({ model }) => {
    const found = model.can(0).threats ? (model.scene.threats ?? []) : [];
    const sentences = found.map(({ side, kind, stones }) =>
      say("command.threat", {
        color: say(`color.${side}.name`),
        kind: say(`kind.${kind}`),
        stones: stones.join(" "),
      }),
    );
    return sentences.length ? `${sentences.join("; ")}.` : say("command.no-threats");
  },
  line: ({ model }, name) => stonesAlong(model, name, ({ point }) => point[0] === name),
  row: ({ model }, name) => stonesAlong(model, name, ({ point }) => point.slice(1) === name),
};

function act(name, what) {
  return (table) => {
    if (!table.model.can(performance.now())[name]) return say("command.not-now");
    what(table);
    return "";
  };
}

function stonesAlong(model, name, isOn) {
  const { size } = model;
  const letters = Array.from({ length: size }, (_, i) => columnName(i));
  const numbers = Array.from({ length: size }, (_, i) => String(i + 1));
  if (![...letters, ...numbers].includes(name)) return say("command.unknown", { text: name ?? "" });
  const stones = stonesOf(model.moves, model)
    .filter(isOn)
    .map(({ point, color }) => `${point} ${say(`color.${color}`)}`);
  return say("command.line", { name, stones: stones.join(", ") || say("command.empty") });
}

/** Do what was typed and return the sentence that answers it. */
export function answerCommand([word, ...rest], table) {
  if (!table.model) return say("command.not-now");
  if (Object.hasOwn(COMMANDS, word)) return COMMANDS[word](table, rest[0]);
  if (!parsePoint(word, table.model.size)) return say("command.unknown", { text: word });
  return table.playTyped(word);
}
