/** What is printed on the pieces, as the rules have it: `tables.json` is made from them. */

const found = await fetch(new URL("tables.json", import.meta.url));

/** Resources in their order; marbles and what they give; decks as [colour, level], column by column;
 * cards and leaders by number; points by space of the track; sections as [first, pope, points]; tokens. */
export const { resources, marbles, decks, cards, leaders, track, sections, tokens } = await found.json();

/** The highest space of the track. */
export const LAST_SPACE = track.length - 1;

/** Goods as the pairs there are some of: `[["coin", 2]]`. */
export const some = (goods) => resources.map((name, i) => [name, goods[i]]).filter(([, count]) => count);

/** How many in all. */
export const total = (goods) => goods.reduce((sum, count) => sum + count, 0);

/** What lies in the depots and the strongbox of a seat together. */
export function held(seen) {
  return resources.map((name, i) =>
    seen.depots.reduce((sum, depot) => sum + (depot.resource === name ? depot.count : 0), seen.strongbox[i]));
}

/** What of a price these goods do not cover. */
export const missing = (price, goods) => price.map((count, i) => Math.max(0, count - goods[i]));
