/** The living room: a grid of cells, as many as there are players for. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tile } from "./drawings.js";
import { called, mark, pickedBy } from "./seats.js";
import { kindOf, room, SIDE } from "./tiles.js";

const ROOMS = [0, 1, 2, 3, 4].map(room);
const PLACES = [0, 1].map((edge) => Array.from({ length: SIDE }, (_, row) =>
  Array.from({ length: SIDE }, (_, column) => ({ "grid-area": `${row + 1 - edge} / ${column + 1 - edge}` }))));

/** The name of a cell. */
export const key = (cell) => cell.join(" ");

/** The rows of the living room at a table, each with the columns in use. */
export const rowsOf = (view) => ROOMS[view.seats.length];

/** How many rows and columns at the edges are unused. */
export const edgeOf = (view) => (rowsOf(view)[0].length ? 0 : 1);

/** Where the middle of a cell is across the living room, from 0 on the left to 1 on the right. */
export function across(view, [, column]) {
  const edge = edgeOf(view);
  return (column - edge + 0.5) / (SIDE - 2 * edge);
}

/** The living room; `at` is the cell that the keys are at, `pending` the cells we asked for just now, `refused` the
 * one that was refused, `hand` those that are picked, or only planned. */
export function livingRoom(table, { at, pending, refused, active, planning, hand, kept }) {
  const { view, guide } = table;
  const can = new Set(active ? guide?.pick?.map(key) : []);
  const mine = hand.map(key);
  const others = new Map(view.seats.flatMap((_, seat) =>
    seat === table.seat ? [] : pickedBy(table, seat).map((cell) => [key(cell), seat])));
  const hinted = new Set(table.hint?.move.cells.map(key));
  const places = PLACES[edgeOf(view)];
  const drawn = (row, column) => {
    const name = `${row} ${column}`;
    const order = mine.indexOf(name);
    const seat = others.get(name);
    const number = view.board[row][column];
    const state = order >= 0 ? (planning ? "planned" : "picked") : seat !== undefined ? "theirs" : can.has(name) ? "pick" : "still";
    const who = seat === undefined ? "" : called(table, seat);
    const laid = planning && state === "still" && number !== null ? " laid" : "";
    const extra = pending.has(name) ? " pending" : name === refused ? " refused" : hinted.has(name) ? " hinted" : laid;
    return kept.get(name, `${number} ${state} ${order} ${seat} ${extra} ${name === at} ${who}`, () =>
      place(row, column, places[row][column], { number, state, place: order + 1, seat, name: who, extra, here: name === at }));
  };
  const how = active ? "active" : planning && "planning";
  return h("div.room", { key: "room", role: "grid", "data-room": "", "aria-label": t("shelfie.room"), class: how },
    rowsOf(view).map((columns, row) => columns.length > 0 && h("div.row", { key: row, role: "row" },
      columns.map((column) => drawn(row, column)))));
}

function place(row, column, style, { number, state, place, seat, name, extra, here }) {
  const what = number === null ? "" : t(`shelfie.${kindOf(number)}`);
  const told = { what, row: row + 1, column: column + 1, place, name };
  const label = t(`shelfie.cell.${number === null ? "empty" : state}`, told);
  return h("div.cell", {
    key: `${row} ${column}`,
    role: "gridcell",
    class: state + extra,
    style,
    "data-cell": `${row} ${column}`,
    tabindex: here ? "0" : "-1",
    "aria-selected": place ? "true" : state === "pick" ? "false" : null,
    "aria-label": extra === " hinted" ? t("hint.marked", { what: label }) : label,
  },
  tile(number),
  place > 0 && h("span.order", { key: "order", "aria-hidden": "true" }, String(place)),
  state === "theirs" && mark(name, seat));
}

/** The next cell of the living room in some direction, or this one if there is none. */
export function next(rows, [row, column], [down, right]) {
  const beyond = ([r, c]) => (down ? c === column && (r - row) * down > 0 : r === row && (c - column) * right > 0);
  const far = (one) => Math.abs(one[0] - row) + Math.abs(one[1] - column);
  const nearest = (cells) => cells.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
  const cells = rows.flatMap((columns, r) => columns.map((c) => [r, c]));
  return nearest(cells.filter(beyond)) ?? nearest(cells.filter((one) => down && one[0] === row + down)) ??
    [row, column];
}
