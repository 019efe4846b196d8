/** What happened at a table, in sentences: records of the table, and events of the game. */

import { h, Piece } from "./dom.js";
import { nameOf } from "./known.js";
import { span } from "./clock.js";
import { language, list, t } from "./words.js";

const told = new WeakMap();

const botAt = ({ info }, seat) => info.seats[seat]?.bot || info.seats[seat]?.stand_in;
const namesOf = (table, seats) => list(seats.map((seat) => nameOf(table, seat)));

/** Events of any game that a record of the table already reports. */
const SAID = new Set(["turn_skipped", "seats_left", "seat_returned"]);

/** The sentences for records of the table, besides the events in them. */
const SENTENCES = {
  table_opened: ({ owner }) => t("log.table_opened", { name: owner }),
  table_resized: ({ seats }) => t("log.table_resized", { count: seats }),
  seat_taken: ({ name, bot, program, released }) =>
    t(released ? "log.released" : bot || program ? "log.bot_sat_down" : "log.sat_down", { name }),
  seat_freed: ({ seat }, table) => t("log.stood_up", { name: nameOf(table, seat) }),
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
  rematch_opened: ({ table: next }) => t("log.rematch", { number: next }),
  table_closed: () => t("log.table_closed"),
  player_removed: ({ name, removed = true }) => t(removed ? "log.removed" : "log.let_back", { name }),
  player_muted: ({ name, muted = true }) => t(muted ? "log.muted" : "log.unmuted", { name }),
  record_dropped: () => t("log.dropped"),
};

/** The sentences of a record, in order. */
export const sentences = (record, table, rules) => tellingOf(record, table, rules).lines;

/** What is told of a record: `lines`, and the `item` of a list once it is drawn; worked out once in a language. */
function tellingOf(record, table, rules) {
  const known = told.get(record);
  if (known?.language === language) return known;
  const telling = { language, lines: inWords(record, table, rules), item: null };
  const ahead = table.version - (table.seen ?? table.version);
  if (ahead <= 1) told.set(record, telling); // several moves ahead of what is seen, not all can be said yet
  return telling;
}

function inWords(record, table, rules) {
  const house = SENTENCES[record.record]?.(record, table);
  const telling = (record.events ?? []).filter(({ event }) => !(house && SAID.has(event)));
  const events = telling.map((event) => rules.sentence(event, table)).filter(Boolean);
  if (!house && !events.length) return [t("log.moved", { name: nameOf(table, record.seat) })];
  return house ? [house, ...events] : events;
}

/** The same as an item of a list, described once. */
function entry({ record, version }, table, rules) {
  const telling = tellingOf(record, table, rules);
  const kind = record.record === "move_played" ? "" : "house";
  return telling.item ??= h("li", { key: version, class: kind }, telling.lines.map((text) => h("p", {}, text)));
}

/** The log of a table, from `{ table, rules, label }`: newest at the end, and in sight unless one reads above. */
class LogElement extends Piece {
  drawing({ table, rules, label }) {
    const entries = rules ? table.log : [];
    return h("div.scroll", { role: "log", "aria-live": "off", "aria-label": label, tabindex: 0 },
      h("ol", {}, entries.length
        ? entries.map((one) => entry(one, table, rules))
        : h("li.house", { key: "none" }, t("log.nothing"))));
  }
}

customElements.define("ludo-log", LogElement);
