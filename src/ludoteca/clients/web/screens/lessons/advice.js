/** Hints and reviews in words, loaded when the first of them is asked for. */

import { alsoSay, list, t } from "../../words.js";

alsoSay({ en: "lang/en/lessons.json", it: "lang/it/lessons.json" });

/** A move and what speaks for it and against it, as a sentence; `words` are those of its game. */
export function advice(words, table, move, reasons) {
  const [good, bad] = [reasons.filter(({ worth }) => worth >= 0), reasons.filter(({ worth }) => worth < 0)]
    .map((some) => list(some.map((reason) => words.why(reason))));
  const told = { move: words.inWords(move, table), good: good || bad, bad };
  if (!good && !bad) return t("hint.plain", told);
  return t(good && bad ? "hint.but" : "hint.why", told);
}
