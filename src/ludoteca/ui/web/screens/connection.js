/** The bar above everything that says when the connection is lost, or was closed by the server. */

import { h } from "../dom.js";
import { connect } from "../server.js";
import { has, t } from "../words.js";

/** @import { Known } from "../types.d.ts" */

/** Said by the operator, who may have given a reason and an end. */
const EXPLAINED = new Set(["house/kicked", "house/banned"]);

/** The bar, or null while connected.
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
