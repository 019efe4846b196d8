/** The games of the server, listed by `/api/games`, and their modules for the page.
 *
 * The folder `games/NAME/` holds the files of a game; all of them are optional. `page.js` exports a `GameModule`
 * (see `types.d.ts`) that shows its tables, and `page.css` styles them. `card.js` exports a `GameCard` that shows the
 * game outside a table.
 *
 * `lang/LANGUAGE.json` has its texts: `game.NAME` and `about.NAME`, `option.NAME.…`, `no.CODE` for refusals, and
 * those that its modules use.
 */

import { alsoSay, has, t } from "../words.js";

/** @import { GameModule, GamePage, ListedGame } from "../types.d.ts" */

const ROOT = new URL("..", import.meta.url);
const GENERIC = { module: "games/generic/page.js", styles: "games/generic/page.css" };
/** @type {{ [game: string]: { module: GameModule | null } }} */
const LOADED = {};

/** @type {ListedGame[]} */
let listed = [];

/** Load the list of games and the paths of their texts, before anything is shown. */
export async function loadGames() {
  listed = await (await fetch("/api/games")).json();
  for (const { page } of listed) if (Object.keys(page.texts).length) alsoSay(page.texts);
}

/** Load the cards of the games for the lobby, before anything is drawn. */
export const loadCards = () => Promise.all(listed.map(async (one) => {
  one.shown = one.page.card ? await import(below(one.page.card)) : {};
}));

/** @param {string} path */
const below = (path) => new URL(path, ROOT).href;

/** Return the server's games, as listed by `/api/games`. */
export const games = () => listed;

/** Return the server's game with this name.
 * @param {string} name */
export const gameOf = (name) => listed.find((one) => one.game === name);

/** Return the exports of a game's `card.js`.
 * @param {string} name */
export const cardOf = (name) => gameOf(name)?.shown ?? {};

/** Return the games with rules on this page. */
export const withRules = () => listed.filter(({ page }) => Object.keys(page.rules).length > 0);

/** Return the title of a game in the current language.
 * @param {string} name */
export const gameTitle = (name) => (has(`game.${name}`) ? t(`game.${name}`) : gameOf(name)?.title ?? name);

/** Describe a game in a sentence.
 * @param {ListedGame} game */
export function about({ game, fewest, most }) {
  if (has(`about.${game}`)) return t(`about.${game}`);
  return fewest < most ? t("about.between", { fewest, most }) : t("about.exactly", { count: most });
}

/** Return the kinds of bots for a game, from the weakest to the strongest.
 * @param {string} name */
export const botsOf = (name) => gameOf(name)?.bots ?? [];

/** Return the module that shows a game's tables, or null until it is loaded; `then` is called once it is.
 * @param {string} name @param {() => void} then */
export function game(name, then) {
  if (!LOADED[name]) {
    LOADED[name] = { module: null };
    load(gameOf(name)?.page).then((module) => {
      LOADED[name].module = module;
      then();
    });
  }
  return LOADED[name].module;
}

/** @param {GamePage | undefined} page @returns {Promise<GameModule>} */
async function load(page) {
  const { module, styles } = page?.module ? page : GENERIC;
  const [loaded] = await Promise.all([import(below(module)), styles && dress(styles)]);
  return loaded;
}

/** Load a style sheet; ignore failures.
 * @param {string} path */
export function dress(path) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: below(path) });
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
