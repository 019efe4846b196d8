/** The operator's lists as tables, with actions for each row. */

import { h } from "../../dom.js";
import { gameTitle } from "../../games/games.js";
import { day, has, t } from "../../words.js";

/** @import { ByTag, Child, HolderInfo, Listings, Operate, TableInfo } from "../../types.d.ts" */

/** @param {string} name @param {string[]} columns @param {Child[][]} rows */
const table = (name, columns, rows) =>
  h("div.wide", { key: name, tabindex: 0, role: "group", "aria-label": t(`operator.${name}`) },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((one) => h("th", { key: one, scope: "col" }, t(`operator.column.${one}`))))),
      h("tbody", {}, rows.map((cells, i) => h("tr", { key: i }, cells.map((cell, j) =>
        h(j ? "td" : "th", { key: j, scope: j ? undefined : "row", "data-label": t(`operator.column.${columns[j]}`) }, cell)))))));

/** @param {string} label @param {string | number} name @param {() => unknown} onclick */
const button = (label, name, onclick) =>
  h("button.small", { key: label, onclick }, t(label), h("span.unseen", {}, ` ${name}`));

/** @param {number} at */
const when = (at) => (at ? day(at) : t("operator.span.good"));

/** The actions on a client: their names in the texts, and their tags.
 * @type {Array<[name: string, tag: "kick" | "mute_player" | "ban"]>} */
const ORDERS = [["kick", "kick"], ["mute", "mute_player"], ["ban", "ban"]];

/** @param {Listings["clients"]} given @param {Operate} act */
function clients(given, act) {
  return table("clients", ["name", "address", "protocol", "since", "tables", "do"], given.map((one) => {
    const { name } = one;
    /** @param {string} what */
    const about = (what) => ({ title: `${t(`operator.${what}`)} ${name}`, why: true, span: what !== "kick" });
    return [name, one.address, one.protocol, day(one.since), one.tables.join(", "), h("div.row", {},
      ORDERS.map(([what, tag]) => button(`operator.${what}`, name, () => act({ do: tag, name }, about(what)))))];
  }));
}

/** @param {Listings["tables"]} given @param {Operate} act */
function tables(given, act) {
  return table("tables", ["table", "game", "state", "owner", "seats", "do"], given.map((info) => [
    String(info.table),
    gameTitle(info.game),
    [t(info.started ? "operator.started" : "operator.waiting"), info.private && t("operator.private")].filter(Boolean).join(", "),
    info.owner,
    h("ol", {}, info.seats.map((holder, seat) => place(info, holder, seat, act))),
    button("operator.close", info.table, () => act({ do: "close_table", table: info.table },
      { title: t("operator.close.sure", { number: info.table }), what: t("operator.close.what"), why: true })),
  ]));
}

/** @param {TableInfo} info @param {HolderInfo | null} holder @param {number} seat @param {Operate} act */
function place(info, holder, seat, act) {
  const at = { table: info.table, seat };
  const where = t("operator.seat_at", { seat: seat + 1, number: info.table });
  return h("li", { key: seat },
    holder ? `${holder.name}${holder.here ? "" : ` (${t("operator.away")})`} ` : `${t("operator.free")} `,
    button("operator.seat", where, () => act({ do: "seat_player", ...at }, { title: where, name: true, why: true })),
    holder && button("operator.unseat", where, () => act({ do: "unseat_player", ...at }, { title: where, what: t("operator.unseat.what", { name: holder.name }), why: true })));
}

/** @param {Listings["bans"]} given @param {Operate} act */
function bans(given, act) {
  return table("bans", ["what", "whom", "until", "why", "by", "do"], given.map(({ did, by }) => {
    const { name = "", until = 0, why = "" } = did;
    const address = did.do === "ban" ? did.address ?? "" : "";
    const whom = name || address;
    const end = () => (did.do === "ban" ? act({ do: "unban", name, address }) : act({ do: "unmute_player", name }));
    return [t(`operator.${did.do === "ban" ? "ban" : "mute"}`), whom, when(until), why, by, button("operator.end", whom, end)];
  }));
}

/** @param {Listings["reports"]} given */
const reports = (given) =>
  h("ol.reports", { key: "reports" }, given.map(({ at, by, name, text, table: where, talk = [] }, i) =>
    h("li.card", { key: i },
      h("p", {}, h("strong", {}, t("operator.report", { by, name })), " ",
        h("span.faint", {}, day(at), where ? ` · ${t("operator.at_table", { number: where })}` : "")),
      h("p", {}, text),
      talk.length > 0 && h("details", {},
        h("summary", {}, t("operator.talk", { count: talk.length })),
        h("ul", {}, talk.map((said, j) =>
          h("li", { key: j }, h("strong", {}, said.by), said.to ? ` → ${said.to}` : "", ": ", said.text)))))));

/** @param {Listings["deeds"]} given */
function deeds(given) {
  return table("deeds", ["when", "by", "what", "whom", "why"], given.map(({ at, by, did }) => {
    const { do: what, why = "" } = { why: "", ...did };
    const label = `operator.deed.${what}`;
    return [day(at), by, has(label) ? t(label) : what, target(did), why];
  }));
}

/** Describe the target of an action: a player, an address, a seat, a table or a message, and the end of a ban or mute.
 * @param {Listings["deeds"][number]["did"]} did */
function target(did) {
  /** @type {{ do: string, name?: string, address?: string, table?: number, seat?: number, text?: string, until?: number }} */
  const { name, address, table: number, seat, text, until } = did;
  const where = number && t(seat === undefined ? "operator.at_table" : "operator.seat_at", { seat: (seat ?? 0) + 1, number });
  return [name, address, where, text, until && `→ ${day(until)}`].filter(Boolean).join(", ");
}

/** @param {Listings["limits"]} given */
const limits = (given) =>
  table("limits", ["limit", "burst", "rate", "unit"], given.map(({ limit, burst, rate, unit }) =>
    [limit, String(burst), rate ? String(rate) : "", unit]));

/** @type {ByTag<Listings, [act: Operate], Child>} */
export const PANELS = { clients, tables, bans, reports, deeds, limits };
