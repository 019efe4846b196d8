/** Who is here, and what is said in the house. */

import { h } from "../../dom.js";
import { ask, changed } from "../../house.js";
import { isMuted, mute } from "../../muted.js";
import "../../talk.js";
import { readAll, unread } from "../../unread.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { unreadMark } from "../top.js";

let chosen = "";

/** Beside the tables: people and talk. */
export const around = (known) =>
  h("aside.around", { key: "around", "aria-label": t("lobby.around") },
    h("section.panel.here", { key: "people", id: "people", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, t("lobby.people_here", { count: known.people.length })),
      h("ul", {}, known.people.map((name) => person(name, known))),
      troubleAt("people")),
    h("section.panel.house", { key: "talk", id: "talk", "aria-labelledby": "talk-title" },
      h("h2", { id: "talk-title" }, t("lobby.talk"), unread() > 0 && unreadMark()),
      h("ludo-talk", { data: talk(known) })));

const talk = ({ said, me, people }) => ({
  said,
  me,
  people,
  label: t("lobby.talk"),
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
      h("button.small", { key: "whisper", onclick: () => whisper(name) }, t("talk.whisper", { name })),
      h("button.small", { key: "mute", onclick: () => attempt("people", () => mute(name, !muted)) },
        t(muted ? "talk.hear" : "talk.mute", { name }))));
}

/** The table where somebody plays, if all may know of it. */
function where(name, { tables }) {
  const sits = (one) => one && !one.bot && one.name === name;
  const at = [...tables.values()].find(({ started, seats }) => started && seats.some(sits));
  return at && h("span.chip", { key: "where" }, t("lobby.at", { number: at.table }));
}

function whisper(name) {
  chosen = "";
  changed();
  document.querySelector(".around ludo-talk").whisper(name);
}
