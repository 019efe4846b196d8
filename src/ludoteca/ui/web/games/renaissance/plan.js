/** A move chosen in advance: a line of the market, taken if it has not changed, or what the server has queued. */

import { h } from "../../dom.js";
import { isSlow } from "../../known.js";
import { t } from "../../words.js";
import { lineName } from "./goods.js";
import { problem } from "./scene.js";
import { kept } from "./sentences.js";

/** @import { Line, PlannedLine, Scene, TableData, View } from "./types.d.ts" */

/** Return whether a line can be planned: the game runs, and another player is to move.
 * @param {Scene} scene */
export const mayPlan = ({ act, guide, view }) => Boolean(act) && guide.to_do === "wait" && view.turn !== null;

/** Return the module that queues any move that begins a turn, if the server keeps such moves until the player's turn.
 * @param {Scene} scene */
export const mayQueue = (scene) => (mayPlan(scene) && isSlow(scene.table.info) ? scene.queue : null);

/** Return the current marbles of a line.
 * @param {View} view @param {Line} line */
const marblesOf = ({ market }, { way, index }) =>
  (way === "row" ? market.rows[index] : market.rows.map((row) => row[index])).join();

/** Plan a line, or cancel the plan.
 * @param {Scene} scene @param {Line} line */
export function plan(scene, line) {
  const { view, ui, set, table, attempt } = scene;
  const same = ui.plan?.way === line.way && ui.plan.index === line.index;
  if (isSlow(table.info)) {
    set({ looked: line });
    attempt("waiting", (act) => (same ? act.drop() : act.play({ move: "take_marbles", ...line })));
  } else set({ plan: same ? null : { ...line, marbles: marblesOf(view, line) }, missed: null, looked: line });
}

/** Return the plan: at a slow table, the line that the server keeps.
 * @param {TableData["table"]} table @param {PlannedLine | null} planned @returns {PlannedLine | null} */
export function planOf({ info, kept, view }, planned) {
  if (!isSlow(info)) return planned;
  if (kept?.move !== "take_marbles") return null;
  const { way, index } = kept;
  return { way, index, marbles: marblesOf(view, kept) };
}

/** Cancel the plan.
 * @param {Scene} scene */
function cancel({ table, set, attempt }) {
  set({ plan: null, focus: ".push" });
  if (isSlow(table.info)) attempt("waiting", (act) => act.drop());
}

/** Take the planned line on the player's turn; if it has changed, drop the plan and say so.
 * @param {Scene} scene */
export function playPlan({ table, view, guide, act, ui, set, attempt }) {
  const { plan: planned } = ui;
  if (!planned || isSlow(table.info) || (guide.to_do === "wait" && !view.outcome)) return;
  const { way, index, marbles } = planned;
  if (act && guide.to_do === "act" && marblesOf(view, planned) === marbles) {
    set({ plan: null });
    attempt("market", () => act.play({ move: "take_marbles", way, index }));
  } else {
    set({ plan: null, missed: view.outcome ? null : planned });
  }
}

/** Draw the plan, or a note that the player can plan, while others play.
 * @param {Scene} scene */
export function waiting(scene) {
  if (!mayPlan(scene)) return null;
  const { plan: planned } = scene.ui;
  if (mayQueue(scene) && !planned) return queued(scene);
  const stale = planned && marblesOf(scene.view, planned) !== planned.marbles;
  return h("section.waiting", { key: "waiting", "aria-label": t("ren.plan") },
    planned
      ? h("div.row", { key: "planned" },
        h("p", { role: "status" }, t(stale ? "ren.plan_stale" : "ren.planned", { line: lineName(planned.way, planned.index) })),
        h("button", { onclick: () => cancel(scene) }, t("ren.plan_cancel")))
      : h("p.faint", { key: "hint" }, t("ren.plan_hint")),
    problem(scene, "waiting"));
}

/** Draw the queued move, or what can be queued.
 * @param {Scene} scene */
function queued(scene) {
  const what = kept(scene.table);
  return h("section.waiting", { key: "waiting", "aria-label": t("ren.plan") },
    what
      ? h("div.row", { key: "planned" },
        h("p", { role: "status" }, t("ren.queue.queued", { what })),
        h("button", { onclick: () => cancel(scene) }, t("ren.plan_cancel")))
      : h("div.row", { key: "hint" },
        h("p.faint", {}, t("ren.queue.hint")),
        h("button", { "data-action": "produce", onclick: () => scene.set({ producing: true, focus: "#ren-producing" }) }, t("ren.produce_open"))),
    problem(scene, "waiting"));
}

/** Say that the planned line was not taken.
 * @param {Scene} scene */
export const missed = ({ ui }) => ui.missed &&
  h("p.missed", { key: "missed", role: "status" },
    t("ren.plan_missed", { line: lineName(ui.missed.way, ui.missed.index) }));
