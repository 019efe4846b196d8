/** A move of a finished game, tried again. */

import { language, t } from "../../words.js";
import { moving } from "../lessons/board.js";
import { fetched, tableAt } from "./positions.js";
import { loss } from "./study.js";

/** @import { Judged, Replay, Trial } from "../../types.d.ts"
 * @import { Attempt } from "../lessons/board.js" */

/** Format a chance of winning.
 * @param {number} chance */
export const percent = (chance) => chance.toLocaleString(language, { style: "percent" });

/** Start a trial of a move in a finished game; `changed` is called whenever the trial changes.
 * @param {Replay} replay @param {number} version @param {number} seat @param {() => void} changed */
export async function tryAgain(replay, version, seat, changed) {
  const before = version - 1;
  const { positions } = await fetched(replay, "positions", { from: before, limit: 1, seat });
  const seen = new Map([...replay.positions].filter(([at]) => at < before));
  const shown = tableAt({ ...replay, positions: seen.set(before, positions[0]) }, before);
  if (!shown) throw new Error(`Nothing is seen at version ${before}.`);
  const table = { ...shown, seat };
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
export const verdict = (judged) => t(`practice.${judged.grade}`, { loss: percent(loss(judged)) });
