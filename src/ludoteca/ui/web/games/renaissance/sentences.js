/** Descriptions of events and tasks. */

import { byTag } from "../../tags.js";
import { list, t } from "../../words.js";
import { depotName } from "./board.js";
import { aCard, inWords, leaderDoes, lineName, one, tokenDoes } from "./goods.js";
import { who } from "./scene.js";
import { decks, LAST_SPACE, sections } from "./tables.js";

/** @import { Event, Events, Moves, OverTable, ShownTable, Table } from "./types.d.ts"
 * @import { ByTag, Given, Point } from "../../types.d.ts" */

/** @param {ShownTable} table @param {number[]} seats */
const whoAll = (table, seats) => (seats.length ? list(seats.map((seat) => who(table, seat))) : t("ren.nobody"));
/** @param {ShownTable} table @param {number} seat @param {number} place */
const depot = ({ view }, seat, place) => depotName(view?.seats[seat], place);

/** The values for the sentence of each event.
 * @type {ByTag<Events, [table: ShownTable], Given>} */
const NEEDS = {
  table_laid: ({ first = 0 }, table) => ({ name: who(table, first) }),
  decks_shuffled: () => ({}),
  tokens_shuffled: () => ({}),
  leaders_dealt: ({ leaders }) => ({ count: leaders.length }),
  leader_returned: ({ leader }) => ({ does: leader ? leaderDoes(leader) : "" }),
  bonus_taken: ({ seat, resource, depot: place }, table) => ({ one: one(resource), depot: depot(table, seat, place) }),
  game_began: () => ({}),
  marbles_taken: ({ way, index }) => ({ line: lineName(way, index) }),
  marble_converted: ({ resource }) => ({ one: one(resource) }),
  resource_placed: ({ seat, resource, depot: place }, table) => ({ one: one(resource), depot: depot(table, seat, place) }),
  resource_discarded: ({ resource }) => ({ one: one(resource) }),
  resources_moved: ({ seat, source, target, count }, table) =>
    ({ count, from: depot(table, seat, source), to: depot(table, seat, target) }),
  depots_swapped: ({ one: first, other }) => ({ one: first + 1, other: other + 1 }),
  card_bought: ({ card, slot }) => ({ card: aCard(card), slot: slot + 1 }),
  card_removed: ({ card }) => ({ card: aCard(card) }),
  produced: ({ made }) => ({ goods: inWords(made) }),
  leader_played: ({ leader }) => ({ does: leaderDoes(leader) }),
  leader_discarded: ({ leader }) => ({ does: leaderDoes(leader) }),
  faith_gained: ({ steps }) => ({ count: steps }),
  cross_moved: ({ steps }) => ({ count: steps }),
  vatican_report: ({ section, kept }, table) =>
    ({ number: section + 1, kept: whoAll(table, kept), count: sections[section][2] }),
  last_round_began: () => ({}),
  token_revealed: ({ token }) => ({ does: tokenDoes(token) }),
  turn_skipped: () => ({}),
  turn_passed: ({ to }, table) => ({ name: who(table, to) }),
  seats_left: ({ seats }) => ({ count: seats.length }),
  seat_returned: () => ({}),
  game_ended: ({ winners }, table) => ({ winners: whoAll(table, winners), count: winners.length }),
};

/** Describe an event.
 * @param {Event} event @param {ShownTable} table */
export function sentence(event, table) {
  const needs = byTag(NEEDS, event.event, event, table);
  return needs ? t(textOf(event), { name: whoDid(event, table), ...needs }) : "";
}

/** @param {Event} event @param {ShownTable} table */
function whoDid(event, table) {
  if ("seat" in event) return who(table, event.seat);
  return "seats" in event && Array.isArray(event.seats) ? whoAll(table, event.seats) : "";
}

/** Return the name of the text for an event; some events have several.
 * @param {Event} event */
function textOf(event) {
  if (event.event === "table_laid" && event.seats === 1) return "ren.event.table_laid_alone";
  if (event.event === "leader_returned" && !event.leader) return "ren.event.leader_returned_unseen";
  if (event.event === "produced" && !event.made.some(Boolean)) return "ren.event.produced_faith";
  if (event.event === "game_ended" && event.ending !== "played_out") return `ren.event.game_ended_${event.ending}`;
  if (event.event === "game_ended" && !event.winners.length) return "ren.event.game_ended_lost";
  return `ren.event.${event.event}`;
}

/** Describe what is expected of the player.
 * @param {Table} table */
export function expected(table) {
  const { view, guide, toMove } = table;
  if (view.outcome) return t("ren.over");
  const { to_do: toDo = "wait", count = 0 } = guide ?? {};
  if (toDo !== "wait") return t(`ren.expected.${toDo}`, { count });
  if (view.turn === null && view.seats.length === 1) return t("ren.expected.setting_up_solo");
  if (view.turn === null) return t("ren.expected.setting_up", { count: toMove.length, name: who(table, toMove[0] ?? 0) });
  return t(`ren.expected.others_${view.phase}`, { name: who(table, view.turn) });
}

/** Return whether a move could be saved for later now: only the first move of a turn can be saved.
 * @param {Table} table */
export const keeps = ({ guide }) => guide?.to_do === "act";

/** The values for the text of each move that can be saved.
 * @type {ByTag<Moves, [], Given>} */
const OF_MOVES = {
  take_marbles: ({ way, index }) => ({ line: lineName(way, index) }),
  buy_card: ({ card, slot }) => ({ card: aCard(card), slot: slot + 1 }),
  play_leader: ({ leader }) => ({ does: leaderDoes(leader) }),
  discard_leader: ({ leader }) => ({ does: leaderDoes(leader) }),
};

/** Describe the saved move.
 * @param {Table} table */
export const kept = ({ kept: move }) => (move ? t(`ren.kept.${move.move}`, byTag(OF_MOVES, move.move, move)) : "");

/** Explain why a game against Lorenzo was lost; "" otherwise.
 * @param {OverTable} table */
export function ending({ view }) {
  const { winners, ending: how } = view.outcome;
  if (view.seats.length > 1 || winners.length || how !== "played_out") return "";
  if (view.cross === LAST_SPACE) return t("ren.lost.cross", { space: LAST_SPACE });
  const left = new Set(decks.filter((_, place) => view.decks[place].cards).map(([colour]) => colour));
  const gone = decks.map(([colour]) => colour).find((colour) => !left.has(colour));
  return t("ren.lost.colour", { colour: t(`ren.colours.${gone}`, { count: 2 }) });
}

/** Name the source of points.
 * @param {Point} point */
export const source = (point) => t(`ren.points.${point.source}`);
