/** What was chosen for a table, as short labels. */

import { h } from "../../dom.js";
import { kind } from "../../clock.js";
import { has, t } from "../../words.js";

/** What a game calls itself in this language. */
export const gameTitle = (game) => (has(`game.${game}`) ? t(`game.${game}`) : game);

const EDITIONS = {
  italian: { squares: "one_kind", leftovers: "stay" },
  english: { squares: "any_kind", leftovers: "return" },
};

/** What is said of the options of a game, chosen or not: the edition that a table plays, and what is not as in it. */
const SAID = {
  shelfie({ edition = "italian", squares = EDITIONS[edition].squares, leftovers = EDITIONS[edition].leftovers, ...rest }) {
    if (squares === "any_kind" && leftovers === "return") return { edition: "english", ...rest };
    const otherwise = { ...(squares === "any_kind" && { squares }), ...(leftovers === "return" && { leftovers }) };
    return { edition: "italian", ...otherwise, ...rest };
  },
};

/** Everything that makes this table different from others, and by which rules it plays. */
export function options(info) {
  const said = SAID[info.game]?.(info.options) ?? info.options;
  const chosen = Object.entries(said).map(([name, value]) => t(`option.${info.game}.${name}.${value}`));
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
