/** The reviews of all seats, followed until they are complete, and the moments in them. */

import { fetched } from "./positions.js";

/** @import { Judged, JudgedMove, Replay, Study } from "../../types.d.ts" */

/** Milliseconds between requests for progress. */
const PAUSE = 400;

/** @param {Study} study */
export const isComplete = ({ done, positions }) => positions > 0 && done >= positions;

/** Fetch the reviews again and again until they are complete.
 * @param {Replay} replay @param {(study: Study) => void} tell @param {() => boolean} isHere whether they are still wanted */
export async function follow(replay, tell, isHere) {
  let done = -1;
  while (isHere()) {
    const study = await fetched(replay, "study", { done });
    if (!isHere()) return;
    tell(study);
    if (isComplete(study)) return;
    ({ done } = study);
    await new Promise((then) => setTimeout(then, PAUSE));
  }
}

/** A judged move with its seat.
 * @typedef {JudgedMove & { seat: number }} Moment */

/** Return the move judged at a version, if any.
 * @param {Study} study @param {number} at @returns {Moment | null} */
export function momentAt({ reviews }, at) {
  for (const { seat, moves } of reviews) {
    const found = moves.find(({ version }) => version === at);
    if (found) return { ...found, seat };
  }
  return null;
}

/** Return the versions of the key moments of all seats, in order.
 * @param {Study} study */
export const keyMoments = ({ reviews }) =>
  reviews.flatMap(({ key_moments: some }) => some).sort((a, b) => a - b);

/** Return the loss of the chance to win.
 * @param {Judged} judged */
export const loss = ({ best_chance: best, chance }) => Math.max(0, (best ?? 0) - (chance ?? 0));
