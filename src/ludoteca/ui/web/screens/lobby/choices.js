/** Fields of the forms that open tables or look for opponents. */

import { DAY, kind } from "../../clock.js";
import { h } from "../../dom.js";
import { gameTitle } from "../../games/games.js";
import { t } from "../../words.js";

/** @import { Clock, ListedGame } from "../../types.d.ts" */

/** The clocks to choose from, by name. @type {{ [name: string]: Clock | null }} */
export const CLOCKS = {
  none: null,
  turn: { turn: 30 },
  slower: { turn: 120 },
  bank: { bank: 600, increment: 10 },
  long: { bank: 1800, increment: 30 },
  days: { turn: DAY },
  days2: { turn: 2 * DAY },
  days3: { turn: 3 * DAY },
  days5: { turn: 5 * DAY },
  days7: { turn: 7 * DAY },
};

/** @template {string | number} V @param {string} label @param {V} chosen @param {Array<[value: V, text: string]>} choices
 * @param {(value: string) => void} then @param {string} called */
export function pick(label, chosen, choices, then, called = t(label)) {
  return h("div", { key: label }, h("label", { for: label }, called),
    h("select", { id: label, onchange: (event) => then(event.target.value) },
      choices.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text))));
}

/** @param {string} label @param {string} chosen @param {ListedGame[]} games @param {(game: string) => void} then */
export const pickGame = (label, chosen, games, then) =>
  pick(label, chosen, games.map((one) => [one.game, gameTitle(one.game)]), then);

/** @param {string} label @param {number} chosen @param {number} fewest @param {number} most @param {(seats: number) => void} then */
export const pickSeats = (label, chosen, fewest, most, then) =>
  pick(label, chosen, Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i)
    .map((size) => [size, t("opening.players", { count: size })]), (size) => then(Number(size)));

/** @param {string} label @param {string} chosen @param {(clock: string) => void} then */
export const pickClock = (label, chosen, then) =>
  pick(label, chosen, Object.entries(CLOCKS).map(([name, clock]) => [name, kind(clock)]), then);
