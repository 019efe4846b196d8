/** The search for opponents who want the same game, number of players and clock. */

import { h } from "../../dom.js";
import { go } from "../../route.js";
import { changed, sit } from "../../server.js";
import { prefer, settings } from "../../settings.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { CLOCKS, pickClock, pickGame, pickSeats } from "./choices.js";

/** @import { ListedGame, Wish } from "../../types.d.ts" */

/** Draw the form with the choices made last.
 * @param {ListedGame[]} games */
export function finding(games) {
  const several = games.filter(({ most }) => most > 1);
  const game = several.find((one) => one.game === settings.wish.game) ?? several[0];
  if (!game) return null;
  const fewest = Math.max(game.fewest, 2);
  const seats = Math.min(Math.max(settings.wish.seats, fewest), game.most);
  const clock = settings.wish.clock in CLOCKS ? settings.wish.clock : "none";
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    find(game.game, seats, clock);
  };
  return h("section.finding", { key: "finding", "aria-labelledby": "finding" },
    h("h2", { id: "finding" }, t("finding.title")),
    h("form.card", { onsubmit: submit },
      pickGame("finding.game", game.game, several, (name) => want({ game: name })),
      pickSeats("finding.seats", seats, fewest, game.most, (count) => want({ seats: count })),
      pickClock("finding.clock", clock, (name) => want({ clock: name })),
      h("button.primary", { key: "find" }, t("finding.find")),
      troubleAt("finding")));
}

/** @param {Partial<Wish>} changes */
function want(changes) {
  prefer({ wish: { ...settings.wish, ...changes } });
  changed();
}

/** @param {string} game @param {number} seats @param {string} clock */
const find = (game, seats, clock) => attempt("finding", async () => {
  const info = await sit({ do: "find_opponents", game, seats, clock: CLOCKS[clock] });
  go(`/table/${info.table}`);
});
