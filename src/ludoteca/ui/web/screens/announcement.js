/** The operator's announcement, until it is read. */

import { h } from "../dom.js";
import { changed } from "../server.js";
import { has, t } from "../words.js";

/** @import { Known } from "../types.d.ts" */

/** Draw the bar with the last announcement, or null.
 * @param {Known} known */
export function announcementBar(known) {
  const told = known.announced;
  if (!told) return null;
  const read = () => {
    known.announced = null;
    changed();
  };
  const ours = `no.${told.code}`;
  return h("p.notice.warning.line", { key: "announced", role: "status" },
    h("span", {}, h("strong", {}, t("announced")), " ", told.code && has(ours) ? t(ours) : told.text),
    h("button.small", { key: "read", onclick: read }, t("announced.read")));
}
