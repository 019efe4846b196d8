/** The player's games in play, and the bar that says where it is the player's turn. */

import { h } from "./dom.js";
import { go, place } from "./route.js";
import { ask, changed, known, listen } from "./server.js";
import { t } from "./words.js";

/** @import { Known, OwnTable, Where } from "./types.d.ts" */

/** Milliseconds between requests while the player has games in play. */
const EVERY = 20_000;

/** The games, and when they were received, on the clock of the page. */
let received = { tables: /** @type {OwnTable[]} */ ([]), at: 0 };
let asking = false;

/** Ask for the games in play. */
export async function askTurns() {
  if (asking || !known.me || document.hidden) return;
  asking = true;
  const told = await ask({ do: "ask_own_tables" }).catch(() => null);
  asking = false;
  if (!told) return;
  received = { tables: told.tables, at: performance.now() };
  changed();
}

listen((notice) => {
  if (notice.notice === "welcome" || (notice.notice === "table_listed" && isOwn(notice.info.table))) askTurns();
});

/** @param {number} number */
const isOwn = (number) => known.own.has(number) || received.tables.some(({ info }) => info.table === number);

document.addEventListener("visibilitychange", askTurns);
setInterval(() => {
  if (received.tables.length || known.own.size) askTurns();
}, EVERY);

/** Return the games in play, your turn first; what the page knows of the table it shows is newer.
 * @param {Known} known @returns {OwnTable[]} */
export function ownTables({ me, table }) {
  if (!me) return [];
  const shown = table?.info?.started ? table : null;
  const tables = received.tables.flatMap((own) => {
    if (own.info.table !== shown?.number) return [own];
    return shown.info?.over || shown.seat === null ? [] : [{ ...own, to_move: shown.toMove }];
  });
  return tables.sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
}

/** Return whether it is the player's turn.
 * @param {OwnTable} own */
export const isMine = ({ seat, to_move: toMove, info }) => toMove.includes(seat) && !info.paused;

/** Return the milliseconds left to a seat.
 * @param {OwnTable} own @param {number} seat */
export function leftAt({ left, running, to_move: toMove }, seat) {
  const passed = running && toMove.includes(seat) ? performance.now() - received.at : 0;
  return Math.max(0, (left[seat] ?? 0) - passed);
}

/** Draw the bar about other tables where it is the player's turn; the header leads to the table that is still open.
 * @param {Known} known @param {Where} here */
export function turnBar(known, here) {
  const shown = here.screen === "table" ? Number(here.what) : 0;
  const waiting = ownTables(known).filter((own) => isMine(own) && own.info.table !== shown).map((own) => own.info.table);
  if (!waiting.length || (waiting.length === 1 && waiting[0] === known.table?.number)) return null;
  const next = waiting.find((number) => number > shown) ?? waiting[0];
  return h("p.notice.line.turns", { key: "turns", role: "status" },
    h("strong", {}, t("turns", { count: waiting.length })),
    h("span.row", {},
      h("button.small.primary", { key: "next", onclick: () => go(`/table/${next}`) }, t("turns.next")),
      place().screen !== "games" && h("a", { key: "all", href: "/games" }, t("games"))));
}
