/** The players at a table: badge, name, kind and connection. */

import { kindOf } from "../../bots.js";
import { h } from "../../dom.js";
import { isOnline, nameOf } from "../../known.js";
import { personMenu } from "../../person.js";
import { ratingBeside } from "../../ratings.js";
import { known } from "../../server.js";
import { day, t } from "../../words.js";
import { attempt } from "./doing.js";

/** @import { HolderInfo, Point, ShownTable, TableInfo } from "../../types.d.ts" */

/** Sum up the known points of a seat.
 * @param {Point[]} points */
export const total = (points) => points.reduce((sum, point) => sum + point.amount, 0);

/** Return the seats of disconnected players.
 * @param {TableInfo} info */
export const absent = ({ seats }) => seats.flatMap((one, seat) => (one && !one.bot && !one.here ? [seat] : []));

/** Return the empty seats.
 * @param {TableInfo} info */
export const empty = ({ seats }) => seats.flatMap((one, seat) => (one ? [] : [seat]));

/** Draw a round badge with the first letter of a name, in the colour of the seat.
 * @param {ShownTable} table @param {number} seat */
export function badge(table, seat) {
  const letter = [...nameOf(table, seat)][0] ?? "?";
  return h("span.badge", { "aria-hidden": "true", style: { "--seat": `var(--seat-${seat})` } }, letter.toUpperCase());
}

/** Draw the menu for the player in a seat, if it is another person.
 * @param {ShownTable} table @param {number} seat @param {string} me @param {string} where */
export function menuOf(table, seat, me, where) {
  const holder = table.info.seats[seat];
  if (!holder || holder.bot || holder.name === me) return null;
  return personMenu(holder.name, { act: (what) => attempt(where, what), table, me });
}

/** Return the text about a player who is not at the table.
 * @param {HolderInfo} holder */
function whereabouts({ name, stand_in: bot }) {
  if (bot) return "table.stand_in";
  return isOnline(known, name) ? "table.elsewhere" : "table.away";
}

/** Draw a name, with bot and connection marks.
 * @param {ShownTable} table @param {number} seat */
export function called(table, seat) {
  const { seats, started, over } = table.info;
  const holder = seats[seat];
  return h("span.called", {},
    h("strong", {}, nameOf(table, seat) || t("table.free")),
    kindOf(holder ?? (over ? table.players[seat] : null)),
    ratingBeside(table, seat),
    seat === table.seat && h("span.chip", {}, t("table.you")),
    (holder?.bot || holder?.program) && h("span.chip", {}, t("table.bot")),
    holder && !holder.bot && !holder.here && !over &&
      h("span.chip.warning", { key: "away" }, t(whereabouts(holder))),
    holder && holder.vacation > 0 && !over &&
      h("span.chip", { key: "vacation" }, t("vacation.until", { when: day(holder.vacation) })),
    !holder && started && !over && h("span.chip.warning", {}, t("table.free")));
}
