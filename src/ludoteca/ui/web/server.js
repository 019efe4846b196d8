/** The server as this page knows it: the known state, and requests. */

import { Connection, refusalOf } from "./connection.js";
import { hear, newTable, nothingKnown } from "./known.js";
import { prefer, settings } from "./settings.js";

/** @import { Asked, AtTable, Heard, Intent, Known, Requests, Seating, Table } from "./types.d.ts" */

const OPENED = 1;
const MOST_MISSED = 100;
const FOUND = 24;

/** The name of this browser in the player's list of devices. */
export const BROWSER = [
  ["Edg", "Firefox", "Chrome", "Safari"],
  ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"],
].map((words) => words.find((word) => navigator.userAgent.includes(word))).filter(Boolean).join(", ").replace("Edg", "Edge");

export const known = nothingKnown();
/** The name and token of this window; another window may have logged in under another name since. */
let login = { name: "", token: "" };
/** The pending animation frame; 0 if nothing has changed. */
let frame = 0;
let redraw = () => {};
/** @type {Set<(notice: Heard, known: Known) => void>} */
const listeners = new Set();

const connection = new Connection(heard, greet);

/** @param {Heard} notice */
function heard(notice) {
  hear(known, notice);
  for (const listener of listeners) listener(notice, known);
  const moved = notice.notice === "table_news" && notice.record.record === "move_played";
  if (!moved) changed(); // after a move, the new view follows and is drawn then
}

/** Redraw, once for everything that happens in one frame. */
export function changed() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    redraw();
  });
}

/** Call `draw` whenever something has changed.
 * @param {() => void} draw */
export function whenChanged(draw) {
  redraw = draw;
}

/** Call `listener` with every notice.
 * @param {(notice: Heard, known: Known) => void} listener */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return whether the player must choose a name: none is known, or it was refused. */
export const needsName = () => !known.me && (!settings.name || known.refused !== null);

/** Log in again whenever the connection opens; return whether there is a name. */
async function greet() {
  if (needsName()) return false;
  const { name, token } = known.me ? login : settings;
  try {
    await enter(name, "", token);
  } catch (error) {
    known.me = "";
    known.refused = refusalOf(error);
    changed();
  }
  return true;
}

/** Log in under a name; a secret or a token proves its ownership. Without `stay`, only until the window is closed.
 * @param {string} name @param {string} secret @param {string} token @param {{ intent?: Intent, stay?: boolean }} given */
export async function enter(name, secret = "", token = "", { intent = "", stay = settings.stay } = {}) {
  const { name: mine, token: key, kept } = await connection.ask({ do: "enter", name, secret, token, client: BROWSER, intent });
  known.refused = null;
  known.deleted = false;
  const returns = key === login.token;
  login = { name: mine, token: key };
  if (!returns) prefer({ ...login, stay });
  quietly({ do: "look_around", follow: true });
  quietly({ do: "recall", heard: known.heard }).then(() => { known.caughtUp = true; });
  quietly({ do: "ask_finished" });
  if (kept) quietly({ do: "ask_notifications" });
  if (known.table?.info) watch(known.table.number, known.table.code).catch(() => {});
}

/** Return the token of this window. */
export const ownToken = () => login.token;

/** Give up the name to choose another; a protected name needs its password again. */
export async function giveUpName() {
  const { me } = known;
  await ask({ do: known.kept ? "end_session" : "step_out" });
  forgetName(me);
}

/** Clear a name that the server has already released; propose `before` as the next name.
 * @param {string} before */
export function forgetName(before = "") {
  prefer({ name: "", token: "" });
  Object.assign(known, {
    me: "", renaming: before, table: null, own: new Map(), awaited: [], invitations: [], contacts: new Map(), notifications: null,
  });
  changed();
}

export const connect = () => connection.connect();

/** Send a request; return its answer or throw a `Refused`.
 * @template {keyof Requests} What @param {Asked<What>} request */
export const ask = (request) => connection.ask(request);

/** Send a request about a table.
 * @param {Table} table @param {AtTable} request */
export const askAt = (table, request) => ask({ table: table.number, ...request });

/** Send an optional request, whose refusal does not matter.
 * @template {keyof Requests} What @param {Asked<What>} request */
const quietly = (request) => connection.ask(request).catch(() => {});

/** Load the next page of the list of tables. */
export const seeMore = () => ask({ do: "look_around", follow: true, after: known.more });

/** Search for tables; with `after`, load the next page of results.
 * @param {string} words @param {string} after */
export const search = (words, after = "") =>
  ask({ do: "look_around", follow: true, limit: FOUND, search: words, after });

/** Watch a table; the server does not repeat what the page has received.
 * The first time, request everything since the table was opened, to fill the log.
 * @param {number} number @param {string} code */
export async function watch(number, code = "") {
  const table = known.table?.number === number ? known.table : newTable(number, code);
  if (table !== known.table) turnTo(table);
  /** @param {number} seen */
  const see = (seen) => connection.ask({ do: "watch", table: number, seen, heard: table.heard, code, closely: true });
  const shown = await see(table.told ? table.version : OPENED);
  const longAgo = shown.version - MOST_MISSED;
  const missing = !table.told && longAgo > OPENED && known.table === table;
  table.told = true;
  return missing ? see(longAgo) : shown;
}

/** Show another table, and stop watching the previous one.
 * @param {Table | null} table */
function turnTo(table) {
  const before = known.table;
  known.table = table;
  if (before) connection.ask({ do: "stop_watching", table: before.number }).catch(() => {});
}

/** Stop watching the table. */
export const unwatch = () => turnTo(null);

/** Join or open a table, and show it.
 * @param {Seating} request */
export async function sit(request) {
  const shown = await connection.ask({ ...request, closely: true });
  if (known.table?.number !== shown.info.table) {
    turnTo(newTable(shown.info.table));
    hear(known, shown);
  }
  return shown.info;
}
