/** Playing: sends the steps of a draft and the move itself to the server, and handles refusals. */

import { say } from "../../announce.js";
import { refusalOf } from "../../connection.js";
import { isSlow } from "../../known.js";
import { because, t } from "../../words.js";
import { moved } from "./hand.js";
import { forget, lost, picks, remember } from "./memory.js";
import { aimed, intend, ordered, planAt, toggled, whyNot } from "./plan.js";
import { across, key } from "./room.js";
import { named, several, tilesOn } from "./seats.js";
import { COLUMNS } from "./tiles.js";

/** @import { Cell, Plan, Refusal, Step, Table, TableData } from "./types.d.ts" */

const SAID_FOR = 8000;

export class Playing {
  /** Cells whose steps the server has not answered yet. @type {Set<string>} */
  pending = new Set();
  /** Whether the move itself has been sent. */
  dropping = false;
  /** @type {Refusal | null} */
  refusal = null;
  /** Pending steps, and whether each succeeded. @type {Set<Promise<boolean>>} */
  #asked = new Set();
  #timer = 0;
  #data;
  #changed;

  /** `data` returns the table and the actions there; `changed` is called when something looks different.
   * @param {() => TableData} data @param {() => void} changed */
  constructor(data, changed) {
    this.#data = data;
    this.#changed = changed;
  }

  /** The move planned for the next turn, if any: at a slow table, the server keeps it once its column is chosen. */
  get plan() {
    return planAt(this.#data().table);
  }

  /** Whether tiles picked now form a plan, because it is another player's turn. */
  get planning() {
    const { table, act } = this.#data();
    return Boolean(act) && table.guide?.to_do === "wait";
  }

  /** The picked or planned cells, in the order in which their tiles will drop. */
  get hand() {
    return this.planning ? this.plan?.cells ?? [] : this.#data().table.guide?.hand ?? [];
  }

  /** @param {Cell} cell */
  #holds(cell) {
    return this.hand.some((one) => key(one) === key(cell));
  }

  /** Pick a tile, or put it back.
   * @param {Cell} cell */
  pick(cell) {
    const { view } = this.#data().table;
    if (this.planning) this.#intend(toggled(this.plan, view, cell));
    else this.#step({ step: this.#holds(cell) ? "unpick" : "pick", cell }, "cell", across(view, cell));
  }

  /** Put back the tile at a place in the hand.
   * @param {number} place */
  putBack(place) {
    const cell = this.hand[place];
    if (cell && this.planning) this.pick(cell);
    else if (cell) this.#step({ step: "unpick", cell }, "hand");
  }

  putAllBack() {
    if (this.planning) this.#intend(null);
    else if (this.hand.length) this.#step({ step: "unpick_all" }, "hand");
  }

  /** Move a tile in the hand to another place.
   * @param {number} from @param {number} to */
  order(from, to) {
    const { length } = this.hand;
    if (to < 0 || to >= length || from === to) return;
    const places = moved(length, from, to);
    if (!this.planning) this.#step({ step: "order", places }, "hand");
    else if (this.plan) this.#intend(ordered(this.plan, this.#data().table.view, places));
  }

