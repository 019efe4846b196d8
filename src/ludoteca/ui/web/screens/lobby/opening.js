/** The form that opens a table for friends: it asks for the game and the number of players; everything else is an option. */

import { h } from "../../dom.js";
import { isSlow } from "../../known.js";
import { changed, known, sit } from "../../server.js";
import { go } from "../../route.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { optionName, optionValue } from "../table/options.js";
import { CLOCKS, pick, pickClock, pickGame, pickSeats } from "./choices.js";

/** @import { AbsenceRule, ListedGame } from "../../types.d.ts" */

/** The JSON Schema of a table's options, as msgspec writes it.
 * @typedef {{
 *   $ref?: string, $defs?: { [name: string]: Schema }, properties?: { [name: string]: Schema }, allOf?: Schema[],
 *   enum?: Value[], default?: Value,
 * }} Schema
 * @typedef {string | number} Value
 * @typedef {[name: string, values: Value[], usual: Value]} Choice */

const wish = {
  game: "",
  seats: 2,
  /** @type {{ [name: string]: Value | undefined }} */
  options: {},
  private: true,
  watchable: true,
  clock: "none",
  take_back: false,
  hints: false,
  rated: false,
  /** @type {AbsenceRule} */
  absence: "",
};
let open = false;

/** @param {Partial<typeof wish>} changes */
const want = (changes) => {
  Object.assign(wish, changes);
  changed();
};

/** Draw the form, folded behind a button.
 * @param {ListedGame[]} games */
export function opening(games) {
  const game = games.find((one) => one.game === wish.game) ?? games[0];
  return h("section.opening", { key: "opening" },
    h("button", { key: "show", "aria-expanded": String(open), onclick: unfold }, t("opening.title")),
    open && game && form(games, game));
}

function unfold() {
  open = !open;
  changed();
  if (open) requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector(".opening form")?.scrollIntoView({ block: "nearest" })));
}

/** @param {ListedGame[]} games @param {ListedGame} game */
function form(games, game) {
  const seats = Math.min(Math.max(wish.seats, game.fewest), game.most);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    openTable(game, seats);
  };
  return h("form.card", { key: "form", "aria-label": t("opening.title"), onsubmit: submit },
    h("div.options", { key: "what" },
      pickGame("opening.game", game.game, games, (name) => want({ game: name, options: {} })),
      pickSeats("opening.seats", seats, game.fewest, game.most, (size) => want({ seats: size }))),
    h("p.faint.later", { key: "later" }, t("opening.later")),
    h("details", { key: "options" },
      h("summary", {}, t("opening.options")),
      h("div.options", {},
        options(game).map((one) => option(game.game, one)),
        pickClock("opening.clock", wish.clock, (clock) => want({ clock })),
        pick("opening.who", wish.private ? "link" : "all", ["all", "link"].map((one) => [one, t(`opening.${one}`)]),
          (who) => want({ private: who === "link" })),
        absence(),
        tick("opening.watchable", wish.watchable, (watchable) => want({ watchable })),
        mayRate() && tick("opening.rated", wish.rated, (rated) => want({ rated })),
        isRated() && h("p.faint.what", { key: "rated" }, t("opening.rated.what")),
        !isRated() && tick("opening.take_back", wish.take_back, (takeBack) => want({ take_back: takeBack })),
        !isRated() && game.taught && tick("opening.hints", wish.hints, (hints) => want({ hints })))),
    h("div.row", { key: "go" }, h("button.primary", {}, t("opening.open"))),
    troubleAt("opening"));
}

/** Return whether the player has an account: only accounts play rated games. */
const mayRate = () => known.kept;

const isRated = () => wish.rated && mayRate();

/** @type {AbsenceRule[]} */
const ABSENCES = ["wait", "bot", "forfeit"];

/** Return what happens while a player is absent; the default depends on who can join. */
function absence() {
  const rule = wish.absence || (wish.private ? "wait" : "bot");
  const what = isSlow({ clock: CLOCKS[wish.clock] }) ? "opening.absence.slow" : `opening.absence.${rule}.what`;
  return [
    pick("opening.absence", rule, ABSENCES.map((one) => [one, t(`opening.absence.${one}`)]),
      (chosen) => want({ absence: ABSENCES.find((one) => one === chosen) })),
    h("p.faint.what", { key: "absence" }, t(what)),
  ];
}

/** Return the options of a game with their choices, from its schema; `""` stands for no choice.
 * @param {ListedGame} game @returns {Choice[]} */
function options(game) {
  /** @type {Schema} */
  const schema = game.options;
  /** @param {Schema} one @returns {Schema} */
  const named = (one) => (one.$ref && schema.$defs?.[one.$ref.split("/").at(-1) ?? ""]) || one.allOf?.[0] || one;
  return Object.entries(named(schema).properties ?? {}).map(([name, one]) => {
    const { enum: values = [] } = named(named(one));
    return one.default === undefined ? [name, ["", ...values], ""] : [name, values, one.default];
  });
}

/** @param {string} game @param {Choice} choice */
function option(game, [name, values, usual]) {
  /** @type {Array<[Value, string]>} */
  const choices = values.map((value) => [value, optionValue(game, name, value)]);
  return pick(`option.${game}.${name}`, wish.options[name] ?? usual, choices,
    (text) => want({ options: { ...wish.options, [name]: values.find((value) => String(value) === text) } }),
    optionName(game, name));
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} then */
function tick(label, checked, then) {
  return h("label.tick", { key: label },
    h("input", { type: "checkbox", checked, onchange: (event) => then(event.target.checked) }),
    h("span", {}, t(label)));
}

/** Return the options that differ from the defaults.
 * @param {ListedGame} game */
function unusual(game) {
  const chosen = options(game).filter(([name, , usual]) => (wish.options[name] ?? usual) !== usual);
  return Object.fromEntries(chosen.map(([name]) => [name, wish.options[name]]));
}

/** @param {ListedGame} game @param {number} seats */
const openTable = (game, seats) => attempt("opening", async () => {
  const rated = isRated();
  const help = rated ? { take_back: false, hints: false } : {};
  const info = await sit({
    ...wish, ...help, rated, do: "open_table", game: game.game, seats, options: unusual(game), clock: CLOCKS[wish.clock],
  });
  open = false;
  go(`/table/${info.table}`);
});
