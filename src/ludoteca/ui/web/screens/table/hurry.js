/** The button of a player who does not want to wait for the bots. */

import { h } from "../../dom.js";
import { changed } from "../../server.js";
import { t } from "../../words.js";
import { HEADLINE, request } from "./doing.js";
import { isMyTurn } from "./headline.js";

/** @import { ShownTable } from "../../types.d.ts" */

/** Bots that play at once are not worth a button. */
const PATIENCE = 700;

/** The table where the bots have been waited for. */
let waited = 0;
let timer = 0;

/** Whether only bots are waited for, and nobody else sits there.
 * @param {ShownTable} table */
function isForBots({ info, seat, toMove }) {
  const alone = info.seats.every((one, other) => !one || one.bot || other === seat);
  return info.started && !info.over && !info.paused && alone && toMove.length > 0 && toMove.every((one) => info.seats[one]?.bot);
}

/** The button, once the bots have been waited for a while.
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
  }, PATIENCE);
  return waited === table.number && !table.hurried &&
    h("button", { key: "hurry", title: t("hurry.what"), onclick: request(table, HEADLINE, { do: "hurry_bots" }) },
      h("span", { "aria-hidden": "true" }, "» "), h("span.words", {}, t("hurry")));
}
