/** Icons in the colour of the surrounding text. */

import { h } from "./dom.js";

const PATHS = {
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2.2a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6"
    + "M11 7v5.6l3.9 2.4 1.1-1.8-2.8-1.7V7z",
  pause: "M7 5h3.6v14H7zm6.4 0H17v14h-3.6z",
  play: "M8 5l11 7-11 7z",
  back: "M16 5v14L6 12z",
  forward: "M8 5l10 7-10 7z",
  first: "M6 5h2.4v14H6zm12 0v14l-9-7z",
  last: "M15.6 5H18v14h-2.4zM6 5l9 7-9 7z",
  trophy: "M7 3h10v2h3v3a4 4 0 0 1-3.4 4A5 5 0 0 1 13 14.9V18h3v3H8v-3h3v-3.1A5 5 0 0 1 7.4 12 4 4 0 0 1 4 8V5h3z"
    + "m0 4H6v1a2 2 0 0 0 1 1.7zm10 0v2.7A2 2 0 0 0 18 8V7z",
};

/** Draw a decorative icon.
 * @param {keyof typeof PATHS} name */
export const icon = (name) =>
  h("svg.icon", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", focusable: "false" },
    h("path", { d: PATHS[name] }));
