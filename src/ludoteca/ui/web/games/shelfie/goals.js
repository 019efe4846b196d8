/** The goals as patterns, with every player's progress and the tokens left. */

import { h } from "../../dom.js";
import { once } from "../../kept.js";
import { settings } from "../../settings.js";
import { has, t } from "../../words.js";
import { painted } from "./drawings.js";
import { called, mark, token } from "./seats.js";
import { LETTERS, PATTERNS } from "./tiles.js";

/** @import { Cell, Counted, Guide, Pattern, Personal, Pointed, Table, Wish } from "./types.d.ts"
 * @import { Child, Kept } from "../../types.d.ts" */

const STEP = 10;
const SIZE = 8;

/** Draw all goals in play; `pressed` names the goal that stays highlighted on the shelves.
 * @param {Table} table @param {string} pressed @param {Kept} kept */
export function goals(table, pressed, kept) {
  const { view, guide } = table;
  const names = view.seats.map((_, seat) => called(table, seat));
  const tokens = view.seats.map((seat) => seat.tokens);
  const shown = [view.common_goals, tokens, guide?.seats, Boolean(view.outcome), table.seat, names, pressed, settings.showGoal];
  return kept.get("goals", shown, () => drawn(table, pressed));
}

/** @param {Table} table @param {string} pressed */
function drawn(table, pressed) {
  const { view, guide } = table;
  return h("section.goals", { key: "goals", "aria-label": t("shelfie.goals") },
    Object.entries(view.common_goals).map(([goal, tokens]) => common(table, goal, tokens, pressed)),
    guide?.seats.map((counted, seat) => counted.personal && personal(table, guide, seat, counted.personal, pressed)),
    guide && groups(table, guide, pressed),
    h("p.played.faint", { key: "played" }, t(`shelfie.played.${view.rules.squares}.${view.rules.leftovers}`)));
}

/** Return what the shown goal highlights on a seat's shelf: cells that count, gaps, and wishes.
 * The player's shelf shows the personal goal, unless it is hidden or a common goal is shown.
 * @param {Table} table @param {number} seat @param {string} shown @returns {Pointed} */
export function pointedAt(table, seat, shown) {
  const counted = table.guide?.seats[seat];
  const [what, of, goal] = shown.split(" ");
  if (!counted) return {};
  const here = Number(of) === seat;
  const common = here && what === "goal";
  const wishes = (seat === table.seat && settings.showGoal && !common) || (here && what === "personal");
  return {
    marked: here ? marked(counted, what, goal) : [],
    gaps: common ? counted.missing[goal] ?? [] : [],
    wishes: wishes ? counted.personal?.wishes ?? [] : [],
  };
}

/** Describe what the player's shelf lacks for the shown goal; "" if nothing is known to be missing.
 * @param {Table} table @param {string} shown */
export function lacks(table, shown) {
  const { gaps = [] } = table.seat === null ? {} : pointedAt(table, table.seat, shown);
  const places = gaps.map(({ cell: [row, column], kinds }) => t("shelfie.gap", {
    what: kinds.length ? kinds.map((kind) => t(`shelfie.${LETTERS[kind]}`)).join(", ") : t("shelfie.any"),
    row: row + 1,
    column: column + 1,
  }));
  return places.length ? t("shelfie.missing", { places: places.join("; ") }) : "";
}

/** Return the cells that count for a goal, or for groups.
 * @param {Counted} counted @param {string} what @param {string} goal */
function marked(counted, what, goal) {
  if (what === "goal") return counted.goals[goal]?.cells ?? [];
  return what === "groups" ? counted.groups.flatMap((group) => group.cells) : [];
}

/** @param {Table} table @param {string} goal @param {number[]} tokens @param {string} pressed */
function common(table, goal, tokens, pressed) {
  const { view, guide, seat: mine } = table;
  const played = `shelfie.goal.${goal}.text.${view.rules.squares}`;
  const own = mine === null ? undefined : `goal ${mine} ${goal}`;
  return h("article.goal.card.common", { key: `goal ${goal}`, "data-show": own, class: own && own === pressed && "pressed" },
    pattern(goal),
    h("div.said", {},
      h("h3", {}, t(`shelfie.goal.${goal}`)),
      h("p.what", {}, t(has(played) ? played : `shelfie.goal.${goal}.text`)),
      h("p.tokens", { "aria-label": t("shelfie.tokens_left"), role: "group" },
        tokens.length ? tokens.map((worth) => token(worth)) : t("shelfie.no_tokens"))),
    h("ul.progress", {}, view.seats.map((held, seat) => {
      const progress = guide?.seats[seat]?.goals[goal];
      const won = held.tokens[goal];
      const lost = !won && !view.outcome && guide?.seats[seat]?.lost.includes(Number(goal));
      const open = lost ? t("shelfie.lost") : progress ? t("shelfie.of", { ...progress }) : "";
      const far = won ? t("shelfie.won", { points: won }) : open;
      return h("li", { key: seat },
        pointer(`goal ${seat} ${goal}`, pressed, !progress, who(table, seat), far, won && token(won)));
    })));
}

