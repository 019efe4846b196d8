/** The player's last hand, which is picked again if it was lost with the connection. */

import { listen } from "../../server.js";

/** @import { Cell, Step, Table } from "./types.d.ts" */

/** @typedef {{ table?: number, turns?: number, cells?: Cell[] }} Hand */

const PLACE = "ludoteca hand";
let hand = kept();

/** @returns {Hand} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // storage is unavailable
  }
}

/** Remember the current hand.
 * @param {Table} table */
export function remember({ number, view, guide }) {
  keep({ table: number, turns: view.turns, cells: guide?.hand });
}

/** Follow the hand while connected: another window of the player may change it. */
listen((notice, known) => {
  if (notice.notice !== "guided" || notice.table !== hand.table) return;
  const table = /** @type {Table | null} */ (known.table);
  if (table?.number === notice.table && table.view) remember(table);
});

/** Forget the hand: it has been played. */
export const forget = () => keep({});

/** @param {Hand} what */
function keep(what) {
  hand = what;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(hand));
  } catch {
    // remembered until the page is closed
  }
}

/** Return the steps that restore a lost hand, once; no steps if nothing was lost.
 * @param {Table} table */
export function lost({ number, view, guide }) {
  const { table, turns, cells } = hand;
  if (table !== number || turns !== view.turns || !cells?.length) return [];
  if (guide?.to_do !== "take" || guide.hand.length) return [];
  hand = {};
  return picks(cells);
}

/** Return the steps that pick these cells in a legal order.
 * @param {Cell[]} cells @returns {Step[]} */
export function picks(cells) {
  const sorted = [...cells].sort(([r, c], [row, column]) => r - row || c - column);
  const places = cells.map((cell) => sorted.indexOf(cell));
  return [...sorted.map((cell) => /** @type {Step} */ ({ step: "pick", cell })), { step: "order", places }];
}
