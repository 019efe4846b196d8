/** Moves and what speaks for them, in words. */

import { alsoSay, t } from "../../words.js";
import { several, tilesOn } from "./seats.js";
import { LETTERS } from "./tiles.js";

/** @import { Kind, Move, Table } from "./types.d.ts"
 * @import { Reason } from "../../types.d.ts" */

alsoSay({ en: "games/shelfie/hints/en.json", it: "games/shelfie/hints/it.json" });

/** A move in words.
 * @param {Move} move @param {Table} table */
export function inWords({ cells, column }, { view }) {
  return t("shelfie.hint.take", { tiles: several(tilesOn(view, cells)), column: column + 1 });
}

/** What a move changes, in words.
 * @param {Reason} reason */
export function why({ kind, values }) {
  /** @type {{ tile?: Kind, goal?: number }} */
  const { tile, goal } = values;
  const tiles = tile ? t(`shelfie.some.${LETTERS[tile]}`) : "";
  return t(`shelfie.why.${kind}`, { ...values, tiles, goal: goal ? t(`shelfie.goal.${goal}`) : "" });
}
