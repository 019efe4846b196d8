/** Finished games: players, results, and links to the replays. */

import { kindOf } from "../../bots.js";
import { h } from "../../dom.js";
import { games as listed, gameTitle } from "../../games/games.js";
import { seatOf } from "../../known.js";
import { picture } from "../../pictures.js";
import { newRating } from "../../ratings.js";
import { playerAddress, replayAddress } from "../../route.js";
import { changed, known } from "../../server.js";
import { day, t } from "../../words.js";

/** @import { SeatRating } from "../../messages.d.ts" */
/** @import { Child, FinishedGame, Known, Player } from "../../types.d.ts" */

const FIRST = 6;
let all = false;

/** Draw the latest finished games, newest first; the player's private ones precede the others.
 * @param {Known} known */
export function finished({ finished: games }) {
  const shown = all ? games : games?.slice(0, FIRST);
  return h("section.finished", { key: "finished", id: "finished", "aria-labelledby": "finished-title" },
    h("h2", { id: "finished-title" }, t("lobby.finished")),
    h("p.row", { key: "leaders" }, listed().map((one) =>
      h("a", { key: one.game, href: `/leaderboard/${one.game}` }, t("leaders.of", { game: gameTitle(one.game) })))),
    shown && (shown.length ? h("ul.cards", {}, shown.map((one) => gameCard(one))) : h("p.empty", {}, t("lobby.finished.none"))),
    games && games.length > FIRST && h("button.quiet", { key: "more", onclick: turn }, t(all ? "lobby.fewer" : "lobby.more")));
}

function turn() {
  all = !all;
  changed();
}

/** Draw a finished game; `also` are further links, and `mark` stands beside the date.
 * @param {FinishedGame} game @param {Child} also @param {Child} mark */
export function gameCard({ table, game: name, players, result, at, code = "", ratings }, also = null, mark = null) {
  const { winners } = result.outcome;
  return h("li.card.seating", { key: table },
    h("header", {}, picture(name),
      h("div", {},
        h("h3", {}, gameTitle(name)),
        h("p.faint", {}, h("time", { datetime: new Date(at).toISOString() }, day(at)),
          mark && [" ", mark],
          code && [" ", h("span.chip", { key: "private" }, t("option.private"))]))),
    h("ol.totals", {}, players.map((one, seat) =>
      h("li", { key: seat, class: winners.includes(seat) ? "winner" : "" },
        h("span", {},
          nameAt(one),
          kindOf(one),
          winners.includes(seat) && h("span.chip", { key: "won" }, t("final.winner_mark"))),
        h("span", {}, t("points", { count: result.totals[seat] }), change(ratings, seat))))),
    h("div.row", {}, h("a.button", { href: replayAddress(table, { seat: seatOf(players, known.me), code }) }, t("lobby.replay"),
      h("span.unseen", {}, ` ${t("table.title", { number: table })}`)),
      also));
}

/** Draw a player's name, which leads to their page.
 * @param {Player | null} one */
const nameAt = (one) => {
  if (!one) return t("table.nobody");
  return one.bot || one.name === t("deleted_player") ? one.name : h("a", { key: "page", href: playerAddress(one.name) }, one.name);
};

/** Draw the change of a rating.
 * @param {SeatRating[] | undefined} ratings @param {number} seat */
function change(ratings, seat) {
  const rated = ratings?.find((one) => one.seat === seat);
  return rated?.games ? h("span.faint", { key: "rating" }, ` · ${newRating(rated)}`) : null;
}
