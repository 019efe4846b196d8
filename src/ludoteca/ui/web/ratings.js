/** Ratings of the players at a table, and ratings in words. */

import { h } from "./dom.js";
import { isSlow } from "./known.js";
import { ask, changed } from "./server.js";
import { t } from "./words.js";

/** @import { PlayerRating, SeatRating } from "./messages.d.ts" */
/** @import { ShownTable, TableInfo } from "./types.d.ts" */

/** The ratings of players in a game and pool; null until they are known.
 * @type {Map<string, PlayerRating | null | undefined>} */
const ratings = new Map();
/** The table whose players were asked about last: ratings only change when a game ends. */
let asked = 0;

/** Return the rating of a seat after a game, and its change: "1523 (+12)"; bots have no change.
 * @param {SeatRating} rated */
export function newRating({ rating, change = 0, games = 0 }) {
  const by = Math.round(change);
  return games ? `${Math.round(rating)} (${by < 0 ? "−" : "+"}${Math.abs(by)})` : `${Math.round(rating)}`;
}

/** Return the ratings that the end of the game gave to the seats, if it was rated.
 * @param {ShownTable} table @returns {SeatRating[]} */
function afterGame({ log }) {
  const last = log.findLast(({ record }) => record.record === "game_rated")?.record;
  return last?.record === "game_rated" ? last.ratings : [];
}

/** Return the rating of the player in a seat at a rated table as a text, after the game with its change; null if unknown.
 * @param {ShownTable} table @param {number} seat @returns {{ text: string, title?: string } | null} */
export function ratingAt(table, seat) {
  const { info, number } = table;
  if (!info.rated) return null;
  const after = afterGame(table).find((one) => one.seat === seat);
  if (after) return { text: newRating(after) };
  const holder = info.seats[seat];
  const rating = holder && !holder.bot && !info.over ? ratingOf(number, holder.name, info) : null;
  if (rating === null) return null;
  if (!rating) return { text: "?", title: t("rating.none") };
  const { provisional, rating: value, uncertainty } = rating;
  const title = t(provisional ? "rating.provisional" : "rating.is", { rating: value, uncertainty });
  return { text: `${value} ± ${uncertainty}${provisional ? " ?" : ""}`, title };
}

/** Draw that rating.
 * @param {ShownTable} table @param {number} seat */
export function ratingBeside(table, seat) {
  const rating = ratingAt(table, seat);
  return rating && h("span.faint.rating", { key: "rating", title: rating.title }, rating.text);
}

/** Return a player's rating for the game of a table: null until it is known, undefined if there is none.
 * @param {number} table @param {string} name @param {TableInfo} info */
function ratingOf(table, name, info) {
  if (asked !== table) ratings.clear();
  asked = table;
  if (!ratings.has(name)) {
    ratings.set(name, null);
    find(name, info).catch(() => {});
  }
  return ratings.get(name);
}

/** @param {string} name @param {TableInfo} info */
async function find(name, info) {
  const told = await ask({ do: "ask_statistics", name });
  const pool = isSlow(info) ? "slow" : "live";
  ratings.set(name, told.ratings.find((one) => one.game === info.game && one.pool === pool));
  changed();
}
