/** The bar above everything that says when the connection is lost, or was closed by the server. */

import { h } from "../dom.js";
import { connect } from "../server.js";
import { has, t } from "../words.js";

/** The bar, or null while connected. */
export function connectionBar(known) {
  const { open, ended, was } = known.connection;
  if (open || !was) return null;
  const farewell = `farewell.${known.farewell?.code}`;
  return h("p.notice.warning.line", { key: "line", role: "alert" },
    has(farewell) && h("span", { key: "why" }, t(farewell), " "),
    ended ? h("button", { key: "back", onclick: connect }, t("reconnect_here")) : t("connection_lost"));
}
