/** The games this page can show: each an element for the table, and its words. */

const LOADED = {};
const GAMES = {
  shelfie: () => import("./shelfie/shelfie.js"),
  renaissance: () => import("./renaissance/renaissance.js"),
};

/** A game, once it is loaded; until then null, and `then` is called when it is.
 *
 * A game exports `element`, the name of the custom element that shows its table from `data`:
 * `{ table, act }`, where `table` is what is known of it and `act` is null for those who only look,
 * else `{ play(move), step(step), finish(), drop() }`, each a promise that rejects with a `Refused`; where
 * the table waits for a player a move is kept, as `table.kept` until it is played or dropped;
 * `sentence(event, table)`, what an event of the log means in words, or "" for what goes without
 * saying; `expected(table)`, what is expected of whoever looks, in words; `keeps(table)`, whether a move of
 * whoever looks could be kept now, and `kept(table)`, the one that is kept in words; perhaps `ending(table)`, why the
 * game ended as it did, or ""; and perhaps `tour`, what to point at in somebody's first game, as
 * `{ at: selector, text: name of a text }`.
 */
export function game(name, then) {
  if (!LOADED[name] && GAMES[name]) {
    LOADED[name] = { module: null };
    GAMES[name]().then((module) => {
      LOADED[name].module = module;
      then();
    });
  }
  return LOADED[name]?.module ?? null;
}
