/** The printed values of all pieces: `tables.json` is generated from the rules. */

/** @import { Printed, Resource, SeatView } from "./types.d.ts" */

const found = await fetch(new URL("tables.json", import.meta.url));

/** @type {Printed} */
export const { resources, marbles, decks, cards, leaders, track, sections, tokens } = await found.json();

/** The last space of the track. */
export const LAST_SPACE = track.length - 1;

/** Return goods as pairs, without zeros: `[["coin", 2]]`.
 * @param {number[]} goods @returns {Array<[name: Resource, count: number]>} */
export const some = (goods) => resources.flatMap((name, i) => (goods[i] ? [[name, goods[i]]] : []));

/** Sum up goods.
 * @param {number[]} goods */
export const total = (goods) => goods.reduce((sum, count) => sum + count, 0);

/** Sum up the depots and the strongbox of a seat.
 * @param {SeatView} seen */
export function held(seen) {
  return resources.map((name, i) =>
    seen.depots.reduce((sum, depot) => sum + (depot.resource === name ? depot.count : 0), seen.strongbox[i]));
}

/** Return the part of a price that these goods do not cover.
 * @param {number[]} price @param {number[]} goods */
export const missing = (price, goods) => price.map((count, i) => Math.max(0, count - goods[i]));
