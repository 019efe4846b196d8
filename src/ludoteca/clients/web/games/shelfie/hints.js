/** Moves and what speaks for them, in words. */

import { alsoSay, list, t } from "../../words.js";
import { tilesOn } from "./seats.js";
import { kindOf, LETTERS } from "./tiles.js";

alsoSay({ en: "games/shelfie/hints/en.json", it: "games/shelfie/hints/it.json" });

/** A move in words. */
export function inWords({ cells, column }, { view }) {
  const tiles = list(tilesOn(view, cells).map((one) => t(`shelfie.a.${kindOf(one)}`)));
  return t("shelfie.hint.take", { tiles, column: column + 1 });
}

/** What a move changes, in words. */
export function why({ kind, values }) {
  const { tile, goal } = values;
  const tiles = tile ? t(`shelfie.some.${LETTERS[tile]}`) : "";
  return t(`shelfie.why.${kind}`, { ...values, tiles, goal: goal ? t(`shelfie.goal.${goal}`) : "" });
}
