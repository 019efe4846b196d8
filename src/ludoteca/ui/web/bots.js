/** Bots: names and icons of their levels, and the choice of an opponent. */

import { h } from "./dom.js";
import { has, t } from "./words.js";

/** @import { BotSpeed, Opponent, Player, TableInfo } from "./types.d.ts" */

/** @type {BotSpeed[]} */
const SPEEDS = ["instant", "quick", "human"];

/** The kind that plays at the strength of the people at its table. */
const EVEN = "even";

/** A die, a sprout, a light bulb, a thought, a star, a crown and a balance.
 * @type {{ [bot: string]: string }} */
const MARKS = {
  uniform: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2"
    + "m3 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4m8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4"
    + "m-8 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4m8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  novice: "M11 21v-7C6 14 4 11 4 6c5 0 7.4 2.4 8 6 .6-4.2 3-6.5 8-7 0 6-2.5 9-7 9.2V21z",
  greedy: "M12 2a7 7 0 0 1 4 12.7V17H8v-2.3A7 7 0 0 1 12 2M8.5 18.5h7V20h-7zm1.5 2.5h4v1.2h-4z",
  thoughtful: "M8 4a5 5 0 0 1 8.6.6 4.5 4.5 0 0 1 .4 8.9H7A4.8 4.8 0 0 1 8 4M7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4"
    + "M3.6 20a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4",
  master: "M12 2l3 6.6 7 .8-5.2 4.8 1.4 7-6.2-3.5-6.2 3.5 1.4-7L2 9.4l7-.8z",
  grandmaster: "M3 7l5 4 4-7 4 7 5-4-2 11H5zm2 12.5h14V22H5z",
  even: "M11 3h2v2h6l3 9a3.5 3.5 0 0 1-7 0l2-7h-4v12h4v2H7v-2h4V7H7l2 7a3.5 3.5 0 0 1-7 0l3-9h6z",
};

/** Return the display name of a level, or the server's name if there is no text.
 * @param {string} bot */
export const levelName = (bot) => (has(`kind.${bot}`) ? t(`kind.${bot}`) : bot);

/** Draw the icon of a level, which always stands beside its name; unknown levels have none.
 * @param {string} bot */
const mark = (bot) => MARKS[bot] &&
  h("svg.icon.mark", { key: "mark", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", focusable: "false" },
    h("path", { d: MARKS[bot], "fill-rule": "evenodd" }));

/** Describe the kind of bot in a seat, shown after its name; one that adapts with its strength.
 * @param {Player | null | undefined} holder */
export const kindOf = (holder) => holder?.bot &&
  h("span.kind", { key: "kind" }, ` (${levelName(holder.bot)}${holder.strength ? ` ${holder.strength}` : ""}) `, mark(holder.bot));

/** Return the bots that may play at a table: in a rated game, none that adapts.
 * @param {string[]} bots @param {TableInfo} info */
export const allowed = (bots, { rated }) => bots.filter((bot) => bot !== EVEN || !rated);

/** Return the default opponent for a game.
 * @param {string[]} bots @returns {Opponent} */
export const usual = (bots) => ({ bot: bots.includes("greedy") ? "greedy" : bots[0] ?? "", speed: "quick" });

/** Return the chosen bot if the game still has it, otherwise the default.
 * @param {Opponent | null | undefined} wanted @param {string[]} bots */
export const offered = (wanted, bots) => (wanted && bots.includes(wanted.bot) ? wanted : usual(bots));

/** Draw the choice of level and speed; `then` is called with the changes.
 * @param {string[]} bots @param {Opponent} chosen @param {{ level: string, speed: string }} labels
 * @param {(changes: Partial<Opponent>) => void} then */
export const pickBot = (bots, chosen, labels, then) => [
  h("div.opponent", { key: "opponent" },
    mark(chosen.bot),
    pick(labels.level, chosen.bot, bots.map((bot) => [bot, levelName(bot)]), (bot) => then({ bot })),
    pick(labels.speed, chosen.speed, SPEEDS.map((speed) => [speed, t(`speed.${speed}`)]), (speed) => then({ speed }))),
  chosen.bot === EVEN && h("p.faint", { key: "even" }, t("kind.even.how")),
];

/** @template {string} Choice @param {string} label @param {Choice} chosen
 * @param {Array<[value: Choice, text: string]>} choices @param {(value: Choice) => void} then */
const pick = (label, chosen, choices, then) =>
  h("select", { key: label, "aria-label": label, onchange: (event) => then(/** @type {Choice} */ (event.target.value)) },
    choices.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text)));
