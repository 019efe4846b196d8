/** The hand: the tiles picked so far, in the order they will fall. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tile } from "./drawings.js";
import { kindOf } from "./tiles.js";

/** The hand with its places; what is in it can be put back, and two neighbours can change places. */
export function handOf(tiles, most) {
  const what = tiles.map((one) => t(`shelfie.${kindOf(one)}`));
  const places = Array.from({ length: Math.max(most, tiles.length) }, (_, i) => i);
  return h("div.hand", { key: "hand", role: "group", "aria-label": t("shelfie.hand") },
    places.map((i) => [
      i > 0 && h("button.swap", { key: `swap ${i}`, type: "button", "data-swap": i - 1, disabled: i >= tiles.length,
        "aria-label": i < tiles.length ? t("shelfie.swap", { one: what[i], other: what[i - 1] }) : t("shelfie.swap_none"),
        title: i < tiles.length ? t("shelfie.swap_short") : null }, "⇄"),
      i < tiles.length
        ? h("button.held", { key: `held ${tiles[i]}`, type: "button", "data-held": i,
          "aria-label": t("shelfie.held", { what: what[i], place: i + 1 }), "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight Delete" }, tile(tiles[i]))
        : h("span.held.none", { key: `none ${i}` }),
    ]),
    h("button.back", { key: "back", type: "button", "data-back": "", disabled: !tiles.length, title: t("shelfie.put_back"),
      "aria-label": t("shelfie.put_back"), "aria-keyshortcuts": "Escape" }, "↩"));
}

/** The places of a hand after the tile at one place went to another. */
export function moved(length, from, to) {
  const places = Array.from({ length }, (_, i) => i);
  places.splice(to, 0, ...places.splice(from, 1));
  return places;
}
