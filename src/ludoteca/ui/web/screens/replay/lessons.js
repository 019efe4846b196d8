/** A move of a finished game, tried again. */

import { moving } from "../lessons/board.js";
import { judgement } from "../lessons/exercise.js";
import { fetched, positionBefore } from "./positions.js";
import { loss } from "./study.js";

/** @import { Judged, Replay, Trial } from "../../types.d.ts"
 * @import { Attempt } from "../lessons/board.js" */

/** Start a trial of a move in a finished game; `changed` is called whenever the trial changes.
 * @param {Replay} replay @param {number} version @param {number} seat @param {() => void} changed */
export async function tryAgain(replay, version, seat, changed) {
  const table = await positionBefore(replay, version, seat);
  /** @param {Partial<Attempt>} attempt */
  const send = async (attempt) => {
    const told = await fetched(replay, "try", { version, seat, ...attempt });
    trial.judged = told.judged;
    return told;
  };
  /** @type {Trial} */
  const trial = { version, seat, table, act: moving(table, seat, send, changed), judged: null };
  const { guide } = await send({});
  Object.assign(table, { guide, toMove: [seat] });
  return trial;
}

/** Describe briefly how good a tried move was.
 * @param {Judged} judged */
export const verdict = (judged) => judgement({ ...judged, loss: loss(judged) });
