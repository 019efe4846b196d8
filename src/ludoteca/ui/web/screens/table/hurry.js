/** The button for players who do not want to wait for the bots. */

import { h } from "../../dom.js";
import { changed } from "../../server.js";
import { t } from "../../words.js";
import { HEADLINE, request } from "./doing.js";
import { isMyTurn } from "./headline.js";

/** @import { ShownTable } from "../../types.d.ts" */

/** Milliseconds before the button appears, which fast bots do not need. */
const DELAY = 700;

/** The table whose bots have kept the player waiting. */
let waited = 0;
let timer = 0;

/** Return whether the game waits only for bots, and no other people play.
 * @param {ShownTable} table */
function isForBots({ info, seat, toMove }) {
  const alone = info.seats.every((one, other) => !one || one.bot || other === seat);
  return info.started && !info.over && !info.paused && alone && toMove.length > 0 && toMove.every((one) => info.seats[one]?.bot);
}

/** Draw the button, once the bots have taken a while.
 * @param {ShownTable} table */
export function hurryButton(table) {
  if (table.seat === null || isMyTurn(table) || !isForBots(table)) {
    clearTimeout(timer);
    waited = timer = 0;
    return null;
  }
  timer ||= setTimeout(() => {
    waited = table.number;
    changed();
  }, DELAY);
  return waited === table.number && !table.hurried &&
    h("button", { key: "hurry", title: t("hurry.what"), onclick: request(table, HEADLINE, { do: "hurry_bots" }) },
      h("span", { "aria-hidden": "true" }, "» "), h("span.words", {}, t("hurry")));
}
