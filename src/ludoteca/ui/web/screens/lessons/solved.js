/** The puzzles that the player has solved: in this browser for guests, at the server for accounts. */

import { ask, changed, known } from "../../server.js";

const PLACE = "ludoteca-puzzles";

/** @type {{ [game: string]: Set<number> }} */
const solved = {};
/** The account whose puzzles are loaded. */
let loadedFor = "";

/** @param {{ [game: string]: number[] }} games */
function learn(games) {
  for (const [game, numbers] of Object.entries(games)) solved[game] = new Set([...solved[game] ?? [], ...numbers]);
}

/** @returns {{ [game: string]: number[] }} */
function inBrowser() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // storage is unavailable, or holds something else
  }
}

function load() {
  const { me, kept } = known;
  const whose = kept ? me : "@guest";
  if (whose === loadedFor) return;
  loadedFor = whose;
  for (const game of Object.keys(solved)) delete solved[game];
  if (!kept) return void learn(inBrowser());
  ask({ do: "ask_solved" }).then(({ games }) => {
    if (whose !== loadedFor) return;
    learn(games);
    changed();
  }, () => {
    loadedFor = "";
  });
}

/** Return the numbers of the solved puzzles of a game.
 * @param {string} game @returns {Set<number>} */
export function solvedOf(game) {
  load();
  return solved[game] ?? new Set();
}

/** Remember that a puzzle is solved.
 * @param {string} game @param {number} number */
export function mark(game, number) {
  load();
  learn({ [game]: [number] });
  if (known.kept) {
    ask({ do: "mark_solved", game, number }).catch(() => {}); // it can be solved again
    return;
  }
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(Object.entries(solved).map(([one, numbers]) => [one, [...numbers]]))));
  } catch {
    // kept until the page is closed
  }
}
