/** The panels beside the game: players, log and chat, as tabs if there is little room. */

import { find, h } from "../../dom.js";
import { peopleAt } from "../../known.js";
import "../../log.js";
import "../../chat.js";
import { ask, changed, known } from "../../server.js";
import { isMuted } from "../../muted.js";
import { tabAfter } from "../../tabs.js";
import { t } from "../../words.js";
import { isMyTurn } from "./headline.js";
import { players } from "./players.js";

/** @import { Child, GameModule, ShownTable } from "../../types.d.ts" */

const NARROW = matchMedia("(max-width: 60rem)");
NARROW.addEventListener("change", () => changed());

/** A panel beside a table: name, drawing, and an optional mark after the name.
 * @typedef {[name: string, draw: () => Child, mark?: Child]} Panel */

let chosen = "players";
/** The last message whose bubble was closed. */
let closed = 0;

/** @param {ShownTable} table */
const place = (table) => `read/${table.number}`;

/** Return the unread messages at a table.
 * @param {ShownTable} table */
function unread(table) {
  if (!table.said.length) return [];
  const read = Number(sessionStorage.getItem(place(table)) ?? 0);
  return table.said.filter((one) => one.by !== known.me && one.number > read && !isMuted(one.by));
}

/** Mark all messages of a table as read.
 * @param {ShownTable} table */
function readAll(table) {
  const news = unread(table).length > 0;
  sessionStorage.setItem(place(table), String(table.heard));
  if (news) changed();
}

/** Draw all panels, or one of them with tabs for the others; then `above` is drawn above the log or the chat.
 * @param {Panel[]} panels @param {string} label @param {Child} above */
export function beside(panels, label, above = null) {
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
    }, name !== "players" && above, draw()));
}

/** Draw the players, log and chat of a table.
 * @param {ShownTable} table @param {GameModule | null} rules */
export function side(table, rules) {
  const mark = unreadMark(table);
  /** @type {Panel[]} */
  const panels = [
    ["players", () => players(table, rules, known.me)],
    ["log", () => h("ludo-log", { data: { table, rules, label: t("side.log") } })],
    ["chat", () => h("ludo-chat", { key: table.number, data: chat(table) }), mark],
  ];
  return [
    beside(table.info.started ? panels : panels.slice(1), t("side"), NARROW.matches && isMyTurn(table) && turnMark()),
    NARROW.matches && table.info.started && bubble(table, () => toChat(table)),
  ];
}

/** Draw the number of unread messages, if any.
 * @param {ShownTable} table */
function unreadMark(table) {
  const waiting = unread(table).length;
  return waiting > 0 &&
    h("span.unread", { key: "unread" }, waiting, h("span.unseen", {}, ` ${t("unread", { count: waiting })}`));
}

/** Draw the last unread message, unless its bubble was closed; `open` leads to the chat.
 * @param {ShownTable} table @param {() => void} open */
function bubble(table, open) {
  const last = unread(table).at(-1);
  return last && last.number !== closed && h("div.heard", { key: `heard ${last.number}` },
    h("button", { key: "open", onclick: open },
      h("span.text", {}, h("strong", {}, last.by), `: ${last.text}`), unreadMark(table)),
    h("button.quiet", { key: "close", "aria-label": t("side.close"), onclick: () => close(last.number) }, "✕"));
}

/** Draw the chat in a panel that covers the table; on a phone the last message, which leads back to the chat.
 * @param {ShownTable} table @param {() => void} leave */
export function talk(table, leave) {
  if (NARROW.matches) {
    return bubble(table, () => {
      addEventListener("popstate", () => toChat(table), { once: true }); // until then the browser restores its scroll position
      leave();
    });
  }
  return h("aside.panel.chat", { key: "chat", "aria-label": t("side.chat") },
    h("ludo-chat", { key: table.number, data: chat(table) }));
}

/** Close the bubble of a message, which stays unread.
 * @param {number} number */
function close(number) {
  closed = number;
  changed();
}

/** Draw the button back to the board for players who read the chat or the log when their turn begins. */
const turnMark = () =>
  h("div.my-turn", { key: "my-turn" },
    h("button.primary", { onclick: () => find(".headline").scrollIntoView({ block: "start" }) }, `${t("turn.yours")} ↑`));

/** Show the chat, and scroll to it.
 * @param {ShownTable} table */
function toChat(table) {
  choose("chat");
  readAll(table);
  requestAnimationFrame(() => requestAnimationFrame(() => find("ludo-chat").scrollIntoView({ block: "nearest" })));
}

/** @param {ShownTable} table */
const chat = (table) => ({
  said: table.said,
  table,
  me: known.me,
  people: peopleAt(table.info).map((one) => one.name),
  /** @param {string} text @param {string} to */
  send: (text, to) => ask({ do: "say", table: table.number, text, to }),
  seen: () => readAll(table),
});

/** @param {string} name */
function choose(name) {
  chosen = name;
  changed();
}

/** Move between tabs with the arrow keys.
 * @param {KeyboardEvent} event @param {Panel[]} panels */
function turn(event, panels) {
  const names = panels.map(([name]) => name);
  const at = Math.max(names.indexOf(chosen), 0); // the first is shown if the chosen one is missing
  const to = tabAfter(event.key, at, names.length);
  if (to === null) return;
  event.preventDefault();
  choose(names[to]);
  find(`#tab-${chosen}`).focus();
}
