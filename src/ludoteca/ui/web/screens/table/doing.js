/** Actions at a table that may be refused: the reason appears next to what caused it. */

import { refusalOf } from "../../connection.js";
import { h } from "../../dom.js";
import { askAt, changed } from "../../server.js";
import { because, t } from "../../words.js";

/** @import { AtTable, Refusal, Table } from "../../types.d.ts" */

/** The place over a table's headline, where refusals shift nothing and disappear after a while. */
export const HEADLINE = "headline";
const SAID_FOR = 8000;

/** @type {{ where: string, text: string } | null} */
let trouble = null;
let timer = 0;

/** Run an action; show a refusal at `where` until the next action.
 * @param {string} where @param {() => Promise<unknown>} what @param {(refusal: Refusal) => string} explain */
export async function attempt(where, what, explain = because) {
  forgetTrouble();
  try {
    await what();
  } catch (error) {
    trouble = { where, text: explain(refusalOf(error)) };
    if (where === HEADLINE) timer = setTimeout(pass, SAID_FOR);
  }
  changed();
}

function pass() {
  forgetTrouble();
  changed();
}

/** Return a handler that sends a request about a table and shows a refusal at `where`.
 * @param {Table} table @param {string} where @param {AtTable} asked */
export const request = (table, where, asked) => () => attempt(where, () => askAt(table, asked));

/** Draw the refusal caused here, if any.
 * @param {string} where @param {string} kind */
export const troubleAt = (where, kind = "p.problem") =>
  trouble?.where === where ? h(kind, { key: "trouble", role: "alert" }, trouble.text) : null;

/** Draw a screen that explains a refusal.
 * @param {string} sentence */
export const lost = (sentence) =>
  h("section.lost", { key: "lost" },
    h("p.problem", { role: "alert" }, sentence),
    h("p", {}, h("a", { href: "/" }, t("to_lobby"))));

/** Clear the refusal. */
export function forgetTrouble() {
  clearTimeout(timer);
  trouble = null;
}
