/** Cards, productions and leader actions queued before the player's turn, where the server keeps them. */

import { h } from "../../dom.js";
import { alsoSay, t } from "../../words.js";
import { inWords } from "./goods.js";
import { cards, held, leaders, missing, resources, total } from "./tables.js";

/** @import { Bill, Chosen, Draft, Move, Power, Purchase, Resource, Scene, SeatView } from "./types.d.ts"
 * @import { Child } from "../../types.d.ts" */

alsoSay({ en: "games/renaissance/queue/en.json", it: "games/renaissance/queue/it.json" });

/** Draw a button that queues a move.
 * @param {Scene} scene @param {string} place @param {Move} move @param {string} text @param {{ key: string, disabled?: boolean }} given */
const queueing = ({ attempt, set }, place, move, text, given) => h("button", {
  ...given,
  onclick: async () => {
    await attempt(place, (act) => act.play(move), { card: null, producing: false, chosen: null });
    set({ focus: ".todo, .waiting button" });
  },
}, text);

/** Draw a button for each slot that takes a card, or say why the card cannot be queued.
 * @param {Scene} scene @param {Purchase} offer @returns {Child} */
export function card(scene, { card: number, price, slots }) {
  const lacks = missing(price, held(scene.mine));
  if (!slots.length) return h("p.why", { key: "queue" }, t("no.renaissance/wrong_level"));
  if (total(lacks)) return h("p.why", { key: "queue" }, t("ren.missing", { goods: inWords(lacks), count: total(lacks) }));
  return h("p.row.which", { key: "queue" }, t("ren.queue.card"), slots.map((slot) =>
    queueing(scene, "buying", { move: "buy_card", card: number, slot, payment: null }, t("ren.slot", { number: slot + 1 }), { key: `${slot}` })));
}

/** Draw the buttons that queue the play or the discard of a leader in the hand.
 * @param {Scene} scene @param {number} number @returns {Child} */
export const leader = (scene, number) => [
  queueing(scene, "leaders", { move: "play_leader", leader: number }, t("ren.queue.play_leader"),
    { key: "play", disabled: !meets(scene.mine, number) }),
  queueing(scene, "leaders", { move: "discard_leader", leader: number }, t("ren.queue.discard_leader"), { key: "discard" }),
];

/** Return whether a seat meets the requirements of a leader.
 * @param {SeatView} mine @param {number} number */
function meets(mine, number) {
  const { cards: wanted, goods } = leaders[number];
  const own = mine.slots.flat().map((one) => cards[one]);
  return !total(missing(goods, held(mine))) && wanted.every(([colour, count, level]) =>
    own.filter((one) => one.colour === colour && (!level || one.level === level)).length >= count);
}

/** No production. @type {Chosen} */
const BLANK = { card: null, slot: 0, slots: [], basic: false, leaders: [], inputs: [], outputs: [] };

/** Return the scene in which productions are chosen here, before the player's turn, instead of at the server.
 * @param {Scene} scene @returns {Scene} */
export function preparing(scene) {
  const chosen = scene.ui.chosen ?? BLANK;
  /** @type {Draft} */
  const draft = { ...chosen, seat: scene.seat, turn: 0, depots: [], strongbox: [0, 0, 0, 0], held: [], played: [] };
  const bill = billOf(scene, chosen);
  const powers = scene.guide.powers.map((power) => ({ ...power, reason: fits(bill, power) ? "" : "renaissance/cannot_afford" }));
  return { ...scene, draft, guide: { ...scene.guide, powers, bill }, ui: { ...scene.ui, ways: 1 } };
}

/** Return whether one more production can be paid for.
 * @param {Bill} bill @param {Power} power */
const fits = ({ left, choices_in: open }, { price, choices_in: more }) =>
  !total(missing(price, left)) && total(left) - total(price) >= open + more;

/** @param {Chosen} chosen @param {Power} power */
function isChosen(chosen, { step }) {
  if (step.step === "use_slot") return chosen.slots.includes(step.slot);
  return step.step === "use_leader" ? chosen.leaders.includes(step.leader) : chosen.basic;
}

/** Compute the cost and the yield of productions.
 * @param {Scene} scene @param {Chosen} chosen @returns {Bill} */
function billOf({ guide, mine }, chosen) {
  const used = guide.powers.filter((power) => isChosen(chosen, power));
  /** @param {number[]} goods @param {Resource[]} more */
  const plus = (goods, more) => /** @type {Bill["price"]} */ (goods.map((count, i) => count + more.filter((one) => one === resources[i]).length));
  /** @param {(power: Power) => number[]} what */
  const sum = (what) => used.reduce((goods, power) => goods.map((count, i) => count + what(power)[i]), [0, 0, 0, 0]);
  const price = plus(sum(({ price: asked }) => asked), chosen.inputs);
  const owned = held(mine);
  const left = /** @type {Bill["left"]} */ (owned.map((count, i) => count - price[i]));
  const open = used.reduce((count, power) => count + power.choices_in, 0) - chosen.inputs.length;
  const choices = used.reduce((count, power) => count + power.choices_out, 0) - chosen.outputs.length;
  return {
    price, left, owed: [0, 0, 0, 0], paid: price, pay: [], ways: 1,
    gains: plus(sum(({ makes }) => makes), chosen.outputs), faith: used.reduce((steps, power) => steps + power.faith, 0),
    choices_in: open, choices_out: choices, inputs: resources.filter((_, i) => left[i] > 0),
    ready: Boolean(used.length) && !open && !choices && left.every((count) => count >= 0),
  };
}

/** Return the move that runs productions.
 * @param {Chosen} chosen @returns {Move} */
function produce({ slots, basic, leaders: powers, inputs, outputs }) {
  const [first, second] = inputs;
  const rest = basic ? outputs.slice(1) : outputs;
  return {
    move: "produce", payment: null, slots,
    basic: basic ? { pays: [first, second], makes: outputs[0] } : null,
    leaders: powers.map((leader, i) => ({ leader, makes: rest[i] })),
  };
}

/** Draw the button that queues the chosen productions.
 * @param {Scene} scene */
export const production = (scene) =>
  queueing(scene, "producing", produce(scene.ui.chosen ?? BLANK), t("ren.queue.produce"), { key: "queue", disabled: !scene.guide.bill?.ready });
