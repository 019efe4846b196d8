/** Online players and the lobby chat. */

import { find, h } from "../../dom.js";
import { ask, changed } from "../../server.js";
import { isBlocked, isMuted } from "../../muted.js";
import { personActs } from "../../person.js";
import "../../chat.js";
import { readAll, unread } from "../../unread.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { unreadMark } from "../top.js";
import { invitations } from "./inviting.js";

/** @import { Known } from "../../types.d.ts" */

let chosen = "";

/** Draw players and chat, beside the tables.
 * @param {Known} known */
export function around(known) {
  const playing = seats(known);
  const others = known.online - known.people.length;
  return h("aside.around", { key: "around", "aria-label": t("lobby.around") },
    h("section.panel.here", { key: "people", id: "people", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, t("lobby.people_here", { count: known.online })),
      known.me && h("p", { key: "friends" }, h("a", { href: "/friends" }, t("friends.open"))),
      h("ul", {}, known.people.map((name) => person(name, known, playing))),
      others > 0 && h("p.faint", { key: "others" }, t("lobby.people_more", { count: others })),
      known.bots.length > 0 &&
        h("ul", { key: "bots", "aria-label": t("gathering.bots") }, known.bots.map((name) => person(name, known, playing))),
      troubleAt("people")),
    h("section.panel.house", { key: "chat", id: "chat", "aria-labelledby": "chat-title" },
      h("h2", { id: "chat-title" }, t("lobby.chat"), unread() > 0 && unreadMark()),
      h("ludo-chat", { data: chat(known) })));
}

/** @param {Known} known */
const chat = ({ said, me, people }) => ({
  said,
  me,
  people,
  label: t("lobby.chat"),
  seen: readAll,
  /** @param {string} text @param {string} to */
  send: (text, to) => ask({ do: "say", text, to }),
});

/** @param {string} name @param {Known} known @param {Map<string, number>} playing */
function person(name, known, playing) {
  if (name === known.me) {
    return h("li", { key: name }, h("strong", {}, name), h("span.chip", { key: "you" }, t("table.you")));
  }
  const open = chosen === name;
  const muted = isMuted(name);
  return h("li", { key: name },
    h("button.name", { "aria-expanded": String(open), onclick: () => { chosen = open ? "" : name; changed(); } }, name),
    known.bots.includes(name) && h("span.chip", { key: "bot" }, t("table.bot")),
    playing.has(name) && h("span.chip", { key: "where" }, t("lobby.at", { number: playing.get(name) })),
    muted && h("span.chip", { key: "muted" }, t(isBlocked(name) ? "person.blocked" : "lobby.muted")),
    open && h("div.row", { key: "acts" },
      !muted && known.people.includes(name) && invitations(name, known),
      personActs(name, { act: (what) => attempt("people", what), whisper: () => whisper(name) })));
}

/** Map each player to their listed game.
 * @param {Known} known */
function seats({ tables }) {
  const playing = new Map();
  for (const { table, started, seats: holders } of tables.values()) {
    for (const one of holders) if (started && one && !one.bot) playing.set(one.name, table);
  }
  return playing;
}

/** @param {string} name */
function whisper(name) {
  chosen = "";
  changed();
  /** @type {import("../../chat.js").ChatElement} */ (find(".around ludo-chat")).whisper(name);
}
