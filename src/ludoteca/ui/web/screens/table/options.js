/** The options of a table as short labels. */

import { h } from "../../dom.js";
import { kind } from "../../clock.js";
import { cardOf } from "../../games/games.js";
import { isSlow } from "../../known.js";
import { has, t } from "../../words.js";

/** @import { TableInfo } from "../../types.d.ts" */

/** Return the name of a game's option.
 * @param {string} game @param {string} name */
export function optionName(game, name) {
  const label = `option.${game}.${name}`;
  return has(label) ? t(label) : name.replaceAll("_", " ");
}

/** Return the name of an option's value; `""` stands for no choice.
 * @param {string} game @param {string} name @param {unknown} value */
export function optionValue(game, name, value) {
  const label = `option.${game}.${name}.${value === "" ? "usual" : value}`;
  if (has(label)) return t(label);
  return value === "" ? "–" : `${name.replaceAll("_", " ")}: ${value}`;
}

/** Describe what happens while a player is absent; with long turns only the clock counts.
 * @param {TableInfo} info */
export const absenceOption = (info) => !isSlow(info) && t(`option.absence.${info.absence}`);

/** Draw everything that distinguishes this table, and its rules.
 * @param {TableInfo} info @param {Array<string | false>} more */
export function options(info, ...more) {
  const said = cardOf(info.game).said?.(info.options) ?? info.options;
  const chosen = Object.entries(said).map(([name, value]) => optionValue(info.game, name, value));
  const labels = [
    ...chosen,
    kind(info.clock),
    info.rated && t("option.rated"),
    info.private && t("option.private"),
    !info.watchable && t("option.unwatchable"),
    info.take_back && t("option.take_back"),
    info.hints && t("option.hints"),
    info.origin && t("option.origin", { number: info.origin[0], version: info.origin[1] }),
    ...more,
  ];
  return h("ul.chips", { "aria-label": t("option.label") },
    labels.filter(Boolean).map((label) => h("li.chip", {}, label)));
}
