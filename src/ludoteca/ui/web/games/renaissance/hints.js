/** Descriptions of moves and their reasons. */

import { byTag } from "../../tags.js";
import { about, alsoSay, inTenths, list, t } from "../../words.js";
import { depotName } from "./board.js";
import { aCard, inWords as goodsInWords, leaderDoes, lineName, words } from "./goods.js";
import { who } from "./scene.js";

/** @import { Goods, Move, Moves, Produce, Table } from "./types.d.ts"
 * @import { ByTag, Given, Reason } from "../../types.d.ts" */

alsoSay({ en: "games/renaissance/hints/en.json", it: "games/renaissance/hints/it.json" });

/** Name a depot of the player whose turn it is.
 * @param {Table} table @param {number} place */
const depot = ({ view }, place) => depotName(view.seats[view.turn ?? view.eyes ?? 0], place);

/** The values for the text of each move.
 * @type {ByTag<Moves, [table: Table], Given>} */
const NEEDS = {
  return_leader: ({ leader }) => ({ does: leaderDoes(leader) }),
  take_bonus: ({ resource, depot: place }, table) => ({ one: words(resource, 1), depot: depot(table, place) }),
  take_marbles: ({ way, index }) => ({ line: lineName(way, index) }),
  convert_marble: ({ resource }) => ({ one: words(resource, 1) }),
  place_resource: ({ resource, depot: place }, table) => ({ one: words(resource, 1), depot: depot(table, place) }),
  discard_resource: ({ resource }) => ({ one: words(resource, 1) }),
  move_resources: ({ source, target }, table) => ({ from: depot(table, source), to: depot(table, target) }),
  swap_depots: ({ one, other }, table) => ({ from: depot(table, one), to: depot(table, other) }),
  buy_card: ({ card, slot }) => ({ card: aCard(card), slot: slot + 1 }),
  produce: (move) => ({ powers: list(powers(move)) }),
  play_leader: ({ leader }) => ({ does: leaderDoes(leader) }),
  discard_leader: ({ leader }) => ({ does: leaderDoes(leader) }),
  end_turn: () => ({}),
};

/** Describe the productions that run: slots by number, basic production and leaders with their output.
 * @param {Produce} move */
const powers = ({ slots = [], basic = null, leaders = [] }) => [
  ...slots.map((slot) => t("ren.hint.slot", { number: slot + 1 })),
  ...(basic ? [t("ren.hint.basic", { one: words(basic.makes, 1) })] : []),
  ...leaders.map(({ makes }) => t("ren.hint.leader", { one: words(makes, 1) })),
];

/** Describe a move.
 * @param {Move} move @param {Table} table */
export const inWords = (move, table) => t(`ren.hint.${move.move}`, byTag(NEEDS, move.move, move, table));

/** Describe an effect of a move.
 * @param {Reason} reason @param {Table} table */
export function why({ kind, values, worth }, table) {
  const { view } = table;
  /** @type {{ card?: number, goods?: Goods, count?: number, missing?: number, points?: number, steps?: number, seat?: number }} */
  const { card, goods, count, missing, points, steps, seat } = values;
  const alone = kind === "wasted" && view.seats.length === 1;
  return t(`ren.why.${kind}${alone ? "_solo" : ""}`, {
    points: inTenths(worth), ...values, count: count ?? missing ?? points ?? steps ?? about(worth),
    name: seat === undefined ? "" : who(table, seat),
    card: card ? aCard(card) : "", goods: goods ? goodsInWords(goods) : "",
  });
}
