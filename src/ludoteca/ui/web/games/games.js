/** The games of the server: what `/api/games` lists, and what each of them brings to the page.
 *
 * What a game brings lies in a folder of its own, `games/NAME/`; all of it is optional.
 * `page.js` shows its tables, and `page.css` styles them: `GameModule` in `types.d.ts` is what it exports. `card.js`
 * shows it where there is no table yet: `GameCard`.
 *
 * `lang/LANGUAGE.json` has its texts: `game.NAME` and `about.NAME`, `option.NAME.…`, `no.CODE` for refusals, and
 * whatever its modules ask for.
 */

import { alsoSay, has, t } from "../words.js";

/** @import { GameModule, GamePage, ListedGame } from "../types.d.ts" */

const ROOT = new URL("..", import.meta.url);
const GENERIC = { module: "games/generic/page.js", styles: "games/generic/page.css" };
/** @type {{ [game: string]: { module: GameModule | null } }} */
const LOADED = {};

/** @type {ListedGame[]} */
let listed = [];

/** Learn which games there are, and where their texts are, before anything is said. */
export async function loadGames() {
  listed = await (await fetch("/api/games")).json();
  for (const { page } of listed) if (Object.keys(page.texts).length) alsoSay(page.texts);
}

/** Load what shows the games in the lobby, before anything is drawn. */
export const loadCards = () => Promise.all(listed.map(async (one) => {
  one.shown = one.page.card ? await import(below(one.page.card)) : {};
}));

/** @param {string} path */
const below = (path) => new URL(path, ROOT).href;

/** The games of the server, as `/api/games` lists them. */
export const games = () => listed;

/** One of them, if it is played here.
 * @param {string} name */
export const gameOf = (name) => listed.find((one) => one.game === name);

/** What `card.js` of a game exports.
 * @param {string} name */
export const cardOf = (name) => gameOf(name)?.shown ?? {};

/** The games whose rules can be read here. */
export const withRules = () => listed.filter(({ page }) => Object.keys(page.rules).length > 0);

/** What a game is called in this language.
 * @param {string} name */
export const gameTitle = (name) => (has(`game.${name}`) ? t(`game.${name}`) : gameOf(name)?.title ?? name);

/** What a game is about, in a sentence.
 * @param {ListedGame} game */
export function about({ game, fewest, most }) {
  if (has(`about.${game}`)) return t(`about.${game}`);
  return fewest < most ? t("about.between", { fewest, most }) : t("about.exactly", { count: most });
}

/** The kinds of bots that there are for a game, from the weakest to the strongest.
 * @param {string} name */
export const botsOf = (name) => gameOf(name)?.bots ?? [];

/** The module that shows tables of a game, once it is loaded; until then null, and `then` is called when it is.
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

/** Load a sheet of styles; what cannot be loaded is done without.
 * @param {string} path */
export function dress(path) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: below(path) });
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
