/** All boards: the player's own, and the others' beside it in large windows, otherwise behind tabs. */

import { h } from "../../dom.js";
import { tabAfter } from "../../tabs.js";
import { t } from "../../words.js";
import { firstPlayer, otherBoard } from "./board.js";
import { ownBoard } from "./own.js";
import { latest } from "./recent.js";
import { classes, part, who } from "./scene.js";

/** @import { Child } from "../../types.d.ts"
 * @import { Scene, ToDo } from "./types.d.ts" */

/** Whether there is room for all boards. */
export const large = matchMedia("(min-width: 100rem)");

/** Tasks done on the player's own board only. @type {Set<ToDo>} */
const AT_HOME = new Set(["return_leaders", "take_bonus", "convert", "place"]);

/** Draw all boards, or the selected one with tabs for the others; solo games have a single board.
 * @param {Scene} scene */
export function boards(scene) {
  const { view, seat, ui, guide, act } = scene;
  const many = view.seats.length > 1;
  if (many && large.matches) return all(scene);
  const chosen = act && AT_HOME.has(guide.to_do) ? seat : (ui.board ?? seat);
  return h("section.boards", { key: "boards", "aria-label": t("ren.boards") },
    many && tabs(scene, chosen),
    h("div.board", many
      ? { key: "board", id: "ren-board", role: "tabpanel", "aria-labelledby": `ren-tab-${chosen}` } : { key: "board" },
    board(scene, chosen)));
}

/** @param {Scene} scene */
function all(scene) {
  const [own, ...others] = inOrder(scene);
  /** @param {number} seat */
  const whole = (seat) => h("div.board", { key: seat },
    h("header.whose", { class: marks(scene, seat) }, about(scene, seat)),
    board(scene, seat));
  return h("section.boards.all", { key: "all", "aria-label": t("ren.boards") },
    whole(own),
    h("div.rivals", { key: "rivals", class: `rivals-${others.length}` }, others.map(whole)));
}

/** Draw a board, described again only if it has changed.
 * @param {Scene} scene @param {number} seat @returns {Child} */
function board(scene, seat) {
  const { view, table, kept, recent } = scene;
  const shown = [who(table, seat), view.seats[seat], view.seats.length, seat];
  if (seat === scene.seat) return part(scene, "board", shown, () => ownBoard(scene));
  return kept.get(`board ${seat}`, [shown, recent], () => otherBoard(scene, seat));
}

/** Return the seats in playing order, beginning with this one.
 * @param {Scene} scene */
const inOrder = ({ view, seat }) => view.seats.map((_, i) => (i + seat) % view.seats.length);

/** Draw a tab for each seat.
 * @param {Scene} scene @param {number} chosen */
function tabs(scene, chosen) {
  const { set } = scene;
  const seats = inOrder(scene);
  /** @param {KeyboardEvent} event */
  const turn = (event) => {
    const to = tabAfter(event.key, seats.indexOf(chosen), seats.length);
    if (to === null) return;
    event.preventDefault();
    set({ board: seats[to], focus: `#ren-tab-${seats[to]}` });
  };
  return h("div.tabs", { key: "tabs", role: "tablist", "aria-label": t("ren.boards"), onkeydown: turn },
    seats.map((one) => h("button.whose", {
      key: one, id: `ren-tab-${one}`, role: "tab", "aria-selected": String(one === chosen), "aria-controls": "ren-board",
      tabindex: one === chosen ? 0 : -1, class: marks(scene, one), onclick: () => set({ board: one }),
    }, about(scene, one))));
}

/** @param {Scene} scene @param {number} seat */
const marks = (scene, seat) =>
  classes(seat !== scene.seat && "other", scene.view.turn === seat && "turn", latest(scene, `board ${seat}`));

/** Name the owner of a board, with the points.
 * @param {Scene} scene @param {number} seat */
function about({ table, view }, seat) {
  const points = (table.points[seat] ?? []).reduce((sum, one) => sum + one.amount, 0);
  return [
    h("span.name", {}, view.eyes === seat && table.seat !== null ? t("ren.your_board") : who(table, seat)),
    h("span.unseen.moves", {}, ` ${t("ren.at_turn")}`),
    firstPlayer(view, seat),
    h("span.faint", {}, t("ren.points", { count: points })),
  ];
}
