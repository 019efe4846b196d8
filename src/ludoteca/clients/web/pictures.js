/** A picture of each game, drawn by us: a shelf of things, and a counter with marbles. */

import { h } from "./dom.js";

/** What stands on the shelf: a colour and a shape for each kind. */
const SHAPES = [
  ["M4 16 5 5l4 4h2l4-4 1 11z"],
  ["M5 3h8a2 2 0 0 1 2 2v12H6a1 1 0 0 1-1-1zM5 14h10"],
  ["M4 4h12v12H4zM7 7h.1M13 13h.1M10 10h.1"],
  ["M3 4h14v12H3zM6 13l3-4 2 2 2-3 2 5z"],
  ["M6 3h8v5a4 4 0 0 1-8 0zM10 12v4M6.500 17h7"],
  ["M10 17V9M10 10C6 10 4 8 4 4c4 0 6 2 6 6 0-3 2-5 6-5 0 4-2 6-6 6"],
];
const SHELF = ["....2", "1..02", "15.03", "45130"];

function thing(kind, column, row) {
  return h("g", { transform: `translate(${14 + column * 27} ${11 + row * 25})` },
    h("rect", { width: 23, height: 21, rx: 3, class: `art-${kind}` }),
    h("path", { d: SHAPES[kind][0], transform: "translate(1.500 .5)", class: "art-line" }));
}

const shelf = () => [
  h("rect", { x: 6, y: 4, width: 148, height: 112, rx: 6, class: "art-wood" }),
  h("rect", { x: 11, y: 8, width: 138, height: 103, rx: 3, class: "art-well" }),
  [1, 2, 3].map((row) => h("rect", { x: 11, y: 8 + row * 25, width: 138, height: 2, class: "art-wood" })),
  SHELF.map((line, row) => [...line].map((kind, column) => (kind === "." ? null : thing(Number(kind), column, row)))),
];

const MARBLES = ["0135", "5204", "3150"];

const counter = () => [
  h("path", { d: "M8 116V44C8 18 40 4 80 4s72 14 72 40v72z", class: "art-wood" }),
  h("path", { d: "M16 116V48C16 26 44 12 80 12s64 14 64 36v68z", class: "art-well" }),
  h("rect", { x: 4, y: 112, width: 152, height: 6, rx: 2, class: "art-wood" }),
  h("path", { d: "M66 34h28v9c0 9-6 15-14 18-8-3-14-9-14-18z", class: "art-3" }),
  h("path", { d: "M80 38v18M72 45h16", class: "art-line" }),
  [40, 120].map((x) => [
    h("circle", { cx: x, cy: 46, r: 10, class: "art-0" }),
    h("path", { d: `M${x - 4} 46h8M${x} 42v8`, class: "art-line" }),
  ]),
  MARBLES.map((line, row) => [...line].map((kind, column) => [
    h("circle", { cx: 44 + column * 24, cy: 72 + row * 16, r: 7, class: `art-${kind}` }),
    h("path", { d: `M${41 + column * 24} ${70 + row * 16}a4 4 0 0 1 3-3`, class: "art-shine" }),
  ])),
];

const DRAWN = { shelfie: shelf(), renaissance: counter() };

/** The picture of a game; it says nothing that the name beside it does not say. */
export const picture = (game) =>
  h("svg.picture", { viewBox: "0 0 160 120", "aria-hidden": "true", focusable: "false" }, DRAWN[game] ?? []);
