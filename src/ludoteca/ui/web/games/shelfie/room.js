/** The living room: a grid of cells that depends on the number of players. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tile } from "./drawings.js";
import { called, mark, pickedBy } from "./seats.js";
import { kindOf, room, SIDE } from "./tiles.js";

/** @import { Cell, Table, View } from "./types.d.ts"
 * @import { Kept } from "../../types.d.ts" */

const ROOMS = [0, 1, 2, 3, 4].map(room);
const PLACES = [0, 1].map((edge) => Array.from({ length: SIDE }, (_, row) =>
  Array.from({ length: SIDE }, (_, column) => ({ "grid-area": `${row + 1 - edge} / ${column + 1 - edge}` }))));

/** Return the key of a cell.
 * @param {Cell} cell */
export const key = (cell) => cell.join(" ");

/** Return the rows of the living room at a table, each with the columns in use.
 * @param {View} view */
export const rowsOf = (view) => ROOMS[view.seats.length];

/** Return the number of unused rows and columns at the edges.
 * @param {View} view */
export const edgeOf = (view) => (rowsOf(view)[0].length ? 0 : 1);

/** Return the centre of a cell across the living room, from 0 on the left to 1 on the right.
 * @param {View} view @param {Cell} cell */
export function across(view, [, column]) {
  const edge = edgeOf(view);
  return (column - edge + 0.5) / (SIDE - 2 * edge);
}

/** Draw the living room; `at` is the focused cell, `pending` the cells just requested, `refused` the refused cell,
 * `hand` the cells picked or planned, and `left` the seats that emptied cells in the last moves.
 * @param {Table} table @param {{
 *   at: string, pending: Set<string>, refused: string | null, active: boolean, planning: boolean, hand: Cell[], kept: Kept,
 *   left: { [cell: string]: number },
 * }} now */
export function livingRoom(table, { at, pending, refused, active, planning, hand, kept, left }) {
  const { view, guide } = table;
  const can = new Set(active ? guide?.pick.map(key) : []);
  const mine = hand.map(key);
  /** @type {Map<string, number>} */
  const others = new Map();
  view.seats.forEach((_, seat) => {
    if (seat !== table.seat) for (const cell of pickedBy(table, seat)) others.set(key(cell), seat);
  });
  const hinted = table.hint?.move.cells.map(key) ?? [];
  const played = table.played?.move.cells.map(key) ?? [];
  const places = PLACES[edgeOf(view)];
  /** @param {number} row @param {number} column */
  const drawn = (row, column) => {
    const name = `${row} ${column}`;
    const order = mine.indexOf(name);
    const number = view.board[row][column];
    const emptied = number === null ? left[name] : undefined;
    const seat = others.get(name) ?? emptied;
    const state = order >= 0 ? (planning ? "planned" : "picked") : emptied !== undefined ? "left" : seat !== undefined ? "theirs" : can.has(name) ? "pick" : "still";
    const who = seat === undefined ? "" : called(table, seat);
    const laid = planning && state === "still" && number !== null ? " laid" : "";
    const extra = pending.has(name) ? " pending" : name === refused ? " refused" : hinted.includes(name) ? " hinted" : laid;
    const tried = played.includes(name) ? " tried" : "";
    const advised = hinted.length > 1 && order < 0 ? hinted.indexOf(name) + 1 : 0;
    return kept.get(name, `${number} ${state} ${order} ${seat} ${extra} ${name === at} ${who} ${advised}${tried}`, () =>
      place(row, column, places[row][column], { number, state, place: order + 1, seat, name: who, extra: `${extra}${tried}`, advised, here: name === at }));
  };
  const how = active ? "active" : planning && "planning";
  return h("div.room", { key: "room", role: "grid", "data-room": "", "aria-label": t("shelfie.room"), class: how },
    rowsOf(view).map((columns, row) => columns.length > 0 && h("div.row", { key: row, role: "row" },
      columns.map((column) => drawn(row, column)))));
}

/** @param {number} row @param {number} column @param {{ [property: string]: string }} style @param {{
 *   number: number | null, state: string, place: number, seat?: number, name: string, extra: string, advised: number, here: boolean,
 * }} cell */
function place(row, column, style, { number, state, place, seat, name, extra, advised, here }) {
  const what = number === null ? "" : t(`shelfie.${kindOf(number)}`);
  const told = { what, row: row + 1, column: column + 1, place, name };
  const label = t(`shelfie.cell.${number === null && state !== "left" ? "empty" : state}`, told);
  return h("div.cell", {
    key: `${row} ${column}`,
    role: "gridcell",
    class: `${state}${extra}${state === "left" ? ` seat-${seat}` : ""}`,
    style,
    "data-cell": `${row} ${column}`,
    tabindex: here ? "0" : "-1",
    "aria-selected": place ? "true" : state === "pick" ? "false" : null,
    "aria-label": !extra.startsWith(" hinted") ? (extra.endsWith(" tried") ? t("review.marked", { what: label }) : label) : t(advised ? "shelfie.hinted" : "hint.marked", { what: label, place: advised }),
  },
  tile(number),
  advised > 0 && h("span.order.advised", { key: "advised", "aria-hidden": "true" }, String(advised)),
  place > 0 && h("span.order", { key: "order", "aria-hidden": "true" }, String(place)),
  seat !== undefined && (state === "theirs" || state === "left") && mark(name, seat));
}

/** Return the next cell in a direction, or this one if there is none.
 * @param {number[][]} rows @param {Cell} cell @param {[down: number, right: number]} way @returns {Cell} */
export function next(rows, [row, column], [down, right]) {
  /** @param {Cell} cell */
  const beyond = ([r, c]) => (down ? c === column && (r - row) * down > 0 : r === row && (c - column) * right > 0);
  /** @param {Cell} cell */
  const far = ([r, c]) => Math.abs(r - row) + Math.abs(c - column);
  /** @param {Cell[]} cells */
  const nearest = (cells) => [...cells].sort((one, other) => far(one) - far(other)).at(0);
  const cells = rows.flatMap((columns, r) => columns.map((c) => /** @type {Cell} */ ([r, c])));
  return nearest(cells.filter(beyond)) ?? nearest(cells.filter(([r]) => down && r === row + down)) ?? [row, column];
}
