/** Stepping back in a running game: what has happened since, and the way back. */

import { h } from "../../dom.js";
import { isShown } from "../../known.js";
import { known } from "../../server.js";
import { t } from "../../words.js";
import { isMyTurn } from "../table/headline.js";

/** @import { Replay, ShownTable } from "../../types.d.ts" */

/** Draw whether the game has gone on since the player began to step back.
 * @param {Replay} replay */
export function goesOn({ number, since }) {
  const { table } = known;
  return h("p.notice.goes-on", { key: "goes-on" },
    h("span", { key: "news", role: "status" }, isShown(table) && news(table, since)), " ",
    h("a.button.primary", { key: "return", href: `/table/${number}` }, t("stepping.return")));
}

/** @param {ShownTable} table @param {number} since */
function news(table, since) {
  if (table.info.over) return t("stepping.over");
  const moves = table.log.filter(({ version, record }) => version > since && record.record === "move_played").length;
  const said = moves ? t("stepping.new", { count: moves }) : t("stepping.goes_on");
  return isMyTurn(table) ? `${said} ${t("stepping.yours")}` : said;
}
