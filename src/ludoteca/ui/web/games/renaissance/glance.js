/** Masters of Renaissance at a glance: market, remaining cards, faith track and the cards of every seat. */

import { h } from "../../dom.js";
import { cards, decks, LAST_SPACE } from "./tables.js";

/** @import { Marble, View } from "./types.d.ts" */

const MARBLES = { white: 1, blue: 3, grey: 6, yellow: 0, purple: 4, red: 2 };
const COLOURS = { green: 5, blue: 3, yellow: 0, purple: 4 };
const SPACE = 156 / (LAST_SPACE + 1);

/** Draw a spectator's view on 160 by 120.
 * @param {View} view */
export const glance = ({ market, decks: left, seats }) => [
  h("rect", { x: 2, y: 2, width: 72, height: 62, rx: 4, class: "art-well" }),
  market.rows.map((row, y) => row.map((colour, x) => marble(colour, 11 + x * 14, 13 + y * 16.5))),
  marble(market.slide, 66, 56),
  left.map(({ top, cards: count }, place) => deck(place, top, count)),
  h("g", { key: "track" }, Array.from({ length: LAST_SPACE + 1 }, (_, space) =>
    h("rect", { x: 2 + space * SPACE, y: 68, width: SPACE - 0.6, height: 12, rx: 1, class: "art-well" }))),
  seats.map(({ faith }, seat) => h("circle", {
    key: `faith ${seat}`, cx: 2 + (faith + 0.5) * SPACE - 0.3, cy: 70.6 + seat * 2.2, r: 2.4, style: { fill: `var(--seat-${seat})` },
  })),
  seats.map(({ slots }, seat) => h("g", { key: `seat ${seat}` }, owned(slots, 2 + seat * 39.5, seat))),
];

/** @param {Marble} colour @param {number} cx @param {number} cy */
const marble = (colour, cx, cy) => h("g", { key: `${cx} ${cy}` },
  h("circle", { cx, cy, r: 6.2, class: `art-${MARBLES[colour]}` }),
  h("path", { d: `M${cx - 3.4} ${cy - 1.4}a4 4 0 0 1 2.6-2.6`, class: "art-shine" }));

/** Draw a deck of the grid, highest level on top; fewer cards make it smaller.
 * @param {number} place @param {number} top @param {number} count */
function deck(place, top, count) {
  const [colour, level] = decks[place];
  const [x, y] = [80 + Math.floor(place / 3) * 20, 2 + (3 - level) * 21.5];
  return h("g", { key: `deck ${place}` },
    h("rect", { x, y, width: 17, height: 19, rx: 2, class: "art-well" }),
    top > 0 && Array.from({ length: count }, (_, i) =>
      h("rect", { x: x + i * 0.9, y: y + i * 0.6, width: 13.5, height: 17, rx: 2, class: `art-${COLOURS[colour]}` })),
    top > 0 && pips(x + count * 0.9 + 2, y + count * 0.6 + 2.5, level));
}

/** @param {number} x @param {number} y @param {number} level */
const pips = (x, y, level) =>
  Array.from({ length: level }, (_, i) => h("circle", { cx: x + i * 3, cy: y, r: 1, class: "art-pip" }));

/** Draw the cards of a seat: three slots, the newest card on top.
 * @param {number[][]} slots @param {number} x @param {number} seat */
const owned = (slots, x, seat) => [
  h("rect", { x, y: 84, width: 37.5, height: 34, rx: 3, class: "art-well" }),
  h("rect", { x, y: 84, width: 37.5, height: 2.4, rx: 1, style: { fill: `var(--seat-${seat})` } }),
  slots.map((slot, column) => slot.map((card, i) => h("g", { key: `${column} ${card}` },
    h("rect", { x: x + 2.5 + column * 11.5, y: 98 - i * 5, width: 9.5, height: 17, rx: 1.5, class: `art-${COLOURS[cards[card].colour]}` }),
    pips(x + 4.4 + column * 11.5, 100.5 - i * 5, cards[card].level)))),
];
