/** The panes of the table: side by side if there is room, otherwise swiped through, with a button for each. */

import { find, h } from "../../dom.js";
import { t } from "../../words.js";

/** @import { Scene } from "./types.d.ts"
 * @import { Child } from "../../types.d.ts" */

const PARTS = ["market", "grid", "track", "boards"];

/** The pane to show for each task.
 * @type {{ [toDo: string]: string }} */
const FOR = { return_leaders: "boards", take_bonus: "boards", convert: "boards", place: "boards" };

/** Draw all panes in order, and a button to show each of them.
 * @param {Scene} scene @param {Child} parts */
export function panes({ ui, set }, parts) {
  /** @param {{ target: HTMLElement }} event */
  const swiped = ({ target }) => {
    const pane = PARTS[Math.round(target.scrollLeft / target.clientWidth)];
    if (pane && pane !== ui.pane) set({ pane });
  };
  return [
    h("nav.views", { key: "views", "aria-label": t("ren.views") }, PARTS.map((name) =>
      h("button", {
        key: name, "data-pane": name, "aria-current": name === ui.pane ? "true" : null,
        onclick: () => show(name),
      }, t(`ren.view.${name}`)))),
    h("div.panes", { key: "panes", onscroll: swiped }, parts),
  ];
}

/** Bring a pane into view, if only one is visible at a time.
 * @param {string} name @param {ScrollBehavior} behavior */
export function show(name, behavior = "auto") {
  find("renaissance-table .panes").scrollTo({ left: find(`renaissance-table .panes > .${name}`).offsetLeft, behavior });
}

/** The pane that was left for a task. */
let left = "";

/** Show the pane that is needed now, once; if the task was undone, the pane where it began.
 * @param {string} before @param {string} now @param {Scene} scene */
export function follow(before, now, { ui, table }) {
  if (now === before) return;
  if (FOR[now]) {
    if (ui.pane !== FOR[now]) left = ui.pane;
    show(FOR[now]);
  } else if (left && table.log.at(-1)?.record.record === "move_taken_back") show(left);
}
