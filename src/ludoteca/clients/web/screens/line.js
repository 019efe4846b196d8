/** A line above everything while the house cannot be heard, or has let us go. */

import { h } from "../dom.js";
import { connect } from "../house.js";
import { has, t } from "../words.js";

/** What there is to say of the connection. */
export function line(known) {
  const { open, ended, was } = known.line;
  if (open || !was) return null;
  const farewell = `farewell.${known.farewell?.code}`;
  return h("p.notice.warning.line", { key: "line", role: "alert" },
    has(farewell) && h("span", { key: "why" }, t(farewell), " "),
    ended ? h("button", { key: "back", onclick: connect }, t("come_back_here")) : t("line_lost"));
}
