/** The server's information about the cards on offer. */

import { because, t } from "../../words.js";
import { inWords } from "./goods.js";
import { cards, held, missing, total } from "./tables.js";

/** @import { Purchase, Scene } from "./types.d.ts" */

/** Return the server's information about a card on offer.
 * @param {Scene} scene @param {number} card */
export const offerOf = ({ guide }, card) => guide.cards.find((one) => one.card === card);

/** Return whether a card can be bought now.
 * @param {Scene} scene @param {Purchase | undefined} offer */
export const mayBuy = ({ act, guide }, offer) => Boolean(act && offer && !offer.reason && guide.to_do === "act");

/** Return the discount on a card, in resources.
 * @param {number} card @param {Purchase} offer */
export const cheaper = (card, { price }) => total(cards[card].cost) - total(price);

/** Explain why a card cannot be bought: the reason, and the missing resources.
 * @param {Scene} scene @param {Purchase} offer */
export function whyNot(scene, { price, reason }) {
  if (!reason) return "";
  const lacks = missing(price, held(scene.mine));
  const sentence = because({ code: reason, message: reason });
  return total(lacks) ? `${sentence} ${t("ren.missing", { goods: inWords(lacks), count: total(lacks) })}` : sentence;
}
