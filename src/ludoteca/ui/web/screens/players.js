/** Parts shared by the screens about players: texts and styles, loaded once, and lists of games. */

import { h } from "../dom.js";
import { dress, gameOf } from "../games/games.js";
import { seatOf } from "../known.js";
import { replayAddress } from "../route.js";
import { need, t } from "../words.js";
import { gameCard } from "./lobby/finished.js";

/** @import { FinishedGame } from "../types.d.ts" */

/** @type {Promise<unknown> | null} */
let ready = null;
let isReady = false;

/** Load the texts and styles of these screens. */
export function prepare() {
  ready ??= begin();
  return ready;
}

async function begin() {
  await Promise.all([need("players"), dress("players.css")]);
  isReady = true;
}

/** Return whether they are loaded. */
export const prepared = () => isReady;

/** Return the result of a game for one of its players.
 * @param {FinishedGame} game @param {string} name */
export function resultFor({ players, result }, name) {
  if (result.outcome.ending === "abandoned") return "abandoned";
  return result.outcome.winners.includes(seatOf(players, name)) ? "won" : "lost";
}

/** Draw finished games of a player, with their results and reviews.
 * @param {FinishedGame[]} games @param {string} name */
export const gamesOf = (games, name) =>
  h("ul.cards", { key: "list" }, games.map((game) => {
    const result = resultFor(game, name);
    const address = replayAddress(game.table, { seat: seatOf(game.players, name), code: game.code });
    /** @param {"review" | "learn"} what */
    const lesson = (what) => h("a.button", { key: what, href: `${address}#${what}` }, t(`games.${what}`),
      h("span.unseen", {}, ` ${t("table.title", { number: game.table })}`));
    const review = gameOf(game.game)?.taught && result !== "abandoned" && [lesson("review"), lesson("learn")];
    return gameCard(game, review, h("span.chip", { key: "result", class: result }, t(`games.result.${result}`)));
  }));