/** @param {Table} table @param {Guide} guide @param {number} seat @param {Personal} goal @param {string} pressed */
function personal(table, guide, seat, { wishes, points }, pressed) {
  const met = wishes.filter((wish) => wish.met).length;
  const mine = seat === table.seat;
  return h("article.goal.card.personal", { key: `personal ${seat}` },
    card(wishes),
    h("div.said", {},
      h("h3", {}, mine ? t("shelfie.personal") : t("shelfie.personal_of", { name: called(table, seat) })),
      h("p", {}, t("shelfie.of", { have: met, want: wishes.length }), " · ", t("shelfie.points", { count: points }))),
    why(t("shelfie.personal.text", { points: guide.points_by_matches.slice(1).join(", ") })),
    h("ul.progress", {}, h("li", {}, mine
      ? h("button.pointer", { type: "button", "data-goal": "", "aria-pressed": String(settings.showGoal) },
        t("shelfie.show_mine"))
      : pointer(`personal ${seat}`, pressed, false, t("shelfie.show")))));
}

/** @param {Table} table @param {Guide} guide @param {string} pressed */
function groups(table, guide, pressed) {
  const [, , , three, four, five, six] = guide.points_by_group;
  return h("article.goal.card.groups", { key: "groups" },
    GROUPS,
    h("div.said", {},
      h("h3", {}, t("shelfie.groups"))),
    why(t("shelfie.groups.text", { three, four, five, six })),
    h("ul.progress", {}, guide.seats.map((counted, seat) => {
      const points = counted.groups.reduce((sum, group) => sum + group.points, 0);
      const far = t("shelfie.points", { count: points });
      return h("li", { key: seat }, pointer(`groups ${seat}`, pressed, false, who(table, seat), far));
    })));
}

/** Draw the folded explanation of what counts.
 * @param {string} text */
const why = (text) => h("details.why", { key: "why" }, h("summary", {}, t("shelfie.what_counts")), h("p", {}, text));

/** @param {Table} table @param {number} seat */
const who = (table, seat) => {
  const name = called(table, seat);
  return [mark(name, seat), h("span.unseen", {}, name, ": ")];
};

/** Draw a button that highlights something on a shelf while pointed at, or permanently once pressed.
 * @param {string} show @param {string} pressed @param {boolean} disabled @param {Child[]} inside */
const pointer = (show, pressed, disabled, ...inside) =>
  h("button.pointer", { type: "button", disabled, "data-show": show, "aria-pressed": String(show === pressed) },
    inside);

/** Draw a small shelf with something on it.
 * @param {Child[]} inside */
const picture = (...inside) =>
  h("svg.pattern", { viewBox: "0 0 50 60", "aria-hidden": "true" },
    h("rect", { x: 0, y: 0, width: 50, height: 60, rx: 4, fill: "var(--wood-deep)" }), inside);

/** Draw the pattern of a common goal on an example shelf. */
export const pattern = once(/** @param {string} goal */ (goal) => picture(cells(PATTERNS[goal].rows), badge(PATTERNS[goal])));

/** Groups of tiles on an example shelf. */
const GROUPS = picture(cells(["", "", "", "a..bb", "aa.b.", "a..bb"]));

/** Draw the sign for what the cells of a pattern have in common, where it hides the fewest cells.
 * @param {Pattern} pattern */
function badge({ sign, rows }) {
  if (!sign) return null;
  /** @param {Cell} cell */
  const hidden = ([row, column]) =>
    [rows[row], rows[row + 1]].flatMap((two) => [two[column], two[column + 1]]).filter((cell) => cell !== ".").length;
  const [row, column] = CORNERS.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
  const [x, y] = [(column + 1) * STEP, (row + 1) * STEP];
  return [
    h("circle", { cx: x, cy: y, r: 8.5, fill: "var(--card)", stroke: "var(--accent)" }),
    h("text.sign", { x, y: y + 4, "text-anchor": "middle", "font-size": sign.length > 1 ? 9 : 13 }, sign),
  ];
}

/** The corners where four cells of a shelf meet, from below and from the right.
 * @type {Cell[]} */
const CORNERS = [4, 3, 2, 1, 0].flatMap((row) => [3, 2, 1, 0].map((column) => [row, column]));

/** Draw adjacent cells of the same letter as one piece.
 * @param {string[]} rows */
function cells(rows) {
  /** @param {number} row @param {number} column */
  const at = (row, column) => rows[row]?.[column] ?? "";
  /** @param {number} row @param {number} column @param {number} width @param {number} height @param {string} fill */
  const piece = (row, column, width, height, fill) =>
    h("rect", { x: 1 + column * STEP, y: 1 + row * STEP, width, height, rx: 1.5, fill });
  return rows.flatMap((_, row) => [0, 1, 2, 3, 4].flatMap((column) => {
    const letter = at(row, column);
    if (!letter || letter === ".") return [piece(row, column, SIZE, SIZE, "var(--wood-dark)")];
    return [
      piece(row, column, SIZE, SIZE, "var(--pattern)"),
      at(row, column + 1) === letter && piece(row, column, SIZE + STEP, SIZE, "var(--pattern)"),
      at(row + 1, column) === letter && piece(row, column, SIZE, SIZE + STEP, "var(--pattern)"),
      [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)].every((one) => one === letter) &&
        piece(row, column, SIZE + STEP, SIZE + STEP, "var(--pattern)"),
    ];
  }));
}

/** Draw a personal goal as a small shelf.
 * @param {Wish[]} wishes */
const card = (wishes) =>
  picture(cells(["", "", "", "", "", ""]), wishes.map(({ cell: [row, column], kind, met }) => {
    const [x, y] = [1 + column * STEP, 1 + row * STEP];
    return [
      painted(LETTERS[kind], 1, SIZE, { x, y }),
      met && h("circle", { cx: x + 6.5, cy: y + 6.5, r: 3, fill: "var(--good)" }),
      met && h("path", { d: `M${x + 5} ${y + 6.6}l1.1 1.2 1.9-2.3`, fill: "none", stroke: "var(--card)" }),
    ];
  }));
