// Games as rows: who played whom, how it ended, and where to see it.

import { make, stoneSign } from "../app/dom.js";
import { formatDate, say } from "../app/i18n.js";
import { seatName } from "./seats.js";

function player(game, color) {
  const seat = game.seats[color];
  const mine = Boolean(game.you?.includes(color));
  const name = seatName(seat, { mine, alone: game.you?.length < 2, color });
  const won = game.result?.winner === color;
  return make("span", { class: won ? "won" : null }, stoneSign(color), " ", make("span", { text: name }));
}

function outcome(game) {
  if (!game.result) return say("games.result.running");
  if (game.result.winner) return say(`games.result.${game.result.winner}`);
  return say(game.result.ending === "aborted" ? "games.result.aborted" : "games.result.draw");
}

/** Return a list of games, each a link to its page. */
export function gameRows(games) {
  const rows = games.map((game) =>
    make(
      "li",
      {},
      make(
        "a",
        { class: "game-row", href: `/g/${game.id}` },
        player(game, "black"),
        player(game, "white"),
        make("span", { class: game.result ? null : "running", text: outcome(game) }),
        make("span", { class: "note", text: `${say(`rule.${game.rule}`)}, ${say("facts.size", { n: game.size })}` }),
        make("span", { class: "note", text: say(game.moves === 1 ? "facts.move" : "facts.moves", { n: game.moves }) }),
        make("span", { class: "note", text: formatDate(game.started_at) }),
      ),
    ),
  );
  return make("ul", { class: "game-rows" }, ...rows);
}
