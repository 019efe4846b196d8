/** Before the start of a match: the time waited so far, and a bot instead of an opponent. */

import { offered } from "../../bots.js";
import { figures } from "../../clock.js";
import { h, Piece } from "../../dom.js";
import { botsOf, gameTitle } from "../../games/games.js";
import { hasRoom } from "../../known.js";
import { go } from "../../route.js";
import { askAt, changed } from "../../server.js";
import { settings } from "../../settings.js";
import { t } from "../../words.js";
import { awayNotices } from "./away.js";
import { attempt, troubleAt } from "./doing.js";
import { takeSeat } from "./gathering.js";
import { options } from "./options.js";
import { badge, called, empty } from "./people.js";

/** @import { ShownTable, TableInfo } from "../../types.d.ts" */

/** Milliseconds before a bot is offered. */
const DELAY = 20_000;
const TICK = 1000;

/** The table last shown, and since when. */
let shown = { table: 0, at: 0 };
let timer = 0;

/** Return whether this page has looked for opponents at a table.
 * @param {number} table */
export const hasLooked = (table) => shown.table === table;

/** Return the milliseconds waited so far, even if this computer's clock is slow.
 * @param {TableInfo} info */
function waited({ table, matching_since: since = 0 }) {
  if (!hasLooked(table)) shown = { table, at: performance.now() };
  return Math.max(performance.now() - shown.at, Date.now() - since);
}

/** Draw a table that waits for any player who wants the same game.
 * @param {ShownTable} table @param {string} me */
export function looking(table, me) {
  const { info } = table;
  const left = DELAY - waited(info);
  clearTimeout(timer);
  if (left > 0) timer = setTimeout(changed, left);
  const seated = table.seat !== null;
  const now = { ...table, players: info.seats };
  return h("section.gathering.looking", { key: "gathering" },
    h("header", {},
      h("h1", {}, t("looking.title", { count: info.seats.length - 1, game: gameTitle(info.game) })),
      options(info)),
    h("p.waiting", { key: "waiting", role: "status" }, t("gathering.waiting", { count: empty(info).length })),
    h("ludo-waited", { key: "waited", data: info }),
    h("div.notices", { key: "notices" }, awayNotices(table)),
    h("ol.places", { key: "seats", "aria-label": t("gathering.seats") }, info.seats.map((one, seat) =>
      h("li.card.place", { key: seat, class: one ? "" : "free" }, badge(now, seat), called(now, seat)))),
    h("p.faint", { key: "how" }, t("looking.how")),
    h("div.row.decisions", { key: "decisions" },
      seated && left <= 0 && botsOf(info.game).length > 0 &&
        h("button.primary", { key: "bot", onclick: () => playBots(table) }, t("looking.bot", { count: empty(info).length })),
      seated
        ? h("button", { key: "cancel", onclick: () => cancel(table) }, t("looking.cancel"))
        : hasRoom(info, me) && h("button.primary", { key: "sit", onclick: () => takeSeat(table, "start") },
          t("gathering.sit_down"))),
    troubleAt("start"));
}

/** Leave the seat, which closes the table unless others wait there.
 * @param {ShownTable} table */
const cancel = (table) => attempt("start", async () => {
  await askAt(table, { do: "stand_up" });
  go("/");
});

/** Seat bots of the level chosen last on the free seats, which starts the game.
 * @param {ShownTable} table */
const playBots = (table) => attempt("start", async () => {
  const { game } = table.info;
  const bot = offered(settings.opponents[game]?.[0], botsOf(game));
  for (let free = empty(table.info).length; free > 0; free -= 1) await askAt(table, { do: "seat_bot", ...bot });
});

/** The time waited so far.
 * @extends {Piece<TableInfo>} */
class WaitedElement extends Piece {
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.draw(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {TableInfo} info */
  drawing(info) {
    const time = figures(Math.floor(waited(info) / TICK) * TICK);
    return h("p.waited", { role: "timer" }, t("looking.waited", { time }));
  }
}

customElements.define("ludo-waited", WaitedElement);
