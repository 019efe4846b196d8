/** Texts of hints and reviews, loaded on first use. */

import { say } from "../../announce.js";
import { dress, game } from "../../games/games.js";
import { ask, changed } from "../../server.js";
import { alsoSay, language, list, speak, t } from "../../words.js";

/** @import { Advise, GameModule, GameMove, GameTeacher, PlayedTable, Reason } from "../../types.d.ts" */

/** @type {{ [game: string]: { sentence: Advise | null, texts: GameTeacher | null, ready: Promise<void> } }} */
const LOADED = {};

alsoSay({ en: "lang/en/lessons.json", it: "lang/it/lessons.json" });
const dressed = dress("screens/lessons/lessons.css");

/** Ask for a bot's move and announce it; the answer is stored as `table.hint`.
 * @param {PlayedTable} table */
export async function askHint(table) {
  const { game: name } = table.info;
  await ask({ do: "ask_hint", table: table.number });
  const rules = game(name, changed);
  if (!rules) return;
  await loaded(rules, name).ready;
  const words = inWords(table, rules);
  if (words) say(words);
}

/** Describe the hint of a table; "" until the texts are loaded.
 * @param {PlayedTable} table @param {GameModule} rules */
export function inWords(table, rules) {
  const sentence = teacher(rules, table.info.game);
  return (table.hint && sentence?.(table, table.hint.move, table.hint.reasons)) || "";
}
/** Return the function that describes a move and its reasons; null until loaded, after which the page is redrawn.
 * @param {GameModule} rules @param {string} name */
export const teacher = (rules, name) => loaded(rules, name).sentence;

/** Return the texts for the moves of a game; null until they are loaded.
 * @param {string} name */
export const textsOf = (name) => LOADED[name]?.texts ?? null;

/** @param {GameModule} rules @param {string} name */
function loaded(rules, name) {
  LOADED[name] ??= { sentence: null, texts: null, ready: load(rules, name) };
  return LOADED[name];
}

/** @param {GameModule} rules @param {string} name */
async function load(rules, name) {
  const [words] = await Promise.all([rules.teach?.(), dressed]);
  if (!words) return; // there are no texts for the moves of this game
  await speak(language); // including the texts registered by the loaded module
  LOADED[name].texts = words;
  LOADED[name].sentence = (table, move, reasons) => advice(words, table, move, reasons);
  changed();
}

/** Describe a move with its reasons for and against; `words` has the texts of its game.
 * @param {GameTeacher} words @param {PlayedTable} table @param {GameMove} move @param {Reason[]} reasons */
function advice(words, table, move, reasons) {
  const [good, bad] = [reasons.filter(({ worth }) => worth >= 0), reasons.filter(({ worth }) => worth < 0)]
    .map((some) => list(some.map((reason) => words.why(reason, table))));
  const said = { move: words.inWords(move, table), good: good || bad, bad };
  if (!good && !bad) return t("hint.plain", said);
  return t(good && bad ? "hint.but" : "hint.why", said);
}
