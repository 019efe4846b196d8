/** The hand: the tiles picked so far, in the order in which they will drop. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tile } from "./drawings.js";
import { kindOf } from "./tiles.js";

/** Draw the hand with its places; tiles can be put back, and two neighbours can be swapped.
 * While others play, it shows the planned tiles, labelled as such.
 * @param {number[]} tiles @param {number} most @param {{ waiting: string | false, planning: boolean }} how */
export function handOf(tiles, most, { waiting, planning }) {
  const what = tiles.map((one) => t(`shelfie.${kindOf(one)}`));
  const places = Array.from({ length: Math.max(most, tiles.length) }, (_, i) => i);
  const label = t(planning ? "shelfie.plan.hand" : "shelfie.hand");
  return h("div.hand", { key: "hand", role: "group", class: waiting, "data-hand": "", "aria-label": label },
    planning && !tiles.length && h("p.may", { key: "may" }, t("shelfie.plan.may")),
    places.map((i) => [i > 0 && swap(i, what), i < tiles.length ? held(i, tiles[i], what[i]) : nothing(i)]),
    h("button.back", {
      key: "back",
      type: "button",
      "data-back": "",
      disabled: !tiles.length,
      title: t(planning ? "shelfie.plan.cancel" : "shelfie.put_back"),
      "aria-label": t(planning ? "shelfie.plan.cancel" : "shelfie.put_back"),
      "aria-keyshortcuts": "Escape",
    }, "↩"));
}

/** @param {number} place @param {number} number @param {string} what */
const held = (place, number, what) =>
  h("button.held", {
    key: `held ${number}`,
    type: "button",
    "data-held": place,
    "aria-label": t("shelfie.held", { what, place: place + 1 }),
    "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight Delete",
  }, tile(number));

/** @param {number} place */
const nothing = (place) => h("span.held.none", { key: `none ${place}` });

/** @param {number} place @param {string[]} what */
function swap(place, what) {
  const can = place < what.length;
  return h("button.swap", {
    key: `swap ${place}`,
    type: "button",
    "data-swap": place - 1,
    disabled: !can,
    title: can ? t("shelfie.swap_short") : null,
    "aria-label": can ? t("shelfie.swap", { one: what[place], other: what[place - 1] }) : t("shelfie.swap_none"),
  }, "⇄");
}

/** Return the order of a hand after moving one tile to another place.
 * @param {number} length @param {number} from @param {number} to */
export function moved(length, from, to) {
  const places = Array.from({ length }, (_, i) => i);
  places.splice(to, 0, ...places.splice(from, 1));
  return places;
}
