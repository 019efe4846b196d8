/** A board outside a running table: a position of a game, and the moves that the viewer tries. */

import { newTable, turnOf } from "../../known.js";

/** @import { Act, GameDraft, GameGuide, GameStep, GameView, HolderInfo, PlayedTable, Point, TableInfo } from "../../types.d.ts" */

/** A position as the server describes it.
 * @typedef {{ view: GameView, points: Point[][], guide: GameGuide | null }} Shown */

/** A half-made or finished move, as parameters of a request: the steps, and either the move or that the steps are the move.
 * @typedef {{ steps: string, move?: string, finish?: boolean }} Attempt */

/** The server's answer to an attempt.
 * @typedef {{ guide: GameGuide, draft?: GameDraft | null }} Answered */

/** Return the holders of the seats, as far as a board shows them.
 * @param {string[]} names @param {(seat: number) => Partial<HolderInfo>} botOn @returns {HolderInfo[]} */
export const playersOf = (names, botOn = () => ({})) => names.map((name, seat) => (
  { name, bot: "", here: true, program: false, stand_in: "", vacation: 0, strength: 0, strength_games: 0, ...botOn(seat) }));

/** Return a table that shows a position; `seat` is the one that the viewer plays, if any.
 * @param {string} game @param {HolderInfo[]} players @param {Shown} shown @param {number | null} seat
 * @param {Partial<TableInfo>} known what else is known of the table @returns {PlayedTable} */
export function boardOf(game, players, { view, points, guide }, seat, known = {}) {
  const info = /** @type {TableInfo} */ (/** @type {unknown} */ ({
    table: 0, game, seats: players, options: {}, owner: "", private: false, started: true, over: Boolean(view.outcome), ...known,
  }));
  return { ...newTable(info.table), info, seat, players, view, points, guide, toMove: turnOf(view) };
}

/** Return the actions of a viewer who moves for a seat of a table. `send` passes an attempt to the server; the
 * table shows the guide and the draft of its answer. Attempts wait for each other; `changed` is called after each.
 * @param {PlayedTable} table @param {number} seat @param {(attempt: Attempt) => Promise<Answered>} send
 * @param {() => void} changed @returns {Act} */
export function moving(table, seat, send, changed) {
  /** @type {GameStep[]} */
  let steps = [];
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();

  /** @param {GameStep[]} made @param {Partial<Attempt>} more */
  const attempt = (made, more = {}) => {
    const done = turn.then(async () => {
      const { guide, draft } = await send({ steps: JSON.stringify(made), ...more });
      Object.assign(table, { guide, drafts: draft ? { [seat]: draft } : {}, toMove: [seat] });
      changed();
      return { notice: "done" };
    });
    turn = done.catch(() => {}); // the next one runs even if this one fails
    return done;
  };

  return {
    step: async (step) => {
      const before = steps;
      steps = [...steps, step];
      return attempt(steps).catch((error) => {
        steps = before;
        throw error;
      });
    },
    play: (move) => attempt(steps, { move: JSON.stringify(move) }),
    finish: () => attempt(steps, { finish: true }),
    drop: () => Promise.resolve(),
  };
}
