/** The beginning of an analysis: a new table, the text of a position, or a file. */

import { h } from "../../dom.js";
import { games } from "../../games/games.js";
import { t } from "../../words.js";
import { pickGame, pickSeats } from "../lobby/choices.js";

/** @import { Child } from "../../types.d.ts" */

const wish = { game: "", seats: 2, text: "" };

/** @typedef {{ setUp(game: string, seats: number): void, read(game: string, text: string): void, load(file: File): void, changed(): void }} Acts */

/** Draw the choices.
 * @param {Acts} act @param {Child} problem */
export function beginning(act, problem) {
  const offered = games().filter(({ analysed }) => analysed);
  const game = offered.find((one) => one.game === wish.game) ?? offered[0];
  if (!game) return h("p", { key: "none" }, t("analysis.none"));
  const seats = Math.min(Math.max(wish.seats, game.fewest), game.most);
  /** @param {Partial<typeof wish>} changes */
  const want = (changes) => {
    Object.assign(wish, changes);
    act.changed();
  };
  return h("section.analysis-begin", { key: "begin", "aria-labelledby": "analysis-title" },
    h("h1", { id: "analysis-title" }, t("analysis")),
    h("p", { key: "what" }, t("analysis.what")),
    problem,
    h("form.card", { key: "new", onsubmit: (/** @type {Event} */ event) => submitted(event, () => act.setUp(game.game, seats)) },
      h("div.options", {},
        pickGame("analysis.game", game.game, offered, (name) => want({ game: name })),
        pickSeats("analysis.seats", seats, game.fewest, game.most, (size) => want({ seats: size }))),
      h("div.row", {}, h("button.primary", {}, t("analysis.set_up")))),
    h("form.card", { key: "text", onsubmit: (/** @type {Event} */ event) => submitted(event, () => act.read(game.game, wish.text)) },
      h("label", { for: "analysis-text" }, t("analysis.text")),
      h("textarea", {
        id: "analysis-text", rows: 6, maxlength: 2000, spellcheck: "false", autocapitalize: "off",
        oninput: ({ target }) => want({ text: target.value }),
      }),
      h("div.row", {},
        h("button", { disabled: !wish.text.trim() }, t("analysis.read")),
        h("label.button", {}, t("analysis.load"),
          h("input.unseen", { type: "file", accept: ".json,application/json", onchange: ({ target }) => target.files?.[0] && act.load(target.files[0]) })))));
}

/** @param {Event} event @param {() => void} then */
function submitted(event, then) {
  event.preventDefault();
  then();
}
