/** Hints and reviews in words, loaded when the first of them is asked for. */

import { say } from "../../announce.js";
import { dress, game } from "../../games/games.js";
import { ask, changed } from "../../server.js";
import { alsoSay, language, list, speak, t } from "../../words.js";

/** @import { Advise, GameModule, GameMove, GameTeacher, PlayedTable, Reason } from "../../types.d.ts" */

/** @type {{ [game: string]: { sentence: Advise | null, ready: Promise<void> } }} */
const LOADED = {};

alsoSay({ en: "lang/en/lessons.json", it: "lang/it/lessons.json" });
const dressed = dress("screens/lessons/lessons.css");

/** Ask what a bot would play, and announce it; the answer is known as `table.hint`.
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

/** The hint of a table in words, or "" until they are loaded.
 * @param {PlayedTable} table @param {GameModule} rules */
export function inWords(table, rules) {
  const sentence = teacher(rules, table.info.game);
  return (table.hint && sentence?.(table, table.hint.move, table.hint.reasons)) || "";
}
/** What makes a sentence of a move and its reasons, once it is loaded; until then null, and the page is drawn then.
 * @param {GameModule} rules @param {string} name */
export const teacher = (rules, name) => loaded(rules, name).sentence;

/** @param {GameModule} rules @param {string} name */
function loaded(rules, name) {
  LOADED[name] ??= { sentence: null, ready: load(rules, name) };
  return LOADED[name];
}

/** @param {GameModule} rules @param {string} name */
async function load(rules, name) {
  const [words] = await Promise.all([rules.teach?.(), dressed]);
  if (!words) return; // the page has no words for the moves of this game
  await speak(language); // with the texts that came with these
  LOADED[name].sentence = (table, move, reasons) => advice(words, table, move, reasons);
  changed();
}

/** A move and what speaks for it and against it, as a sentence; `words` are those of its game.
 * @param {GameTeacher} words @param {PlayedTable} table @param {GameMove} move @param {Reason[]} reasons */
function advice(words, table, move, reasons) {
  const [good, bad] = [reasons.filter(({ worth }) => worth >= 0), reasons.filter(({ worth }) => worth < 0)]
    .map((some) => list(some.map((reason) => words.why(reason, table))));
  const said = { move: words.inWords(move, table), good: good || bad, bad };
  if (!good && !bad) return t("hint.plain", said);
  return t(good && bad ? "hint.but" : "hint.why", said);
}
