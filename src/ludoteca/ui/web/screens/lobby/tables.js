/** The tables of the server: the player's own, open ones and games in progress; or search results. */

import { refusalOf } from "../../connection.js";
import { h } from "../../dom.js";
import { gameTitle } from "../../games/games.js";
import { hasRoom, isAwaited, peopleAt } from "../../known.js";
import { changed, known as whoIs, seeMore, sit } from "../../server.js";
import { go } from "../../route.js";
import { because, t, timeOfDay } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { options } from "../table/options.js";
import { picture } from "../../pictures.js";
import { glance, glanceOf } from "./glances.js";
import { holders } from "./holders.js";
import { field, foundTables, isSearching, moreFound } from "./search.js";

/** @import { Child, Described, HolderInfo, Known, Refusal, TableInfo } from "../../types.d.ts" */

const UNKNOWN = "house/no_such_table";
/** Refusals of codes, which are shown beside the field. */
const OF_CODE = new Set([UNKNOWN, "house/too_often"]);
const FIRST = 12;
const MANY = 10;

let code = "";
const shown = { open: FIRST, running: FIRST };
/** A listed table, or one of the player's own tables of which only the number is known.
 * @typedef {TableInfo | { table: number, game?: undefined, seats?: undefined, started?: undefined }} Own
 * @typedef {{ info: Own, state: string, card: Described }} Card */

/** @type {Map<number, Card>} */
let drawn = new Map();

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();
/** @param {TableInfo} info @param {string} name */
const holds = (info, name) => peopleAt(info).some((one) => same(one.name, name));
/** @param {TableInfo} info @param {string} name */
const isOwn = (info, name) => holds(info, name) || isAwaited(info, name);
/** @param {TableInfo} one @param {TableInfo} other */
const newest = (one, other) => other.table - one.table;
/** @param {TableInfo} info */
const isOpen = (info) => !info.started && hasRoom(info, whoIs.me);
/** @param {TableInfo} one @param {TableInfo} other */
const freeFirst = (one, other) => Number(other.seats.includes(null)) - Number(one.seats.includes(null));

/** Return the listed tables that were drawn last. */
export const drawnTables = () => [...drawn.values()].flatMap(({ info }) => (info.game ? [info] : []));

export const title = () => t("panel.tables");

/** Draw the tables in a panel over the player's own.
 * @param {Known} known */
export const draw = (known) => [h("h1", { key: "title" }, t("panel.tables")), h("div.rooms", { key: "rooms" }, tables(known))];

/** Draw everything about tables.
 * @param {Known} known */
export function tables(known) {
  const listed = [...known.tables.values()].sort(newest);
  const others = listed.filter((info) => !isOwn(info, known.me));
  const own = mine(known, listed);
  const online = new Set([...known.people, ...known.bots].map((name) => name.toLowerCase()));
  const before = drawn;
  drawn = new Map();
  /** @param {Own[]} some */
  const cards = (some) => some.map((info) => cardOf(info, known, online, before.get(info.table)));
  const searching = others.length > MANY || known.more || isSearching();
  return h("div.tables", { key: "tables", id: "tables" },
    own.length > 0 && group("mine", cards(own)),
    searching && field(),
    isSearching()
      ? group("found", cards(foundTables(known)), [moreFound(known), joining()])
      : lists(others, known, cards));
}

/** Draw the open tables, then the games in progress: the first few of each, and a button for more.
 * @param {TableInfo[]} others @param {Known} known @param {(some: Own[]) => Described[]} cards */
function lists(others, known, cards) {
  const open = others.filter(isOpen);
  const running = others.filter((info) => !isOpen(info)).sort(freeFirst);
  return [
    group("open", cards(open.slice(0, shown.open)), [more("open", open, known), joining()]),
    running.length > 0 && group("running", cards(running.slice(0, shown.running)), more("running", running, known)),
  ];
}

/** Draw a button that shows more tables of a group, if there may be more.
 * @param {keyof typeof shown} name @param {TableInfo[]} tables @param {Known} known */
function more(name, tables, known) {
  if (tables.length <= shown[name] && !known.more) return null;
  const show = () => attempt("more", async () => {
    shown[name] += FIRST;
    if (tables.length < shown[name] && known.more) await seeMore();
    changed();
  });
  return h("button.quiet.more", { key: "more", onclick: show },
    t("lobby.more"), h("span.unseen", {}, ` (${t(`lobby.${name}`)})`));
}

/** Return the player's tables, listed or private: those with a seat, and rematches that keep one.
 * @param {Known} known @param {TableInfo[]} listed @returns {Own[]} */
function mine(known, listed) {
  const hidden = [...known.own].filter(([number, info]) => !known.tables.has(number) && (!info || info.private));
  const awaited = known.awaited.filter((info) => !known.own.has(info.table) && isAwaited(info, known.me));
  return [...awaited, ...listed.filter((info) => isOwn(info, known.me)), ...hidden.map(([table, info]) => info ?? { table })];
}

/** Draw the private rematches that keep a seat for the player.
 * @param {Known} known */
