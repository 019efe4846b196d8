/** Masters of Renaissance outside a table: its picture. */

import { h } from "../../dom.js";

const MARBLES = ["0135", "5204", "3150"];

/** A counter with marbles. */
export const picture = [
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

/** Load the small drawing of a game. */
export const glance = () => import("./glance.js");
