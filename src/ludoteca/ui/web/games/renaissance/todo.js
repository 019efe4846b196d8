/** The current tasks, always visible: the actions of a turn, and the questions they lead to. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { buying } from "./buying.js";
import { show } from "./panes.js";
import { converting, mustPlace, placing } from "./placing.js";
import { mayQueue } from "./plan.js";
import { isProducing, producing } from "./producing.js";
import { classes, moving, problem } from "./scene.js";
import { kept } from "./sentences.js";

/** @import { Scene, ToDo } from "./types.d.ts"
 * @import { Child } from "../../types.d.ts" */

/** Draw the tray at the bottom; null for spectators, unless they look at a card.
 * @param {Scene} scene */
export function todo(scene) {
  const asked = scene.act && scene.guide.to_do;
  const inside = (!mustPlace(scene) && looking(scene)) || (asked && TRAYS[asked]?.(scene));
  return inside && h("section.todo", { key: "todo", tabindex: "-1", "aria-label": t("ren.todo") }, inside);
}

/** @param {Scene} scene */
const looking = (scene) => (scene.ui.card ? buying(scene, scene.draft?.card ?? scene.ui.card) : null);

/** Go to the first element of this kind, if there is one.
 * @param {string} selector */
function go(selector) {
  /** @type {HTMLElement | null} */
  const node = document.querySelector(`renaissance-table ${selector}`);
  node?.focus();
  return Boolean(node);
}

/** Draw the saved move, with a button to drop it.
 * @param {Scene} scene */
const keeping = ({ table, attempt }) =>
  h("div.row", { key: "keeping" },
    h("p", {}, t("ren.keeping", { what: kept(table) })),
    h("button", { key: "drop", onclick: () => attempt("todo", (act) => act.drop()) }, t("kept.drop")));

/** The action that a hint refers to. @type {{ [move: string]: string }} */
const HINTED = { take_marbles: "market", buy_card: "cards", produce: "produce" };

/** The pane where an action begins. @type {{ [action: string]: string }} */
const PLACES = { market: "market", cards: "grid" };

/** @type {{ [toDo in ToDo]?: (scene: Scene) => Child }} */
const TRAYS = {
  return_leaders(scene) {
    const { ui, guide, attempt } = scene;
    const { hand } = scene.mine;
    const of = hand.length - guide.count;
    const chosen = ui.leaders.filter((one) => hand.includes(one));
    const keep = () => attempt("todo", async (act) => {
      for (const leader of hand.filter((one) => !chosen.includes(one))) await act.play({ move: "return_leader", leader });
    }, { leaders: [] });
    return h("div", { key: "leaders" },
      problem(scene, "todo"),
      h("div.row", {},
        h("p", {}, t("ren.keep_which", { count: of }), " ", t("ren.chosen", { count: chosen.length, of })),
        h("button.primary", { disabled: chosen.length !== of, onclick: keep }, t("ren.keep"))));
  },
  take_bonus: placing,
  place: placing,
  convert: converting,
  act(scene) {
    const { ui, draft, set } = scene;
    if (scene.table.kept && !ui.producing) return keeping(scene);
    if (draft?.card) return buying(scene, draft.card);
    if (ui.producing || isProducing(draft)) return producing(scene);
    const advised = HINTED[scene.table.hint?.move.move ?? ""];
    /** @param {string} name @param {string} text @param {() => unknown} onclick */
    const action = (name, text, onclick) =>
      h("button", {
        key: name, "data-action": name, onclick,
        class: classes(name === advised && "hinted", PLACES[name] === ui.pane && "here"),
      }, text);
    return h("div.row.choices", { key: "act" },
      h("p", {}, t("ren.act_hint")),
      h("div.row", {},
        action("market", t("ren.to_market"), () => go(".push")),
        action("cards", t("ren.to_cards"), () => go(".deck.can") || go(".deck[data-card]")),
        action("produce", t("ren.produce_open"), () => {
          show("boards");
          set({ producing: true, focus: "#ren-producing" });
        })));
  },
  wait(scene) {
    const queue = scene.ui.producing && mayQueue(scene);
    return queue ? producing(queue.preparing(scene)) : null;
  },
  end(scene) {
    return h("div", { key: "end" },
      h("div.row", {}, h("p", {}, t("ren.end_hint")),
        moving(scene, "todo", { move: "end_turn" }, t("ren.end_turn"), { key: "end", class: "primary" })),
      problem(scene, "todo"));
  },
};
