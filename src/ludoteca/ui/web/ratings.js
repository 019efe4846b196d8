/** Ratings in words. */

/** @import { SeatRating } from "./messages.d.ts" */

/** Return the rating of a seat after a game, and its change: "1523 (+12)"; bots have no change.
 * @param {SeatRating} rated */
export function newRating({ rating, change = 0, games = 0 }) {
  const by = Math.round(change);
  return games ? `${Math.round(rating)} (${by < 0 ? "−" : "+"}${Math.abs(by)})` : `${Math.round(rating)}`;
}
