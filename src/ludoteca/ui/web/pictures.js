/** The picture of a game, wherever it is listed. */

import { h } from "./dom.js";
import { cardOf, gameTitle } from "./games/games.js";

/** Draw the picture of a game; decorative, as the name stands beside it.
 * @param {string} game */
export const picture = (game) =>
  h("svg.picture", { viewBox: "0 0 160 120", "aria-hidden": "true", focusable: "false" }, cardOf(game).picture ?? initial(game));

/** @param {string} game */
const initial = (game) =>
  h("text", { x: 80, y: 84, "text-anchor": "middle", "font-size": 72, class: "art-wood" }, [...gameTitle(game)][0]);
