/** The players with the highest ratings in a game, overall or in a month. */

import { Refused } from "../connection.js";
import { h } from "../dom.js";
import { gameTitle, games } from "../games/games.js";
import { playerAddress } from "../route.js";
import { changed } from "../server.js";
import { because, monthName, read, t } from "../words.js";

/** @import { Leader, Pool } from "../messages.d.ts" */
/** @import { Known } from "../types.d.ts" */

const PAGE = 50;
const MONTHS = 12;
/** @type {Pool[]} */
const POOLS = ["live", "slow"];

const wish = { game: "", pool: "live", period: "" };
/** The places fetched so far; deleted accounts leave theirs empty.
 * @type {{ leaders: Leader[] | null, places: number, more: boolean, problem: string }} */
let shown = { leaders: null, places: 0, more: false, problem: "" };

/** @param {string} game */
export function arrive(game) {
  Object.assign(wish, { game, pool: "live", period: "" });
  begin();
}

function begin() {
  shown = { leaders: null, places: 0, more: false, problem: "" };
  load();
}

/** Fetch the next page, unless another leaderboard has been chosen meanwhile. */
async function load() {
  const here = shown;
  const query = { pool: wish.pool, period: wish.period, limit: String(PAGE), after: String(here.places) };
  try {
    const answer = await fetch(`/api/leaderboards/${wish.game}?${new URLSearchParams(query)}`);
    const told = read(await answer.text());
    if (!answer.ok) throw new Refused(told);
    here.leaders = [...here.leaders ?? [], ...told];
    here.places += PAGE;
    here.more = answer.headers.has("Link");
  } catch (error) {
    here.problem = because(/** @type {Error} */ (error));
  }
  changed();
}

/** @param {Partial<typeof wish>} changes */
function want(changes) {
  Object.assign(wish, changes);
  begin();
  changed();
}

/** Return the current month and those before it, as in `2026-11`. */
function months() {
  const now = new Date();
  return Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7));
}

/** @param {Known} _ @param {string} game */
export const title = (_, game) => t("leaders.of", { game: gameTitle(game) });

/** @param {Known} known @param {string} game */
export const draw = (known, game) =>
  h("div.leaderboard", { key: "leaderboard" },
    h("h1", { id: "leaders-title" }, t("leaders.of", { game: gameTitle(game) })),
    h("nav.row", { key: "games", "aria-label": t("leaders.games") },
      games().map((one) => one.game).filter((one) => one !== game).map((one) =>
        h("a", { key: one, href: `/leaderboard/${one}` }, gameTitle(one)))),
    h("div.row", { key: "choice" },
      pick("leaders.pool", wish.pool, POOLS.map((pool) => [pool, t(`leaders.${pool}`)]), (pool) => want({ pool })),
      pick("leaders.period", wish.period, [["", t("leaders.ever")], ...months().map(named)], (period) => want({ period }))),
    shown.problem && h("p.problem", { key: "problem", role: "alert" }, shown.problem),
    shown.leaders && (shown.leaders.length ? board(shown.leaders, known.me) : h("p.empty", { key: "empty" }, t("leaders.none"))),
    shown.more && h("button", { key: "more", onclick: load }, t("leaders.more")),
    h("p.faint", { key: "what" }, t("leaders.what")));

/** @param {string} month @returns {[value: string, text: string]} */
const named = (month) => [month, monthName(month)];

/** @param {string} label @param {string} chosen @param {Array<[value: string, text: string]>} choices
 * @param {(value: string) => void} then */
const pick = (label, chosen, choices, then) =>
  h("label", { key: label }, t(label), " ",
    h("select", { id: label, onchange: (event) => then(event.target.value) },
      choices.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text))));

/** @param {Leader[]} leaders @param {string} me */
const board = (leaders, me) =>
  h("div.wide", { key: "board", tabindex: 0, role: "region", "aria-labelledby": "leaders-title" },
    h("table", {},
      h("thead", {}, h("tr", {}, ["place", "name", "rating", "games_played"].map((column) =>
        h("th", { key: column, scope: "col" }, t(`leaders.${column}`))))),
      h("tbody", {}, leaders.map(({ name, rating, uncertainty, games: count }, at) =>
        h("tr", { key: name },
          h("td", {}, at + 1),
          h("th", { scope: "row" }, h("a", { href: playerAddress(name) }, name), " ", name === me && h("span.chip", {}, t("table.you"))),
          h("td", {}, h("strong", {}, rating), h("span.faint", {}, `\u00a0±\u00a0${uncertainty}`)),
          h("td", {}, count))))));
