/** The answers to an operator, each as a table with what can be done about its rows. */

import { h } from "../../dom.js";
import { gameTitle } from "../../games/games.js";
import { day, has, t } from "../../words.js";

const table = (name, columns, rows) =>
  h("div.wide", { key: name, tabindex: 0, role: "group", "aria-label": t(`operator.${name}`) },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((one) => h("th", { key: one, scope: "col" }, t(`operator.column.${one}`))))),
      h("tbody", {}, rows.map((cells, i) => h("tr", { key: i }, cells.map((cell, j) =>
        h(j ? "td" : "th", { key: j, scope: j ? undefined : "row", "data-label": t(`operator.column.${columns[j]}`) }, cell)))))));

const button = (label, name, onclick) =>
  h("button.small", { key: label, onclick }, t(label), h("span.unseen", {}, ` ${name}`));

const when = (at) => (at ? day(at) : t("operator.span.good"));

function clients(given, act) {
  return table("clients", ["name", "address", "protocol", "since", "seats", "do"], given.map((one) => {
    const { name } = one;
    const about = (what) => ({ title: `${t(`operator.${what}`)} ${name}`, why: true, span: what !== "kick" });
    return [name, one.address, one.protocol, day(one.since), one.tables.join(", "), h("div.row", {},
      ["kick", "mute", "ban"].map((what) => button(`operator.${what}`, name,
        () => act({ do: what === "mute" ? "mute_player" : what, name }, about(what)))))];
  }));
}

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

function place(info, holder, seat, act) {
  const at = { table: info.table, seat };
  const where = t("operator.seat_at", { seat: seat + 1, number: info.table });
  return h("li", { key: seat },
    holder ? `${holder.name}${holder.here ? "" : ` (${t("operator.away")})`} ` : `${t("operator.free")} `,
    button("operator.seat", where, () => act({ do: "seat_player", ...at }, { title: where, name: true, why: true })),
    holder && button("operator.unseat", where, () => act({ do: "unseat_player", ...at }, { title: where, what: t("operator.unseat.what", { name: holder.name }), why: true })));
}

function bans(given, act) {
  return table("bans", ["what", "whom", "until", "why", "by", "do"], given.map(({ did, by }) => {
    const banned = did.do === "ban";
    const { name = "", address = "" } = did;
    const whom = name || address;
    const end = banned ? { do: "unban", name, address } : { do: "unmute_player", name };
    return [t(`operator.${banned ? "ban" : "mute"}`), whom, when(did.until), did.why ?? "", by,
      button("operator.end", whom, () => act(end))];
  }));
}

const reports = (given) =>
  h("ol.reports", { key: "reports" }, given.map((one, i) =>
    h("li.card", { key: i },
      h("p", {}, h("strong", {}, t("operator.report", { by: one.by, name: one.name })), " ",
        h("span.faint", {}, day(one.at), one.table ? ` · ${t("operator.at_table", { number: one.table })}` : "")),
      h("p", {}, one.text),
      one.talk?.length > 0 && h("details", {},
        h("summary", {}, t("operator.talk", { count: one.talk.length })),
        h("ul", {}, one.talk.map((said, j) =>
          h("li", { key: j }, h("strong", {}, said.by), said.to ? ` → ${said.to}` : "", ": ", said.text)))))));

function deeds(given) {
  return table("deeds", ["since", "by", "what", "whom", "why"], given.map(({ at, by, did }) => {
    const { do: what, why = "", until, ...rest } = did;
    const whom = Object.entries(rest).filter(([one]) => one !== "id").map(([one, value]) => `${one} ${one === "seat" ? value + 1 : value}`);
    if (until) whom.push(`→ ${day(until)}`);
    const label = `operator.deed.${what}`;
    return [day(at), by, has(label) ? t(label) : what, whom.join(", "), why];
  }));
}

const limits = (given) =>
  table("limits", ["limit", "burst", "rate"], given.map(({ limit, burst, rate }) => [limit, String(burst), String(rate)]));

export const PANELS = { clients, tables, bans, reports, deeds, limits };
