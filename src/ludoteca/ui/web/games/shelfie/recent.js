/** The others' last moves: the cells that they emptied and the places of their tiles, marked until the player moves. */

import { eventsOf, movesSince } from "../../known.js";
import { key } from "./room.js";

/** @import { Event, Recent, Rows, Table } from "./types.d.ts" */

/** Return the marks: the seat by emptied cell, and the filled places by seat.
 * @param {Table} table @param {boolean} plays @returns {Recent} */
export function recent(table, plays) {
  const { view } = table;
  const moves = movesSince(table, plays ? table.seat : null);
  const taken = moves.flatMap((one) => /** @type {Event[]} */ (eventsOf(one))).filter((one) => one.event === "tiles_taken");
  const cells = taken.flatMap((one) => one.cells.filter(([r, c]) => view.board[r][c] === null).map((cell) => [key(cell), one.seat]));
  const placed = view.seats.map((_, seat) => {
    const own = taken.filter((one) => one.seat === seat);
    return [...new Set(own.map(({ column }) => column))].flatMap((column) => {
      const count = own.filter((one) => one.column === column).reduce((sum, one) => sum + one.cells.length, 0);
      return topOf(view.seats[seat].shelf, column).slice(0, count);
    });
  });
  return { cells: Object.fromEntries(cells), placed };
}

/** Return the filled places of a column from the top.
 * @param {Rows} rows @param {number} column @returns {Array<[number, number]>} */
const topOf = (rows, column) => rows.flatMap((row, r) =>
  (row[column] === null ? [] : [/** @type {[number, number]} */ ([r, column])]));
