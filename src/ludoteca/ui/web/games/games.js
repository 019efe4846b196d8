/** The games of the server: what `/api/games` lists, and what each of them brings to the page.
 *
 * What a game brings lies in a folder of its own, `games/NAME/`; all of it is optional.
 *
 * `page.js` shows its tables. It exports `element`, the name of the custom element that shows a table from `data`:
 * `{ table, act }`, where `table` is what is known of it and `act` is null for those who only look,
 * else `{ play(move), step(step), finish(), drop() }`, each a promise that rejects with a `Refused`; where
 * the table waits for a player a move is kept, as `table.kept` until it is played or dropped;
 * `sentence(event, table)`, what an event of the log means in words, or "" for what goes without
 * saying; `expected(table)`, what is expected of the player, in words; `keeps(table)`, whether a move of
 * the player could be kept now, and `kept(table)`, the one that is kept in words; perhaps `source(point)`, what a
 * point is for; perhaps `ending(table)`, why the game ended as it did, or ""; perhaps `tie`, the name of a text that says
 * why one of several with as many points won; perhaps `goals`, the names of events by
 * which something is achieved, so that they sound so; perhaps `tour`, what to point at in a first game, as
 * `{ at: selector, text: name of a text }`, and `later`, the same for what is not there at first; and perhaps `figure(item)`, a drawing for an
 * item of a list in its rules, which begins with this text, or null. `page.css` styles it. A game that is taught exports
 * `teach()`, which loads `inWords(move, table)`, a move as the beginning of a sentence, and `why(reason, table)`, what the
 * move changes, as its end; while `table.hint` is there, it points out the move in it.
 *
 * `card.js` shows it where there is no table yet. It may export `picture`, a drawing of 160 by 120 as children
 * of an `svg`; `said(options)`, the options of a table as they should be listed; and `keys`, the names of
 * the texts about its keys; `glance()`, which loads `glance(view)`: what a spectator sees, small, as children of
 * an `svg` of 160 by 120.
 *
 * `lang/LANGUAGE.json` has its texts: `game.NAME` and `about.NAME`, `option.NAME.…`, `no.CODE` for refusals, and
 * whatever its modules ask for.
 */

import { alsoSay, has, t } from "../words.js";

const ROOT = new URL("..", import.meta.url);
const GENERIC = { module: "games/generic/page.js", styles: "games/generic/page.css" };
const LOADED = {};

let listed = [];

/** Learn which games there are, and where their texts are, before anything is said. */
export async function loadGames() {
  listed = await (await fetch("/api/games")).json();
  for (const { page } of listed) if (Object.keys(page.texts).length) alsoSay(page.texts);
}

/** Load what shows the games in the lobby, before anything is drawn. */
export const loadCards = () => Promise.all(listed.map(async (one) => {
  one.shown = one.page.card ? await import(new URL(one.page.card, ROOT)) : {};
}));

/** The games of the server, as `/api/games` lists them. */
export const games = () => listed;

/** One of them, if it is played here. */
export const gameOf = (name) => listed.find((one) => one.game === name);

/** What `card.js` of a game exports. */
export const cardOf = (name) => gameOf(name)?.shown ?? {};

/** The games whose rules can be read here. */
export const withRules = () => listed.filter(({ page }) => Object.keys(page.rules).length > 0);

/** What a game is called in this language. */
export const gameTitle = (name) => (has(`game.${name}`) ? t(`game.${name}`) : gameOf(name)?.title ?? name);

/** What a game is about, in a sentence. */
export function about(name) {
  if (has(`about.${name}`)) return t(`about.${name}`);
  const { fewest, most } = gameOf(name);
  return fewest < most ? t("about.between", { fewest, most }) : t("about.exactly", { count: most });
}

/** The kinds of bots that there are for a game, from the weakest to the strongest. */
export const botsOf = (name) => gameOf(name)?.bots ?? [];

/** The module that shows tables of a game, once it is loaded; until then null, and `then` is called when it is. */
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

async function load(page) {
  const { module, styles } = page?.module ? page : GENERIC;
  const [loaded] = await Promise.all([import(new URL(module, ROOT)), styles && dress(styles)]);
  return loaded;
}

/** Load a sheet of styles; what cannot be loaded is done without. */
export function dress(path) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(path, ROOT) });
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
