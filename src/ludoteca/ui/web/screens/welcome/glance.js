/** A game played here, animated in the game's own drawings. */

import { h } from "../../dom.js";
import { cardOf, dress, gameOf, games, gameTitle } from "../../games/games.js";
import { icon } from "../../icons.js";
import { picture } from "../../pictures.js";
import { changed } from "../../server.js";
import { mayMove } from "../../settings.js";
import { list, read, t } from "../../words.js";

/** @import { Child, FinishedGame, GameView, Positions } from "../../types.d.ts" */

const STEP = 1200;
const LONGEST = 40;
const PLAYED = "played_out";

/** The shown game: its listing, its views, and the function that draws them.
 * @typedef {{ game: FinishedGame, views: GameView[], draw(view: GameView): Child }} Shown
 * @type {Shown | null} */
let shown = null;
let at = 0;
let timer = 0;
/** @type {Promise<Shown | null> | null} */
let looked = null;
let here = false;

/** @param {string} path */
const fetched = async (path) => {
  const answer = await fetch(path);
  return answer.ok ? read(await answer.text()) : null;
};

/** Show a recent game, looked up once, and animate it unless motion is reduced. */
export async function begin() {
  here = true;
  looked ??= find().catch(() => null); // without a game, the picture is shown
  shown = await looked;
  if (!shown) return;
  at = mayMove() ? 0 : shown.views.length - 1;
  if (here && mayMove()) run();
  changed();
}

/** Stop when the screen is left. */
export function end() {
  here = false;
  stop();
}

/** Find the last finished game that can be drawn, with its last moves; null if there is none. */
async function find() {
  /** @type {FinishedGame[]} */
  const games = (await fetched("/api/replays?limit=20")) ?? [];
  const game = games.find(({ game: name, result }) => cardOf(name).glance && result.outcome.ending === PLAYED);
  const { glance: load } = cardOf(game?.game ?? "");
  if (!game || !load) return null;
  const { versions } = await positions(game, 1, 1);
  const told = await positions(game, Math.max(1, versions - LONGEST + 1), LONGEST);
  const views = told.positions.map(({ view }) => view).filter((view) => view !== null);
  const styles = gameOf(game.game)?.page.styles;
  const [{ glance: draw }] = await Promise.all([load(), styles && dress(styles)]);
  return { game, views, draw };
}

/** @param {FinishedGame} game @param {number} from @param {number} limit @returns {Promise<Positions>} */
const positions = ({ table }, from, limit) => fetched(`/api/replays/${table}/positions?from=${from}&limit=${limit}`);

function run() {
  stop();
  timer = setInterval(step, STEP);
}

function stop() {
  clearInterval(timer);
  timer = 0;
}

function step() {
  at = (at + 1) % (shown?.views.length ?? 1);
  changed();
}

function toggle() {
  if (timer) stop();
  else run();
  changed();
}

/** Draw the board, or a picture if there is none yet. */
export function glance() {
  const first = games()[0];
  if (!first) return null;
  return h("figure.glance.card", { key: "glance", "aria-labelledby": "glance" },
    h("figcaption", { key: "title", id: "glance" },
      shown ? t("glance", { game: gameTitle(shown.game.game) }) : t("glance.none")),
    shown ? board(shown) : picture(first.game),
    shown && below(shown.game));
}

/** @param {Shown} shown */
const board = ({ views, draw }) =>
  h("svg.board", { key: "board", viewBox: "0 0 160 120", "aria-hidden": "true", focusable: "false" }, draw(views[at]));

/** @param {FinishedGame} game */
function below({ table, players, result }) {
  const said = players.map((one, seat) => t("glance.player", { name: one?.name ?? t("table.nobody"), points: result.totals[seat] }));
  const name = t(timer ? "glance.stop" : "glance.run");
  return h("div.row", { key: "below" },
    h("button.small", { key: "run", "aria-label": name, title: name, onclick: toggle }, icon(timer ? "pause" : "play")),
    h("span", { key: "result" }, list(said)),
    h("a", { key: "replay", href: `/replay/${table}` }, t("lobby.replay")));
}
