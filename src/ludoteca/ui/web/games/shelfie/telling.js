/** Descriptions of the game: events, tasks and sources of points. */

import { eventsOf } from "../../known.js";
import { byTag } from "../../tags.js";
import { list, t } from "../../words.js";
import { pattern } from "./goals.js";
import { planAt } from "./plan.js";
import { key } from "./room.js";
import { called, several, tilesOn } from "./seats.js";
import { PATTERNS } from "./tiles.js";

/** @import { Event, Events, ShownTable, Table, TilesTaken, View } from "./types.d.ts"
 * @import { ByTag, LogEntry, Point } from "../../types.d.ts" */

/** @type {WeakMap<TilesTaken, number[]>} */
const taken = new WeakMap();

/** Describe an event; "" if it needs no mention.
 * @param {Event} event @param {ShownTable} table */
export const sentence = (event, table) => byTag(SENTENCES, event.event, event, table) ?? "";

/** @type {ByTag<Events, [table: ShownTable], string>} */
const SENTENCES = {
  table_laid({ common_goals: dealt, first }, table) {
    const goals = [...dealt].sort((one, other) => one - other); // in the order on the table
    const named = goals.length ? list(goals.map((goal) => t(`shelfie.goal.${goal}`))) : t("shelfie.log.no_goals");
    return t("shelfie.log.laid", { goals: named, name: called(table, first) });
  },
  goal_dealt({ seat }, table) {
    return seat === table.seat ? t("shelfie.log.dealt") : "";
  },
  leftovers_returned: () => t("shelfie.log.leftovers"),
  board_filled: ({ tiles }) => t("shelfie.log.filled", { count: tiles.length }),
  tiles_taken(event, table) {
    const tiles = tilesOf(event, table);
    const count = event.cells.length;
    const what = tiles ? several(tiles) : t("shelfie.tiles", { count });
    return t("shelfie.log.took", { name: called(table, event.seat), tiles: what, column: event.column + 1 });
  },
  token_taken({ seat, goal, points }, table) {
    return t("shelfie.log.token", { count: points, name: called(table, seat), goal: t(`shelfie.goal.${goal}`) });
  },
  shelf_filled({ seat }, table) {
    return t("shelfie.log.full", { name: called(table, seat) });
  },
  turn_skipped({ seat }, table) {
    return t("shelfie.log.skipped", { name: called(table, seat) });
  },
  turn_passed: () => "",
  seats_left({ seats }, table) {
    return t("shelfie.log.left", { count: seats.length, names: list(seats.map((seat) => called(table, seat))) });
  },
  seat_returned({ seat }, table) {
    return t("shelfie.log.returned", { name: called(table, seat) });
  },
  game_ended({ winners, ending }, table) {
    const names = list(winners.map((seat) => called(table, seat)));
    if (!winners.length) return t("shelfie.log.ended");
    return t(ending === "last_left" ? "shelfie.log.last_left" : "shelfie.log.won", { count: winners.length, names });
  },
};

/** Return the taken tiles, found once, because the event names only cells.
 * @param {TilesTaken} event @param {ShownTable} table */
function tilesOf(event, table) {
  const tiles = taken.get(event) ?? found(event, table);
  if (tiles.length !== event.cells.length) return null;
  taken.set(event, tiles);
  return tiles;
}

/** Find the tiles of an event: in the living room until the move is shown, then in the log or on the shelf.
 * @param {TilesTaken} event @param {ShownTable} table */
function found(event, { log, view, seen }) {
  const entry = log.findLast(({ record }) => eventsOf(record).includes(event));
  if (view && entry?.version === seen + 1) return tilesOn(view, event.cells);
  const laid = laidBefore(event, log);
  if (laid.length || !view || !entry || entry.version > seen) return laid;
  const later = log.filter(({ version }) => version > entry.version && version <= seen);
  return shelved(event, later, view);
}

/** Find the tiles on the cells of an event, if the log tells how they got there.
 * @param {TilesTaken} event @param {LogEntry[]} log @returns {number[]} */
function laidBefore(event, log) {
  const events = log.flatMap(({ record }) => eventsOf(record));
  const fills = events.slice(0, Math.max(events.indexOf(event), 0)).filter((one) => one.event === "board_filled");
  const laid = new Map(fills.flatMap(({ tiles }) => tiles).map(([cell, tile]) => [key(cell), tile]));
  const tiles = event.cells.map((cell) => laid.get(key(cell))).filter((tile) => tile !== undefined);
  return tiles.length < event.cells.length ? [] : tiles;
}

/** Find the tiles of an event on the shelf, below the tiles that came later.
 * @param {TilesTaken} event @param {LogEntry[]} later @param {View} view */
function shelved(event, later, view) {
  const above = later.flatMap(({ record }) => eventsOf(record)).filter((one) => one.event === "tiles_taken")
    .filter((one) => one.seat === event.seat && one.column === event.column)
    .reduce((sum, one) => sum + one.cells.length, 0);
  const column = view.seats[event.seat].shelf.map((row) => row[event.column]).filter((one) => one !== null).reverse();
  return column.slice(Math.max(column.length - above - event.cells.length, 0), column.length - above);
}

/** Describe what is expected of the player.
 * @param {Table} table */
export function expected(table) {
  const { view, guide, seat } = table;
  if (view.outcome) return t("shelfie.over");
  if (view.turn !== seat) return waiting(table);
  if (!guide?.hand.length) return t("shelfie.take", { count: guide?.most ?? 3 });
  return t(guide.pick.length ? "shelfie.more" : "shelfie.choose", { count: guide.hand.length });
}

/** Describe what the player can do while others play: plan a move.
 * @param {Table} table */
function waiting(table) {
  const plan = planAt(table);
  if (plan) return t(plan.column === null ? "shelfie.plan.column" : "shelfie.plan.is");
  return t("shelfie.waiting", { name: called(table, table.view.turn ?? 0) });
}

/** Return whether a move could be saved for later now: a turn is one move.
 * @param {Table} table */
export const keeps = ({ guide }) => guide?.to_do === "take";

/** Describe the saved move.
 * @param {Table} table */
export const kept = ({ view, kept: move }) =>
  (move ? t("shelfie.kept", { tiles: several(tilesOn(view, move.cells)), column: move.column + 1 }) : "");

/** Name the source of points.
 * @param {Point} point */
export function source(point) {
  const [what, key] = point.source.split("/");
  if (!key) return t(`shelfie.source.${what}`);
  return t("shelfie.source.common", { goal: t(`shelfie.goal.${goalOf(key)}`) });
}

/** @param {string} key */
const goalOf = (key) => Object.keys(PATTERNS).find((one) => PATTERNS[one].key === key);

/** Return the position of a point: common goals as on the table, then everything else.
 * @param {Point} point */
export function order(point) {
  const [, key] = point.source.split("/");
  return key ? Number(goalOf(key)) : Object.keys(PATTERNS).length + 1;
}

/** Draw the figure for an item of the rules, which number the common goals.
 * @param {string} item */
export const figure = (item) => {
  const [, number] = item.match(/^(\d+) /) ?? [];
  return PATTERNS[number] ? pattern(number) : null;
};

/** The steps of the first tour. */
export const tour = [
  { at: "shelfie-table .room", text: "shelfie.tour.room" },
  { at: "shelfie-table .mine .hand", text: "shelfie.tour.hand" },
  { at: "shelfie-table .mine .shelf", text: "shelfie.tour.shelf" },
  { at: "shelfie-table .goals", text: "shelfie.tour.goals" },
  { at: "shelfie-table .others", text: "shelfie.tour.others" },
];
