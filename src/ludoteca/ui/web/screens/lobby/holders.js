/** The seats of a table in a list: their players, and free seats. */

import { kindOf } from "../../bots.js";
import { h } from "../../dom.js";
import { keptSeat } from "../../known.js";
import { t } from "../../words.js";

/** @import { TableInfo } from "../../types.d.ts" */

/** @param {TableInfo} info @param {boolean[]} away */
export const holders = (info, away) =>
  h("ul.holders", { key: "holders", "aria-label": t("gathering.seats") }, info.seats.map((_, seat) => holder(info, seat, away[seat])));

/** @param {TableInfo} info @param {number} seat @param {boolean} away */
function holder(info, seat, away) {
  const one = info.seats[seat];
  const kept = keptSeat(info, seat);
  if (!one) return h("li.free", { key: seat }, kept ? t("table.kept", { name: kept }) : t("table.free"));
  return h("li", { key: seat }, one.name, kindOf(one),
    (one.bot || one.program) && h("span.chip", { key: "bot" }, t("table.bot")),
    away && h("span.chip", { key: "away" }, t("table.away")));
}
