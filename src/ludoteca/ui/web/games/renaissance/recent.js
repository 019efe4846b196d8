/** The others' last actions as marks on the market, the cards and the boards, until the player acts. */

import { eventsOf, movesSince } from "../../known.js";
import { byTag } from "../../tags.js";
import { cards } from "./tables.js";

/** @import { Event, Events, Table } from "./types.d.ts"
 * @import { ByTag } from "../../types.d.ts" */

/** The names of the marked places for each event.
 * @type {ByTag<Events, [], string[]>} */
const PLACES = {
  marbles_taken: ({ way, index }) => [`${way} ${index}`],
  card_bought: ({ card, seat, slot }) => [`${cards[card].colour} ${cards[card].level}`, `slot ${seat} ${slot}`, `board ${seat}`],
  produced: ({ seat }) => [`strongbox ${seat}`, `board ${seat}`],
  leader_played: ({ seat, leader }) => [`leader ${seat} ${leader}`, `board ${seat}`],
};

/** Return the seat that acted last at each marked place.
 * @param {Table} table @param {boolean} plays @returns {{ [place: string]: number }} */
export function recent(table, plays) {
  const events = movesSince(table, plays ? table.view.eyes : null).reverse()
    .flatMap((one) => /** @type {Event[]} */ (eventsOf(one)));
  return Object.fromEntries(events.flatMap((event) =>
    (byTag(PLACES, event.event, event) ?? []).map((place) => [place, "seat" in event ? event.seat : 0])));
}

/** Return the class of a place: marked in the colour of the seat that acted there, or "".
 * @param {{ recent: { [place: string]: number } }} scene @param {string} place */
export const latest = ({ recent: marks }, place) => (place in marks ? `latest by-${marks[place]}` : "");
