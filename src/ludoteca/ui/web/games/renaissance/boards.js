/** All boards, one at a time: the player's own board, with tabs for the other players' boards. */

import { h } from "../../dom.js";
import { tabAfter } from "../../tabs.js";
import { t } from "../../words.js";
import { firstPlayer, otherBoard } from "./board.js";
import { ownBoard } from "./own.js";
import { latest } from "./recent.js";
import { classes, part, who } from "./scene.js";

/** @import { Scene, ToDo } from "./types.d.ts" */

/** Tasks done on the player's own board only. @type {Set<ToDo>} */
const AT_HOME = new Set(["return_leaders", "take_bonus", "convert", "place"]);

/** Draw the selected board and the tabs; solo games have no tabs.
 * @param {Scene} scene */
export function boards(scene) {
  const { view, seat, ui, guide, act } = scene;
  const chosen = act && AT_HOME.has(guide.to_do) ? seat : (ui.board ?? seat);
  const name = who(scene.table, chosen);
  return h("section.boards", { key: "boards", "aria-label": t("ren.boards") },
    view.seats.length > 1 && tabs(scene, chosen),
    h("div.board", view.seats.length > 1
      ? { key: "board", id: "ren-board", role: "tabpanel", "aria-labelledby": `ren-tab-${chosen}` } : { key: "board" },
    part(scene, "board", [name, view.seats[chosen], view.seats.length, chosen], () =>
      (chosen === seat ? ownBoard(scene) : otherBoard(scene, chosen)))));
}

/** Draw a tab for each seat, in playing order after this one.
 * @param {Scene} scene @param {number} chosen */
function tabs(scene, chosen) {
  const { view, seat, set } = scene;
  const seats = view.seats.map((_, i) => (i + seat) % view.seats.length);
  /** @param {KeyboardEvent} event */
  const turn = (event) => {
    const to = tabAfter(event.key, seats.indexOf(chosen), seats.length);
    if (to === null) return;
    event.preventDefault();
    set({ board: seats[to], focus: `#ren-tab-${seats[to]}` });
  };
  return h("div.tabs", { key: "tabs", role: "tablist", "aria-label": t("ren.boards"), onkeydown: turn },
    seats.map((one) => tab(scene, one, one === chosen)));
}

/** @param {Scene} scene @param {number} seat @param {boolean} chosen */
function tab(scene, seat, chosen) {
  const { table, view, set, seat: own } = scene;
  const points = (table.points[seat] ?? []).reduce((sum, one) => sum + one.amount, 0);
  return h("button.whose", {
    key: seat, id: `ren-tab-${seat}`, role: "tab", "aria-selected": String(chosen), "aria-controls": "ren-board",
    tabindex: chosen ? 0 : -1, class: classes(seat !== own && "other", view.turn === seat && "turn", latest(scene, `board ${seat}`)),
    onclick: () => set({ board: seat }),
  },
  h("span.name", {}, view.eyes === seat && table.seat !== null ? t("ren.your_board") : who(table, seat)),
  h("span.unseen.moves", {}, ` ${t("ren.at_turn")}`),
  firstPlayer(view, seat),
  h("span.faint", {}, t("ren.points", { count: points })));
}
