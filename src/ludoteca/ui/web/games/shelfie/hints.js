/** Moves and what speaks for them, in words. */

import { alsoSay, t } from "../../words.js";
import { several, tilesOn } from "./seats.js";
import { LETTERS } from "./tiles.js";

alsoSay({ en: "games/shelfie/hints/en.json", it: "games/shelfie/hints/it.json" });

/** A move in words. */
export function inWords({ cells, column }, { view }) {
  return t("shelfie.hint.take", { tiles: several(tilesOn(view, cells)), column: column + 1 });
}

/** What a move changes, in words. */
export function why({ kind, values }) {
  const { tile, goal } = values;
  const tiles = tile ? t(`shelfie.some.${LETTERS[tile]}`) : "";
  return t(`shelfie.why.${kind}`, { ...values, tiles, goal: goal ? t(`shelfie.goal.${goal}`) : "" });
}
