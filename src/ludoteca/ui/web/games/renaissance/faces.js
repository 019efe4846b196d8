/** The faces of cards, leaders, marbles and tokens. A face never changes, so each is described once. */

import { h } from "../../dom.js";
import { once } from "../../kept.js";
import { drawn } from "./glyphs.js";
import { cards, leaders, marbles, some, tokens } from "./tables.js";

/** @import { Card, Leader, Marble, Resource } from "./types.d.ts"
 * @import { Child } from "../../types.d.ts" */

const WIDE = 80;
const HIGH = 112;

/** @param {string} kind @param {Child} inside @param {number} wide @param {number} high */
const svg = (kind, inside, wide = WIDE, high = HIGH) =>
  h(`svg.face.${kind}`, { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" }, inside);
/** @param {number} x @param {number} y @param {number} size @param {string} words @param {string} anchor
 * @param {string} kind */
const text = (x, y, size, words, anchor = "middle", kind = "") =>
  h("text", { x, y, "font-size": size, "text-anchor": anchor, class: kind }, words);
/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind
 * @param {number} rx */
const box = (x, y, width, height, kind, rx = 4) => h("rect", { x, y, width, height, rx, class: kind });

/** Draw counted glyphs in a row around a centre: "2 coin 1 faith".
 * @param {Array<[string, number]>} pairs @param {number} middle @param {number} y @param {number} size */
function counted(pairs, middle, y, size = 15) {
  const each = size + 10;
  const left = middle - (pairs.length * each) / 2;
  return pairs.map(([name, count], i) => [
    text(left + i * each + 8, y + size * 0.78, size * 0.8, String(count), "end"),
    drawn(name, left + i * each + 9, y, size),
  ]);
}

/** Draw small counts in a column, for each side of a production.
 * @param {Array<[string, number]>} pairs @param {number} x @param {number} y @param {number} size */
function column(pairs, x, y, size = 14) {
  const top = y - (pairs.length * (size + 1)) / 2;
  return pairs.map(([name, count], i) => [
    text(x - 2, top + i * (size + 1) + size * 0.8, size * 0.9, String(count), "end"),
    drawn(name, x, top + i * (size + 1), size),
  ]);
}

/** @param {number} level */
function pips(level) {
  return [1, 2, 3].slice(0, level)
    .map((i) => h("circle", { cx: WIDE - 4 - i * 9, cy: 10, r: 3.4, class: "on-colour-pip" }));
}

/** @param {Card} card @returns {Array<[name: string, count: number]>} */
const made = ({ makes, faith }) => (faith ? [...some(makes), ["faith", faith]] : some(makes));

/** @param {number} points @param {number} y */
function worth(points, y) {
  return [box(7, y + 1, 26, 18, "laurel", 7), text(20, y + 14.5, 13, String(points), "middle", "on-laurel")];
}

/** Draw a development card. */
export const cardFace = once(/** @param {number} number */ (number) => {
  const card = cards[number];
  return svg(`development.${card.colour}`, [
    box(1, 1, WIDE - 2, HIGH - 2, "paper", 7),
    h("path", { d: `M1 20V8q0-7 7-7h${WIDE - 16}q7 0 7 7v12z`, class: "band" }),
    drawn(card.colour, 6, 3, 14),
    pips(card.level),
    counted(some(card.cost), WIDE / 2, 24, 14),
    box(6, 42, WIDE - 12, 46, "sunk"),
    column(some(card.pays), 19, 65),
    h("path", { d: "M36.5 62h4.5v-3l5 6-5 6v-3h-4.5z", class: "arrow" }),
    column(made(card), 61, 65),
    worth(card.points, HIGH - 24),
  ]);
});

/** Draw the strip of a card that is visible below another card. */
export const cardEdge = once(/** @param {number} number */ (number) => {
  const card = cards[number];
  return svg(`development.${card.colour}`, [
    h("path", { d: `M1 20V8q0-7 7-7h${WIDE - 16}q7 0 7 7v12z`, class: "band" }),
    drawn(card.colour, 6, 3, 14),
    pips(card.level),
    text(WIDE / 2 - 4, 14.5, 11, String(card.points), "middle", "on-band"),
  ], WIDE, 20);
});

/** Draw an empty place for a card. */
export const noCard = once(/** @param {string} words */ (words = "") => svg("vacant", [
  box(1.5, 1.5, WIDE - 3, HIGH - 3, "outline", 7), text(WIDE / 2, HIGH / 2 + 6, 20, words, "middle", "faint"),
]));

/** @type {{ [ability in Leader["ability"]]: (resource: Resource) => Child }} */
const WHAT = {
  discount: (resource) => [text(34, 47, 18, "−1", "end"), drawn(resource, 37, 31, 22)],
  depot: (resource) => [12, 41].map((x) => [box(x, 27, 27, 27, "outline"), drawn(resource, x + 4, 31, 19)]),
  marble: (resource) => [
    h("circle", { cx: 20, cy: 41, r: 11, class: "white ren-edge" }),
    h("path", { d: "M35 37h6v-3.5l6 7.5-6 7.5V45h-6z", class: "arrow" }), drawn(resource, 51, 30, 22),
  ],
  production: (resource) => [
    text(14, 46, 13, "1", "end"), drawn(resource, 15, 33, 16),
    h("path", { d: "M34 38.5h3.5v-3l5 5.5-5 5.5v-3H34z", class: "arrow" }),
    drawn("any", 45, 33, 15), drawn("faith", 60, 33, 15),
  ],
};

/** Draw a leader's requirements: small cards with colour and level, or goods.
 * @param {Leader} leader */
function asks(leader) {
  if (!leader.cards.length) return counted(some(leader.goods), WIDE / 2, 64, 17);
  const left = WIDE / 2 - leader.cards.length * 17;
  return leader.cards.map(([colour, count, level], i) => {
    const x = left + i * 34;
    return h("g", { class: colour },
      text(x + 9, 78, 13, String(count), "end"),
      box(x + 11, 62, 17, 23, "band", 3),
      drawn(colour, x + 13, level ? 71 : 66.5, 13),
      level && [1, 2].map((n) => h("circle", { cx: x + 12 + n * 5, cy: 67, r: 2, class: "on-colour-pip" })));
  });
}

/** Draw a leader. */
export const leaderFace = once(/** @param {number} number */ (number) => {
  const leader = leaders[number];
  if (!leader) return back();
  return svg("leader", [
    box(1, 1, WIDE - 2, HIGH - 2, "paper", 7),
    h("path", { d: `M1 20V8q0-7 7-7h${WIDE - 16}q7 0 7 7v12z`, class: "band" }),
    drawn("person", WIDE / 2 - 8, 2, 16),
    WHAT[leader.ability](leader.resource),
    h("path", { d: `M8 58.5h${WIDE - 16}`, class: "rule" }),
    asks(leader),
    worth(leader.points, HIGH - 24),
  ]);
});

const back = () => svg("leader.back", [
  box(1, 1, WIDE - 2, HIGH - 2, "band", 7), box(7, 7, WIDE - 14, HIGH - 14, "frame", 5), drawn("person", 24, 40, 32),
]);

/** Draw a marble with its resource on it. */
export const marble = once(/** @param {Marble} colour */ (colour) => svg(`marble.${colour}`, [
  h("circle", { cx: 20, cy: 20, r: 18, class: "ball" }),
  h("path", { d: "M8 15a14 14 0 0 1 9-8.5", class: "shine" }),
  colour === "red" ? drawn("faith", 9, 9, 22) : marbles[colour] ? drawn(marbles[colour], 9, 9, 22)
    : h("circle", { cx: 20, cy: 20, r: 7, class: "nothing" }),
], 40, 40));

/** Draw one of Lorenzo's tokens, or a token face down. */
export const tokenFace = once(/** @param {number} number */ (number) => {
  const token = tokens[number];
  /** @param {string} kind */
  const round = (kind) => h("circle", { cx: 24, cy: 24, r: 22, class: kind });
  if (!token) return svg("token", [round("band"), drawn("cross", 13, 13, 22)], 48, 48);
  return svg(`token.${token.removes || "moves"}`, [
    round("paper"),
    token.removes
      ? [box(13, 6, 14, 19, "band", 2), box(20, 11, 14, 19, "band", 2), drawn(token.removes, 21, 14, 12),
        text(23, 42, 12, "−2")]
      : [drawn("cross", token.shuffles ? 7 : 8, 13, 19), text(35, 24, 12, `+${token.steps}`, "middle"),
        token.shuffles && h("path", { d: "M28 36c5 3 10 0 10-5m0 0-3 2.5m3-2.5 2.5 3M40 28", class: "line" })],
  ], 48, 48);
});
