/** A shelf: its tiles, where a hand would land, and what counts. */

import { h } from "../../dom.js";
import { once } from "../../kept.js";
import { list, t } from "../../words.js";
import { anyTile, tile } from "./drawings.js";
import { named } from "./seats.js";
import { COLUMNS, LETTERS, ROWS } from "./tiles.js";

/** @import { Drop, Gap, Rows, Shelf, Wish } from "./types.d.ts"
 * @import { Kept } from "../../types.d.ts" */

/** Kinds that can be shown in one cell. */
const FEW = 4;
const SPOTS = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: COLUMNS }, (_, column) => `${row} ${column}`));

/** Draw a shelf, described again only if it has changed.
 * @param {Kept} kept @param {number} seat @param {Rows} rows @param {Shelf} shown */
export const shelf = (kept, seat, rows, shown) =>
  kept.get(`shelf ${seat}`, [rows, shown], () => drawn(seat, rows, shown));

/** @param {number} seat @param {Rows} rows @param {Shelf} shown */
function drawn(seat, rows, shown) {
  const { name, fresh = [], hand = [], lands = [], marked = [], wishes = [], gaps = [], kept, drops, strip } = shown;
  /** @type {Map<string, number>} */
  const ghosts = new Map();
  for (const cells of lands) cells.forEach((cell, place) => ghosts.set(cell.join(" "), hand[place]));
  const pointed = new Set(marked.map((cell) => cell.join(" ")));
  const wished = new Map(wishes.map((wish) => [wish.cell.join(" "), wish]));
  const lacking = new Map(gaps.map((gap) => [gap.cell.join(" "), gap]));
  const latest = new Set(fresh.map((cell) => cell.join(" ")));
  const on = { seat, ghosts, pointed, wished, lacking, latest };
  return h("div.shelf", { key: "shelf", "data-seat": seat, class: `${kept ? "keeping" : ""} ${strip ? "strip" : ""}` },
    h("div.slots", { role: "img", "aria-label": told(rows, name, fresh) },
      rows.map((row, r) => row.map((number, c) => slot(number, SPOTS[r][c], c, on)))),
    drops && h("div.drops", { key: "drops" }, drops.map(drop)));
}

/** @param {number | null} number @param {string} spot @param {number} column @param {{
 *   seat: number, latest: Set<string>, ghosts: Map<string, number>, pointed: Set<string>, wished: Map<string, Wish>, lacking: Map<string, Gap>,
 * }} on */
function slot(number, spot, column, { seat, latest, ghosts, pointed, wished, lacking }) {
  const ghost = number === null ? ghosts.get(spot) : undefined;
  const wish = wished.get(spot);
  const gap = lacking.get(spot);
  if (ghost === undefined && !wish && !gap && !pointed.has(spot) && !latest.has(spot)) return plain(number, spot);
  return h("div.slot", { key: spot, class: pointed.has(spot) && "pointed", "data-slot": spot },
    tile(number),
    latest.has(spot) && h("span.latest", { key: "latest", class: `seat-${seat}` }),
    ghost !== undefined && h("span.ghost", { key: "ghost", class: `in-${column}` }, tile(ghost)),
    gap && missing(gap),
    wish && h("span.wish", { key: "wish", class: stateOf(wish, number, ghost) },
      anyTile(LETTERS[wish.kind]), wish.met && h("span.tick", {}, "✓")));
}

/** Draw a slot with only a tile, or an empty slot, as most slots are. */
const plain = once(/** @param {number | null} number @param {string} spot */ (number, spot) => h("div.slot", { key: spot, "data-slot": spot }, tile(number)));

/** Draw a place where a tile is missing: the kinds that fit, or a plus if almost any kind would.
 * @param {Gap} gap */
const missing = ({ kinds }) =>
  h("span.gap", { key: "gap", class: kinds.length > 1 && kinds.length <= FEW && "some" },
    kinds.length && kinds.length <= FEW
      ? kinds.map((kind) => anyTile(LETTERS[kind]))
      : h("span.any", {}, "+"));

/** Return the state of a wish: met, open, open beside a landing tile, or lost to another kind.
 * @param {Wish} wish @param {number | null} number @param {number | undefined} ghost */
function stateOf(wish, number, ghost) {
  if (wish.met) return "met";
  if (number !== null) return "lost";
  return ghost === undefined ? "open" : "beside";
}

/** Draw the button over a column, which drops the hand into it.
 * @param {Drop} drop */
const drop = ({ column, room, fits, hinted, label }) =>
  h("button.drop", {
    key: column,
    class: hinted && "hinted",
    type: "button",
    "data-column": column,
    "aria-disabled": fits ? null : "true",
    "aria-label": label,
  },
  h("span", { "aria-hidden": "true" }, String(column + 1)),
  h("span.arrow", { "aria-hidden": "true" }, fits ? "▼" : room ? "–" : "×"));

/** Describe a shelf, column by column from the bottom.
 * @param {Rows} rows @param {string} name @param {Array<[number, number]>} fresh */
function told(rows, name, fresh) {
  const columns = rows[0].map((_, c) => rows.map((row) => row[c]).filter((one) => one !== null).reverse());
  const held = columns.map((tiles, c) => ({ column: c + 1, tiles: named(tiles) })).filter(({ tiles }) => tiles);
  const text = held.map((one) => t("shelfie.column_holds", one)).join(" ");
  const last = fresh.map(([row, column]) => rows[row][column]).filter((one) => one !== null).reverse();
  const filled = [...new Set(fresh.map(([, column]) => column + 1))];
  const placed = last.length ? t("shelfie.placed", { tiles: named(last), columns: list(filled.map(String)), count: filled.length }) : "";
  return [t("shelfie.shelf_of", { name }), text || t("shelfie.nothing_yet"), placed].filter(Boolean).join(" ");
}
