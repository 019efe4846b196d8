/** The bar above everything that reports a lost or closed connection. */

import { h } from "../dom.js";
import { connect } from "../server.js";
import { has, t } from "../words.js";

/** @import { Known } from "../types.d.ts" */

/** The operator may have given a reason and an end for these. */
const EXPLAINED = new Set(["house/kicked", "house/banned"]);

/** Draw the bar; null while connected.
 * @param {Known} known */
export function connectionBar(known) {
  const { open, ended, was } = known.connection;
  if (open || !was) return null;
  const { code = "", detail = "" } = known.farewell ?? {};
  const farewell = `farewell.${code}`;
  return h("p.notice.warning.line", { key: "line", role: "alert" },
    has(farewell) && h("span", { key: "why" }, t(farewell), " "),
    ended && EXPLAINED.has(code) && h("span", { key: "detail" }, `(${detail}) `),
    ended ? h("button", { key: "back", onclick: connect }, t("reconnect_here")) : t("connection_lost"));
}
