/** Productions ticked together, with their cost and gain before the player commits. */

import { h } from "../../dom.js";
import { because, t } from "../../words.js";
import { asGlyphs } from "./goods.js";
import { glyph } from "./glyphs.js";
import { stop } from "./buying.js";
import { payAsUsual, payment, stepsOf, walk } from "./payment.js";
import { mayQueue } from "./plan.js";
import { problem } from "./scene.js";
import { resources } from "./tables.js";

/** @import { Bill, Chosen, Draft, Power, Resource, Scene } from "./types.d.ts" */

/** @type {Chosen} */
const BLANK = { card: null, slot: 0, slots: [], basic: false, leaders: [], inputs: [], outputs: [] };

/** A production's entry in a draft: the list, and the position in the list.
 * @typedef {["slots" | "leaders", number] | ["basic", true]} Part */

/** Return whether productions have been ticked.
 * @param {Draft | null} draft @returns {draft is Draft} */
export const isProducing = (draft) => Boolean(draft && (draft.slots.length || draft.basic || draft.leaders.length));

/** Draw the productions of the board with tick boxes, the choices and the balance.
 * @param {Scene} scene */
export function producing(scene) {
  const { guide, draft } = scene;
  const begun = isProducing(draft) ? guide.bill : null;
  return h("div.producing", { key: "producing" },
    h("h3", { id: "ren-producing", tabindex: "-1" }, t("ren.produce_title")),
    h("ul.powers", {}, guide.powers.map((power) => tick(scene, power))),
    begun && draft && choices(scene, draft, begun),
    begun && balance(scene, begun),
    problem(scene, "producing"),
    h("p.row", {},
      mayQueue(scene)?.production(scene) ?? h("button.primary", { key: "produce", disabled: !begun?.ready, onclick: () => finish(scene) }, t("ren.produce")),
      h("button", { onclick: () => stop(scene) }, t("ren.cancel"))));
}

/** @param {Scene} scene */
const finish = ({ attempt }) => attempt("producing", (act) => act.finish(), { producing: false });

/** @param {Power} power @returns {Part} */
function partOf({ step }) {
  if (step.step === "use_slot") return ["slots", step.slot];
  return step.step === "use_leader" ? ["leaders", step.leader] : ["basic", true];
}

/** @param {Chosen} draft @param {Part} part */
const isOn = (draft, [part, which]) => (part === "basic" ? draft.basic : draft[part].includes(which));

/** Toggle a production in the draft; choices for other productions are discarded.
 * @param {Chosen} draft @param {Part} part @returns {Chosen} */
function toggle(draft, [part, which]) {
  const powers = { ...BLANK, slots: draft.slots, basic: draft.basic, leaders: draft.leaders };
  if (part === "basic") return { ...powers, basic: !draft.basic };
  const all = draft[part];
  return { ...powers, [part]: all.includes(which) ? all.filter((one) => one !== which) : [...all, which] };
}

/** Draw a production with its tick box: input and output, or why it cannot run now.
 * @param {Scene} scene @param {Power} power */
function tick(scene, power) {
  const draft = isProducing(scene.draft) ? scene.draft : BLANK;
  const part = partOf(power);
  const on = isOn(draft, part);
  return h("li", { key: part.join(" ") },
    h("label.power", { class: on && "on" },
      h("input", {
        type: "checkbox", checked: on, disabled: !on && Boolean(power.reason),
        onchange: () => make(scene, toggle(draft, part)),
      }),
      h("span.name", {}, t(`ren.power.${part[0]}`, { number: Number(part[1]) + 1 })),
      asGlyphs(power.price, 0, power.choices_in),
      h("span", { "aria-hidden": "true" }, "→"), h("span.unseen", {}, t("ren.gives")),
      asGlyphs(power.makes, power.faith, power.choices_out),
      !on && power.reason && h("span.why", { key: "why" }, because({ code: power.reason, message: power.reason }))));
}

/** Send the draft and pay once everything is chosen; a refusal leaves it unchanged.
 * @param {Scene} scene @param {Chosen} draft */
function make(scene, draft) {
  if (mayQueue(scene)) return Promise.resolve(scene.set({ chosen: draft }));
  const before = scene.draft;
  return scene.attempt("producing", async (act) => {
    try {
      await walk(act, stepsOf(draft));
    } catch (error) {
      if (isProducing(before)) await walk(act, stepsOf(before)).then(() => payAsUsual(scene, act));
      throw error;
    }
    await payAsUsual(scene, act);
  });
}

/** Draw the choices of productions: resources they take, then resources they make.
 * @param {Scene} scene @param {Draft} draft @param {Bill} bill */
const choices = (scene, draft, bill) => [
  pickers(scene, draft, "inputs", bill.choices_in, bill.inputs),
  pickers(scene, draft, "outputs", bill.choices_out, resources),
];

/** Draw the choices made, which can be changed, and those still open.
 * @param {Scene} scene @param {Draft} draft @param {"inputs" | "outputs"} part @param {number} more
 * @param {Resource[]} allowed */
const pickers = (scene, draft, part, more, allowed) =>
  Array.from({ length: draft[part].length + more }, (_, i) =>
    picker(scene, draft, part, i, i < draft[part].length ? resources : allowed));

/** Draw one choice among the four resources.
 * @param {Scene} scene @param {Draft} draft @param {"inputs" | "outputs"} part @param {number} i
 * @param {Resource[]} allowed */
function picker(scene, draft, part, i, allowed) {
  const chosen = draft[part];
  const name = `ren-${part}-${i}`;
  /** @param {Resource} resource */
  const pick = (resource) =>
    make(scene, { ...draft, [part]: [...chosen.slice(0, i), resource, ...chosen.slice(i + 1)] });
  return h("fieldset.picker", { key: name, disabled: i > chosen.length },
    h("legend", {}, t(`ren.${part}`, { number: i + 1 })),
    resources.map((resource) => h("label", { key: resource, title: t(`ren.${resource}.name`) },
      h("input", {
        type: "radio", name, value: resource, checked: chosen[i] === resource, disabled: !allowed.includes(resource),
        onchange: () => pick(resource),
      }),
      glyph(resource), h("span.unseen", {}, t(`ren.${resource}.name`)))));
}

/** Draw the total cost and gain.
 * @param {Scene} scene @param {Bill} bill */
function balance(scene, { price, gains, faith, choices_in: left, choices_out: open }) {
  return h("div.balance", { key: "balance" },
    h("p", {}, t("ren.takes"), " ", asGlyphs(price), " ", t("ren.you_get"), " ", asGlyphs(gains, faith)),
    !left && !open && payment(scene, "producing"));
}
