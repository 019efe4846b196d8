/** Descriptions of moves and their reasons. */

import { about, alsoSay, inTenths, list, t } from "../../words.js";
import { several, tilesOn } from "./seats.js";
import { LETTERS } from "./tiles.js";

/** @import { Kind, Move, Table } from "./types.d.ts"
 * @import { Reason } from "../../types.d.ts" */

alsoSay({ en: "games/shelfie/hints/en.json", it: "games/shelfie/hints/it.json" });

/** Describe a move.
 * @param {Move} move @param {Table} table */
export function inWords({ cells, column }, { view }) {
  return t("shelfie.hint.take", { tiles: several(tilesOn(view, cells)), column: column + 1 });
}

/** Describe an effect of a move.
 * @param {Reason} reason */
export function why({ kind, values, worth }) {
  /** @type {{ tile?: Kind, goal?: number, tiles?: Kind[] }} */
  const { tile, goal, tiles: taken } = values;
  const tiles = tile ? t(`shelfie.some.${LETTERS[tile]}`) : "";
  return t(`shelfie.why.${kind}`, {
    count: about(worth), points: inTenths(worth), ...values, tiles,
    taken: taken ? list([...new Set(taken)].map((one) => t(`shelfie.some.${LETTERS[one]}`))) : "",
    goal: goal ? t(`shelfie.goal.${goal}`) : "",
  });
}
