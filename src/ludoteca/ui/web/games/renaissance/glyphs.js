/** Glyphs: each is drawn once in a sheet and used by name. */

import { h } from "../../dom.js";

/** @import { Attributes, Described } from "../../types.d.ts" */

/** @param {string} tag @param {Attributes} given @returns {[tag: string, given: Attributes]} */
const shape = (tag, given) => [tag, given];
/** @param {string} d @param {string} paint */
const path = (d, paint) => shape("path", { d, class: paint });
/** @param {number} cx @param {number} cy @param {number} r @param {string} paint */
const circle = (cx, cy, r, paint) => shape("circle", { cx, cy, r, class: paint });

/** The glyphs, on squares of 24. They differ in shape, not only in colour. */
const GLYPHS = {
  coin: [
    circle(12, 12, 9.5, "ren-gold ren-edge"),
    circle(12, 12, 6.6, "ren-hollow"),
    path("M12 7.6v8.8M9.6 9.4c3-1.6 4.8-.6 4.8.6 0 2.6-4.8 1.4-4.8 3.8 0 1.6 2.6 1.9 4.8.6", "ren-hollow"),
  ],
  stone: [
    path("M3 9.5 11 5l10 3.5v8L13 21 3 17z", "ren-slate ren-edge"),
    path("M3 9.5l10 3.3L21 8.5M13 12.8V21", "ren-hollow"),
  ],
  servant: [
    path("M3.5 21.5c0-5.5 3.3-8 8.5-8s8.5 2.5 8.5 8z", "ren-violet ren-edge"),
    circle(12, 7.8, 4.8, "ren-violet ren-edge"),
    path("M9 14.5l3 3.3 3-3.3", "ren-hollow"),
  ],
  shield: [
    path("M12 2.5c3 1.7 5.7 2.3 8.5 2.3 0 8-2 13.2-8.5 16.7C5.5 18 3.5 12.8 3.5 4.8c2.8 0 5.5-.6 8.5-2.3z",
      "ren-azure ren-edge"),
    path("M12 5.5v13M6 10.5h12", "ren-hollow"),
  ],
  faith: [path("M9.6 2.5h4.8v5.3h5.6v4.7h-5.6v9H9.6v-9H4V7.8h5.6z", "ren-crimson ren-edge")],
  cross: [path("M9.6 2.5h4.8v5.3h5.6v4.7h-5.6v9H9.6v-9H4V7.8h5.6z", "ren-black ren-edge")],
  any: [
    circle(12, 12, 9.5, "ren-pale ren-edge"),
    path("M9 9.5c0-4 6.2-3.8 6.2-.3 0 2.5-3.1 2.5-3.1 5M12 17.3v.2", "ren-hollow ren-bold"),
  ],
  green: [path("M4 20C3 10 9 4 20 4c0 11-6 17-16 16zM4 20c4-6 7-8.5 11-11", "ren-on-colour")],
  blue: [
    path("M12 2.5c4 5.5 6.5 8.8 6.5 12.2a6.5 6.5 0 0 1-13 0c0-3.4 2.5-6.7 6.5-12.2z", "ren-on-colour"),
    path("M9 15a3 3 0 0 0 3 3", "ren-on-colour"),
  ],
  yellow: [
    circle(12, 12, 4.5, "ren-on-colour"),
    path("M12 2v3.5M12 18.5V22M2 12h3.5M18.5 12H22", "ren-on-colour"),
    path("M5 5l2.4 2.4M16.6 16.6 19 19M5 19l2.4-2.4M16.6 7.4 19 5", "ren-on-colour"),
  ],
  purple: [
    circle(12, 6.8, 3.4, "ren-on-colour"), circle(17.2, 12, 3.4, "ren-on-colour"),
    circle(12, 17.2, 3.4, "ren-on-colour"), circle(6.8, 12, 3.4, "ren-on-colour"), circle(12, 12, 1.8, "ren-on-colour"),
  ],
  pope: [
    path("M12 1.5 18 8l-1.5 9h-9L6 8z", "ren-gold ren-edge"),
    path("M12 6v7M9.5 9h5M6.5 20.5h11", "ren-hollow"),
  ],
  person: [
    path("M5 11c-1-7 3-9.5 7-9.5s8 2.5 7 9.5c2 1 2 2 1 3h-2c0 3-2.5 5.5-6 5.5S6 17 6 14H4c-1-1-1-2 1-3z",
      "ren-pale ren-edge"),
    path("M5 11h14M9.5 14v.3M14.5 14v.3M10.5 17h3", "ren-hollow"),
  ],
  lock: [
    path("M3 9h18v11H3zM5 9V7.5C5 5 8 3.5 12 3.5S19 5 19 7.5V9", "ren-wood ren-edge"),
    path("M3 13h7M14 13h7M12 11.5v4", "ren-hollow"),
  ],
};

/** The sheet that all glyphs refer to, present once per table. */
export const sheet = h("svg.unseen", { key: "sheet", "aria-hidden": "true", focusable: "false" },
  Object.entries(GLYPHS).map(([name, shapes]) =>
    h("symbol", { id: `ren-${name}`, viewBox: "0 0 24 24" }, shapes.map(([tag, given]) => h(tag, given)))));

/** Draw a glyph within a text, at the height of the text.
 * @param {string} name */
export const glyph = (name) => {
  GLYPH[name] ??= h("svg.glyph", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: `#ren-${name}` }));
  return GLYPH[name];
};
/** @type {{ [name: string]: Described }} */
const GLYPH = {};

/** Draw a glyph inside a drawing.
 * @param {string} name @param {number} x @param {number} y @param {number} size */
export const drawn = (name, x, y, size) => h("use", { href: `#ren-${name}`, x, y, width: size, height: size });
