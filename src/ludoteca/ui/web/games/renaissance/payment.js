/** Payment: automatic if there is only one way, otherwise chosen from depots and strongbox. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { depotName } from "./board.js";
import { asGlyphs, words } from "./goods.js";
import { glyph } from "./glyphs.js";
import { resources, some, total } from "./tables.js";

/** @import { Act, Bill, Chosen, Draft, Scene, SeatView, Source, Step } from "./types.d.ts" */

/** Return the steps that build a draft from scratch.
 * @param {Chosen} draft */
export function stepsOf(draft) {
  /** @type {Step[]} */
  const steps = [];
  if (draft.card !== null) {
    steps.push({ step: "choose_card", card: draft.card, slot: draft.slot });
    return steps;
  }
  steps.push({ step: "start_over" });
  for (const slot of draft.slots) steps.push({ step: "use_slot", slot });
  if (draft.basic) steps.push({ step: "use_basic" });
  for (const leader of draft.leaders) steps.push({ step: "use_leader", leader });
  for (const resource of draft.inputs) steps.push({ step: "choose_input", resource });
  for (const resource of draft.outputs) steps.push({ step: "choose_output", resource });
  return steps;
}

/** Return the steps that pay from a seat's depots and strongbox.
 * @param {{ depots: number[], strongbox: number[] }} paid @param {SeatView} seen */
function paymentOf({ depots, strongbox }, seen) {
  /** @type {Step[]} */
  const steps = [];
  depots.forEach((count, depot) => {
    const { resource } = seen.depots[depot];
    if (resource && count) steps.push({ step: "pay", resource, depot, count });
  });
  for (const [resource, count] of some(strongbox)) steps.push({ step: "pay", resource, count });
  return steps;
}

/** Send several steps in order.
 * @param {Act} act @param {Step[]} steps */
export const walk = (act, steps) => Promise.all(steps.map((step) => act.step(step)));

/** Once everything is chosen, pay in the suggested way, and remember how many ways there are.
 * @param {Scene} scene @param {Act} act */
export async function payAsUsual({ table, set }, act) {
  const ways = table.guide?.bill?.ways ?? 0;
  set({ ways });
  if (ways) await act.step({ step: "pay_the_rest" });
}

/** Draw the payment by place, with steppers if there is a choice.
 * @param {Scene} scene @param {string} place */
export function payment(scene, place) {
  const { guide: { bill }, draft, ui } = scene;
  if (!bill || !draft) return null;
  const { paid, owed, left } = bill;
  return h("div.payment", { key: "payment" },
    h("p", {}, t("ren.you_pay"), " ", asGlyphs(paid),
      total(owed) > 0 && h("strong.owed", {}, " ", t("ren.still_owed"), " ", asGlyphs(owed))),
    ui.ways > 1 && h("div.sources", { role: "group", "aria-label": t("ren.pay_from") },
      h("p.faint", {}, t("ren.pay_hint")),
      sources(scene.mine, draft, bill).map((source) => stepper(scene, draft, bill, source, place))),
    h("p.faint", {}, t("ren.left_after"), " ", asGlyphs(left)));
}

/** Return every place that holds a resource of the price, with the amount paid from it.
 * @param {SeatView} mine @param {Draft} draft @param {Bill} bill */
function sources(mine, draft, { price }) {
  /** @type {Source[]} */
  const all = [];
  mine.depots.forEach(({ resource, count }, depot) => {
    const name = depotName(mine, depot);
    if (resource) all.push({ key: `depot ${depot}`, name, resource, count, depot, paid: draft.depots[depot] });
  });
  resources.forEach((resource, i) => {
    const [name, count] = [t("ren.strongbox"), mine.strongbox[i]];
    all.push({ key: resource, name, resource, count, depot: null, paid: draft.strongbox[i] });
  });
  return all.filter(({ resource, count }) => count && price[resources.indexOf(resource)] > 0);
}

/** @param {Scene} scene @param {Draft} draft @param {Bill} bill @param {Source} source @param {string} place */
function stepper({ attempt, mine }, draft, bill, source, place) {
  const { key, name, resource, depot, paid } = source;
  const may = bill.pay.some((pay) => pay.resource === resource && pay.depot === depot);
  const from = t("ren.paid_from", { goods: words(resource, paid), place: name });
  const less = () =>
    attempt(place, (act) => walk(act, [...stepsOf(draft), ...paymentOf(without(draft, source), mine)]));
  const more = () => attempt(place, (act) => act.step({ step: "pay", resource, depot, count: 1 }));
  const one = { one: words(resource, 1), place: name };
  return h("div.stepper", { key, role: "group", "aria-label": from },
    h("button", { disabled: !paid, onclick: less, "aria-label": t("ren.pay_less", one) }, "−"),
    h("output", {}, String(paid), glyph(resource)),
    h("button", { disabled: !may, onclick: more, "aria-label": t("ren.pay_more", one) }, "+"),
    h("span", {}, name));
}

/** Return the payment with one resource less from a source.
 * @param {Draft} draft @param {Source} source */
function without(draft, { depot, resource }) {
  return {
    depots: draft.depots.map((count, i) => (i === depot ? count - 1 : count)),
    strongbox: draft.strongbox.map((count, i) => (depot === null && resources[i] === resource ? count - 1 : count)),
  };
}
