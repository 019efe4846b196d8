/** Lorenzo: his last token, its effect, and how many are left. */

import { h } from "../../dom.js";
import { eventsOf } from "../../known.js";
import { t } from "../../words.js";
import { tokenFace } from "./faces.js";
import { tokenDoes } from "./goods.js";
import { problem } from "./scene.js";

/** @import { Scene } from "./types.d.ts"
 * @import { LogEntry } from "../../types.d.ts" */

/** Draw what Lorenzo did, in a solo game.
 * @param {Scene} scene */
export function lorenzo(scene) {
  const { table, view } = scene;
  const token = lastDrawn(table.log);
  return h("section.lorenzo", { key: "lorenzo", "aria-label": t("ren.lorenzo") },
    h("div.row", {},
      h("span.drawn", { key: token }, tokenFace(token)),
      h("div", {},
        h("p", {}, token ? t("ren.token.drew", { does: tokenDoes(token) }) : t("ren.token.none")),
        h("p.faint", {}, t("ren.token.left", { count: view.tokens }), " ", t("ren.cross_at", { space: view.cross })))),
    problem(scene, "lorenzo", "p.bubble"));
}

/** Return Lorenzo's last token, or 0 if the page has not received it.
 * @param {LogEntry[]} log */
function lastDrawn(log) {
  for (let i = log.length - 1; i >= 0; i -= 1) {
    const drawn = eventsOf(log[i].record).filter((one) => one.event === "token_revealed").at(-1);
    if (drawn) return drawn.token;
  }
  return 0;
}
