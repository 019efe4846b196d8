/** The headline: whose turn it is, what is expected, and what delays the game. */

import { usual } from "../../bots.js";
import { ago, span } from "../../clock.js";
import { h } from "../../dom.js";
import { botsOf } from "../../games/games.js";
import { ask } from "../../server.js";
import { awaited, isSlow, nameOf, peopleAt } from "../../known.js";
import { sure } from "../../sure.js";
import { because, day, list, t, timeOfDay } from "../../words.js";
import { awayNotices, offers, takeOver } from "./away.js";
import { attempt, HEADLINE, request, troubleAt } from "./doing.js";
import { takeSeat } from "./gathering.js";
import { hasHints } from "./hint.js";
import { absent, empty } from "./people.js";

/** @import { Child, GameModule, PlayedTable, ShownTable } from "../../types.d.ts" */

/** Describe briefly whose turn it is.
 * @param {ShownTable} table */
export function whoseTurn(table) {
  const { info, toMove, seat, waiting } = table;
  if (info.over) return t("turn.over");
  if (info.paused) return t("turn.paused");
  if (waiting) return t("turn.waiting", { names: list(absent(info).map((one) => nameOf(table, one))) });
  if (toMove.includes(seat)) return t("turn.yours");
  const missing = awaited(table);
  if (missing.length) return t("turn.waiting", { names: list(missing.map((one) => nameOf(table, one))) });
  if (!toMove.length) return t("turn.nobody");
  return t("turn.others", { count: toMove.length, names: list(toMove.map((one) => nameOf(table, one))) });
}

/** Return whether the player is expected to do something.
 * @param {ShownTable} table */
export const isMyTurn = ({ info, toMove, seat, waiting }) =>
  info.started && !info.over && !info.paused && !waiting && seat !== null && toMove.includes(seat);

/** Draw the headline: whose turn, and what is expected; a hint takes the place of the latter, with room reserved for it.
 * @param {PlayedTable} table @param {GameModule} rules @param {string} hint @param {Child} actions */
export function headline(table, rules, hint, actions) {
  const kinds = [isMyTurn(table) && "mine", hasHints(table) && "hints"].filter(Boolean).join(" ");
  const wanted = hint || expected(table, rules);
  return h("header.headline", { key: "headline", class: kinds },
    h("div", {},
      h("h2", { key: "turn" }, whoseTurn(table)),
      isSlow(table.info) && table.toMove.length > 0 && table.turnSince > 0 && since(table),
      wanted && h("p.expected", { key: "expected", class: hint && "advice" }, wanted)),
    actions,
    troubleAt(HEADLINE, "p.bubble"));
}

/** Draw how long the turn has lasted.
 * @param {PlayedTable} table */
function since({ info, toMove, seat, turnSince }) {
  const text = toMove.includes(seat) ? "turn.since.yours" : "turn.since";
  const say = () => {
    const time = ago(turnSince);
    return time && t(text, { time });
  };
  return !info.paused && h("p.faint.since", { key: "since" }, h("ludo-countdown", { data: { until: 0, say } }));
}

/** Describe what is expected; while the game waits for a player, a move can be made in advance and is saved.
 * @param {PlayedTable} table @param {GameModule} rules */
function expected(table, rules) {
  const { info, seat, toMove, kept, dropped, waiting } = table;
  if (info.paused) return "";
  if (kept !== null && isSlow(info)) return t("premove.is", { what: rules.kept(table) });
  if (dropped && toMove.includes(seat)) return `${t("premove.dropped", { why: because(dropped) })} ${rules.expected(table)}`;
  if (awaited(table).length && !toMove.includes(seat)) return t("turn.waiting.what");
  if (!waiting) return rules.expected(table);
  const names = list(absent(info).map((one) => nameOf(table, one)));
  if (kept != null) return t("kept.is", { what: rules.kept(table), names, count: absent(info).length });
  return toMove.includes(seat) && rules.keeps(table) ? t("kept.may") : "";
}

/** Draw everything out of the ordinary, with the possible actions.
 * @param {ShownTable} table */
export function notices(table) {
  const { info } = table;
  if (info.over) return null;
  const people = peopleAt(info).length > 1;
  const all = [
    table.seat === null && h("p.notice", { key: "watching" }, t("watching")),
    vacation(table),
    info.paused && rest(table),
    !info.paused && table.tired.length > 0 && tired(table),
    awayNotices(table),
    offers(table),
    empty(info).map((seat) => nobody(table, seat)),
  ].flat().filter(Boolean);
  return h("div.notices", { key: "notices", class: `${people ? "people" : ""} ${all.length > 1 ? "several" : ""}` }, all);
}

/** Draw the player's own vacation, which stops the clock here.
 * @param {ShownTable} table */
function vacation(table) {
  const until = table.seat === null ? 0 : table.info.seats[table.seat]?.vacation ?? 0;
  const end = () => attempt(HEADLINE, () => ask({ do: "end_vacation" }));
  return until > 0 && h("p.notice", { key: "vacation" }, t("vacation.yours", { when: day(until) }), " ",
    h("button", { onclick: end }, t("vacation.end")));
}

/** @param {ShownTable} table */
const rest = (table) =>
  h("p.notice.warning", { key: "rest" }, table.info.resumes ? shortly(table.info.resumes) : t("pause.is"), " ",
    table.seat !== null && h("button", { onclick: request(table, HEADLINE, { do: "resume" }) }, t("pause.end")));

/** Describe a pause that ends automatically.
 * @param {number} at */
const shortly = (at) => t("pause.short", { time: timeOfDay(at) });

/** @param {ShownTable} table */
function tired(table) {
  const agreed = table.tired.includes(table.seat);
  const names = list(table.tired.map((one) => nameOf(table, one)));
  return h("p.notice", { key: "tired" },
    t("pause.wanted", { names, count: table.tired.length }), " ",
    table.silence !== null && [t("pause.silence", { time: span(Math.ceil(table.silence / 1000)) }), " "],
    table.seat !== null && !agreed &&
      h("button", { onclick: request(table, HEADLINE, { do: "pause" }) }, t("pause.agree")));
}

/** @param {ShownTable} table @param {number} seat */
function nobody(table, seat) {
  const name = nameOf(table, seat) || t("table.seat", { number: seat + 1 });
  if (table.resigned.includes(seat)) {
    return h("p.notice", { key: `gone${seat}` }, t("absence.resigned", { name }), takeOver(table, seat));
  }
  const open = !table.info.private || table.info.code || table.code;
  return h("p.notice", { key: `gone${seat}` }, t("absence.left", { name }), " ",
    table.seat !== null
      ? h("button", { onclick: () => seatBot(table, name) }, t("absence.bot"))
      : open && h("button", { onclick: () => takeSeat(table, HEADLINE) }, t("absence.sit")));
}

/** @param {ShownTable} table @param {string} name */
const seatBot = (table, name) => attempt(HEADLINE, async () => {
  if (!(await sure(t("absence.bot.sure"), t("absence.bot.what", { name }), t("absence.bot"), t("cancel")))) return;
  await ask({ do: "seat_bot", table: table.number, ...usual(botsOf(table.info.game)) });
});
