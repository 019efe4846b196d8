/** State shared by the panes of the table: the view, the possible actions and the current selection. */

import { refusalOf } from "../../connection.js";
import { h } from "../../dom.js";
import { Kept } from "../../kept.js";
import { nameOf } from "../../known.js";
import { because, t } from "../../words.js";
import { recent } from "./recent.js";

/** @import { Guide, Move, Scene, ShownTable, Table, TableData, Ui } from "./types.d.ts"
 * @import { Attributes, Child } from "../../types.d.ts" */

/** The state without any selection or refusal. @returns {Ui} */
export const nothing = () => ({
  line: null,
  looked: null,
  card: null,
  leaders: [],
  resource: null,
  producing: false,
  chosen: null,
  pane: "market",
  board: null,
  plan: null,
  missed: null,
  ways: 0,
  refused: null,
});

/** The guide before the server has sent one: nothing can be done.
 * @type {Guide} */
const NO_GUIDE = {
  to_do: "wait", count: 0, lines: [], cards: [], powers: [], leaders: [], conversions: [], places: {}, swaps: [], moves: [],
  may_end: false, bill: null,
};

/** An empty scene: one object for the life of the table, as kept drawings refer to it. */
export const emptyScene = () => /** @type {Scene} */ ({ kept: new Kept(), queue: null });

/** Return what a drawing of the table needs.
 * @param {TableData} data @param {Ui} ui @param {Scene["set"]} set @returns {Omit<Scene, "kept" | "queue">} */
export function sceneOf({ table, act }, ui, set) {
  const { view } = table;
  const guide = table.guide ?? NO_GUIDE;
  const seat = view.eyes ?? 0;
  const draft = view.eyes === null ? null : (table.drafts[view.eyes] ?? null);
  const marks = recent(table, Boolean(act));
  return {
    table, view, guide, ui, set, seat, draft, act: view.eyes === null ? null : act,
    mine: view.seats[seat],
    solo: view.seats.length === 1,
    recent: marks,
    state: JSON.stringify([guide, ui, draft, table.hint, table.played, table.kept, marks, seat, table.seat, Boolean(act), view.turn === null]),
    async attempt(place, doing, after = {}) {
      if (!act) return;
      set({ refused: null });
      try {
        await doing(act);
        set(after);
      } catch (error) {
        set({ refused: { place, text: because(refusalOf(error)) } });
      }
    },
  };
}

/** Return a part of the table, described again only if its content or the possible actions have changed.
 * @param {Scene} scene @param {string} name @param {unknown} seen @param {() => Child} draw */
export const part = ({ kept, state }, name, seen, draw) => kept.get(name, `${state} ${JSON.stringify(seen)}`, draw);

/** Join the names of the classes that apply.
 * @param {unknown[]} all */
export const classes = (...all) => all.filter(Boolean).join(" ");

/** Draw a button that makes a move; a refusal is shown at `place`.
 * @param {Scene} scene @param {string} place @param {Move} move @param {Child} text @param {Attributes} given */
export const moving = ({ attempt }, place, move, text, given = {}) =>
  h("button", { ...given, onclick: () => attempt(place, (act) => act.play(move)) }, text);

/** Draw the refusal caused here, if any: on the board it is a bubble, which shifts nothing.
 * @param {Scene} scene @param {string} place @param {string} kind */
export function problem({ ui }, place, kind = "p.problem") {
  if (ui.refused?.place !== place) return null;
  return h(kind, { key: "problem", role: "alert" }, ui.refused.text);
}

/** Name the player in a seat.
 * @param {ShownTable} table @param {number} seat */
export const who = (table, seat) => nameOf(table, seat) || t("ren.seat", { number: seat + 1 });

/** Return whether the hint at a table is this move.
 * @param {Table} table @param {Array<Move["move"]>} kinds @param {{ [name: string]: unknown }} members */
export const isHinted = ({ hint }, kinds, members = {}) => isMarked(hint, kinds, members);

/** Return whether this move is marked as the one played.
 * @param {Table} table @param {Array<Move["move"]>} kinds @param {{ [name: string]: unknown }} members */
export const isTried = ({ played }, kinds, members = {}) => isMarked(played, kinds, members);

/** @param {{ move: Move } | null | undefined} mark @param {Array<Move["move"]>} kinds @param {{ [name: string]: unknown }} members */
function isMarked(mark, kinds, members) {
  if (!mark || !kinds.includes(mark.move.move)) return false;
  /** @type {{ [name: string]: unknown }} */
  const move = { ...mark.move };
  return Object.entries(members).every(([name, value]) => move[name] === value);
}
