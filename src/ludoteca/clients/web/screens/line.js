/** A line above everything while the house cannot be heard, or has let us go. */

import { h } from "../dom.js";
import { connect } from "../house.js";
import { t } from "../words.js";

/** What there is to say of the connection. */
export function line(known) {
  const { open, ended, was } = known.line;
  if (ended) {
    return h("p.notice.warning", { key: "line", role: "alert" }, t(`farewell.${known.farewell?.code}`), " ",
      h("button", { onclick: connect }, t("come_back_here")));
  }
  if (open || !was) return null;
  return h("p.notice.warning", { key: "line", role: "alert" }, t("line_lost"));
}
