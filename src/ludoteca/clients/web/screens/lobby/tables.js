/** The tables of the server: the player's own, open ones, and games in progress. */

import { h } from "../../dom.js";
import { gameTitle } from "../../games/games.js";
import { sit } from "../../server.js";
import { go } from "../../route.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";
import { options } from "../table/options.js";
import { kindOf } from "../table/people.js";
import { picture } from "../../pictures.js";

let code = "";

const same = (one, other) => one.toLowerCase() === other.toLowerCase();
const holds = ({ seats }, name) => seats.some((one) => one && !one.bot && same(one.name, name));
const newest = (one, other) => other.table - one.table;

/** Everything about tables. */
export function tables(known) {
  const listed = [...known.tables.values()].sort(newest);
  const others = listed.filter((info) => !holds(info, known.me));
  const open = others.filter((info) => !info.started && info.seats.includes(null));
  const running = others.filter((info) => info.started);
  const own = mine(known, listed);
  return h("div.tables", { key: "tables", id: "tables" },
    own.length > 0 && group("mine", own.map((one) => card(one, known, back(one)))),
    group("open", open.map((one) => card(one, known, [sitDown(one), one.watchable && look(one)])), joining()),
    running.length > 0 && group("running", running.map((one) =>
      card(one, known, [one.seats.includes(null) && sitDown(one), watching(one)]))));
}

/** The player's tables: listed ones with their seat, and private ones. */
function mine(known, listed) {
  const hidden = [...known.own].filter(([number, info]) => !known.tables.has(number) && (!info || info.private));
  return [...listed.filter((info) => holds(info, known.me)), ...hidden.map(([table, info]) => info ?? { table })];
}

const group = (name, cards, more) =>
  h("section", { key: name, "aria-labelledby": `tables-${name}` },
    h("h2", { id: `tables-${name}` }, t(`lobby.${name}`)),
    cards.length ? h("ul.cards", {}, cards) : h("p.empty", { key: "empty" }, t(`lobby.${name}.none`)),
    more);

function card(info, known, actions) {
  const number = info.table;
  if (!info.game) {
    return h("li.card.seating", { key: number }, h("h3", {}, t("table.title", { number })), h("div.row", {}, actions));
  }
  return h("li.card.seating", { key: number },
    h("header", {}, picture(info.game),
      h("div", {},
        h("h3", {}, info.name || gameTitle(info.game)),
        h("p.faint", {}, t("lobby.opened", { number, name: info.owner })))),
    h("ul.holders", { "aria-label": t("gathering.seats") }, info.seats.map((one, seat) => holder(one, seat, known))),
    options(info),
    h("div.row", { key: "acts" }, actions),
    troubleAt(`table ${number}`));
}

function holder(one, seat, known) {
  if (!one) return h("li.free", { key: seat }, t("table.free"));
  const away = !one.bot && !known.people.some((name) => same(name, one.name));
  return h("li", { key: seat }, one.name, kindOf(one),
    one.bot && h("span.chip", { key: "bot" }, t("table.bot")),
    away && h("span.chip", { key: "away" }, t("table.away")));
}

const about = ({ table }) => h("span.unseen", {}, ` ${t("table.title", { number: table })}`);
const link = (kind, info, text) => h(kind, { key: "link", href: `/table/${info.table}` }, text, about(info));
const back = (info) =>
  link("a.button.primary", info, t(info.started === false ? "lobby.back_to_table" : "back_to_game"));
const look = (info) => link("a.button", info, t("lobby.look"));
const watching = (info) => info.watchable && link("a.button", info, t("lobby.watch"));

function sitDown(info) {
  const join = () => attempt(`table ${info.table}`, () => seat({ table: info.table }));
  return h("button.primary", { key: "sit", onclick: join }, t("lobby.join"), about(info));
}

async function seat(where) {
  const info = await sit({ do: "join_table", ...where });
  go(`/table/${info.table}`);
}

/** A field for a code or a whole link. */
function joining() {
  const join = (event) => {
    event.preventDefault();
    const wanted = code.trim().split("/").at(-1);
    if (!wanted) return;
    attempt("code", async () => {
      try {
        await seat({ code: wanted });
        code = "";
      } catch (error) {
        if (error.code === "house/no_such_table") throw error;
        go(`/t/${encodeURIComponent(wanted)}`); // that page explains a refusal
      }
    });
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
