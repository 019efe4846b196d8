/** Goods as glyphs and as text. */

import { h } from "../../dom.js";
import { Kept } from "../../kept.js";
import { list, t } from "../../words.js";
import { glyph } from "./glyphs.js";
import { cards, leaders, some, tokens } from "./tables.js";

/** @import { Way } from "./types.d.ts" */

/** Format a number of one resource: "2 coins".
 * @param {string} name @param {number} count */
export const words = (name, count) => t(`ren.${name}`, { count });

/** Name a single resource: "a coin".
 * @param {string} name */
export const one = (name) => t(`ren.${name}.a`);

/** List goods and faith: "2 coins, 1 stone and 1 faith".
 * @param {number[]} goods @param {number} faith @param {number} whites */
export function inWords(goods, faith = 0, whites = 0) {
  const all = some(goods).map(([name, count]) => words(name, count));
  if (whites) all.push(words("white", whites));
  if (faith) all.push(words("faith", faith));
  return all.length ? list(all) : t("ren.nothing");
}

/** Draw goods and faith as counted glyphs, with text for screen readers.
 * @param {number[]} goods @param {number} faith @param {number} whites */
export function asGlyphs(goods, faith = 0, whites = 0) {
  /** @type {Array<[name: string, count: number]>} */
  const all = some(goods);
  if (whites) all.push(["any", whites]);
  if (faith) all.push(["faith", faith]);
  return h("span.goods", {},
    all.length
      ? all.map(([name, count]) => h("span.some", { "aria-hidden": "true" }, String(count), glyph(name)))
      : h("span.some", { "aria-hidden": "true" }, "–"),
    h("span.unseen", {}, inWords(goods, faith, whites)));
}

/** Name a row or a column of the market: "row 2".
 * @param {Way} way @param {number} index */
export const lineName = (way, index) => t(`ren.${way}`, { number: index + 1 });

const kept = new Kept();

/** Describe a card in full.
 * @param {number} number @param {number[]} [price] */
export const cardInWords = (number, price) =>
  kept.get(number, price, () => `${cardName(number)}: ${cardDoes(number, price)}`);

/** Describe a card's points, price and production.
 * @param {number} number @param {number[]} price */
export function cardDoes(number, price = cards[number].cost) {
  const { points, pays, makes, faith } = cards[number];
  return t("ren.card_words", {
    points: t("ren.points", { count: points }), cost: inWords(price), pays: inWords(pays), makes: inWords(makes, faith),
  });
}

/** Name a card: "Green card, level 2".
 * @param {number} number */
export function cardName(number) {
  const { colour, level } = cards[number];
  return t("ren.card_name", { colour: t(`ren.colour.${colour}`), level });
}

/** Name a card within a sentence: "a level 2 green card".
 * @param {number} number */
export function aCard(number) {
  const { colour, level } = cards[number];
  return t("ren.a_card", { colour: t(`ren.colours.${colour}`, { count: 1 }), level });
}

/** Describe a leader's ability.
 * @param {number} number */
export function leaderDoes(number) {
  const { ability, resource } = leaders[number];
  return t(`ren.does.${ability}`, { one: words(resource, 1), a: t(`ren.${resource}.a`), some: t(`ren.${resource}.name`) });
}

/** Describe a leader's requirements.
 * @param {number} number */
function leaderAsks(number) {
  const { cards: wanted, goods } = leaders[number];
  if (!wanted.length) return inWords(goods);
  return list(wanted.map(([colour, count, level]) =>
    t(level ? "ren.wanted_level" : "ren.wanted", { count, colour: t(`ren.colours.${colour}`, { count }), level })));
}

/** Describe a leader in full.
 * @param {number} number */
export const leaderInWords = (number) => t("ren.leader_points", {
  does: leaderDoes(number), asks: leaderAsks(number), points: t("ren.points", { count: leaders[number].points }),
});

/** Describe the effect of one of Lorenzo's tokens.
 * @param {number} number */
export function tokenDoes(number) {
  const { removes, steps, shuffles } = tokens[number];
  if (removes) return t("ren.token.removes", { colour: t(`ren.colours.${removes}`, { count: 2 }) });
  return t(shuffles ? "ren.token.shuffles" : "ren.token.moves", { count: steps });
}
