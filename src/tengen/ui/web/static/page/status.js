// One sentence always says what is going on: from the state of a game to that sentence.

import { formatSpan, say, together } from "../app/i18n.js";
import { seatName } from "./seats.js";
import { moveName } from "./panel.js";

/** Return the sentence for how a game ended. */
export function resultSentence(model) {
  const { winner, ending, line = [] } = model.result;
  const values = { from: line[0], to: line[line.length - 1] };
  const how = ending === "five" && line.length < 2 ? "five.plain" : ending;
  if (winner) return say(`result.won.${how}`, { ...values, winner: say(`color.${winner}.name`) });
  return say(`result.${how}`, values);
}

/**
 * Return {text, alert, elapsed} for the status line.
 *
 * What changes every second is apart from the sentence, or a screen reader would never be silent.
 */
export function statusOf(model, now) {
  for (const rule of RULES) {
    const found = rule(model, now);
    if (found) return typeof found === "string" ? { text: found } : found;
  }
  return { text: "" };
}

const alert = (text) => ({ text, alert: true });

const RULES = [
  (model, { line }) => connection(line, model),
  (model, { notice }) => notice && (notice.alert ? alert(notice.text) : notice.text),
  (model) => model?.result && overSentence(model),
  (model) => model.isUnsaved && alert(say("state.unsaved")),
  (model) => model.hasFailed && alert(say("state.failed")),
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
  if (line.is === "refused") return alert(say(`state.refused.${line.why}`));
  if (line.is === "connecting" || line.is === "open") {
    return model && line.tries ? alert(say("state.retrying")) : say("state.connecting");
  }
  const key = line.is === "restarting" ? "state.restarting" : line.tries > 3 ? "state.gone" : "state.lost";
  return alert(say(key, { seconds: line.seconds }));
}

function overSentence(model) {
  const result = say("sentence.end", { text: resultSentence(model) });
  return together(result, model.offer ? offerSentence(model) : "");
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
  if (!mine && model.missing) return missingSentence(model);
  if (!mine) return say(`state.opening.${model.stage.kind}.other`, { name });
  if (model.stage.kind === "choose") return say("state.opening.choose");
  if (tray?.isFull) return say("state.opening.full");
  const color = say(`color.${tray?.next ?? "black"}`);
  return say("state.opening.place", { color, n: tray?.left ?? model.stage.count });
}

function ownTurn(model, { pending, trap, touch, time }) {
  if (pending && trap) return alert(say("state.trap", { point: pending }));
  if (pending) return say("state.pending", { point: pending });
  const turn = model.you.length > 1 ? say("state.turn-of", { color: say(`color.${model.turn}.name`) }) : say("state.your-turn");
  const last = lastSentence(model);
  if (model.hasLeft(time)) {
    const { text, elapsed } = awaySentence(model, time);
    return { text: together(text, turn), elapsed };
  }
  return touch && !model.moves.length ? say("state.touch") : together(last, turn);
}

function lastSentence(model) {
  const move = model.moves[model.moves.length - 1];
  if (!move || model.lastColor === null) return "";
  const color = say(`color.${model.lastColor}.name`);
  const fell = model.traps.includes(move);
  return say(fell ? "state.fell" : "state.played", { color, move: moveName(move, model.size) });
}

function botTurn(model, { time }) {
  const name = seatName(model.seats[model.acting]);
  const { thinking } = model;
  if (thinking?.stage === "waiting") return say("state.queue", { name, n: thinking.place });
  if (thinking?.restarted) return say("state.restarted", { name });
  const spent = (thinking?.since_ms ?? 0) + time - model.since;
  return { text: say("state.thinking", { name }), elapsed: spent > 2000 ? formatSpan(spent) : "" };
}

function personTurn(model, { time }) {
  const color = say(`color.${model.turn}.name`);
  if (!model.you.length) return watchingSentence(model, color);
  if (model.hasLeft(time)) return awaySentence(model, time);
  return together(lastSentence(model), say("state.waiting", { name: color }));
}

// Who comes by an invitation that others have taken up hears why there is no seat.
function watchingSentence(model, color) {
  const isTaken = model.isByLink && model.moves.length < 2;
  const others = model.watchers - 1;
  const key = others < 1 ? "state.watching" : others === 1 ? "state.watching.two" : "state.watching.more";
  const first = isTaken ? say("state.taken") : lastSentence(model);
  return together(first, say(key, { color, n: others }));
}

function awaySentence(model, time) {
  const name = say(`color.${model.rival}.name`);
  return { text: say("state.away", { name }), elapsed: formatSpan(model.away(time)) };
}
