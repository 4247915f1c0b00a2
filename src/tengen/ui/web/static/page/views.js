// The parts of the analysis page that a small screen shows one at a time: lines, moves, threats.

import { make } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { choices } from "../app/shell.js";

const VIEWS = ["lines", "moves", "threats"];
const URGENCY = ["open four", "four", "three"];

/** Return the tabs; the view that is chosen becomes `data-view` of the panel. */
export function viewTabs(panel) {
  panel.dataset.view = VIEWS[0];
  const options = VIEWS.map((name) => [name, say(`view.${name}`)]);
  const tabs = choices("view", say("analyse.panel"), options, VIEWS[0], (name) => (panel.dataset.view = name));
  tabs.classList.add("views");
  return tabs;
}

/** Return the threats of a position as a list in words, fours first; `preview` shows one's points. */
export function threatList(threats, preview) {
  if (!threats.length) return make("p", { class: "note", text: say("command.no-threats") });
  const sorted = URGENCY.flatMap((kind) => threats.filter((threat) => threat.kind === kind));
  const items = sorted.map((threat) => {
    const { side, kind, stones, keys } = threat;
    const text = say("command.threat", { color: say(`color.${side}.name`), kind: say(`kind.${kind}`), stones: stones.join(" ") });
    const look = () => preview(threat);
    return make(
      "li",
      {},
      make("button", { type: "button", class: "plain", onclick: look, onpointerenter: look, onfocus: look, text }),
      make("span", { class: "note", text: say("threat.keys", { points: keys.join(" ") }) }),
    );
  });
  return make("ol", { class: "threat-list", "aria-label": say("view.threats") }, ...items);
}
