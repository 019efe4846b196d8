/** An invitation link: join the table, or watch if it is full. */

import { refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { ask, changed, sit } from "../server.js";
import { go } from "../route.js";
import { because, t } from "../words.js";

/** @import { Refusal } from "../types.d.ts" */

/** @type {Refusal | null} */
let refusal = null;
/** @type {Refusal | null} */
let unseen = null;

/** @param {string} code */
export async function arrive(code) {
  refusal = unseen = null;
  try {
    const info = await sit({ do: "join_table", code });
    go(`/table/${info.table}`, true);
  } catch (error) {
    refusal = refusalOf(error);
    if (refusal.code === "house/seated_already") await watch(code);
    changed();
  }
}

/** Go to the table without taking a seat, or back to the player's own seat.
 * @param {string} code */
async function watch(code) {
  try {
    const { info } = await ask({ do: "watch", table: 0, code });
    go(`/table/${info.table}${info.private || info.offered.length ? `?code=${encodeURIComponent(code)}` : ""}`, true);
  } catch (error) {
    unseen = refusalOf(error);
    changed();
  }
}

export const title = () => t("invited.title");

/** @param {unknown} _ @param {string} code */
export function draw(_, code) {
  const full = refusal?.code === "house/table_full";
  const why = refusal && (full ? t("invited.full") : `${t("invited.lost")} ${because(refusal)}`);
  return h("section.invited.card", { key: "invited" },
    h("h1", {}, t("invited.title")),
    refusal
      ? h("p.problem", { key: "problem", role: "alert" }, why)
      : h("p", { key: "going", role: "status" }, t("invited.joining")),
    unseen && h("p.problem", { key: "unseen", role: "alert" }, because(unseen)),
    h("div.row", { key: "ways" },
      full && !unseen && h("button.primary", { key: "watch", onclick: () => watch(code) }, t("invited.watch")),
      h("a.button", { key: "lobby", href: "/" }, t("to_lobby"))));
}
