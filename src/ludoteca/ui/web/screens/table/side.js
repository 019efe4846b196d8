/** Beside the game: players, log and chat; in a row of tabs where there is little room. */

import { h } from "../../dom.js";
import "../../log.js";
import "../../chat.js";
import { ask, changed, known } from "../../server.js";
import { isMuted } from "../../muted.js";
import { t } from "../../words.js";
import { players } from "./players.js";

const NARROW = matchMedia("(max-width: 60rem)");
NARROW.addEventListener("change", () => changed());

let chosen = "players";

const place = (table) => `read/${table.number}`;

/** The number of unread messages at a table. */
function unread(table) {
  if (!table.said.length) return 0;
  const read = Number(sessionStorage.getItem(place(table)) ?? 0);
  return table.said.filter((one) => one.by !== known.me && one.number > read && !isMuted(one.by)).length;
}

/** Mark all messages of a table as read. */
function readAll(table) {
  const news = unread(table) > 0;
  sessionStorage.setItem(place(table), table.heard);
  if (news) changed();
}

/** What is beside a table, where `panels` are `[name, drawing]`. */
export function beside(panels, label) {
  if (!NARROW.matches) {
    const whole = panels.length > 2;
    return h("aside.side", { key: "side", class: whole && "whole", "aria-label": label },
      panels.map(([name, draw, mark]) =>
        h("section.panel", { key: name, class: name, "aria-labelledby": `panel-${name}` },
          h("h2", { id: `panel-${name}` }, t(`side.${name}`), mark),
          draw())));
  }
  const [name, draw] = panels.find(([one]) => one === chosen) ?? panels[0];
  return h("aside.side.narrow", { key: "side", "aria-label": label },
    h("div.tabs", { role: "tablist", "aria-label": label, onkeydown: (event) => turn(event, panels) },
      panels.map(([one, , mark]) => h("button", {
        key: one, id: `tab-${one}`, role: "tab", "aria-selected": String(one === name), "aria-controls": `panel-${one}`,
        tabindex: one === name ? 0 : -1, onclick: () => choose(one),
      }, t(`side.${one}`), mark))),
    h("div.panel", {
      key: name, class: name, id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`,
    }, draw()));
}

/** Players, log and chat of a table. */
export function side(table, rules) {
  const waiting = unread(table);
  const mark = waiting > 0 &&
    h("span.unread", { key: "unread" }, waiting, h("span.unseen", {}, ` ${t("unread", { count: waiting })}`));
  return beside([
    ...(table.info.started ? [["players", () => players(table, rules, known.me)]] : []),
    ["log", () => h("ludo-log", { data: { table, rules, label: t("side.log") } })],
    ["chat", () => h("ludo-chat", { key: table.number, data: chat(table) }), mark],
  ], t("side"));
}

const chat = (table) => ({
  said: table.said,
  table,
  me: known.me,
  people: peopleAt(table),
  send: (text, to = "") => ask({ do: "say", table: table.number, text, to }),
  seen: () => readAll(table),
});

const peopleAt = ({ info }) => info.seats.filter((one) => one && !one.bot).map((one) => one.name);

function choose(name) {
  chosen = name;
  changed();
}

/** Arrow keys go from tab to tab, as everywhere. */
function turn(event, panels) {
  const names = panels.map(([name]) => name);
  const at = names.indexOf(chosen);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  choose(names[(to + names.length) % names.length]);
  document.getElementById(`tab-${chosen}`).focus();
}
