/** The way back to a game one plays, for who looks at something else meanwhile. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** A line that leads back to the table, if one has a seat there and is not there. */
export function back({ table }, here) {
  if (!table?.info || table.seat === null || table.info.over || table.closed || here.screen === "table") return null;
  const mine = table.info.started && table.toMove.includes(table.seat);
  return h("p.notice.back", { key: "back", class: mine ? "warning" : "" },
    t(mine ? "back.your_turn" : table.info.started ? "back.playing" : "back.waiting", { number: table.number }), " ",
    h("a", { href: `/table/${table.number}` }, t("back.go")));
}
