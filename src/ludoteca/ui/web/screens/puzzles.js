/** Puzzles: positions with one clearly best move, and those from the player's own games. */

import { levelName } from "../bots.js";
import { Refused } from "../connection.js";
import { h } from "../dom.js";
import { game, games as listed, gameTitle } from "../games/games.js";
import { replayAddress } from "../route.js";
import { ask, changed, known } from "../server.js";
import { because, day, need, read, t } from "../words.js";
import { boardOf, playersOf } from "./lessons/board.js";
import { Exercise } from "./lessons/exercise.js";
import { teacher } from "./lessons/hints.js";
import { mark, solvedOf } from "./lessons/solved.js";

/** @import { FinishedGame, PuzzleBook, PuzzlePosition, PuzzleTried, Solution } from "../messages.d.ts"
 * @import { Known } from "../types.d.ts" */

/** @typedef {{ "": PuzzlePosition, "/try": PuzzleTried, "/solution": Solution }} PuzzleAnswers */

/** Number of the player's latest games that are offered. */
const OWN = 6;

await need("replay");

/** @type {PuzzleBook[]} */
let books = [];
/** @type {PuzzlePosition | null} */
let puzzle = null;
/** @type {Exercise | null} */
let exercise = null;
/** @type {FinishedGame[] | null} */
let own = null;
let problem = "";
let isLoading = true;

/** Fetch an address of the API; throw a refusal.
 * @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  const told = read(await answer.text());
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** @template {keyof PuzzleAnswers} What @param {PuzzlePosition} puzzle @param {What} what
 * @param {{ [name: string]: string | boolean }} query @returns {Promise<PuzzleAnswers[What]>} */
const fetchedOf = ({ game, number }, what, query = {}) =>
  fetched(`/api/puzzles/${game}/${number}${what}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`);

export async function arrive() {
  [books, puzzle, own, problem, isLoading] = [[], null, null, "", true];
  addEventListener("keydown", pressed);
  try {
    const every = await Promise.all(listed().map((one) => fetched(`/api/puzzles/${one.game}`)));
    books = every.filter(({ puzzles }) => puzzles.length);
    await show();
  } catch (error) {
    problem = because(/** @type {Error} */ (error));
  }
  isLoading = false;
  changed();
  if (!known.me) return;
  own = await ask({ do: "ask_games", limit: OWN }).then(({ games }) => games.filter((one) => one.result.outcome.ending !== "abandoned"), () => null);
  changed();
}

export function leave() {
  removeEventListener("keydown", pressed);
  exercise?.close();
  exercise = null;
}

/** @param {KeyboardEvent} event */
const pressed = (event) => exercise?.pressed(event);

/** Show the puzzle of the address: by default, today's puzzle of the first game. */
async function show() {
  const asked = new URLSearchParams(location.search);
  const book = books.find((one) => one.game === asked.get("game")) ?? books[0];
  if (!book) return;
  await to(book.game, Number(asked.get("number")) || book.daily);
}

/** @param {string} game @param {number} number */
async function to(game, number) {
  exercise?.close();
  exercise = null;
  const found = await fetched(`/api/puzzles/${game}/${number}`);
  puzzle = found;
  history.replaceState(history.state, "", `/puzzles?${new URLSearchParams({ game, number: String(number) })}`);
  exercise = new Exercise({
    seat: found.seat,
    begin: () => Promise.resolve(laid(found)),
    send: (attempt) => fetchedOf(found, "/try", { ...attempt }),
    solution: () => fetchedOf(found, "/solution"),
    solved: () => mark(found.game, found.number),
  }, changed);
  changed();
}

/** Return the table of a puzzle, whose players have no names.
 * @param {PuzzlePosition} puzzle */
function laid({ game, seat, view, points, guide }) {
  const names = view.seats.map((_, other) => t("puzzle.player", { number: other + 1 }));
  return boardOf(game, playersOf(names), { view, points, guide }, seat);
}

/** @param {string} game @param {number} number */
const go = (game, number) => to(game, number).catch((error) => {
  problem = because(error);
  changed();
});

export const title = () => t("puzzles");

/** @param {Known} known */
export function draw({ me }) {
  const rules = puzzle && game(puzzle.game, changed);
  const sentence = rules && puzzle && teacher(rules, puzzle.game);
  if (problem) return h("p.problem", { key: "problem", role: "alert" }, problem);
  if (!isLoading && !books.length) return h("p.empty", { key: "none" }, t("puzzle.none"));
  if (!puzzle || !exercise || !rules || !sentence) return h("p.coming", { key: "wait" }, t("puzzle.loading"));
  const { number, game: name } = puzzle;
  const book = /** @type {PuzzleBook} */ (books.find((one) => one.game === name));
  const solved = solvedOf(name);
  const next = book.puzzles.find((one) => one.number > number && !solved.has(one.number)) ?? book.puzzles.find((one) => !solved.has(one.number));
  return h("div.table.puzzles", { key: `puzzle-${name}-${number}` },
    exercise.draw(rules, sentence, {
      title: t(number === book.daily ? "puzzle.daily" : "puzzle.number", { number, game: gameTitle(name) }),
      question: [t("puzzle.question"), " ", t("puzzle.level", { level: levelName(puzzle.level) })],
      next: next && next.number !== number && h("button", {
        key: "next", class: exercise.solved && "primary", onclick: () => go(name, next.number),
      }, t("puzzle.next")),
    }),
    h("section.card.puzzles", { key: "list", "aria-labelledby": "puzzles-title" },
      h("h2", { id: "puzzles-title" }, t("puzzle.list")),
      h("p.row", { key: "games" }, books.map((one) => h("button.small", {
        key: one.game, "aria-pressed": String(one.game === name), onclick: () => go(one.game, one.daily),
      }, gameTitle(one.game)))),
      h("p", { key: "count" }, t("puzzle.solved", { count: solved.size, of: book.puzzles.length })),
      h("ol", { key: "numbers" }, book.puzzles.map((one) => h("li", { key: one.number },
        h("button.small", {
          class: solved.has(one.number) && "solved", "aria-current": one.number === number ? "true" : undefined,
          title: levelName(one.level), onclick: () => go(name, one.number),
        }, one.number, solved.has(one.number) && h("span.unseen", {}, ` ${t("puzzle.is_solved")}`))))),
      me && [h("h3", { key: "own" }, t("puzzle.own")), ownGames(me)]));
}

/** Draw the player's latest games, whose key moments are puzzles as well.
 * @param {string} me */
function ownGames(me) {
  if (!own?.length) return h("p.faint", { key: "own-none" }, t("puzzle.own.none"));
  return h("ul", { key: "own-games" }, own.map(({ table, game, at, code = "", players }) => h("li", { key: table },
    h("a", { href: replayAddress(table, { step: 1, seat: players.findIndex((one) => one?.name === me), code, learn: true }) },
      t("puzzle.own.game", { game: gameTitle(game), day: day(at) })))));
}
