/** What the parts of the table share: what is seen, what may be done, and what is being pointed at. */

import { h } from "../../dom.js";
import { Kept } from "../../kept.js";
import { nameOf } from "../../known.js";
import { because, t } from "../../words.js";

/** Nothing is pointed at, chosen or refused. */
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

/** A scene before anything is seen: one object for as long as the table is shown, as what is kept of a drawing acts on it. */
export const emptyScene = () => ({ kept: new Kept() });

/** What a drawing of the table needs.
 *
 * `seat` is whose board is drawn large; `act` is null for those who only look; `set` changes what is
 * pointed at; `attempt(place, doing, after)` does something that may be refused: the reason is shown
 * at that place, and if it was done, what is pointed at changes as `after` says; `state` is all
 * that decides what can be done, in one text.
 */
export function sceneOf({ table, act }, ui, set) {
  const { view, guide } = table;
  const seat = view.eyes ?? 0;
  const draft = view.eyes === null ? null : (table.drafts[view.eyes] ?? null);
  return {
    table, view, guide, ui, set, seat, draft, act: view.eyes === null ? null : act,
    mine: view.seats[seat],
    solo: view.seats.length === 1,
    state: JSON.stringify([guide, ui, draft, table.hint, seat, table.seat, Boolean(act), view.turn === null]),
    async attempt(place, doing, after = {}) {
      set({ refused: null });
      try {
        await doing();
        set(after);
      } catch (error) {
        if (!error.code) throw error;
        set({ refused: { place, text: because(error) } });
      }
    },
  };
}

/** A part of the table, described anew only if what is seen there or what can be done has changed. */
export const part = ({ kept, state }, name, seen, draw) => kept.get(name, `${state} ${JSON.stringify(seen)}`, draw);

/** The classes that apply. */
export const classes = (...all) => all.filter(Boolean).join(" ");

/** A button that makes a move; a no is shown at `place`. */
export const moving = ({ act, attempt }, place, move, text, given = {}) =>
  h("button", { ...given, onclick: () => attempt(place, () => act.play(move)) }, text);

/** The refusal that was caused here, if any: on the board it is a bubble, which moves nothing. */
export function problem({ ui }, place, kind = "p.problem") {
  if (ui.refused?.place !== place) return null;
  return h(kind, { key: "problem", role: "alert" }, ui.refused.text);
}

/** Who sits there, in words. */
export const who = (table, seat) => nameOf(table, seat) || t("ren.seat", { number: seat + 1 });

/** Whether the hint of a table is a move like this. */
export const isHinted = ({ hint }, kinds, members = {}) =>
  Boolean(hint && kinds.includes(hint.move.move) &&
    Object.entries(members).every(([name, value]) => hint.move[name] === value));
