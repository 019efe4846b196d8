/** The market: twelve marbles, the extra one, and the gain of each row and column. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { marble } from "./faces.js";
import { asGlyphs, inWords, lineName } from "./goods.js";
import { mayPlan, missed, plan } from "./plan.js";
import { latest } from "./recent.js";
import { classes, isHinted, isTried, part, problem } from "./scene.js";

/** @import { Gain, Guide, Line, Scene, Way } from "./types.d.ts" */

const ARROW = { row: "M19 12H6m0 0 5-5m-5 5 5 5", column: "M12 19V6m0 0-5 5m5-5 5 5" };

/** Draw the market, with a button for each line.
 * @param {Scene} scene */
export const market = (scene) => part(scene, "market", scene.view.market, () => drawn(scene));

/** @param {Scene} scene */
function drawn(scene) {
  const { view, ui } = scene;
  const shown = ui.line ?? ui.looked ?? ui.plan;
  return h("section.market", { key: "market", "aria-labelledby": "ren-market" },
    h("h2", { id: "ren-market" }, t("ren.market")),
    h("div.tray", {},
      view.market.rows.map((row, y) => [
        row.map((colour, x) => h("span.hole", { key: `${y} ${x}`, class: isIn(shown, y, x) && "marked" },
          marble(colour), h("span.unseen", {}, t(`ren.marble.${colour}`)))),
        push(scene, "row", y),
      ]),
      [0, 1, 2, 3].map((x) => push(scene, "column", x)),
      h("span.hole.outside", { key: "outside", title: t("ren.outside") },
        marble(view.market.slide),
        h("span.unseen", {}, t("ren.outside_is", { marble: t(`ren.marble.${view.market.slide}`) })))),
    missed(scene),
    yields(scene, shown),
    problem(scene, "market", "p.bubble"));
}

/** @param {Line | null} line @param {number} y @param {number} x */
const isIn = (line, y, x) => line && (line.way === "row" ? line.index === y : line.index === x);

/** Draw the button of a line: the first press shows its gain, the second takes it.
 * While others play, a press plans the line for the next turn, and another one cancels the plan.
 * @param {Scene} scene @param {Way} way @param {number} index */
function push(scene, way, index) {
  const { guide, ui, set } = scene;
  const gain = gainOf(guide, way, index);
  const plans = mayPlan(scene);
  /** @param {Line | null} line */
  const is = (line) => line?.way === way && line.index === index;
  const chosen = is(plans ? ui.plan : ui.line);
  const hinted = isHinted(scene.table, ["take_marbles"], { way, index });
  /** @param {Line | null} looked */
  const look = (looked) => () => set({ looked });
  const press = () => (chosen ? take(scene) : set({ line: { way, index }, missed: null }));
  return h("button.push", {
    key: `${way} ${index}`, class: classes(chosen && (plans ? "planned" : "chosen"), hinted && "hinted", isTried(scene.table, ["take_marbles"], { way, index }) && "tried", latest(scene, `${way} ${index}`)),
    "aria-pressed": String(chosen), disabled: !may(scene) && !plans, "aria-label": label(gain, way, index, plans),
    onclick: () => (plans ? plan(scene, { way, index }) : press()),
    onpointerenter: look({ way, index }), onpointerleave: look(null), onfocus: look({ way, index }), onblur: look(null),
  }, h("svg.glyph", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ARROW[way], class: "line" })));
}

/** @param {Gain | undefined} gain @param {Way} way @param {number} index @param {boolean} plans */
function label(gain, way, index, plans) {
  const line = lineName(way, index);
  if (!gain) return line;
  return t(plans ? "ren.plan_yields" : "ren.push_yields", { line, gain: said(gain) });
}

/** @param {Scene} scene */
const may = ({ act, guide }) => Boolean(act) && guide.to_do === "act";

/** Return the gain of a line, as the server calculates it.
 * @param {Guide} guide @param {Way} way @param {number} index */
const gainOf = (guide, way, index) => guide.lines.find((one) => one.way === way && one.index === index);
/** @param {Gain} gain */
const said = ({ goods, faith, whites }) => inWords(goods, faith, whites);

/** Draw the gain of the focused or selected line, and the button that takes it.
 * @param {Scene} scene @param {Line | null} line */
function yields(scene, line) {
  const { guide, ui, set } = scene;
  const gain = line && gainOf(guide, line.way, line.index);
  if (!line || !gain) return h("p.hint.faint", { key: "yields" }, may(scene) ? t("ren.push_hint") : "");
  return h("div.hint", { key: "yields" },
    h("p", {}, t("ren.yields", { line: lineName(line.way, line.index) }), " ",
      asGlyphs(gain.goods, gain.faith, gain.whites)),
    ui.line && h("p.row", {},
      h("button.primary", { onclick: () => take(scene), id: "ren-take" },
        t("ren.take_line", { line: lineName(ui.line.way, ui.line.index) })),
      h("button", { onclick: () => set({ line: null }), "aria-label": t("ren.cancel"), title: t("ren.cancel") }, "✕")));
}

/** @param {Scene} scene */
function take({ attempt, ui: { line } }) {
  if (line) attempt("market", (act) => act.play({ move: "take_marbles", ...line }), { line: null, looked: null });
}
