/** The log of a table in sentences: records of the table, and events of the game. */

import { h, Piece } from "./dom.js";
import { eventsOf, nameOf } from "./known.js";
import { span } from "./clock.js";
import { newRating } from "./ratings.js";
import { byTag } from "./tags.js";
import { language, list, t } from "./words.js";

/** @import { ByTag, Described, GameModule, LogEntry, ShownTable, TableRecord, TableRecords } from "./types.d.ts" */

/** @type {WeakMap<TableRecord, { language: string, lines: string[], item: Described | null }>} */
const told = new WeakMap();

/** @param {ShownTable} table @param {number} seat */
const botAt = ({ info }, seat) => info.seats[seat]?.bot || info.seats[seat]?.stand_in;
/** @param {ShownTable} table @param {number[]} seats */
const namesOf = (table, seats) => list(seats.map((seat) => nameOf(table, seat)));

/** Game events that a record of the table already reports. */
const SAID = new Set(["turn_skipped", "seats_left", "seat_returned"]);

/** The sentences for records of the table, without their events.
 * @type {ByTag<TableRecords, [table: ShownTable], string>} */
const SENTENCES = {
  table_opened: ({ owner }) => t("log.table_opened", { name: owner }),
  table_resized: ({ seats }) => t("log.table_resized", { count: seats }),
  table_changed: ({ hints, take_back: undo }) =>
    t(`log.table_changed.${undo ? "undo" : "no_undo"}.${hints ? "hints" : "no_hints"}`),
  seat_taken: ({ name, bot, program, released, strength, strength_games: count = 0 }) => {
    if (strength) return t(count ? "log.even" : "log.even.new", { name, strength, count });
    return t(released ? "log.released" : bot || program ? "log.bot_sat_down" : "log.sat_down", { name });
  },
  seat_freed: ({ seat, kept_for: name }, table) =>
    name ? t("log.kept_no_longer", { name }) : t("log.stood_up", { name: nameOf(table, seat) }),
  game_started: () => t("log.game_started"),
  move_taken_back: ({ seat }, table) =>
    t(botAt(table, seat) ? "log.answer_taken_back" : "log.taken_back", { name: nameOf(table, seat) }),
  seat_skipped: ({ seat, late }, table) => t(late ? "log.skipped_late" : "log.skipped", { name: nameOf(table, seat) }),
  seats_given_up: ({ seats, resigned }, table) =>
    t(resigned ? "log.resigned" : "log.gave_up", { count: seats.length, names: namesOf(table, seats) }),
  stand_in_seated: ({ seat }, table) => t("log.stand_in", { name: nameOf(table, seat) }),
  stand_in_left: ({ seat }, table) => t("log.stand_in_left", { name: nameOf(table, seat) }),
  seat_offered: ({ seat, offered }, table) =>
    t(offered ?? true ? "log.offered" : "log.offered_no_more", { name: nameOf(table, seat) }),
  game_called_off: () => t("log.called_off"),
  game_paused: () => t("log.paused"),
  game_resumed: ({ seat, expired }, table) => t(expired ? "log.pause_over" : "log.resumed", { name: nameOf(table, seat) }),
  time_given: ({ by, to, seconds }, table) =>
    t("log.time_given", { name: nameOf(table, by), other: nameOf(table, to), time: span(seconds) }),
  vacation_begun: ({ name }) => t("log.vacation_begun", { name }),
  vacation_ended: ({ name }) => t("log.vacation_ended", { name }),
  rematch_opened: ({ table: next }) => t("log.rematch", { number: next }),
  table_closed: () => t("log.table_closed"),
  player_removed: ({ name, removed = true }) => t(removed ? "log.removed" : "log.let_back", { name }),
  player_muted: ({ name, muted = true }) => t(muted ? "log.muted" : "log.unmuted", { name }),
  game_rated: ({ ratings }, table) => t("log.rated", {
    ratings: list(ratings.map((one) => `${nameOf(table, one.seat)} ${newRating(one)}`)),
  }),
  record_dropped: () => t("log.record_dropped"),
};

/** Return the sentences of a record, in order.
 * @param {TableRecord} record @param {ShownTable} table @param {GameModule} rules */
export const sentences = (record, table, rules) => tellingOf(record, table, rules).lines;

/** Return the `lines` of a record and, once drawn, its list `item`; computed once per language.
 * @param {TableRecord} record @param {ShownTable} table @param {GameModule} rules */
function tellingOf(record, table, rules) {
  const known = told.get(record);
  if (known?.language === language) return known;
  const telling = { language, lines: inWords(record, table, rules), item: null };
  const ahead = table.version - (table.seen ?? table.version);
  if (ahead <= 1) told.set(record, telling); // several moves ahead of the view, not everything can be described yet
  return telling;
}

/** @param {TableRecord} record @param {ShownTable} table @param {GameModule} rules */
function inWords(record, table, rules) {
  const then = asOf(table, record);
  const ours = byTag(SENTENCES, record.record, record, then);
  const telling = eventsOf(record).filter(({ event }) => !(ours && SAID.has(event)));
  const events = telling.map((event) => rules.sentence(event, then)).filter(Boolean);
  if (record.record === "move_played" && !events.length) return [t("log.moved", { name: nameOf(then, record.seat) })];
  return ours ? [ours, ...events] : events;
}

/** Return the table with the players of a moment, as far as the log tells: a seat may have changed hands since.
 * @template {ShownTable} Shown @param {Shown} table @param {TableRecord} record @returns {Shown} */
function asOf(table, record) {
  /** @type {Array<{ name: string, bot: string }>} */
  let held = [];
  for (const { record: earlier } of table.log) {
    if (earlier === record) break;
    if (earlier.record === "seat_taken") held[earlier.seat] = { name: earlier.name, bot: earlier.bot ?? "" };
    else if (earlier.record === "seat_freed" && !earlier.kept_for) delete held[earlier.seat];
    else if (earlier.record === "table_resized") held = held.filter(Boolean); // players move up
  }
  const { info } = table;
  if (!held.some(({ name }, seat) => name !== nameOf(table, seat))) return table;
  const seats = info.seats.map((one, seat) => held[seat] ? { here: false, program: false, stand_in: "", vacation: 0, strength: 0, strength_games: 0, ...one, ...held[seat] } : one);
  return { ...table, info: { ...info, seats } };
}

/** Return the list item of a record, described only once.
 * @param {LogEntry} entry @param {ShownTable} table @param {GameModule} rules */
function entry({ record, version }, table, rules) {
  const telling = tellingOf(record, table, rules);
  const kind = record.record === "move_played" ? "" : "house";
  return telling.item ??= h("li", { key: version, class: kind }, telling.lines.map((text) => h("p", {}, text)));
}

/** The log of a table: newest last, and kept in view unless the reader has scrolled up.
 * @typedef {{ table: ShownTable, rules: GameModule | null, label: string }} LogData
 * @extends {Piece<LogData>} */
class LogElement extends Piece {
  /** @param {LogData} data */
  drawing({ table, rules, label }) {
    return h("div.scroll", { role: "log", "aria-live": "off", "aria-label": label, tabindex: 0 },
      h("ol", {}, rules && table.log.length
        ? table.log.map((one) => entry(one, table, rules))
        : h("li.house", { key: "none" }, t("log.nothing"))));
  }
}

customElements.define("ludo-log", LogElement);
