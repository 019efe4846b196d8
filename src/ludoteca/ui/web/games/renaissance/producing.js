/** Productions ticked together, with what they take and give before one commits. */

import { h } from "../../dom.js";
import { because, t } from "../../words.js";
import { asGlyphs } from "./goods.js";
import { glyph } from "./glyphs.js";
import { stop } from "./buying.js";
import { payAsUsual, payment, stepsOf, walk } from "./payment.js";
import { problem } from "./scene.js";
import { resources } from "./tables.js";

const BLANK = { card: null, slots: [], basic: false, leaders: [], inputs: [], outputs: [] };

/** Whether productions have been ticked. */
export const isProducing = (draft) => Boolean(draft && (draft.slots.length || draft.basic || draft.leaders.length));

/** The productions of the board, each to be ticked; choices; and the balance. */
export function producing(scene) {
  const { guide, draft } = scene;
  const begun = isProducing(draft) && guide.bill;
  return h("div.producing", { key: "producing" },
    h("h3", { id: "ren-producing", tabindex: "-1" }, t("ren.produce_title")),
    h("ul.powers", {}, guide.powers.map((power) => tick(scene, power))),
    begun && choices(scene),
    begun && balance(scene),
    problem(scene, "producing"),
    h("p.row", {},
      h("button.primary", { disabled: !begun?.ready, onclick: () => finish(scene) }, t("ren.produce")),
      h("button", { onclick: () => stop(scene) }, t("ren.cancel"))));
}

const finish = ({ attempt, act }) => attempt("producing", () => act.finish(), { producing: false });

/** Which part of a draft a production is: its list and its place there. */
function partOf({ step, slot, leader }) {
  if (step === "use_slot") return ["slots", slot];
  return step === "use_leader" ? ["leaders", leader] : ["basic", true];
}

const isOn = (draft, [part, which]) => (part === "basic" ? draft.basic : draft[part].includes(which));

/** The draft with a production more or less; what was chosen for others is forgotten. */
function toggle(draft, [part, which]) {
  const powers = { ...BLANK, slots: draft.slots, basic: draft.basic, leaders: draft.leaders };
  if (part === "basic") return { ...powers, basic: !draft.basic };
  const all = draft[part];
  return { ...powers, [part]: all.includes(which) ? all.filter((one) => one !== which) : [...all, which] };
}

/** A production to be ticked: what it takes and gives, or why it cannot run now. */
function tick(scene, power) {
  const draft = isProducing(scene.draft) ? scene.draft : BLANK;
  const part = partOf(power.step);
  const on = isOn(draft, part);
  return h("li", { key: part.join(" ") },
    h("label.power", { class: on && "on" },
      h("input", {
        type: "checkbox", checked: on, disabled: !on && Boolean(power.reason),
        onchange: () => make(scene, toggle(draft, part)),
      }),
      h("span.name", {}, t(`ren.power.${part[0]}`, { number: part[1] + 1, does: part[0] })),
      asGlyphs(power.price, 0, power.choices_in),
      h("span", { "aria-hidden": "true" }, "→"), h("span.unseen", {}, t("ren.gives")),
      asGlyphs(power.makes, power.faith, power.choices_out),
      !on && power.reason && h("span.why", { key: "why" }, because({ code: power.reason, message: power.reason }))));
}

/** Make the draft be so, and pay for it once everything is chosen; what is refused leaves it as it was. */
function make(scene, draft) {
  const before = scene.draft;
  return scene.attempt("producing", async () => {
    try {
      await walk(scene.act, stepsOf(draft));
    } catch (error) {
      if (isProducing(before)) await walk(scene.act, stepsOf(before)).then(() => payAsUsual(scene));
      throw error;
    }
    await payAsUsual(scene);
  });
}

/** What productions leave to choose: resources they take, then resources they make. */
function choices(scene) {
  const { draft, guide } = scene;
  const { choices_in: left, choices_out: open, inputs } = guide.bill;
  return [
    ["inputs", draft.inputs, left, inputs],
    ["outputs", draft.outputs, open, resources],
  ].map(([part, chosen, more, allowed]) => [...Array(chosen.length + more).keys()].map((i) =>
    picker(scene, part, i, i < chosen.length ? resources : allowed)));
}

/** One choice among the four resources. */
function picker(scene, part, i, allowed) {
  const { draft } = scene;
  const chosen = draft[part];
  const name = `ren-${part}-${i}`;
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

/** What it all comes to. */
function balance(scene) {
  const { price, gains, faith, choices_in: left, choices_out: open } = scene.guide.bill;
  return h("div.balance", { key: "balance" },
    h("p", {}, t("ren.takes"), " ", asGlyphs(price), " ", t("ren.you_get"), " ", asGlyphs(gains, faith)),
    !left && !open && payment(scene, "producing"));
}
