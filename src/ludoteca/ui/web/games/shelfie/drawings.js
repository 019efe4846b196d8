/** The pictures of the tiles: `pieces.svg` has a row for each kind, and a column for each of its pictures. */

import { h } from "../../dom.js";
import { once } from "../../kept.js";
import { kindOf, KINDS, pictureOf, PICTURES } from "./tiles.js";

/** @import { Attributes } from "../../types.d.ts" */

const FILE = new URL("pieces.svg", import.meta.url).href;
const SIZE = 48;

/** The tiles as patterns for drawings; this sheet must be on every page that uses a pattern. */
export const sheet =
  h("svg.sheet", { key: "sheet", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    KINDS.flatMap((kind, row) => Array.from({ length: PICTURES }, (_, column) =>
      h("pattern", { id: `tile-${kind}-${column + 1}`, viewBox: [column * SIZE, row * SIZE, SIZE, SIZE].join(" "), width: 1, height: 1 },
        h("image", { href: FILE, width: PICTURES * SIZE, height: KINDS.length * SIZE })))));

/** Draw a square painted as a tile.
 * @param {string} kind @param {number} picture @param {number} size @param {Attributes} place */
export const painted = (kind, picture, size, place = {}) =>
  h("rect", { ...place, width: size, height: size, fill: `url(#tile-${kind}-${picture})` });

/** Draw a tile or an empty place: only the paint changes, so that the browser need not lay out anything again. */
export const tile = once(/** @param {number | null} number */ (number) => (number === null ? NOTHING : picture(kindOf(number), pictureOf(number), number)));

const NOTHING = h("span.tile", { "aria-hidden": "true", style: { visibility: "hidden" } });

/** Draw a tile that stands for its kind.
 * @param {string} kind */
export const anyTile = (kind) => picture(kind, 1);

/** @param {string} kind @param {number} which @param {number} [number] */
function picture(kind, which, number) {
  const place = [100 * (which - 1) / (PICTURES - 1), 100 * KINDS.indexOf(kind) / (KINDS.length - 1)];
  const style = { "background-position": place.map((one) => `${one}%`).join(" ") };
  return h("span.tile", { "aria-hidden": "true", "data-tile": number, style });
}
