/** The parts of the table: side by side where there is room, else panes to swipe through, with a button for each. */

import { h } from "../../dom.js";
import { t } from "../../words.js";

const PARTS = ["market", "grid", "track", "boards"];

/** The part that is looked at while something is to be done. */
const FOR = { return_leaders: "boards", take_bonus: "boards", convert: "boards", place: "boards" };

/** All parts in their order, and the buttons that show one of them. */
export function panes({ ui, set }, parts) {
  const swiped = ({ target }) => {
    const pane = PARTS[Math.round(target.scrollLeft / target.clientWidth)];
    if (pane && pane !== ui.pane) set({ pane });
  };
  return [
    h("nav.views", { key: "views", "aria-label": t("ren.views") }, PARTS.map((name) =>
      h("button", {
        key: name, "data-pane": name, "aria-current": name === ui.pane ? "true" : null,
        onclick: ({ target }) => show(target.closest("renaissance-table"), name),
      }, t(`ren.view.${name}`)))),
    h("div.panes", { key: "panes", onscroll: swiped }, parts),
  ];
}

/** Bring a part into view, where only one is seen at a time. */
export function show(table, name, behavior = "auto") {
  table.querySelector(".panes").scrollTo({ left: table.querySelector(`.panes > .${name}`).offsetLeft, behavior });
}

/** Show what is needed now, once. */
export function follow(table, before, now) {
  if (now !== before && FOR[now]) show(table, FOR[now]);
}