export const rematches = (known) =>
  known.awaited.filter((info) => isAwaited(info, known.me)).map((info) => card(info, sitDown(info), [], troubleAt(`table ${info.table}`)));

/** @param {string} name @param {Described[]} cards @param {Child} after */
const group = (name, cards, after = null) =>
  h("section", { key: name, "aria-labelledby": `tables-${name}` },
    h("h2", { id: `tables-${name}` }, t(`lobby.${name}`)),
    cards.length ? h("ul.cards", {}, cards) : h("p.empty", { key: "empty" }, t(`lobby.${name}.none`)),
    after);

/** Return the card of a table: the same object while nothing in it changes, so that nothing is redrawn.
 * @param {Own} info @param {Known} known @param {Set<string>} online @param {Card | undefined} before */
function cardOf(info, known, online, before) {
  const all = known.people.length >= known.online; // otherwise the server's `here` counts
  /** @param {HolderInfo | null} one */
  const isAway = (one) => one && !one.bot && !online.has(one.name.toLowerCase()) && (all || !one.here);
  const away = (info.seats ?? []).map((one) => Boolean(isAway(one)));
  const trouble = troubleAt(`table ${info.table}`);
  const state = [t("lobby.opened"), known.me, glanceOf(info.table), trouble?.inside[0], ...away].join("\n"); // the first text depends on the language
  const made = before?.info === info && before.state === state
    ? before : { info, state, card: card(info, actionsFor(info, known), away, trouble) };
  drawn.set(info.table, made);
  return made.card;
}

/** @param {Own} info @param {Known} known */
function actionsFor(info, known) {
  if (!info.game || holds(info, known.me)) return back(info);
  if (info.started) return [info.seats.includes(null) && sitDown(info), watching(info)];
  return [isOpen(info) && sitDown(info), info.watchable && look(info)];
}

/** @param {Own} info @param {Child} actions @param {boolean[]} away @param {Child} trouble */
function card(info, actions, away, trouble) {
  const number = info.table;
  if (!info.game) {
    return h("li.card.seating", { key: number }, h("h3", {}, t("table.title", { number })), h("div.row", {}, actions));
  }
  return h("li.card.seating", { key: number, class: info.started ? "running" : "" },
    h("header", {}, glance(number) ?? picture(info.game),
      h("div", {},
        h("h3", {}, info.name || gameTitle(info.game)),
        info.name && h("p", { key: "game" }, gameTitle(info.game)),
        h("p.faint", { key: "opened" }, t("lobby.opened", { number, name: info.owner })))),
    isAwaited(info, whoIs.me) && h("p", { key: "awaited" }, t("lobby.awaited", { time: timeOfDay(info.kept_until) })),
    holders(info, away),
    options(info, Boolean(info.matching_since) && t("option.matching")),
    h("div.row", { key: "acts" }, actions),
    trouble);
}

/** @param {Own} info */
const about = ({ table }) => h("span.unseen", {}, ` ${t("table.title", { number: table })}`);
/** @param {string} kind @param {Own} info @param {string} text */
const link = (kind, info, text) => h(kind, { key: "link", href: `/table/${info.table}` }, text, about(info));
/** @param {Own} info */
const back = (info) =>
  link("a.button.primary", info, t(info.started === false ? "lobby.back_to_table" : "back_to_game"));
/** @param {TableInfo} info */
const look = (info) => link("a.button", info, t("lobby.look"));
/** @param {TableInfo} info */
const watching = (info) => info.watchable && link("a.button", info, t("lobby.watch"));

/** @param {TableInfo} info */
function sitDown(info) {
  const where = info.code ? { code: info.code } : { table: info.table };
  const join = () => attempt(`table ${info.table}`, () => seat(where));
  return h("button.primary", { key: "sit", onclick: join }, t("lobby.join"), about(info));
}

/** @param {{ table?: number, code?: string }} where */
async function seat(where) {
  const info = await sit({ do: "join_table", ...where });
  go(`/table/${info.table}`);
}

/** @param {Refusal} refusal */
const whyNot = (refusal) => (refusal.code === UNKNOWN ? t("invited.unknown") : because(refusal));

/** Draw a field for a code or a whole link. */
function joining() {
  /** @param {Event} event */
  const join = (event) => {
    event.preventDefault();
    const wanted = code.trim().split("/").at(-1);
    if (!wanted) return;
    attempt("code", async () => {
      try {
        await seat({ code: wanted });
        code = "";
      } catch (error) {
        if (OF_CODE.has(refusalOf(error).code)) throw error;
        go(`/t/${encodeURIComponent(wanted)}`); // the invitation page explains refusals
      }
    }, whyNot);
  };
  return h("form.code", { key: "code", onsubmit: join },
    h("label", { for: "code" }, t("lobby.code")),
    h("div.row", {},
      h("input", {
        key: "code", id: "code", name: "code", value: code, autocomplete: "off", spellcheck: "false",
        oninput: (event) => { code = event.target.value; },
      }),
      h("button", { key: "go" }, t("lobby.join"))),
    troubleAt("code"));
}
