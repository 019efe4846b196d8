/** The development cards on offer: their prices, and which can be bought or why not. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { buyFor, stop } from "./buying.js";
import { cardFace, noCard } from "./faces.js";
import { asGlyphs, cardInWords } from "./goods.js";
import { cheaper, mayBuy, offerOf, whyNot } from "./offers.js";
import { mustPlace } from "./placing.js";
import { latest } from "./recent.js";
import { classes, isHinted, isTried, part, problem } from "./scene.js";
import { decks, resources } from "./tables.js";

/** @import { Colour, Purchase, Scene, SeatView } from "./types.d.ts" */

const LEVELS = [3, 2, 1];
const COLUMNS = decks.filter(([, level]) => level === 1).map(([colour]) => colour);

/** Draw the grid, highest level on top.
 * @param {Scene} scene */
export const grid = (scene) => part(scene, "grid", [scene.view.decks, scene.mine], () => drawn(scene));

/** @param {Scene} scene */
function drawn(scene) {
  return h("section.grid", { key: "grid", "aria-labelledby": "ren-cards" },
    h("h2", { id: "ren-cards" }, t("ren.cards")),
    h("div.decks", {}, LEVELS.map((level) => COLUMNS.map((colour) => deck(scene, colour, level)))),
    scene.table.seat !== null &&
      h("p.have", { key: "have" }, ...having(owned(scene.mine))),
    problem(scene, "grid", "p.bubble"));
}

/** Describe resources that can be spent.
 * @param {number[]} goods */
const having = (goods) => (goods.some(Boolean) ? [t("ren.have"), " ", asGlyphs(goods)] : [t("ren.have_nothing")]);

/** Return all resources on a board that can be spent.
 * @param {SeatView} seen */
const owned = ({ depots, strongbox }) => resources.map((name, i) =>
  depots.reduce((sum, { resource, count }) => sum + (resource === name ? count : 0), strongbox[i]));

/** @param {Scene} scene @param {Colour} colour @param {number} level */
function deck(scene, colour, level) {
  const place = decks.findIndex(([one, high]) => one === colour && high === level);
  const { top, cards: left } = scene.view.decks[place];
  const key = `${colour} ${level}`;
  if (!top) return h("div.deck.gone", { key: `no ${key}`, class: latest(scene, key) }, noCard(), h("span.unseen", {}, none(colour, level)));
  const offer = offerOf(scene, top);
  const chosen = scene.ui.card === top;
  const can = mayBuy(scene, offer);
  return h("button.deck", {
    key, "data-card": top, "data-drag": can ? `card ${top}` : null,
    class: classes(can && "can", !can && scene.act && scene.guide.to_do === "act" && "cannot", chosen && "chosen",
      isHinted(scene.table, ["buy_card"], { card: top }) && "hinted", isTried(scene.table, ["buy_card"], { card: top }) && "tried", latest(scene, key)),
    "aria-pressed": String(chosen), "aria-label": label(scene, top, offer, left),
    onclick: () => choose(scene, top),
  }, cardFace(top),
  h("span.left", { "aria-hidden": "true" }, `×${left}`),
  can && h("span.tick", { "aria-hidden": "true" }, "✓"),
  offer && cheaper(top, offer) > 0 && h("span.cheaper", { "aria-hidden": "true" }, `−${cheaper(top, offer)}`));
}

/** @param {Colour} colour @param {number} level */
const none = (colour, level) => t("ren.no_cards_left", { colour: t(`ren.colours.${colour}`, { count: 2 }), level });

/** @param {Scene} scene @param {number} card @param {Purchase | undefined} offer @param {number} left */
function label(scene, card, offer, left) {
  const words = cardInWords(card, offer?.price);
  const state = !offer ? "" : offer.reason ? whyNot(scene, offer) : t("ren.can_buy");
  return [words, t("ren.cards_left", { count: left }), state].filter(Boolean).join(" ");
}

/** Show a card in detail; if there is only one slot, begin to buy it.
 * @param {Scene} scene @param {number} card */
function choose(scene, card) {
  const { set, ui } = scene;
  if (mustPlace(scene)) return undefined;
  if (ui.card === card) return stop(scene);
  const offer = offerOf(scene, card);
  set({ card, producing: false, refused: null, focus: "#ren-buying" });
  return offer && mayBuy(scene, offer) && offer.slots.length === 1 ? buyFor(scene, card, offer.slots[0]) : undefined;
}
