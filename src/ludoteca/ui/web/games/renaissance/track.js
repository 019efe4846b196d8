/** The faith track with all players: sections, pope spaces, markers, and each player's tiles. */

import { h } from "../../dom.js";
import { Kept } from "../../kept.js";
import { t } from "../../words.js";
import { glyph } from "./glyphs.js";
import { classes, who } from "./scene.js";
import { LAST_SPACE, sections, track } from "./tables.js";

/** @import { PopeTile, Scene, Table, View } from "./types.d.ts" */

const SPACES = [...Array(LAST_SPACE + 1).keys()];
const kept = new Kept();
const TILE = { pending: "?", kept: "✓", lost: "✗" };

/** Draw the track, with the positions in words; described again only if a marker has moved.
 * @param {Scene} scene */
export function faithTrack({ table, view, solo }) {
  const walkers = view.seats.map(({ faith, tiles }, seat) => [who(table, seat), faith, tiles]);
  return kept.get("track", [walkers, view.reports, view.cross, solo], () => drawn(table, view, solo));
}

/** @param {Table} table @param {View} view @param {boolean} solo */
function drawn(table, view, solo) {
  return h("section.track", { key: "track", "aria-labelledby": "ren-track" },
    h("h2", { id: "ren-track" }, t("ren.track")),
    h("div.spaces", { key: "spaces", "aria-hidden": "true" }, SPACES.map((space) => spaceDrawn(space, table, view, solo))),
    h("ul.walkers", {},
      view.seats.map((seen, seat) => h("li", { key: seat },
        marker(table, seat), " ",
        h("span", {}, t("ren.on_space", { name: who(table, seat), space: seen.faith }), " · ",
          t("ren.points", { count: track[seen.faith] })),
        h("span.tiles", {}, seen.tiles.map((tile, i) => popeTile(tile, i))))),
      solo && h("li", { key: "cross" }, h("span.marker.cross", { "aria-hidden": "true" }, glyph("cross")), " ",
        h("span", {}, t("ren.on_space", { name: t("ren.lorenzo"), space: view.cross })))));
}

/** @param {number} space @param {Table} table @param {View} view @param {boolean} solo */
function spaceDrawn(space, table, view, solo) {
  const section = sections.findIndex(([first, pope]) => space >= first && space <= pope);
  const pope = section >= 0 && sections[section][1] === space;
  const scores = space > 0 && track[space] > track[space - 1];
  const here = view.seats.map((seen, seat) => seat).filter((seat) => view.seats[seat].faith === space);
  const reported = section >= 0 && section < view.reports;
  const crossed = solo && view.cross === space;
  const pieces = here.length + Number(pope) + Number(crossed);
  return kept.get(space, [reported, crossed, here.map((seat) => [seat, who(table, seat)])], () => h("div.space", {
    key: space,
    class: classes(section >= 0 && "section", reported && "reported", pope && "pope"),
  },
  h("span.number", {}, String(space)),
  scores && h("span.worth", {}, String(track[space])),
  h("span.here", { class: classes(pieces > 2 && "many", pieces > 4 && "crowded") }, // with :has(), any change would restyle the page
    pope && h("span.mitre", { key: "mitre" }, glyph("pope")),
    here.map((seat) => marker(table, seat)),
    crossed && h("span.marker.cross", { key: "cross" }, glyph("cross")))));
}

/** Draw the marker of a seat: its initial, in the shape of its seat.
 * @param {Table} table @param {number} seat */
function marker(table, seat) {
  return h(`span.marker.seat-${seat}`, { key: seat, "aria-hidden": "true" }, [...who(table, seat)][0].toUpperCase());
}

/** Draw a pope favour tile: pending, kept or lost.
 * @param {PopeTile} tile @param {number} i */
function popeTile(tile, i) {
  return h(`span.tile.${tile}`, { key: i, title: t(`ren.tile.${tile}`, { number: i + 1, count: sections[i][2] }) },
    h("span", { "aria-hidden": "true" }, `${sections[i][2]} ${TILE[tile]}`),
    h("span.unseen", {}, t(`ren.tile.${tile}`, { number: i + 1, count: sections[i][2] })));
}
