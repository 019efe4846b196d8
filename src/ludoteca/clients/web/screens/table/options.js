/** What was chosen for a table, as short labels. */

import { h } from "../../dom.js";
import { kind } from "../../clock.js";
import { has, t } from "../../words.js";

/** What a game calls itself in this language. */
export const gameTitle = (game) => (has(`game.${game}`) ? t(`game.${game}`) : game);

/** What is said of a table even if nobody chose it. */
const ALWAYS = { shelfie: { edition: "italian" } };

/** Everything that makes this table different from others, and by which rules it plays. */
export function options(info) {
  const chosen = Object.entries({ ...ALWAYS[info.game], ...info.options }).map(([name, value]) => t(`option.${info.game}.${name}.${value}`));
  const labels = [
    ...chosen,
    kind(info.clock),
    info.private && t("option.private"),
    !info.watchable && t("option.unwatchable"),
    info.take_back && t("option.take_back"),
    info.origin && t("option.origin", { number: info.origin[0], version: info.origin[1] }),
  ];
  return h("ul.chips", { "aria-label": t("option.label") },
    labels.filter(Boolean).map((label) => h("li.chip", {}, label)));
}
