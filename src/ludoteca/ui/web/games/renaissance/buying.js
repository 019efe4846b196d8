/** A card in detail: its description, why it cannot be bought, or its slot and payment. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { cardFace } from "./faces.js";
import { asGlyphs, cardDoes, cardName } from "./goods.js";
import { cheaper, mayBuy, offerOf, whyNot } from "./offers.js";
import { payAsUsual, payment } from "./payment.js";
import { mayQueue } from "./plan.js";
import { problem } from "./scene.js";

/** @import { Scene } from "./types.d.ts" */

/** Begin to buy a card for a slot.
 * @param {Scene} scene @param {number} card @param {number} slot */
export function buyFor(scene, card, slot) {
  return scene.attempt("buying", async (act) => {
    await act.step({ step: "choose_card", card, slot });
    await payAsUsual(scene, act);
  }, { card, producing: false });
}

/** Draw the card in detail.
 * @param {Scene} scene @param {number} card */
export function buying(scene, card) {
  const { draft, guide, attempt } = scene;
  const offer = offerOf(scene, card);
  const begun = draft?.card === card ? guide.bill : null;
  return h("div.buying", { key: "buying" },
    h("span.picture", { key: "picture" }, cardFace(card)),
    h("div.words", {},
      h("h3", { id: "ren-buying", tabindex: "-1" }, cardName(card)),
      h("p.faint", {}, cardDoes(card, offer?.price)),
      offer && !begun && h("p", {}, t("ren.price"), " ", asGlyphs(offer.price),
        cheaper(card, offer) > 0 && ` ${t("ren.with_discount")}`),
      (offer && mayQueue(scene)?.card(scene, offer)) ?? (offer?.reason && h("p.why", {}, whyNot(scene, offer))),
      offer && mayBuy(scene, offer) && offer.slots.length > 1 && h("p.row.which", {}, t("ren.which_slot"),
        offer.slots.map((slot) => h("button", {
          key: slot, "aria-pressed": String(Boolean(begun) && draft?.slot === slot),
          onclick: () => buyFor(scene, card, slot),
        }, t("ren.slot", { number: slot + 1 })))),
      begun && payment(scene, "buying"),
      problem(scene, "buying"),
      h("p.row", {},
        begun && h("button.primary", {
          disabled: !begun.ready, onclick: () => attempt("buying", (act) => act.finish(), { card: null }),
        }, t("ren.buy")),
        h("button", { onclick: () => stop(scene) }, begun ? t("ren.cancel") : t("ren.close")))));
}

/** Close the card and discard the draft.
 * @param {Scene} scene */
export function stop({ draft, act, attempt, set, ui }) {
  if (ui.card) set({ focus: `[data-card="${ui.card}"]` });
  if (draft && act) attempt("buying", () => act.step({ step: "start_over" }), { card: null, producing: false });
  else set({ card: null, producing: false, chosen: null, refused: null });
}
