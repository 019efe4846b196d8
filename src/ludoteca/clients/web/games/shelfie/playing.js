/** Playing: the steps of a half-made move and the move itself, sent to the server, and its refusals. */

import { say } from "../../announce.js";
import { because, t } from "../../words.js";
import { moved } from "./hand.js";
import { forget, lost, remember } from "./memory.js";
import { across, key } from "./room.js";
import { named, tilesOn } from "./seats.js";
import { COLUMNS } from "./tiles.js";

const SAID_FOR = 8000;

export class Playing {
  /** The cells that were asked for and not answered yet. */
  pending = new Set();
  /** Whether the move itself is on its way. */
  dropping = false;
  /** The last refusal: `{ kind, place, text, cell }`, with `place` from 0 on the left to 1 on the right. */
  refusal = null;
  #asked = new Set();
  #timer = 0;
  #data;
  #changed;

  /** `data` tells the table and what can be done there; `changed` is called when something looks different. */
  constructor(data, changed) {
    this.#data = data;
    this.#changed = changed;
  }

  get #hand() {
    return this.#data().table.guide?.hand ?? [];
  }

  #holds(cell) {
    return this.#hand.some((one) => key(one) === key(cell));
  }

  /** Pick a tile, or put it back; whether that could be done. */
  pick(cell) {
    const place = across(this.#data().table.view, cell);
    return this.#step({ step: this.#holds(cell) ? "unpick" : "pick", cell }, "cell", place);
  }

  /** Put the tile at a place of the hand back. */
  putBack(place) {
    const cell = this.#hand[place];
    if (cell) this.#step({ step: "unpick", cell }, "hand");
  }

  putAllBack() {
    if (this.#hand.length) this.#step({ step: "unpick_all" }, "hand");
  }

  /** Let the tile at one place of the hand go to another. */
  order(from, to) {
    const { length } = this.#hand;
    if (to >= 0 && to < length && from !== to) this.#step({ step: "order", places: moved(length, from, to) }, "hand");
  }

  /** Let the hand fall into a column: that is the move. With `cell`, its tile is picked first. */
  async drop(column, cell = null) {
    const { act } = this.#data();
    if (!act || this.dropping) return;
    if (cell && !this.#holds(cell)) this.pick(cell);
    if ((await Promise.all(this.#asked)).includes(false) || this.dropping) return;
    this.hush();
    this.dropping = true;
    this.#changed();
    try {
      const { notice } = await act.play({ move: "take_tiles", cells: this.#hand, column });
      if (notice !== "move_kept") forget();
    } catch (error) {
      this.#refuse("column", (column + 0.5) / COLUMNS, because(error));
    }
    this.dropping = false;
    this.#changed();
  }

  /** A hand that went with a broken line, or with the page, is taken up again. */
  takeUp() {
    const { table, act } = this.#data();
    if (!act || this.#asked.size || this.dropping) return;
    for (const step of lost(table)) this.#step(step, "hand");
  }

  /** One step of the hand; it looks pending until the server has answered. */
  #step(step, kind, place = 0.5) {
    const { act, table } = this.#data();
    if (!act) return Promise.resolve(false);
    const cell = step.cell && key(step.cell);
    this.hush();
    if (cell) this.pending.add(cell);
    const asked = act.step(step).then(() => "", because).then((problem) => {
      this.#asked.delete(asked);
      this.pending.delete(cell);
      if (problem) this.#refuse(kind, place, problem, step.cell);
      else this.#held(table);
      return !problem;
    });
    this.#asked.add(asked);
    this.#changed();
    return asked;
  }

  #held(table) {
    const { hand } = table.guide;
    remember(table);
    say(t(hand.length ? "shelfie.in_hand" : "shelfie.nothing_in_hand", { tiles: named(tilesOn(table.view, hand)) }));
    this.#changed();
  }

  #refuse(kind, place, text, cell = null) {
    clearTimeout(this.#timer);
    this.refusal = { kind, place, text, cell };
    this.#timer = setTimeout(() => this.hush(), SAID_FOR);
    this.#changed();
  }

  /** Say no more of the last refusal. */
  hush() {
    clearTimeout(this.#timer);
    if (!this.refusal) return;
    this.refusal = null;
    this.#changed();
  }
}
