/** A table: whose turn it is, the game itself, players, log and chat. */

import { refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { game, gameOf, gameTitle } from "../games/games.js";
import { isOver, isPlayed, isShown } from "../known.js";
import { ask, changed, known, unwatch, watch } from "../server.js";
import { isToured, tourOnce } from "../tour.js";
import { because, loads, t } from "../words.js";
import { forgetTrouble, lost } from "./table/doing.js";
import { final } from "./table/final.js";
import { gathering } from "./table/gathering.js";
import { looking } from "./table/looking.js";
import { hintOf } from "./table/hint.js";
import { headline, isMyTurn, notices } from "./table/headline.js";
import { actions } from "./table/menu.js";
import "./table/news.js";
import { side } from "./table/side.js";

/** @import { Act, PlayedTable, TableData, Where } from "../types.d.ts" */

let problem = "";

/** @param {string} number */
export async function arrive(number) {
  problem = "";
  forgetTrouble();
  try {
    await watch(Number(number), new URLSearchParams(location.search).get("code") ?? "");
  } catch (error) {
    problem = because(refusalOf(error));
    changed();
  }
}

/** Keep watching the table on other screens if the player has a seat; spectators stop watching.
 * Players of a finished game stop watching when they leave both the table and its replay: no rematch keeps them a seat.
 * @param {Where} next */
export function leave(next) {
  const { table } = known;
  if ((next.screen === "table" || next.screen === "replay") && Number(next.what) === table?.number) return;
  if (!table || table.seat === null || table.info?.over || table.closed) unwatch();
}

/** Return the actions of a seated player; each is a promise that rejects with a refusal.
 * @param {PlayedTable} table @returns {Act | null} */
function acts(table) {
  if (table.seat === null || table.info.over) return null;
  const at = { table: table.number };
  return {
    play: (move) => ask({ do: "play", ...at, move, keep: true }),
    step: (step) => ask({ do: "draft", ...at, step }),
    finish: () => ask({ do: "finish", ...at, keep: true }),
    drop: () => ask({ do: "drop_move", ...at }),
  };
}

/** @type {{ of: unknown[], data: TableData | null }} */
let shown = { of: [], data: null };
/** Return the data for the game's element: the same object while nothing in it has changed, to skip drawing.
 * @param {PlayedTable} table */
function shownOf(table) {
  const { view, guide, points, hint, info, kept, seat, seen, version, drafts } = table;
  const of = [table, view, guide, points, hint, info, info.seats, kept, seat, seen, version, JSON.stringify(drafts), loads];
  if (of.some((one, i) => one !== shown.of[i])) shown = { of, data: { table, act: acts(table) } };
  return shown.data;
}

/** @param {unknown} _ @param {string} number */
export function title(_, number) {
  const { table } = known;
  if (!isShown(table)) return t("table.title", { number });
  const name = t("table.of", { game: gameTitle(table.info.game), number });
  return isMyTurn(table) ? `● ${t("turn.yours")} – ${name}` : name;
}

export function draw() {
  const { table } = known;
  if (problem) return lost(problem);
  if (!isShown(table)) return h("p.coming", { key: "wait" }, t("table.loading"));
  if (table.hidden) return lost(t("table.hidden"));
  if (table.closed) return lost(t("log.table_closed"));
  if (table.removed) return lost(t("no.house/removed"));
  const { info } = table;
  const rules = game(info.game, changed);
  if (!info.started) {
    return h("div.table", { key: `table ${table.number}` },
      info.matching_since ? looking(table, known.me) : gathering(table, known.me, gameOf(info.game)),
      side(table, rules));
  }
  if (!isPlayed(table) || !rules) return h("p.coming", { key: "wait" }, t("table.loading"));
  if (table.seat !== null && !info.over) {
    tourOnce(info.game, rules.tour ?? [], rules.decision);
    if (isToured(info.game)) tourOnce(`${info.game}-later`, rules.later ?? []);
  }
  return h("div.table", { key: `table ${table.number}` },
    h("h1.unseen", { key: "title" }, t("table.of", { game: gameTitle(info.game), number: table.number })),
    h("section.stage", { key: "stage", class: table.seat !== null && !info.over && info.game, "aria-label": gameTitle(info.game) },
      info.over && isOver(table) ? final(table, rules) : headline(table, rules, hintOf(table, rules), actions(table)),
      notices(table),
      h(rules.element, { key: "game", data: shownOf(table) })),
    side(table, rules));
}
