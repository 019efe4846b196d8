/** My Shelfie outside a table: its picture, its options and its keys. */

import { h } from "../../dom.js";

/** @import { Edition, Leftovers, Options, Squares } from "./types.d.ts" */

/** The shapes on the shelf, one for each kind. */
const SHAPES = [
  "M4 16 5 5l4 4h2l4-4 1 11z",
  "M5 3h8a2 2 0 0 1 2 2v12H6a1 1 0 0 1-1-1zM5 14h10",
  "M4 4h12v12H4zM7 7h.1M13 13h.1M10 10h.1",
  "M3 4h14v12H3zM6 13l3-4 2 2 2-3 2 5z",
  "M6 3h8v5a4 4 0 0 1-8 0zM10 12v4M6.500 17h7",
  "M10 17V9M10 10C6 10 4 8 4 4c4 0 6 2 6 6 0-3 2-5 6-5 0 4-2 6-6 6",
];
const SHELF = ["....2", "1..02", "15.03", "45130"];

/** @param {number} kind @param {number} column @param {number} row */
function thing(kind, column, row) {
  return h("g", { transform: `translate(${14 + column * 27} ${11 + row * 25})` },
    h("rect", { width: 23, height: 21, rx: 3, class: `art-${kind}` }),
    h("path", { d: SHAPES[kind], transform: "translate(1.500 .5)", class: "art-line" }));
}

/** A shelf with some of these shapes. */
export const picture = [
  h("rect", { x: 6, y: 4, width: 148, height: 112, rx: 6, class: "art-wood" }),
  h("rect", { x: 11, y: 8, width: 138, height: 103, rx: 3, class: "art-well" }),
  [1, 2, 3].map((row) => h("rect", { x: 11, y: 8 + row * 25, width: 138, height: 2, class: "art-wood" })),
  SHELF.map((line, row) => [...line].map((kind, column) => (kind === "." ? null : thing(Number(kind), column, row)))),
];

/** @type {{ [edition in Edition]: { squares: Squares, leftovers: Leftovers } }} */
const EDITIONS = {
  italian: { squares: "one_kind", leftovers: "stay" },
  english: { squares: "any_kind", leftovers: "return" },
};

/** Return the options of a table: its edition, and differences from that edition.
 * @param {Options} options */
export function said({
  edition = "italian", squares = EDITIONS[edition].squares, leftovers = EDITIONS[edition].leftovers, ...rest
}) {
  if (squares === "any_kind" && leftovers === "return") return { edition: "english", ...rest };
  const otherwise = { ...(squares === "any_kind" && { squares }), ...(leftovers === "return" && { leftovers }) };
  return { edition: "italian", ...otherwise, ...rest };
}

export const keys = ["order", "columns"];

/** Load the small drawing of a game. */
export const glance = () => import("./glance.js");
