/** What the tiles look like: a sheet of symbols, drawn once and used everywhere. Every kind has a shape of its own. */

import { fixed, h } from "../../dom.js";
import { kindOf, KINDS, pictureOf } from "./tiles.js";

const INK = "var(--tile-ink)";
const PALE = "var(--tile-pale)";

const ink = (d, more) => h("path", { d, fill: INK, ...more });
const pale = (d, more) => h("path", { d, fill: PALE, ...more });
const dot = (cx, cy, r, fill = PALE) => h("circle", { cx, cy, r, fill });
const line = (d, width = 2, stroke = INK) =>
  h("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
const turned = (angle, ...inside) => h("g", { transform: `rotate(${angle} 24 24)` }, inside);

const head = () => ink("M11 11q1-2 3 0l5 5h10l5-5q2-2 3 0v17q0 11-13 11T11 28z");
const whiskers = () => line("M7 27l6 1M7 33l6-1M41 27l-6 1M41 33l-6-1", 1.6);
const nose = () => pale("M22 29h4l-2 2.6z");
const die = (...pips) => [
  h("rect", { x: 11, y: 11, width: 26, height: 26, rx: 5, fill: INK }),
  pips.map(([x, y]) => dot(x, y, 2.9)),
];
const cup = () => [
  ink("M15 9h18v9q0 10-7 12v4h4q2 0 2 2v3H16v-3q0-2 2-2h4v-4q-7-2-7-12z"),
  line("M15 12H9q0 10 7 11M33 12h6q0 10-7 11", 2.6),
];
const pot = () => [
  ink("M14 29h20l-2.5 9q-.6 2-2.5 2H19q-1.9 0-2.5-2z"),
  pale("M13 28h22v3.5H13z", { stroke: INK, "stroke-width": 1.6 }),
];
const outer = (x, y, width, height) => [
  h("rect", { x, y, width, height, rx: 2, fill: INK }),
  h("rect", { x: x + 4, y: y + 4, width: width - 8, height: height - 8, fill: PALE }),
];

/** Three pictures of each kind. */
const PICTURES = {
  cat: [
    [head(), whiskers(), dot(18.5, 25, 2.6), dot(29.5, 25, 2.6), nose()],
    [head(), whiskers(), line("M16 25q2.5 3 5 0M27 25q2.5 3 5 0", 2, PALE), nose()],
    [
      head(),
      whiskers(),
      pale("M12 13l6 4q-1 4-6 6z"),
      dot(18.5, 26, 2.6),
      line("M27 26h5", 2.4, PALE),
      nose(),
      pale("M24 17l-2.5 4h5z"),
    ],
  ],
  book: [
    [
      ink("M13 10q0-2 2-2h20v27H16q-1.5 0-1.5 2t1.5 2h19v2.5H15q-2 0-2-2.5z"),
      line("M19 9v25", 1.6, PALE),
      line("M24 16h7M24 21h7", 2, PALE),
    ],
    [
      ink("M6 12q10-3 18 2q8-5 18-2v25q-10-3-18 2q-8-5-18-2z"),
      line("M24 15v22", 1.8, PALE),
      line("M10 18q5-1 10 1M10 24q5-1 10 1M10 30q5-1 10 1M38 18q-5-1-10 1M38 24q-5-1-10 1M38 30q-5-1-10 1", 1.8, PALE),
    ],
    [
      ink("M9 31h29v8H9zM12 21.5h27v8H12zM8 12h26v8H8z"),
      line("M14 31.5v7M33 31.5v7M17 22v7M34 22v7M13 12.5v7M29 12.5v7", 1.8, PALE),
    ],
  ],
  game: [
    turned(12, die([17, 17], [31, 17], [24, 24], [17, 31], [31, 31])),
    turned(-14, die([17, 17], [24, 24], [31, 31])),
    turned(45, die([18, 17], [18, 24], [18, 31], [30, 17], [30, 24], [30, 31])),
  ],
  frame: [
    [outer(6, 10, 36, 28), ink("M10 33l9-11 6 7 4-4 9 8z"), dot(31, 19, 2.6, INK)],
    [outer(10, 6, 28, 36), dot(24, 20, 4.5, INK), ink("M15.5 35q0-9 8.5-9t8.5 9z")],
    [outer(6, 10, 36, 28), ink("M15 28h18l-4 5H19zM23 15v11.5h-7zM25 17v9.5h6z")],
  ],
  trophy: [
    [cup(), pale("M24 12l1.5 3.3 3.6.4-2.7 2.4.8 3.5-3.2-1.8-3.2 1.8.8-3.5-2.7-2.4 3.6-.4z")],
    [cup(), line("M22 14.5l2.5-1.5v9M21.5 22.5h6", 2, PALE)],
    [cup(), line("M19 12.5q0 8 4 11", 2.4, PALE), line("M18 36.5h12", 1.6, PALE)],
  ],
  plant: [
    [pot(), ink("M24 29q-1-9 0-20q5 9 0 20M23 28Q11 26 9 14q12 1 14 14M25 28q12-2 14-14-12 1-14 14")],
    [
      pot(),
      ink("M20.5 29V12q0-4 3.5-4t3.5 4v17z"),
      line("M20 22h-3q-3 0-3-3v-3M28 25h3q3 0 3-3v-4", 4),
      line("M24 12v2M24 18v2M24 24v2", 1.5, PALE),
    ],
    [
      pot(),
      line("M24 29V17", 2.6),
      ink("M16 6.5l4 3 4-4 4 4 4-3v6q0 7-8 7t-8-7zM24 28q-9 1-11-7 9-1 11 7M24 28q9 1 11-7-9-1-11 7"),
    ],
  ],
};


/** The sheet of all tiles; it must be on the page wherever a tile is. */
export const sheet =
  h("svg.sheet", { key: "sheet", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    KINDS.flatMap((kind) => PICTURES[kind].map((picture, i) =>
      h("pattern", { id: `tile-${kind}-${i + 1}`, viewBox: "0 0 48 48", width: 1, height: 1 },
        h("rect", { width: 48, height: 48, rx: 7, fill: `var(--${kind})` }),
        h("path", { d: "M0 40v1q0 7 7 7h34q7 0 7-7v-1q0 5-7 5H7q-7 0-7-5z", fill: INK, opacity: .22 }),
        h("g", { transform: "translate(0 -1)" }, picture)))));

/** A picture as paint: used so, its shapes are not made again for every tile. */
export const painted = (kind, picture, size, place = {}) =>
  h("rect", { ...place, width: size, height: size, fill: `url(#tile-${kind}-${picture})` });

const drawn = new Map();

/** A tile; the same description each time, so that what stays is not looked at again. */
export function tile(number) {
  if (!drawn.has(number)) {
    const given = { key: `tile ${number}`, viewBox: "0 0 48 48", "aria-hidden": "true", "data-tile": number };
    drawn.set(number, fixed(h("svg.tile", given, painted(kindOf(number), pictureOf(number), 48))));
  }
  return drawn.get(number);
}

/** A tile of a kind, no matter which. */
export const anyTile = (kind, given = {}) =>
  h("svg.tile", { viewBox: "0 0 48 48", "aria-hidden": "true", ...given }, painted(kind, 1, 48));
