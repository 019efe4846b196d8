/** Any game on the page: its drawing, and buttons for the legal moves.
 *
 * Both come with the default guide of a game: see `ludoteca.games.defaults`.
 */

import { refusalOf } from "../../connection.js";
import { h, Piece } from "../../dom.js";
import { nameOf } from "../../known.js";
import { because, has, t } from "../../words.js";

/** @import { GameEvent, PlayedTable, ShownTable, TurnGuide } from "../../types.d.ts" */

/** Moves are opaque values of the game.
 * @typedef {Omit<PlayedTable, "guide" | "kept"> & { guide: TurnGuide | null, kept: unknown }} Table
 * @typedef {{ play(move: unknown): Promise<unknown> }} Act
 * @typedef {{ table: Table, act: Act | null }} Data */

export const element = "generic-table";

/** @extends {Piece<Data>} */
class TableElement extends Piece {
  #refusal = "";
  #seen = 0;

  /** @param {Data} data */
  drawing({ table, act }) {
    const { guide, seen } = table;
    if (seen !== this.#seen) this.#refusal = "";
    this.#seen = seen;
    const moves = guide?.moves ?? [];
    return [
      h("pre.drawing.card", { key: "drawing", tabindex: 0, role: "group", "aria-label": t("generic.board") },
        guide?.drawing ?? ""),
      this.#refusal && h("p.problem", { key: "refusal", role: "alert" }, this.#refusal),
      act && moves.length > 0 && h("div.moves", { key: "moves", role: "group", "aria-label": t("generic.moves") },
        moves.map(({ text, move }) => h("button", {
          key: text, "aria-pressed": isKept(table, move) ? "true" : undefined, onclick: () => this.#play(act, move),
        }, text))),
    ];
  }

  /** @param {Act} act @param {unknown} move */
  async #play(act, move) {
    this.#refusal = "";
    try {
      await act.play(move);
    } catch (error) {
      this.#refusal = because(refusalOf(error));
    }
    this.draw();
  }
}

customElements.define(element, TableElement);

/** @param {Table} table @param {unknown} move */
const isKept = ({ kept }, move) => kept != null && JSON.stringify(kept) === JSON.stringify(move);

/** Describe an event: the text `GAME.log.EVENT`, filled with the event's members.
 * @param {GameEvent} event @param {ShownTable} table */
export function sentence(event, table) {
  const name = `${table.info.game}.log.${event.event}`;
  return has(name) ? t(name, { ...event, name: "seat" in event ? nameOf(table, event.seat) : "" }) : "";
}

/** Describe what is expected of the player.
 * @param {Table} table */
export function expected({ view, seat, toMove }) {
  if (view?.outcome) return t("generic.over");
  return toMove.includes(seat) ? t("generic.choose") : "";
}

/** Return whether a move could be saved for later now.
 * @param {Table} table */
export const keeps = ({ guide }) => guide?.to_do === "move";

/** Describe the saved move.
 * @param {Table} table */
export const kept = (table) => table.guide?.moves.find(({ move }) => isKept(table, move))?.text ?? "";
