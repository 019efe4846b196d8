/** A seat's board: warehouse, strongbox, card slots and leaders; other players' boards are small. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { cardEdge, cardFace, leaderFace, noCard } from "./faces.js";
import { cardInWords, leaderInWords, words } from "./goods.js";
import { glyph } from "./glyphs.js";
import { latest } from "./recent.js";
import { who } from "./scene.js";
import { resources } from "./tables.js";

/** @import { Depot, Scene, SeatView, View } from "./types.d.ts" */

/** Draw the content of a depot, one space per resource that fits.
 * @param {Depot} depot */
export function spaces({ slots, resource, count, of_leader: ofLeader }) {
  return [...Array(slots).keys()].map((i) =>
    h("span.spot", { key: i, class: i < count ? "full" : ofLeader ? "kept" : "" },
      resource && (i < count || ofLeader) && glyph(resource)));
}

/** Name a depot: "depot 2", "depot of a leader (stones)".
 * @param {SeatView | undefined} seen @param {number} place */
export function depotName(seen, place) {
  const depot = seen?.depots[place];
  if (!depot?.of_leader) return t("ren.depot", { number: place + 1 });
  return t("ren.leader_depot", { some: t(`ren.${depot.resource}.name`) });
}

/** Describe a depot and its content.
 * @param {SeatView} seen @param {number} place */
export function depotInWords(seen, place) {
  const { resource, count, slots } = seen.depots[place];
  const inside = resource && count ? words(resource, count) : t("ren.empty");
  return t("ren.depot_holds", { depot: depotName(seen, place), inside, slots });
}

/** Draw the strongbox: all four resources with their numbers.
 * @param {SeatView} seen @param {string} mark */
export function strongbox(seen, mark = "") {
  return h("div.strongbox", { key: "strongbox", class: mark, role: "group", "aria-label": t("ren.strongbox") },
    h("h3", {}, t("ren.strongbox")),
    h("ul", {}, resources.map((name, i) => h("li", { key: name, class: seen.strongbox[i] ? "" : "none" },
      h("span", { "aria-hidden": "true" }, glyph(name), ` ${seen.strongbox[i]}`),
      h("span.unseen", {}, words(name, seen.strongbox[i]))))));
}

/** Draw the cards in a slot, the last one on top.
 * @param {number[]} slot @param {number} number */
export function pile(slot, number) {
  const top = slot.at(-1);
  return [
    slot.slice(0, -1).map((card) => h("span.edge", { key: card }, cardEdge(card))),
    h("span.top", { key: top ?? "none" }, top ? cardFace(top) : noCard(String(number + 1))),
    h("span.unseen", { key: "words" },
      slot.map((card) => cardInWords(card)).reverse().join(" ") || t("ren.slot_empty", { number: number + 1 })),
  ];
}

/** Draw a leader with its description.
 * @param {number} number @param {string} mark */
export function leaderShown(number, mark = "") {
  return [leaderFace(number), h("span.unseen", {}, number ? `${mark} ${leaderInWords(number)}` : t("ren.face_down"))];
}

/** Draw the mark of the first player; solo games have none.
 * @param {View} view @param {number} seat */
export const firstPlayer = (view, seat) =>
  view.first === seat && view.seats.length > 1 && h("span.first", { key: "first" }, t("ren.first"));

/** Draw the board of another player.
 * @param {Scene} scene @param {number} seat */
export function otherBoard(scene, seat) {
  const { view, table } = scene;
  const seen = view.seats[seat];
  return h("section.whole", { key: seat, "aria-label": t("ren.board_of", { name: who(table, seat) }) },
    h("div.stores", {},
      h("h3", {}, t("ren.warehouse")),
      h("div.warehouse", {}, seen.depots.map((depot, i) =>
        h("div.depot", { key: i, class: depot.of_leader && "of-leader" },
          spaces(depot), h("span.unseen", {}, depotInWords(seen, i)))))),
    strongbox(seen, latest(scene, `strongbox ${seat}`)),
    h("div.development", {},
      h("h3", {}, t("ren.slots_of")),
      h("div.slots", {}, seen.slots.map((slot, i) => h("div.slot", { key: i, class: latest(scene, `slot ${seat} ${i}`) }, pile(slot, i))))),
    h("div.leaders-of", {},
      h("h3", {}, t("ren.leaders")),
      h("div.leaders", {},
        seen.played.map((one) => h("div.one", { key: one, class: latest(scene, `leader ${seat} ${one}`) }, leaderShown(one, t("ren.played")))),
        seen.hand.map((one, i) => h("div.one", { key: `hand ${i}` }, leaderShown(one))))));
}

/** Return the list without an item, or with the item if it was missing.
 * @param {number[]} all @param {number} one */
export const toggled = (all, one) => (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]);
