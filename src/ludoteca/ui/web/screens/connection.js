/** The bar above everything that reports a lost or closed connection. */

import { h } from "../dom.js";
import { connect } from "../server.js";
import { day, has, t } from "../words.js";

/** @import { Known } from "../types.d.ts" */

/** Draw the bar; null while connected.
 * @param {Known} known */
export function connectionBar(known) {
  const { open, ended, was } = known.connection;
  if (open || !was) return null;
  const { code = "", until = 0, why = "" } = known.farewell ?? {};
  const farewell = `farewell.${code}${until ? ".until" : ""}`;
  const elsewhere = code === "house/taken_over";
  return h("p.notice.warning.line", { key: "line", role: "alert" },
    has(farewell) && h("span", { key: "farewell" }, t(farewell, { until: day(until) }), " "),
    why && h("span", { key: "why" }, t("farewell.why", { why }), " "),
    ended ? h("button", { key: "back", onclick: connect }, t(elsewhere ? "reconnect_here" : "reconnect")) : t("connection_lost"));
}
