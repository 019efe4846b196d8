/** Paying: by itself where there is one way, else from depots and strongbox as one likes. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { depotName } from "./board.js";
import { asGlyphs, words } from "./goods.js";
import { glyph } from "./glyphs.js";
import { resources, some, total } from "./tables.js";

/** The steps that make a draft from nothing, as it is or with something changed. */
export function stepsOf(draft) {
  if (draft.card !== null) return [{ step: "choose_card", card: draft.card, slot: draft.slot }];
  return [
    { step: "start_over" },
    ...draft.slots.map((slot) => ({ step: "use_slot", slot })),
    ...(draft.basic ? [{ step: "use_basic" }] : []),
    ...draft.leaders.map((leader) => ({ step: "use_leader", leader })),
    ...draft.inputs.map((resource) => ({ step: "choose_input", resource })),
    ...draft.outputs.map((resource) => ({ step: "choose_output", resource })),
  ];
}

/** The steps that pay as a draft has paid. */
function paymentOf({ depots, strongbox }, seen) {
  return [
    ...depots.map((count, depot) => ({ step: "pay", resource: seen.depots[depot].resource, depot, count }))
      .filter(({ count }) => count),
    ...some(strongbox).map(([resource, count]) => ({ step: "pay", resource, count })),
  ];
}

/** Take several steps in order. */
export const walk = (act, steps) => Promise.all(steps.map((step) => act.step(step)));

/** Pay in the usual way once everything is chosen; where there are others, they are offered too. */
export async function payAsUsual({ table, act, set }) {
  const { ways } = table.guide.bill;
  set({ ways });
  if (ways) await act.step({ step: "pay_the_rest" });
}

/** What is paid from where, with steppers where there is a choice. */
export function payment(scene, place) {
  const { guide, ui } = scene;
  const { paid, owed, left } = guide.bill;
  return h("div.payment", { key: "payment" },
    h("p", {}, t("ren.you_pay"), " ", asGlyphs(paid),
      total(owed) > 0 && h("strong.owed", {}, " ", t("ren.still_owed"), " ", asGlyphs(owed))),
    ui.ways > 1 && h("div.sources", { role: "group", "aria-label": t("ren.pay_from") },
      h("p.faint", {}, t("ren.pay_hint")),
      sources(scene).map((source) => stepper(scene, source, place))),
    h("p.faint", {}, t("ren.left_after"), " ", asGlyphs(left)));
}

/** Every place that has something of what is to be paid, with what was paid from there. */
function sources({ mine, draft, guide }) {
  const { price } = guide.bill;
  const wanted = (resource) => price[resources.indexOf(resource)] > 0;
  const depots = mine.depots.map(({ resource, count }, depot) =>
    ({ key: `depot ${depot}`, name: depotName(mine, depot), resource, count, depot, paid: draft.depots[depot] }));
  const { strongbox } = mine;
  const chest = resources.map((resource, i) =>
    ({ key: resource, name: t("ren.strongbox"), resource, count: strongbox[i], depot: null, paid: draft.strongbox[i] }));
  return [...depots, ...chest].filter(({ resource, count }) => count && wanted(resource));
}

function stepper(scene, source, place) {
  const { act, attempt, guide, mine, draft } = scene;
  const { key, name, resource, depot, paid } = source;
  const may = guide.bill.pay.some((pay) => pay.resource === resource && pay.depot === depot);
  const from = t("ren.paid_from", { goods: words(resource, paid), place: name });
  const less = () => attempt(place, () => walk(act, [...stepsOf(draft), ...paymentOf(without(draft, source), mine)]));
  const more = () => attempt(place, () => act.step({ step: "pay", resource, depot, count: 1 }));
  const one = { one: words(resource, 1), place: name };
  return h("div.stepper", { key, role: "group", "aria-label": from },
    h("button", { disabled: !paid, onclick: less, "aria-label": t("ren.pay_less", one) }, "−"),
    h("output", {}, String(paid), glyph(resource)),
    h("button", { disabled: !may, onclick: more, "aria-label": t("ren.pay_more", one) }, "+"),
    h("span", {}, name));
}

/** What a draft has paid, with one less from a source. */
function without(draft, { depot, resource }) {
  return {
    depots: draft.depots.map((count, i) => (i === depot ? count - 1 : count)),
    strongbox: draft.strongbox.map((count, i) => (depot === null && resources[i] === resource ? count - 1 : count)),
  };
}
