/** My Shelfie at a glance: the living room and every shelf, small. */

import { h } from "../../dom.js";
import { once } from "../../kept.js";
import { painted, sheet } from "./drawings.js";
import { COLUMNS, kindOf, pictureOf, ROWS } from "./tiles.js";

/** @import { Rows, View } from "./types.d.ts" */

const EDGE = 2;
const ROOM = 116;
const LEFT = 122;
const BETWEEN = 4;
const LARGEST = 7;
/** The share of its place that a tile or a cell fills. */
const WELL = 0.94;

/** Draw a spectator's view on 160 by 120.
 * @param {View} view */
export function glance({ board, seats }) {
  const rows = seats.length > 2 ? board : board.slice(1, -1).map((row) => row.slice(1, -1));
  const size = Math.min(LARGEST, ((ROOM + BETWEEN) / seats.length - BETWEEN) / ROWS);
  return [
    sheet,
    h("rect", { x: EDGE, y: EDGE, width: ROOM, height: ROOM, rx: 4, class: "art-well" }),
    h("g", { key: "room" }, tiles(rows, EDGE, EDGE, ROOM / rows.length)),
    seats.map(({ shelf }, seat) => shelved(shelf, LEFT, EDGE + seat * (ROWS * size + BETWEEN), size)),
  ];
}

/** @param {Rows} shelf @param {number} x @param {number} y @param {number} size */
const shelved = (shelf, x, y, size) => h("g", { key: `${x} ${y}` }, empty(x, y, size), tiles(shelf, x, y, size));

const empty = once(/** @param {number} x @param {number} y @param {number} size */ (x, y, size) => [
  h("rect", { x: x - 0.8, y: y - 0.8, width: COLUMNS * size + 1.6, height: ROWS * size + 1.6, rx: 1.5, class: "art-wood" }),
  h("path", { d: cells(x, y, size), class: "art-well" }),
]);

/** Draw the cells of a shelf as one path.
 * @param {number} x @param {number} y @param {number} size */
const cells = (x, y, size) => Array.from({ length: ROWS * COLUMNS }, (_, i) => {
  const [left, top] = [x + (i % COLUMNS) * size, y + Math.floor(i / COLUMNS) * size];
  return `M${left.toFixed(2)} ${top.toFixed(2)}h${WELL * size}v${WELL * size}h${-WELL * size}z`;
}).join("");

/** @param {Rows} rows @param {number} x @param {number} y @param {number} size */
const tiles = (rows, x, y, size) => rows.flatMap((row, r) => row.map((tile, c) => tile !== null &&
  painted(kindOf(tile), pictureOf(tile), size * WELL, { key: `${r} ${c}`, x: x + c * size, y: y + r * size })));
