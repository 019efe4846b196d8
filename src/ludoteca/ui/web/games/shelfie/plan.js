/** A move planned while others play: only the player sees it, and the server checks it on the player's turn. */

import { isSlow } from "../../known.js";
import { changed } from "../../server.js";
import { key } from "./room.js";
import { tilesOn } from "./seats.js";
import { LONGEST } from "./tiles.js";

/** @import { Cell, Plan, ShownTable, Table, TakeTiles, View } from "./types.d.ts" */

/** The current plan, and the number of its table.
 * @type {{ table: number, plan: Plan | null }} */
let made = { table: 0, plan: null };

/** Return the plan at a table, if any; at a slow table, the move that the server keeps is a plan, too.
 * @param {ShownTable} table @returns {Plan | null} */
export function planAt(table) {
  const { number, info, view } = table;
  /** @type {TakeTiles | null} */
  const kept = table.kept;
  if (kept && view && isSlow(info)) return { ...kept, turns: view.turns, tiles: tilesOn(view, kept.cells) };
  const plan = made.table === number ? made.plan : null;
  // Once the server has kept a plan, its answer counts: another window may have cancelled it.
  return plan && isSlow(info) && plan.column !== null ? null : plan;
}

/** Set or clear the plan at a table.
 * @param {Table} table @param {Plan | null} what */
export function intend({ number }, what) {
  made = { table: number, plan: what };
  changed();
}

/** @param {View} view @param {Cell[]} cells @param {number | null} column @returns {Plan | null} */
function plan(view, cells, column = null) {
  return cells.length ? { turns: view.turns, cells, tiles: tilesOn(view, cells), column } : null;
}

/** Add a tile to the plan or remove it; a tile that is not in line with the others starts a new plan.
 * @param {Plan | null} old @param {View} view @param {Cell} cell */
export function toggled(old, view, cell) {
  const cells = old?.cells ?? [];
  const rest = cells.filter((one) => key(one) !== key(cell));
  if (rest.length < cells.length) return plan(view, isLine(rest) ? rest : []);
  if (!tilesOn(view, [cell]).length) return old;
  return plan(view, isLine([...cells, cell]) ? [...cells, cell] : [cell]);
}

/** Reorder the tiles of the plan; `order` lists their old places, the lowest tile first.
 * @param {Plan} old @param {View} view @param {number[]} places */
export const ordered = (old, view, places) => plan(view, places.map((place) => old.cells[place]), old.column);

/** Set the column of the plan.
 * @param {Plan} old @param {View} view @param {number} column */
export const aimed = (old, view, column) => plan(view, old.cells, column);

/** Return the name of the text that explains why a plan is no longer possible; "" if it still is.
 * @param {Plan} plan @param {Table} table */
export function whyNot({ turns, cells, tiles, column }, { view, guide }) {
  if (view.outcome || view.turns < turns) return "shelfie.plan.undone";
  if (tilesOn(view, cells).join() !== tiles.join()) return "shelfie.plan.taken";
  return guide && column !== null && guide.columns[column] < cells.length ? "shelfie.plan.full" : "";
}

/** Return where `count` tiles would land in each column, the lowest first; empty where they do not fit.
 * @param {number[]} columns @param {number} count @returns {Array<Array<[number, number]>>} */
export const landing = (columns, count) => columns.map((room, column) =>
  (count <= room ? Array.from({ length: count }, (_, place) => [room - 1 - place, column]) : []));

/** Return whether cells are adjacent in one row or column, and not too many.
 * @param {Cell[]} cells */
function isLine(cells) {
  const [rows, columns] = [0, 1].map((way) => cells.map((cell) => cell[way]));
  /** @param {number[]} places */
  const spread = (places) => Math.max(...places) - Math.min(...places);
  const across = spread(rows) === 0 && spread(columns) === cells.length - 1;
  const down = spread(columns) === 0 && spread(rows) === cells.length - 1;
  return cells.length <= LONGEST && (cells.length < 2 || across || down);
}
