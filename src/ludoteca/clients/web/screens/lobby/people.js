/** Who is online, and the lobby chat. */

import { h } from "../../dom.js";
import { ask, changed } from "../../server.js";
import { isMuted, mute } from "../../muted.js";
import "../../chat.js";
import { readAll, unread } from "../../unread.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { unreadMark } from "../top.js";

let chosen = "";

/** Beside the tables: players and chat. */
export const around = (known) =>
  h("aside.around", { key: "around", "aria-label": t("lobby.around") },
    h("section.panel.here", { key: "people", id: "people", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, t("lobby.people_here", { count: known.people.length })),
      h("ul", {}, known.people.map((name) => person(name, known))),
      troubleAt("people")),
    h("section.panel.house", { key: "chat", id: "chat", "aria-labelledby": "chat-title" },
      h("h2", { id: "chat-title" }, t("lobby.chat"), unread() > 0 && unreadMark()),
      h("ludo-chat", { data: chat(known) })));

const chat = ({ said, me, people }) => ({
  said,
  me,
  people,
  label: t("lobby.chat"),
  seen: readAll,
  send: (text, to) => ask({ do: "say", text, to }),
});

function person(name, known) {
  if (name === known.me) {
    return h("li", { key: name }, h("strong", {}, name), h("span.chip", { key: "you" }, t("table.you")));
  }
  const open = chosen === name;
  const muted = isMuted(name);
  return h("li", { key: name },
    h("button.name", { "aria-expanded": String(open), onclick: () => { chosen = open ? "" : name; changed(); } }, name),
    where(name, known),
    muted && h("span.chip", { key: "muted" }, t("lobby.muted")),
    open && h("div.row", { key: "acts" },
      h("button.small", { key: "whisper", onclick: () => whisper(name) }, t("chat.whisper", { name })),
      h("button.small", { key: "mute", onclick: () => attempt("people", () => mute(name, !muted)) },
        t(muted ? "chat.hear" : "chat.mute", { name }))));
}

/** The table where a player is seated, if it is listed. */
function where(name, { tables }) {
  const sits = (one) => one && !one.bot && one.name === name;
  const at = [...tables.values()].find(({ started, seats }) => started && seats.some(sits));
  return at && h("span.chip", { key: "where" }, t("lobby.at", { number: at.table }));
}

function whisper(name) {
  chosen = "";
  changed();
  document.querySelector(".around ludo-chat").whisper(name);
}
