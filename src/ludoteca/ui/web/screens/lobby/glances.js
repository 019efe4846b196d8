/** Small live pictures of running games, from what spectators see. */

import { h } from "../../dom.js";
import { cardOf, dress, gameOf } from "../../games/games.js";
import { ask, changed, listen } from "../../server.js";

/** @import { Child, TableGlance, TableInfo } from "../../types.d.ts" */

const MOST = 24;

/** @type {Map<number, TableGlance>} */
const seen = new Map();
/** The functions that draw each game, once they are loaded. @type {{ [game: string]: ((view: any) => Child) | null }} */
const draws = {};
/** The tables asked for last. */
let asked = "";

listen((notice) => {
  if (notice.notice === "welcome") asked = ""; // another connection
  if (notice.notice !== "glanced") return;
  for (const one of notice.tables) {
    seen.set(one.table, one);
    load(one.game);
  }
});

/** Load the drawing of a game.
 * @param {string} game */
async function load(game) {
  const { glance } = cardOf(game);
  if (game in draws || !glance) return;
  draws[game] = null;
  const styles = gameOf(game)?.page.styles;
  const [module] = await Promise.all([glance(), styles && dress(styles)]);
  draws[game] = module.glance;
  changed();
}

/** Follow the tables that are shown; while the page is hidden, none.
 * @param {TableInfo[]} shown */
export function follow(shown) {
  const running = shown.filter((info) => info.started && info.watchable && !info.private && cardOf(info.game).glance);
  const tables = document.hidden ? [] : running.slice(0, MOST).map(({ table }) => table);
  if (String(tables) === asked) return;
  asked = String(tables);
  for (const table of seen.keys()) if (!tables.includes(table)) seen.delete(table);
  ask({ do: "glance_at", tables }).catch(() => { asked = ""; });
}

document.addEventListener("visibilitychange", changed);

/** Return the version of a table's picture; 0 if there is none.
 * @param {number} table */
export const glanceOf = (table) => {
  const one = seen.get(table);
  return one && draws[one.game] ? one.version : 0;
};

/** Draw the picture of a running game; decorative, as the names stand beside it. Return null if there is none.
 * @param {number} table */
export function glance(table) {
  const one = seen.get(table);
  const draw = one && draws[one.game];
  return draw ? h("svg.picture.board", { key: "glance", viewBox: "0 0 160 120", "aria-hidden": "true", focusable: "false" }, draw(one.view)) : null;
}
