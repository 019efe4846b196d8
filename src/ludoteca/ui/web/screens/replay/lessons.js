/** The server's review of a finished game: the moves of a seat, and a move tried again. */

import { language, t } from "../../words.js";
import { fetched, tableAt } from "./positions.js";

/** @import { Act, GameStep, Judged, Replay, Review, Trial } from "../../types.d.ts" */

/** The minimum loss, in points, of moves shown as mistakes. */
const SLIGHT = 0.5;
const SHOWN = 5;

/** Fetch the review of a seat's moves.
 * @param {Replay} replay @param {number} seat */
export const fetchReview = (replay, seat) => fetched(replay, "review", { seat });

/** Return the points lost compared with the best move.
 * @param {Judged} judged */
export const lost = ({ best_worth: best, worth }) => best - worth;

/** Return the moves that cost most, the worst first.
 * @param {Review} review */
export const mistakes = ({ moves }) =>
  moves.filter(({ judged }) => lost(judged) >= SLIGHT).sort((a, b) => lost(b.judged) - lost(a.judged)).slice(0, SHOWN);

/** Format points with one decimal.
 * @param {number} amount */
export const points = (amount) => amount.toLocaleString(language, { maximumFractionDigits: 1 });

/** Round to tenths, because the text has a form for exactly one point.
 * @param {number} amount */
export const tenths = (amount) => Math.round(amount * 10) / 10;

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
export const verdict = (judged) =>
  (lost(judged) < SLIGHT / 5 ? t("practice.best") : t("practice.worse", { count: tenths(lost(judged)), points: points(lost(judged)) }));
