/** The hint button: a bot's move in the player's place, and its reasons. */

import { h } from "../../dom.js";
import { gameOf } from "../../games/games.js";
import { changed } from "../../server.js";
import { t } from "../../words.js";
import { attempt, HEADLINE } from "./doing.js";
import { isMyTurn } from "./headline.js";

/** @import { GameModule, PlayedTable, ShownTable } from "../../types.d.ts" */

let asking = false;
/** @type {typeof import("../lessons/hints.js") | null} */
let lessons = null;

/** Return whether the player may ask for hints: all opponents are bots, or the table allows hints.
 * @param {ShownTable} table */
export function hasHints({ info, seat }) {
  const alone = !info.rated && info.seats.every((one, other) => !one || one.bot || other === seat);
  return seat !== null && Boolean(gameOf(info.game)?.taught) && (info.hints || alone);
}

/** Draw the button, if hints are available.
 * @param {PlayedTable} table */
export const hintButton = (table) => isMyTurn(table) && hasHints(table) &&
  h("button", { key: "hint", title: t("hint.ask"), disabled: asking, onclick: () => ask(table) },
    h("span", { "aria-hidden": "true" }, "✦ "), h("span.words", {}, t("hint.ask")));

/** @param {PlayedTable} table */
const ask = (table) => attempt(HEADLINE, async () => {
  asking = true;
  changed();
  try {
    lessons ??= await import("../lessons/hints.js");
    await lessons.askHint(table);
  } finally {
    asking = false;
  }
});

/** Describe the current hint; "" if there is none.
 * @param {PlayedTable} table @param {GameModule} rules */
export const hintOf = (table, rules) => (table.hint && lessons?.inWords(table, rules)) || "";
