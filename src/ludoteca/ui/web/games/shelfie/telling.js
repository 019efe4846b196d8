/** The game in words: what happened, what is expected, and where points come from. */

import { list, t } from "../../words.js";
import { pattern } from "./goals.js";
import { planAt } from "./plan.js";
import { key } from "./room.js";
import { called, several, tilesOn } from "./seats.js";
import { PATTERNS } from "./tiles.js";

const taken = new WeakMap();

/** What an event means in words, or "" for what goes without saying. */
export function sentence(event, table) {
  return SENTENCES[event.event]?.(event, table) ?? "";
}

const SENTENCES = {
  table_laid({ common_goals: dealt, first }, table) {
    const goals = [...dealt].sort((one, other) => one - other); // as they lie on the table
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

/** The tiles that were taken, looked for once: an event names cells only. */
function tilesOf(event, table) {
  const tiles = taken.get(event) ?? found(event, table);
  if (tiles?.length !== event.cells.length) return null;
  taken.set(event, tiles);
  return tiles;
}

/** The tiles of an event: in the living room until the move is seen, and from then on where the log or the shelf tells. */
function found(event, table) {
  const { log, view } = table;
  const seen = table.seen ?? table.version;
  const entry = log.findLast(({ record }) => record.events?.includes(event));
  if (view && entry?.version === seen + 1) return tilesOn(view, event.cells);
  const laid = laidBefore(event, log);
  return laid.length || !view || !(entry?.version <= seen) ? laid : shelved(event, entry, table, seen);
}

/** The tiles that lay on the cells of an event, if the log tells how they came there. */
function laidBefore(event, log) {
  const events = log.flatMap(({ record }) => record.events ?? []);
  const fills = events.slice(0, Math.max(events.indexOf(event), 0)).filter((one) => one.event === "board_filled");
  const laid = new Map(fills.flatMap(({ tiles }) => tiles.map(([cell, tile]) => [key(cell), tile])));
  const tiles = event.cells.map((cell) => laid.get(key(cell)));
  return tiles.includes(undefined) ? [] : tiles;
}

/** The tiles of an event on the shelf, below those that came later. */
function shelved(event, entry, { log, view }, seen) {
  const later = log.filter(({ version }) => version > entry.version && version <= seen)
    .flatMap(({ record }) => record.events ?? [])
    .filter((one) => one.event === "tiles_taken" && one.seat === event.seat && one.column === event.column)
    .reduce((sum, one) => sum + one.cells.length, 0);
  const column = view.seats[event.seat].shelf.map((row) => row[event.column]).filter((one) => one !== null).reverse();
  return column.slice(Math.max(column.length - later - event.cells.length, 0), column.length - later);
}

/** What is expected of the player. */
export function expected(table) {
  const { view, guide, seat } = table;
  if (!view) return "";
  if (view.outcome) return t("shelfie.over");
  if (view.turn !== seat) return waiting(table);
  const hand = guide?.hand?.length ?? 0;
  if (!hand) return t("shelfie.take", { count: guide?.most ?? 3 });
  return t(guide.pick.length ? "shelfie.more" : "shelfie.choose", { count: hand });
}

/** What can be done while others play: plan a move. */
function waiting(table) {
  const plan = planAt(table);
  if (plan) return t(plan.column === null ? "shelfie.plan.column" : "shelfie.plan.is");
  return t("shelfie.waiting", { name: called(table, table.view.turn) });
}

/** Whether a move could be kept now: a turn is one move. */
export const keeps = ({ guide }) => guide?.to_do === "take";

/** The move that is kept, in words. */
export function kept({ view, kept: { cells, column } }) {
  return t("shelfie.kept", { tiles: several(tilesOn(view, cells)), column: column + 1 });
}

/** Where points come from, in words. */
export function source(point) {
  const [what, key] = point.source.split("/");
  if (!key) return t(`shelfie.source.${what}`);
  return t("shelfie.source.common", { goal: t(`shelfie.goal.${goalOf(key)}`) });
}

const goalOf = (key) => Object.keys(PATTERNS).find((one) => PATTERNS[one].key === key);

/** The place of a point among the others: common goals as they lie on the table, then all else. */
export function order(point) {
  const [, key] = point.source.split("/");
  return key ? Number(goalOf(key)) : Object.keys(PATTERNS).length + 1;
}

/** The drawing of what an item of the rules is about: they number the common goals. */
export const figure = (item) => {
  const [, number] = item.match(/^(\d+) /) ?? [];
  return PATTERNS[number] ? pattern(number) : null;
};

/** What a first game points at. */
export const tour = [
  { at: "shelfie-table .room", text: "shelfie.tour.room" },
  { at: "shelfie-table .mine .hand", text: "shelfie.tour.hand" },
  { at: "shelfie-table .mine .shelf", text: "shelfie.tour.shelf" },
  { at: "shelfie-table .goals", text: "shelfie.tour.goals" },
  { at: "shelfie-table .others", text: "shelfie.tour.others" },
];
