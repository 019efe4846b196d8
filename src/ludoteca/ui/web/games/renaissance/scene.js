/** What the parts of the table share: what is seen, what may be done, and what is being pointed at. */

import { refusalOf } from "../../connection.js";
import { h } from "../../dom.js";
import { Kept } from "../../kept.js";
import { nameOf } from "../../known.js";
import { because, t } from "../../words.js";

/** @import { Guide, Move, Scene, ShownTable, Table, TableData, Ui } from "./types.d.ts"
 * @import { Attributes, Child } from "../../types.d.ts" */

/** Nothing is pointed at, chosen or refused. @returns {Ui} */
export const nothing = () => ({
  line: null,
  looked: null,
  card: null,
  leaders: [],
  resource: null,
  producing: false,
  pane: "market",
  board: null,
  plan: null,
  missed: null,
  ways: 0,
  refused: null,
});

/** Nothing can be done before the first guide has come.
 * @type {Guide} */
const NO_GUIDE = {
  to_do: "wait", count: 0, lines: [], cards: [], powers: [], leaders: [], conversions: [], places: {}, swaps: [], moves: [],
  may_end: false, bill: null,
};

/** A scene before anything is seen: one object for as long as the table is shown, as what is kept of a drawing acts on it. */
export const emptyScene = () => /** @type {Scene} */ ({ kept: new Kept() });

/** What a drawing of the table needs.
 * @param {TableData} data @param {Ui} ui @param {Scene["set"]} set @returns {Omit<Scene, "kept">} */
export function sceneOf({ table, act }, ui, set) {
  const { view } = table;
  const guide = table.guide ?? NO_GUIDE;
  const seat = view.eyes ?? 0;
  const draft = view.eyes === null ? null : (table.drafts[view.eyes] ?? null);
  return {
    table, view, guide, ui, set, seat, draft, act: view.eyes === null ? null : act,
    mine: view.seats[seat],
    solo: view.seats.length === 1,
    state: JSON.stringify([guide, ui, draft, table.hint, seat, table.seat, Boolean(act), view.turn === null]),
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

/** A part of the table, described anew only if what is seen there or what can be done has changed.
 * @param {Scene} scene @param {string} name @param {unknown} seen @param {() => Child} draw */
export const part = ({ kept, state }, name, seen, draw) => kept.get(name, `${state} ${JSON.stringify(seen)}`, draw);

/** The classes that apply.
 * @param {unknown[]} all */
export const classes = (...all) => all.filter(Boolean).join(" ");

/** A button that makes a move; a no is shown at `place`.
 * @param {Scene} scene @param {string} place @param {Move} move @param {Child} text @param {Attributes} given */
export const moving = ({ attempt }, place, move, text, given = {}) =>
  h("button", { ...given, onclick: () => attempt(place, (act) => act.play(move)) }, text);

/** The refusal that was caused here, if any: on the board it is a bubble, which moves nothing.
 * @param {Scene} scene @param {string} place @param {string} kind */
export function problem({ ui }, place, kind = "p.problem") {
  if (ui.refused?.place !== place) return null;
  return h(kind, { key: "problem", role: "alert" }, ui.refused.text);
}

/** Who sits there, in words.
 * @param {ShownTable} table @param {number} seat */
export const who = (table, seat) => nameOf(table, seat) || t("ren.seat", { number: seat + 1 });

/** Whether the hint of a table is a move like this.
 * @param {Table} table @param {Array<Move["move"]>} kinds @param {{ [name: string]: unknown }} members */
export function isHinted({ hint }, kinds, members = {}) {
  if (!hint || !kinds.includes(hint.move.move)) return false;
  /** @type {{ [name: string]: unknown }} */
  const move = { ...hint.move };
  return Object.entries(members).every(([name, value]) => move[name] === value);
}
