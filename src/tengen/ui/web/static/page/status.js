// One sentence always says what is going on: from the state of a game to that sentence.

import { say } from "../app/i18n.js";
import { seatName } from "./seats.js";
import { moveName } from "./panel.js";

/** Return the sentence for how a game ended. */
export function resultSentence(model) {
  const { winner, ending, line = [], lengths } = model.result;
  const values = { from: line[0], to: line[line.length - 1] };
  if (lengths) Object.assign(values, { long: Math.max(...lengths), short: Math.min(...lengths) });
  const how = ending === "five" && line.length < 2 ? "five.plain" : ending;
  if (winner) return say(`result.won.${how}`, { ...values, winner: say(`color.${winner}.name`) });
  return say(`result.${how}`, values);
}

/** Return {text, alert} for the status line. */
export function statusOf(model, now) {
  for (const rule of RULES) {
    const found = rule(model, now);
    if (found) return typeof found === "string" ? { text: found, alert: false } : found;
  }
  return { text: "", alert: false };
}

const alert = (text) => ({ text, alert: true });

const RULES = [
  (model, { line }) => connection(line, model),
  (model, { notice }) => notice && (notice.alert ? alert(notice.text) : notice.text),
  (model) => model?.result && overSentence(model),
  (model) => model.storeFailed && alert(say("state.unsaved")),
  (model) => model.missing && missingSentence(model),
  (model) => model.paused && say("state.paused"),
  (model) => model.offer && offerSentence(model),
  (model, now) => now.shown < model.moves.length && say("state.replay", { n: now.shown, all: model.moves.length }),
  (model, now) => model.stage && openingSentence(model, now),
  (model, now) => now.sent && say("state.sent", { move: moveName(now.sent, model.size) }),
  (model, now) => model.mineToMove && ownTurn(model, now),
  (model, now) => model.seats[model.acting]?.kind === "bot" && botTurn(model, now),
  (model, now) => personTurn(model, now),
];

function connection(line, model) {
  if (line.is === "open" && model) return null;
  if (line.is === "refused") return alert(say(`state.refused.${line.why ?? "game"}`));
  if (line.is === "connecting" || line.is === "open") {
    return model && line.tries ? alert(say("state.retrying")) : say("state.connecting");
  }
  const key = line.is === "restarting" ? "state.restarting" : line.tries > 3 ? "state.gone" : "state.lost";
  return alert(say(key, { seconds: line.seconds }));
}

function overSentence(model) {
  return `${resultSentence(model)} ${model.you.length === 1 && model.result.winner ? say(model.you.includes(model.result.winner) ? "state.won" : "state.defeat") : ""}`.trim();
}

function missingSentence(model) {
  return model.canSit ? say("state.seat-free", { color: say(`color.${model.missing}.name`) }) : say("state.waiting-seat");
}

function offerSentence(model) {
  const mine = model.you.includes(model.offer.by);
  return say(mine ? `state.offered.${model.offer.kind}` : `state.offer.${model.offer.kind}`);
}

function openingSentence(model, { tray }) {
  const mine = model.you.includes(model.acting);
  const name = seatName(model.seats[model.acting]);
  if (!mine) return say(`state.opening.${model.stage.kind}.other`, { name });
  if (model.stage.kind === "choose") return say("state.opening.choose");
  if (tray?.isFull) return say("state.opening.full");
  const color = say(`color.${tray?.next ?? "black"}`);
  return say("state.opening.place", { color, n: model.stage.count - (tray?.points.length ?? 0) });
}

function ownTurn(model, { pending, trap, touch }) {
  if (pending && trap) return alert(say("state.trap", { point: pending }));
  if (pending) return say("state.pending", { point: pending });
  const turn = model.you.length > 1 ? say("state.turn-of", { color: say(`color.${model.turn}.name`) }) : say("state.your-turn");
  const last = lastSentence(model);
  return touch && !model.moves.length ? say("state.touch") : [last, turn].filter(Boolean).join(" ");
}

function lastSentence(model) {
  const move = model.moves[model.moves.length - 1];
  if (!move || model.lastColor === null) return "";
  const color = say(`color.${model.lastColor}.name`);
  const fell = model.traps.includes(move);
  return say(fell ? "state.fell" : "state.played", { color, move: moveName(move, model.size) });
}

function botTurn(model, { note, seconds }) {
  const name = seatName(model.seats[model.acting]);
  if (note?.is === "queue") return say("state.queue", { name, n: note.place });
  if (note?.is === "restarted") return say("state.restarted", { name });
  if (note?.is === "failed") return alert(say("state.failed", { name }));
  return seconds >= 2 ? say("state.thinking-for", { name, n: seconds }) : say("state.thinking", { name });
}

function personTurn(model, { away }) {
  const side = model.acting;
  const name = seatName(model.seats[side]);
  const color = say(`color.${model.turn ?? "black"}.name`);
  if (!model.you.length) {
    return [lastSentence(model), say("state.watching", { color })].filter(Boolean).join(" ");
  }
  if (away) return say("state.away", { name, time: away });
  return [lastSentence(model), say("state.waiting", { name: color })].filter(Boolean).join(" ");
}
