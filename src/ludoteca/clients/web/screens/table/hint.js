/** A hint: what a bot would play in the player's place, and why. */

import { say } from "../../announce.js";
import { h } from "../../dom.js";
import { game, gameOf } from "../../games/games.js";
import { ask, changed } from "../../server.js";
import { language, speak, t } from "../../words.js";
import { attempt, HEADLINE } from "./doing.js";
import { isMyTurn } from "./headline.js";

let asking = false;

/** Whether the player may ask: only bots play besides, or the table allows it. */
function mayAsk(table) {
  const { info, seat } = table;
  const alone = info.seats.every((one, other) => !one || one.bot || other === seat);
  return isMyTurn(table) && gameOf(info.game)?.taught && (info.hints || alone);
}

/** The button that asks for a hint; there is none where none may be asked for. */
export const hintButton = (table) => mayAsk(table) &&
  h("button", { key: "hint", title: t("hint.ask"), disabled: asking, onclick: () => askHint(table) },
    h("span", { "aria-hidden": "true" }, "✦ "), h("span.words", {}, t("hint.ask")));

const askHint = (table) => attempt(HEADLINE, async () => {
  const { game: name } = table.info;
  asking = true;
  changed();
  try {
    await ask({ do: "ask_hint", table: table.number });
    await loaded(game(name, changed), name).ready;
  } finally {
    asking = false;
  }
  if (table.hint) say(told(table, LOADED[name].sentence));
});

const told = (table, sentence) => sentence(table, table.hint.move, table.hint.reasons);

/** The hint in words, while it is fresh. */
export function hintNotice(table, rules) {
  const sentence = table.hint && teacher(rules, table.info.game);
  return sentence && h("p.notice.hint", { key: "hint" }, told(table, sentence));
}

const LOADED = {};

/** What makes a sentence of a move and its reasons, once it is loaded; until then null, and the page is drawn then. */
export const teacher = (rules, name) => loaded(rules, name).sentence;

function loaded(rules, name) {
  LOADED[name] ??= { sentence: null, ready: load(rules, name) };
  return LOADED[name];
}

async function load(rules, name) {
  const [{ advice }, words] = await Promise.all([import("../lessons/advice.js"), rules.teach()]);
  await speak(language); // with the texts that came with these
  LOADED[name].sentence = (table, move, reasons) => advice(words, table, move, reasons);
  changed();
}
