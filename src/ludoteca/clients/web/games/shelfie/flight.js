/** Tiles on the move: from the living room to a shelf, and into the living room. */

import { mayMove } from "../../settings.js";

const FLIGHT = 380;
const FALL = 240;
const MOST = 12;

const inRoom = (root, number) => root.querySelector(`.room [data-tile="${number}"]`);
const onShelf = (root, number) => root.querySelector(`.slot > [data-tile="${number}"]`);
const held = (root, number) => root.querySelector(`.hand [data-tile="${number}"]`);
const all = (rows) => rows.flat().filter((one) => one !== null);

/** What will have moved once the next view is drawn, and where it is now; null if nothing is to be shown. */
export function departures(root, old, view) {
  if (!old || old === view || !mayMove() || document.hidden) return null;
  const stood = new Set(old.seats.flatMap((seat) => all(seat.shelf)));
  const lay = new Set(all(old.board));
  const dropped = view.seats.flatMap((seat) => all(seat.shelf)).filter((one) => !stood.has(one));
  const laid = all(view.board).filter((one) => !lay.has(one));
  if (dropped.length > MOST) return null;
  return { laid, dropped: dropped.map((one) => [one, (held(root, one) ?? inRoom(root, one))?.getBoundingClientRect()]) };
}

/** Let everything arrive that was about to move. */
export function arrivals(root, moving) {
  if (!moving) return;
  const landed = moving.dropped.flatMap(([one, from]) => {
    const node = from && onShelf(root, one);
    return node ? [[node, from, node.getBoundingClientRect()]] : [];
  });
  for (const [node, from, to] of landed) {
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
    node.animate([{ transform: way, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
      { duration: FLIGHT, easing: "cubic-bezier(.3, .1, .3, 1)" });
  }
  for (const one of moving.laid) {
    inRoom(root, one)?.animate([{ transform: "translateY(-60%)", opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: FALL, easing: "ease-out" });
  }
}
