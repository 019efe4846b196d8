/** The players around the table: names, points, tokens, and the tiles they are about to take. */

import { h } from "../../dom.js";
import { nameOf } from "../../known.js";
import { list, t } from "../../words.js";
import { tile } from "./drawings.js";
import { kindOf } from "./tiles.js";

/** @import { Cell, ShownTable, Table, View } from "./types.d.ts"
 * @import { Child, Kept } from "../../types.d.ts" */

/** Return the name of the player in a seat, or the number of an empty seat.
 * @param {ShownTable} table @param {number} seat */
export const called = (table, seat) => nameOf(table, seat) || t("shelfie.seat", { number: seat + 1 });

/** Sum up the known points of a seat.
 * @param {Table} table @param {number} seat */
export const total = (table, seat) => (table.points[seat] ?? []).reduce((sum, point) => sum + point.amount, 0);

/** Return the cells that a seat has picked in this turn, in the order in which their tiles will drop.
 * @param {Table} table @param {number} seat */
export function pickedBy(table, seat) {
  const draft = table.drafts?.[seat];
  return draft && draft.turn === table.view.turns ? draft.cells : [];
}

/** Return the tiles on some cells of the living room.
 * @param {View} view @param {Cell[]} cells */
export const tilesOn = ({ board }, cells) =>
  cells.map(([row, column]) => board[row][column]).filter((one) => one !== null);

/** List the names of tiles in order.
 * @param {number[]} tiles */
export const named = (tiles) => tiles.map((one) => t(`shelfie.${kindOf(one)}`)).join(", ");

/** Count tiles by kind: "two cats and a book".
 * @param {number[]} tiles */
export function several(tiles) {
  const kinds = [...new Set(tiles.map(kindOf))];
  return list(kinds.map((kind) => {
    const count = tiles.filter((one) => kindOf(one) === kind).length;
    return t(`shelfie.a.${kind}`, { count, many: t(`shelfie.many.${count}`) });
  }));
}

/** Draw the badge of a seat: its letter in its colour.
 * @param {string} name @param {number} seat */
export const mark = (name, seat) =>
  h("span.mark", { key: "mark", class: `seat-${seat}`, "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());

/** Draw the line above a shelf, described again only if it has changed.
 * @param {Table} table @param {number} seat @param {Kept} kept */
export function heading(table, seat, kept) {
  const { view } = table;
  const { tokens, end_token: ended, away } = view.seats[seat];
  const shown = {
    name: called(table, seat), points: total(table, seat), tokens, ended, away: away && !view.outcome,
    first: view.first === seat, mine: seat === table.seat,
  };
  return kept.get(`heading ${seat}`, shown, () => headed(seat, shown));
}

/** The arrow lies over the badge and is visible while the seat is to move: nothing shifts when turns pass.
 * @param {number} seat @param {{
 *   name: string, points: number, tokens: { [goal: string]: number }, ended: boolean, away: boolean, first: boolean, mine: boolean,
 * }} shown */
function headed(seat, { name, points, tokens, ended, away, first, mine }) {
  return h("header.heading", { key: "heading" },
    h("span.whose", {}, mark(name, seat), sign(`mark.arrow.seat-${seat}`, t("shelfie.to_move", { name }), "▶")),
    h("h3", {}, mine ? t("shelfie.your_shelf", { name }) : name),
    h("span.points", { role: "img", "aria-label": t("shelfie.points", { count: points }) }, String(points)),
    Object.entries(tokens).map(([goal, worth]) =>
      token(worth, t("shelfie.has_token", { goal: t(`shelfie.goal.${goal}`), points: worth }))),
    ended && endToken(),
    first && sign("first", t("shelfie.first", { name }), chair()),
    away && h("span.faint", {}, t("shelfie.away")));
}

/** Draw the button that shows the shelf of another player.
 * @param {Table} table @param {number} seat @param {boolean} shown */
export function face(table, seat, shown) {
  const name = called(table, seat);
  return h("button.face", {
    key: `face ${seat}`,
    type: "button",
    class: table.view.turn === seat && "turn",
    "data-face": seat,
    "aria-pressed": String(shown),
    "aria-label": name,
    title: name,
  }, mark(name, seat));
}

/** Draw a small sign with a label for screen readers.
 * @param {string} kind @param {string} label @param {Child[]} inside */
const sign = (kind, label, ...inside) =>
  h(`span.${kind}`, { key: label, role: "img", "aria-label": label, "data-tip": label }, inside);

/** Draw a token of a common goal.
 * @param {number} worth @param {string} label */
export const token = (worth, label = t("shelfie.points", { count: worth })) => sign("token", label, String(worth));

/** Draw the token of the player who filled a shelf first. */
export const endToken = () => sign("token.end", t("shelfie.end_token"),
  h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: "M4 21V4h2v1q4-2 7 0t7 0v9q-4 2-7 0t-7 0v7z", fill: "currentcolor" })), "1");

const chair = () =>
  h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: "M6 3h2.5v9H17q1.5 0 1.5 1.5V21H16v-5H8.5v5H6z", fill: "currentcolor" }));

/** Draw the tiles that another player is about to take.
 * @param {Table} table @param {number} seat */
export function about(table, seat) {
  const tiles = tilesOn(table.view, pickedBy(table, seat));
  if (!tiles.length) return null;
  const text = t("shelfie.holds", { name: called(table, seat), tiles: named(tiles) });
  return h("p.about", { key: "about" }, h("span.unseen", {}, text), tiles.map((one) => tile(one)));
}
