/** Lorenzo: the token he drew last, what it did, and how many are left. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tokenFace } from "./faces.js";
import { tokenDoes } from "./goods.js";
import { problem } from "./scene.js";

/** What Lorenzo did, in a solo game. */
export function lorenzo(scene) {
  const { table, view } = scene;
  const events = lastDrawn(table.log);
  const token = events?.[0].token;
  return h("section.lorenzo", { key: "lorenzo", "aria-label": t("ren.lorenzo") },
    h("div.row", {},
      h("span.drawn", { key: token ?? 0 }, tokenFace(token)),
      h("div", {},
        h("p", {}, token ? t("ren.token.drew", { does: tokenDoes(token) }) : t("ren.token.none")),
        h("p.faint", {}, t("ren.token.left", { count: view.tokens }), " ", t("ren.cross_at", { space: view.cross })))),
    problem(scene, "lorenzo", "p.bubble"));
}

/** The events of his last token on, if we were there to see them. */
function lastDrawn(log) {
  for (let i = log.length - 1; i >= 0; i -= 1) {
    const events = log[i].record.events ?? [];
    const from = events.findLastIndex((one) => one.event === "token_revealed");
    if (from >= 0) return events.slice(from);
  }
  return null;
}
