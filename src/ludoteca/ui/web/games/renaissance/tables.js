/** What is printed on the pieces, as the rules have it: `tables.json` is made from them. */

/** @import { Printed, Resource, SeatView } from "./types.d.ts" */

const found = await fetch(new URL("tables.json", import.meta.url));

/** @type {Printed} */
export const { resources, marbles, decks, cards, leaders, track, sections, tokens } = await found.json();

/** The highest space of the track. */
export const LAST_SPACE = track.length - 1;

/** Goods as the pairs there are some of: `[["coin", 2]]`.
 * @param {number[]} goods @returns {Array<[name: Resource, count: number]>} */
export const some = (goods) => resources.flatMap((name, i) => (goods[i] ? [[name, goods[i]]] : []));

/** How many in all.
 * @param {number[]} goods */
export const total = (goods) => goods.reduce((sum, count) => sum + count, 0);

/** What lies in the depots and the strongbox of a seat together.
 * @param {SeatView} seen */
export function held(seen) {
  return resources.map((name, i) =>
    seen.depots.reduce((sum, depot) => sum + (depot.resource === name ? depot.count : 0), seen.strongbox[i]));
}

/** What of a price these goods do not cover.
 * @param {number[]} price @param {number[]} goods */
export const missing = (price, goods) => price.map((count, i) => Math.max(0, count - goods[i]));
