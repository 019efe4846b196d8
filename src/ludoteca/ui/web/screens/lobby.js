/** The lobby: quick play, opening, joining and watching tables, chat, and finished games. */

import { h } from "../dom.js";
import { games } from "../games/games.js";
import { ask, changed, listen } from "../server.js";
import { isToured, markToured, tour } from "../tour.js";
import { t } from "../words.js";
import { finding } from "./lobby/finding.js";
import { finished } from "./lobby/finished.js";
import { opening } from "./lobby/opening.js";
import { around } from "./lobby/people.js";
import { quick } from "./lobby/quick.js";
import { follow } from "./lobby/glances.js";
import { drawnTables, tables } from "./lobby/tables.js";
import { forgetTrouble } from "./table/doing.js";
import { unread } from "../unread.js";
import { unreadMark } from "./top.js";

/** @import { Known } from "../types.d.ts" */

const TOUR = [
  { at: ".quick", text: "tour.quick" },
  { at: ".tables:has(.seating)", text: "tour.tables" },
  { at: ".tables:not(:has(.seating))", text: "tour.no_tables" },
  { at: "#top .menu", text: "tour.menu" },
];

let here = false;

export function arrive() {
  here = true;
  forgetTrouble();
  ask({ do: "ask_finished" }).catch(() => {});
}

export function leave() {
  here = false;
  follow([]);
}

listen((notice) => {
  if (here && notice.notice === "table_listed" && notice.info.over) ask({ do: "ask_finished" }).catch(() => {});
});

export const title = () => (unread() ? `(${unread()}) ${t("lobby.title")}` : t("lobby.title"));

/** @param {Known} known */
export function draw(known) {
  const drawing = lobby(known);
  follow(drawnTables());
  return drawing;
}

/** @param {Known} known */
const lobby = (known) =>
  h("div.lobby", { key: "lobby" },
    h("div.rooms", { key: "rooms" },
      h("h1", { key: "title" }, known.me ? t("lobby.hello", { name: known.me }) : t("lobby.title")),
      jumps(),
      !isToured("lobby") && hint(),
      quick(games()),
      finding(games()),
      opening(games()),
      tables(known),
      finished(known)),
    around(known));

/** Draw links to the sections further down, for small screens. */
const jumps = () =>
  h("nav.jumps", { key: "jumps", "aria-label": t("lobby.jumps") },
    h("a", { key: "tables", href: "#tables" }, t("lobby.tables")),
    h("a", { key: "chat", href: "#chat" }, t("side.chat"), unread() > 0 && unreadMark()),
    h("a", { key: "people", href: "#people" }, t("lobby.people")),
    h("a", { key: "finished", href: "#finished" }, t("lobby.finished")));

/** Draw the offer of a tour for new players. */
function hint() {
  const done = () => {
    markToured("lobby");
    changed();
  };
  const show = () => {
    done();
    requestAnimationFrame(() => requestAnimationFrame(() => tour("lobby", TOUR)));
  };
  return h("p.notice.hint", { key: "hint" },
    h("span", {}, t("lobby.new")),
    h("span.row", {},
      h("button.small", { key: "show", onclick: show }, t("lobby.show")),
      h("button.small.quiet", { key: "no", onclick: done }, t("lobby.no"))));
}
