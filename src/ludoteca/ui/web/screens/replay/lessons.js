/** What the server says of a finished game: a review of the moves of a seat, and of a move tried again. */

import { language, read, t } from "../../words.js";
import { tableAt } from "./positions.js";

/** Moves that cost less, in points, are no mistakes worth showing. */
const SLIGHT = 0.5;
const SHOWN = 5;

/** What the server answers at an address below a replay; its refusal is thrown. */
async function fetched({ number, code }, what, query) {
  const answer = await fetch(`/api/replays/${number}/${what}?${new URLSearchParams({ ...query, code })}`);
  const told = read(await answer.text());
  if (!answer.ok) throw Object.assign(new Error(told.detail), { code: told.code });
  return told;
}

/** The review of the moves of a seat. */
export const fetchReview = (replay, seat) => fetched(replay, "review", { seat });

/** By how many points the best move was better. */
export const lost = ({ best_worth: best, worth }) => best - worth;

/** The moves that cost most, the worst first. */
export const mistakes = ({ moves }) =>
  moves.filter(({ judged }) => lost(judged) >= SLIGHT).sort((a, b) => lost(b.judged) - lost(a.judged)).slice(0, SHOWN);

/** Points as they are read: one digit behind the comma. */
export const points = (amount) => amount.toLocaleString(language, { maximumFractionDigits: 1 });

/** The same as a number: the text has a form for one point. */
export const tenths = (amount) => Math.round(amount * 10) / 10;

/** How likely somebody is to win, as it is read. */
export const percent = (chance) => chance.toLocaleString(language, { style: "percent" });

/** A move of a finished game, to be tried again by whoever looks; `changed` is called when something happens.
 *
 * `table` is the table before that move as the seat saw it, and `act` what can be done there, as at a table
 * that is played at. Once a move is chosen, `judged` says how good it is. */
export async function tryAgain(replay, version, seat, changed) {
  const before = version - 1;
  const { positions } = await fetched(replay, "positions", { from: before, limit: 1, seat });
  const seen = new Map([...replay.positions].filter(([at]) => at < before));
  const table = { ...tableAt({ ...replay, positions: seen.set(before, positions[0]) }, before), seat };
  const trial = { version, seat, table, judged: null, act: null };
  let steps = [];
  let turn = Promise.resolve();

  const send = async (more) => {
    const told = await fetched(replay, "try", { version, seat, steps: JSON.stringify(steps), ...more });
    Object.assign(table, { guide: told.guide, drafts: told.draft ? { [seat]: told.draft } : {}, toMove: [seat] });
    trial.judged = told.judged;
    changed();
    return { notice: "done" };
  };
  const inTurn = (doing) => {
    const done = turn.then(doing);
    turn = done.catch(() => {}); // the next one is done all the same
    return done;
  };

  trial.act = {
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
  await send({});
  return trial;
}

/** How good a move was that was tried, in a few words. */
export const verdict = (judged) =>
  (lost(judged) < SLIGHT / 5 ? t("practice.best") : t("practice.worse", { count: tenths(lost(judged)), points: points(lost(judged)) }));
