/** A move of a finished game, tried again. */

import { language, t } from "../../words.js";
import { fetched, tableAt } from "./positions.js";
import { loss } from "./study.js";

/** @import { Act, GameStep, Judged, Replay, Trial } from "../../types.d.ts" */

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
  /** @type {GameStep[]} */
  let steps = [];
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();

  /** @param {{ move?: string, finish?: boolean }} more */
  const send = async (more) => {
    const told = await fetched(replay, "try", { version, seat, steps: JSON.stringify(steps), ...more });
    Object.assign(table, { guide: told.guide, drafts: told.draft ? { [seat]: told.draft } : {}, toMove: [seat] });
    trial.judged = told.judged;
    changed();
    return { notice: "done" };
  };
  /** @template Done @param {() => Promise<Done>} doing */
  const inTurn = (doing) => {
    const done = turn.then(doing);
    turn = done.catch(() => {}); // the next one runs even if this one fails
    return done;
  };

  /** @type {Act} */
  const act = {
    step: (step) => inTurn(async () => {
      const before = steps;
      steps = [...steps, step];
      try {
        return await send({});
      } catch (error) {
        steps = before;
        throw error;
      }
    }),
    play: (move) => inTurn(() => send({ move: JSON.stringify(move) })),
    finish: () => inTurn(() => send({ finish: true })),
    drop: () => Promise.resolve(),
  };
  /** @type {Trial} */
  const trial = { version, seat, table, act, judged: null };
  await send({});
  return trial;
}

/** Describe briefly how good a tried move was.
 * @param {Judged} judged */
export const verdict = (judged) => t(`practice.${judged.grade}`, { loss: percent(loss(judged)) });
