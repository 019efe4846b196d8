/** Animated tiles: from the living room to a shelf, and into the living room. */

import { mayMove } from "../../settings.js";

/** @import { View } from "./types.d.ts" */

const FLIGHT = 380;
const FALL = 240;
const MOST = 12;

/** @param {HTMLElement} root @param {number} number */
const inRoom = (root, number) => root.querySelector(`.room [data-tile="${number}"]`);
/** @param {HTMLElement} root @param {number} number */
const held = (root, number) => root.querySelector(`.hand [data-tile="${number}"]`);
/** @param {HTMLElement} root @param {number} seat @param {number} row @param {number} column */
const shelved = (root, seat, row, column) =>
  root.querySelector(`[data-seat="${seat}"] [data-slot="${row} ${column}"] > .tile`);

/** Return the tiles that the next view moves, with old and new positions; null if nothing is animated.
 * Everything is measured before drawing: the places do not move, so the browser lays out nothing twice.
 * @param {HTMLElement} root @param {View | null} old @param {View} view */
export function departures(root, old, view) {
  if (!old || old === view || !mayMove() || document.hidden) return null;
  const lay = new Set(old.board.flat());
  const dropped = view.seats.flatMap(({ shelf }, seat) => shelf.flatMap((row, r) => row.flatMap((number, c) =>
    (number !== null && old.seats[seat].shelf[r][c] === null ? [{ number, to: shelved(root, seat, r, c) }] : []))));
  if (dropped.length > MOST) return null;
  return {
    laid: view.board.flat().filter((one) => one !== null).filter((one) => !lay.has(one)),
    dropped: dropped.flatMap(({ number, to }) => {
      const start = (held(root, number) ?? inRoom(root, number))?.getBoundingClientRect();
      const end = to?.getBoundingClientRect();
      return to && start?.width && end?.width ? [{ to, start, end }] : []; // hidden elements have no width
    }),
  };
}

/** Animate the tiles to their new places.
 * @param {HTMLElement} root @param {ReturnType<typeof departures>} moving */
export function arrivals(root, moving) {
  for (const { to, start, end } of moving?.dropped ?? []) fly(to, start, end);
  for (const one of moving?.laid ?? []) {
    inRoom(root, one)?.animate([{ transform: "translateY(-60%)", opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: FALL, easing: "ease-out" });
  }
}

/** Let a copy of the tile fly above everything, while the tile itself waits hidden at its destination.
 * @param {Element} tile @param {DOMRect} start @param {DOMRect} end */
function fly(tile, start, end) {
  const flying = /** @type {HTMLElement} */ (tile.cloneNode(true));
  const { left, top, width, height } = end;
  flying.removeAttribute("data-tile");
  flying.classList.add("lifted");
  Object.assign(flying.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(flying);
  const way = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.width / end.width})`;
  flying.animate([{ transform: way, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
    { duration: FLIGHT, easing: "cubic-bezier(.3, .1, .3, 1)" }).finished.finally(() => flying.remove());
  tile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
}