  /** Drop the hand into a column, which is the move. With `cell`, its tile is picked first.
   * @param {number} column @param {Cell | null} cell */
  async drop(column, cell = null) {
    const { act } = this.#data();
    if (!act || this.dropping) return;
    if (cell && !this.#holds(cell)) this.pick(cell);
    if (this.planning) {
      this.#aim(column);
      return;
    }
    if ((await Promise.all(this.#asked)).includes(false) || this.dropping) return;
    await this.#play(this.hand, column, because);
  }

  /** Play a move; `refused` words a refusal.
   * @param {Cell[]} cells @param {number} column @param {typeof because} refused */
  async #play(cells, column, refused) {
    const { act } = this.#data();
    if (!act) return; // the game has ended since
    this.hush();
    this.dropping = true;
    this.#changed();
    try {
      const { notice } = await act.play({ move: "take_tiles", cells, column });
      if (notice !== "move_kept") forget();
    } catch (error) {
      this.#refuse("column", (column + 0.5) / COLUMNS, refused(refusalOf(error)));
    } finally {
      this.dropping = false;
      this.#changed();
    }
  }

  /** Plan a column for the tiles, if they fit.
   * @param {number} column */
  #aim(column) {
    const { view, guide } = this.#data().table;
    const { plan } = this;
    const fits = plan && guide && guide.columns[column] >= plan.cells.length;
    if (fits) this.#intend(aimed(plan, view, column));
    else this.#refuse("column", (column + 0.5) / COLUMNS, t(`no.shelfie/${plan ? "column_too_full" : "nothing_taken"}`));
  }

  /** @param {Plan | null} plan */
  #intend(plan) {
    this.hush();
    if (!plan && !this.plan) return;
    if (isSlow(this.#data().table.info)) this.#queue(plan);
    intend(this.#data().table, plan);
    say(plan ? planned(plan) : t("shelfie.plan.none"));
    this.#changed();
  }

  /** Let the server keep a complete plan, and forget the one that it has kept before.
   * @param {Plan | null} plan */
  async #queue(plan) {
    const { table, act } = this.#data();
    try {
      if (plan && plan.column !== null) await act?.play({ move: "take_tiles", cells: plan.cells, column: plan.column });
      else if (table.kept) await act?.drop();
    } catch (error) {
      this.#refuse("hand", 0.5, because(refusalOf(error)));
    }
  }

  /** Update the plan: drop it if it is no longer possible, and play it once on the player's turn. */
  playPlan() {
    const { table, act } = this.#data();
    if (!this.plan || !act || this.dropping) return;
    const { cells, column } = this.plan;
    const why = whyNot(this.plan, table);
    if (!why && this.planning) return;
    if (isSlow(table.info) && column !== null) return; // the server plays or drops it
    intend(table, null);
    if (why) this.#refuse("hand", 0.5, t("shelfie.plan.dropped", { why: t(why) }));
    else if (column === null) for (const step of picks(cells)) this.#step(step, "hand");
    else this.#play(cells, column, (error) => t("shelfie.plan.dropped", { why: because(error) }));
  }

  /** Restore a hand that was lost with the connection or the page. */
  async restoreHand() {
    const { table, act } = this.#data();
    if (!act || this.#asked.size || this.dropping) return;
    for (const step of lost(table)) {
      if (!(await this.#step(step))) return; // another window has restored it
    }
  }

  /** Send one step of the draft; its cells look pending until the server has answered.
   * Return whether it succeeded. Without a kind of place, a refusal is not shown.
   * @param {Step} step @param {string} kind @param {number} place */
  async #step(step, kind = "", place = 0.5) {
    const { act, table } = this.#data();
    if (!act) return false;
    const cell = "cell" in step ? step.cell : null;
    this.hush();
    if (cell) this.pending.add(key(cell));
    const asked = act.step(step).then(() => "", (error) => because(refusalOf(error))).then((problem) => {
      this.#asked.delete(asked);
      if (cell) this.pending.delete(key(cell));
      if (!problem) this.#held(table);
      else if (kind) this.#refuse(kind, place, problem, cell);
      return !problem;
    });
    this.#asked.add(asked);
    this.#changed();
    return asked;
  }

  /** @param {Table} table */
  #held(table) {
    const hand = table.guide?.hand ?? [];
    remember(table);
    say(t(hand.length ? "shelfie.in_hand" : "shelfie.nothing_in_hand", { tiles: named(tilesOn(table.view, hand)) }));
    this.#changed();
  }

  /** @param {string} kind @param {number} place @param {string} text @param {Cell | null} cell */
  #refuse(kind, place, text, cell = null) {
    clearTimeout(this.#timer);
    this.refusal = { kind, place, text, cell };
    this.#timer = setTimeout(() => this.hush(), SAID_FOR);
    this.#changed();
  }

  /** Clear the last refusal. */
  hush() {
    clearTimeout(this.#timer);
    if (!this.refusal) return;
    this.refusal = null;
    this.#changed();
  }
}

/** Describe a plan.
 * @param {Plan} plan */
const planned = ({ tiles, column }) => (column === null
  ? t("shelfie.plan.tiles", { tiles: named(tiles) })
  : t("shelfie.plan.whole", { tiles: several(tiles), column: column + 1 }));
