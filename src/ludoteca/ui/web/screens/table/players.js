/** The players: turn, connection, points and time left. */

import { h } from "../../dom.js";
import "../../clock.js";
import { Kept } from "../../kept.js";
import { isOnline, nameOf } from "../../known.js";
import { ratingAt } from "../../ratings.js";
import { known } from "../../server.js";
import { t } from "../../words.js";
import { request, troubleAt } from "./doing.js";
import { badge, called, menuOf, total } from "./people.js";
import { spectators } from "./spectators.js";

/** @import { GameModule, Point, ShownTable } from "../../types.d.ts" */

const kept = new Kept();

/** Return the name of a point's source, in the page's language if the game has a text.
 * @param {GameModule | null} rules @param {Point} point */
export const source = (rules, point) => rules?.source?.(point) ?? point.title;

/** Sort points in the game's order, if it has one.
 * @param {GameModule | null} rules @param {Point[]} points */
export function inOrder(rules, points) {
  const order = rules?.order;
  return order ? [...points].sort((one, other) => order(one) - order(other)) : points;
}

/** Draw all players by seat; in a replay there are no actions on them.
 * @param {ShownTable} table @param {GameModule | null} rules @param {string | null} me */
export const players = (table, rules, me = null) =>
  h("div.players", {},
    h("ol", {}, table.info.seats.map((_, seat) => player(table, rules, seat, me))),
    me !== null && spectators(table, me),
    troubleAt("players"));

/** @param {ShownTable} table @param {GameModule | null} rules @param {number} seat @param {string | null} me */
function player(table, rules, seat, me) {
  const toMove = table.toMove.includes(seat) && !table.info.over;
  return h("li.player", { key: seat, class: toMove ? "turn" : "", "aria-current": toMove ? "step" : undefined },
    badge(table, seat),
    h("div.who", {}, name(table, seat), me !== null && menuOf(table, seat, me, "players")),
    h("div.score", { key: "score" },
      earned(seat, table.points[seat] ?? [], rules),
      !table.info.over && h("span.faint.moves", {}, t(seat === table.seat ? "player.your_turn" : "player.to_move"))),
    table.left.length > 0 && !table.info.over && h("div.time", { key: "time" },
      h("ludo-clock", { data: { table, seat } }),
      mayGive(table, seat) && moreTime(table, seat)));
}

/** Draw the name of a player, described again only if it has changed.
 * @param {ShownTable} table @param {number} seat */
function name(table, seat) {
  const { seats, started, over } = table.info;
  const rating = ratingAt(table, seat);
  const online = isOnline(known, nameOf(table, seat));
  const shown = [nameOf(table, seat), online, seats[seat], started, over, seat === table.seat, table.players[seat]?.bot, rating];
  return kept.get(`name ${seat}`, shown, () => called(table, seat));
}

/** @param {ShownTable} table @param {number} seat */
const mayGive = ({ seat: mine, info }, seat) =>
  mine !== null && mine !== seat && info.seats[seat] && !info.seats[seat].bot && !info.over;

/** @param {ShownTable} table @param {number} seat */
const moreTime = (table, seat) =>
  h("button.small", { key: "give", onclick: request(table, "players", { do: "give_time", seat, seconds: 60 }) },
    t("player.more_time"),
    h("span.unseen", {}, ` ${t("player.more_time.for", { name: nameOf(table, seat) })}`));

/** Draw a player's points and, on demand, their sources.
 * @param {number} seat @param {Point[]} points @param {GameModule | null} rules */
function earned(seat, points, rules) {
  return kept.get(`earned ${seat}`, [rules?.element, points], () => h("details.earned", {},
    h("summary", {}, t("points", { count: total(points) })),
    h("dl", {}, inOrder(rules, points).map((point) => [
      h("dt", { key: `${point.source} for` }, source(rules, point)),
      h("dd", { key: point.source }, point.amount),
    ]))));
}
