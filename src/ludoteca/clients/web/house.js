/** The house as this page has it: what is known, and what can be asked. */

import { Connection } from "./connection.js";
import { hear, newTable, nothingKnown } from "./known.js";
import { prefer, settings } from "./settings.js";

const QUIET = 20_000;
const OPENED = 1;
const MOST_MISSED = 100;

export const known = nothingKnown();
let drawn = null;
let followers = () => {};
const ears = new Set();

const connection = new Connection(heard, greet);

function heard(notice) {
  hear(known, notice);
  for (const ear of ears) ear(notice, known);
  if (notice.record?.record !== "move_played") changed(); // what the move came to is told next, and drawn with it
}

/** Draw again, once for everything that happens in one frame. */
export function changed() {
  drawn ??= requestAnimationFrame(() => {
    drawn = null;
    followers();
  });
}

/** Call this whenever something has changed. */
export function whenChanged(draw) {
  followers = draw;
}

/** Tell this every notice as it comes. */
export function listen(ear) {
  ears.add(ear);
  return () => ears.delete(ear);
}

/** Whether nobody has come in here: no name is known, or the one that is was refused. */
export const isNobody = () => !known.me && (!settings.name || known.refused !== null);

/** Whenever the line opens: who we are, what there is, and where we were. Whether we are anybody. */
async function greet() {
  if (isNobody()) return false;
  try {
    await enter(settings.name, "", settings.token);
  } catch (error) {
    known.me = "";
    known.refused = error;
    changed();
  }
  return true;
}

/** Where nothing is heard for long, ask for something small: a line can be dead without saying so. */
function wonder() {
  if (!known.me || !connection.open || performance.now() - connection.heardAt < QUIET) return;
  quietly({ do: "recall", heard: known.heard });
}

setInterval(wonder, QUIET);
document.addEventListener("visibilitychange", () => document.hidden || wonder());

/** Come in; a secret or a token shows whose name it is. */
export async function enter(name, secret = "", token = "") {
  const { name: mine, token: key } = await connection.ask({ do: "enter", name, secret, token });
  known.refused = null;
  prefer({ name: mine, token: key });
  quietly({ do: "look_around", follow: true });
  quietly({ do: "recall", heard: known.heard }).then(() => { known.caughtUp = true; });
  quietly({ do: "ask_finished" });
  if (known.table?.info) watch(known.table.number, known.table.code).catch(() => {});
}

/** Be somebody else. */
export async function stepOut() {
  await ask({ do: "step_out" });
  prefer({ name: "", token: "" });
  Object.assign(known, { me: "", table: null, own: new Map() });
  changed();
}

export const connect = () => connection.connect();

/** The answer to a request, or a `Refused`. */
export const ask = (request) => connection.ask(request);

/** Ask for what is only nice to have: it is said again, and may be refused, where a line breaks. */
const quietly = (request) => connection.ask(request).catch(() => {});

/** See a table from now on; what was seen of it before is not sent again.
 *
 * Who sees it for the first time has seen it being opened, as it were: so they are told what happened there. */
export async function watch(number, code = "") {
  if (known.table?.number !== number) turnTo(newTable(number, code));
  const table = known.table;
  const see = (seen) => connection.ask({ do: "watch", table: number, seen, heard: table.heard, code, closely: true });
  const shown = await see(table.told ? table.version : OPENED);
  const longAgo = shown.version - MOST_MISSED;
  const missing = !table.told && longAgo > OPENED && known.table === table;
  table.told = true;
  return missing ? see(longAgo) : shown;
}

/** One table is looked at, and the one before it no more. */
function turnTo(table) {
  const before = known.table;
  known.table = table;
  if (before) connection.ask({ do: "stop_watching", table: before.number }).catch(() => {});
}

/** See no more of the table. */
export const unwatch = () => turnTo(null);

/** Sit down at, or open, a table: what answers shows it. */
export async function sit(request) {
  const shown = await connection.ask({ ...request, closely: true });
  if (known.table?.number !== shown.info.table) {
    turnTo(newTable(shown.info.table));
    hear(known, shown);
  }
  return shown.info;
}
