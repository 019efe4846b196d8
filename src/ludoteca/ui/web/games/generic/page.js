/** Any game on the page: its drawing, and the moves that the player may choose as buttons.
 *
 * Both come with the guide, as games make it that say nothing else: see `ludoteca.games.defaults`.
 */

import { h, Piece } from "../../dom.js";
import { nameOf } from "../../known.js";
import { because, has, t } from "../../words.js";

export const element = "generic-table";

class TableElement extends Piece {
  #refusal = "";
  #seen = 0;

  drawing({ table, act }) {
    const { guide, seen } = table;
    if (seen !== this.#seen) this.#refusal = "";
    this.#seen = seen;
    const moves = act ? guide?.moves ?? [] : [];
    return [
      h("pre.drawing.card", { key: "drawing", tabindex: 0, role: "group", "aria-label": t("generic.board") },
        guide?.drawing ?? ""),
      this.#refusal && h("p.problem", { key: "refusal", role: "alert" }, this.#refusal),
      moves.length > 0 && h("div.moves", { key: "moves", role: "group", "aria-label": t("generic.moves") },
        moves.map(({ text, move }) => h("button", {
          key: text, "aria-pressed": isKept(table, move) ? "true" : undefined, onclick: () => this.#play(act, move),
        }, text))),
    ];
  }

  async #play(act, move) {
    this.#refusal = "";
    try {
      await act.play(move);
    } catch (error) {
      if (!error.code) throw error;
      this.#refusal = because(error);
    }
    this.draw();
  }
}

customElements.define(element, TableElement);

const isKept = ({ kept }, move) => kept != null && JSON.stringify(kept) === JSON.stringify(move);

/** What an event means in words: the text `GAME.log.EVENT`, with what the event holds filled in. */
export function sentence(event, table) {
  const name = `${table.info.game}.log.${event.event}`;
  return has(name) ? t(name, { ...event, name: event.seat === undefined ? "" : nameOf(table, event.seat) }) : "";
}

/** What is expected of the player. */
export function expected({ view, seat, toMove }) {
  if (view?.outcome) return t("generic.over");
  return toMove.includes(seat) ? t("generic.choose") : "";
}

/** Whether a move could be kept now. */
export const keeps = ({ guide }) => guide?.to_do === "move";

/** The move that is kept, in words. */
export const kept = (table) => table.guide.moves.find(({ move }) => isKept(table, move))?.text ?? "";
