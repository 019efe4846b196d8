/** Doing something at a table that may be refused: the sentence appears next to what caused it. */

import { h } from "../../dom.js";
import { ask, changed } from "../../server.js";
import { because, t } from "../../words.js";

/** Over the headline of a table: what is refused there moves nothing, and passes. */
export const HEADLINE = "headline";
const SAID_FOR = 8000;

let trouble = null;
let timer = 0;

/** Do this; if it is refused, say so at `where` until something else is done. */
export async function attempt(where, what) {
  forgetTrouble();
  try {
    await what();
  } catch (error) {
    if (!error.code) throw error;
    trouble = { where, text: because(error) };
    if (where === HEADLINE) timer = setTimeout(pass, SAID_FOR);
  }
  changed();
}

function pass() {
  forgetTrouble();
  changed();
}

/** Ask the server something about a table, and show a refusal at `where`. */
export const request = (table, where, asked) => () => attempt(where, () => ask({ table: table.number, ...asked }));

/** What was refused here, if anything. */
export const troubleAt = (where, kind = "p.problem") =>
  trouble?.where === where ? h(kind, { key: "trouble", role: "alert" }, trouble.text) : null;

/** A whole screen that explains a refusal. */
export const lost = (sentence) =>
  h("section.lost", { key: "lost" },
    h("p.problem", { role: "alert" }, sentence),
    h("p", {}, h("a", { href: "/" }, t("to_lobby"))));

/** Nothing is refused any more. */
export function forgetTrouble() {
  clearTimeout(timer);
  trouble = null;
}
