/** The end: who won and how, where every point came from, and what to do next. */

import { h } from "../../dom.js";
import { gameOf } from "../../games/games.js";
import { askAt, known, sit } from "../../server.js";
import { icon } from "../../icons.js";
import { nameOf, seatOf } from "../../known.js";
import { go, replayAddress, sharedOrigin } from "../../route.js";
import { has, list, t } from "../../words.js";
import { attempt, troubleAt } from "./doing.js";
import { copyButton } from "./link.js";
import { badge, called, total } from "./people.js";
import { inOrder, source } from "./players.js";

/** @import { Child, GameModule, OverTable, Point, ShownTable } from "../../types.d.ts" */

/** The rematch that the player has declined. */
let declined = 0;

/** Describe who won.
 * @param {OverTable} table */
export function verdict(table) {
  const { winners } = table.view.outcome;
  if (!winners.length) return t(lost(table) ? "final.lost" : "final.nobody");
  if (winners.includes(table.seat)) return t(winners.length > 1 ? "final.you_share" : "final.you");
  return t("final.winner", { count: winners.length, names: list(winners.map((one) => nameOf(table, one))) });
}

/** Return whether a solo game was lost: played out without a winner.
 * @param {OverTable} table */
const lost = ({ view, info }) => info.seats.length === 1 && view.outcome.ending === "played_out";

/** Return the seats by rank: winners first, then by points.
 * @param {OverTable} table */
function ranked({ view, points }) {
  const { winners } = view.outcome;
  /** @param {number} seat */
  const rank = (seat) => [winners.includes(seat) ? 0 : 1, -total(points[seat] ?? [])];
  const seats = points.map((_, seat) => seat);
  return seats.sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
}

/** Draw the final table; `next` holds the next actions.
 * @param {OverTable} table @param {GameModule} rules @param {Child} next */
export function final(table, rules, next = whatNext(table)) {
  const { winners, ending } = table.view.outcome;
  return h("section.final.card", { key: "final", "aria-labelledby": "final-title" },
    h("h2", { id: "final-title", class: winners.includes(table.seat) ? "won" : "" },
      winners.length > 0 && h("span.trophy", {}, icon("trophy")), verdict(table)),
    h("p.faint", {}, rules.ending?.(table) || tie(table, rules) || (ending === "last_left" ? left(table) : t(`ending.${ending}`))),
    next && offer(table),
    scores(table, rules),
    next);
}

/** Describe how all other players left; the only one is named.
 * @param {OverTable} table */
function left(table) {
  const others = table.points.flatMap((_, seat) => (table.view.outcome.winners.includes(seat) ? [] : [seat]));
  const [other = 0] = others;
  const name = nameOf(table, other);
  if (others.length === 1 && table.resigned.includes(other)) return t("absence.resigned", { name });
  return t("ending.last_left", { count: others.length, name });
}

/** Explain why only one of those with the most points won; "" otherwise.
 * @param {OverTable} table @param {GameModule} rules */
function tie(table, rules) {
  const { view: { outcome }, points } = table;
  const [winner, ...more] = outcome.winners;
  if (!rules.tie || outcome.ending !== "played_out" || winner === undefined || more.length) return "";
  const count = total(points[winner]);
  const tied = points.filter((all) => total(all) === count).length > 1;
  return tied ? t(rules.tie, { count, name: nameOf(table, winner) }) : "";
}

/** Format a rank: "2nd"; a few ranks have their own text.
 * @param {number} number */
const rankOf = (number) => t(has(`final.rank.${number}`) ? `final.rank.${number}` : "final.rank", { number });

/** Draw the sources of all points, one row per source and one column per player.
 * @param {OverTable} table @param {GameModule} rules */
export function scores(table, rules) {
  const seats = ranked(table);
  const { winners } = table.view.outcome;
  const sources = inOrder(rules, [...new Map(table.points.flat().map((point) => [point.source, point])).values()]);
  /** @param {number} seat @param {Point} one */
  const amount = (seat, one) => table.points[seat].find((point) => point.source === one.source)?.amount ?? 0;
  return h("div.scores", { tabindex: 0, role: "region", "aria-label": t("final.points") },
    h("table", {},
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("final.for")),
        seats.map((seat, place) => h("th", { key: seat, scope: "col", class: winners.includes(seat) ? "winner" : "" },
          winners.length > 0 && h("span.rank", { key: "rank" }, winners.includes(seat)
            ? t("final.winner_mark")
            : rankOf(place + 1)),
          h("span.seat", {}, badge(table, seat), called(table, seat)))))),
      h("tbody", {}, sources.map((one) => h("tr", { key: one.source },
        h("th", { scope: "row" }, source(rules, one)),
        seats.map((seat) => h("td", { key: seat }, amount(seat, one)))))),
      h("tfoot", {}, h("tr", {},
        h("th", { scope: "row" }, t("final.total")),
        seats.map((seat) => h("td", { key: seat }, h("strong", {}, total(table.points[seat]))))))));
}

/** @param {ShownTable} table */
function whatNext(table) {
  const { number, info } = table;
  const seat = seatOf(table.players, known.me);
  const played = seat !== null;
  const code = (info.private && info.code) || "";
  return h("div.next", { key: "next" },
    h("div.row", {},
      played && !info.rematch && h("button.primary", { key: "rematch", onclick: () => rematch(table) }, t("final.rematch")),
      gameOf(info.game)?.taught && h("a.button", { key: "review", href: replayAddress(number, { step: 1, seat, code, review: true }) }, t("final.review")),
      gameOf(info.game)?.taught && h("a.button", { key: "learn", href: replayAddress(number, { step: 1, seat, code, learn: true }) }, t("final.learn")),
      h("a.button", { key: "replay", href: replayAddress(number, { seat, code }) }, t("final.replay")),
      h("a.button", { key: "download", href: `/api/replays/${number}${code && `?code=${code}`}`, download: "" }, t("final.download")),
      copyButton(new URL(replayAddress(number, { code }), sharedOrigin).href, t("final.share")),
      h("a.button", { key: "lobby", href: "/" }, t("to_lobby"))),
    troubleAt("final"));
}

/** Draw the rematch that waits for players, above the points: a phone shows it without scrolling.
 * @param {ShownTable} table */
function offer(table) {
  const { rematch: number } = table.info;
  if (!number) return null;
  const played = seatOf(table.players, known.me) !== null;
  return h("div.next", { key: "offer" },
    h("p.notice", {}, declined === number ? t("final.rematch_declined") : again(number)),
    h("div.row", {},
      played && h("button.primary", { key: "rematch", onclick: () => rematch(table) }, t("final.rematch_follow")),
      played && declined !== number && h("button", { key: "decline", onclick: () => decline(table) }, t("final.rematch_decline")),
      !played && h("a.button", { key: "watch", href: `/table/${number}` }, t("final.rematch_watch"))));
}

/** Describe the rematch, naming its opener if the player has been invited.
 * @param {number} number */
function again(number) {
  const name = known.invitations.find(({ table }) => table === number)?.by;
  return name ? t("final.rematch_wanted", { name, number }) : t("final.rematch_opened", { number });
}

/** Start a rematch with the same players: the first to ask opens the table.
 * @param {ShownTable} table */
const rematch = (table) => attempt("final", async () => {
  const info = await sit({ do: "rematch", table: table.number });
  go(`/table/${info.table}`);
});

/** Decline the seat that the rematch keeps for the player.
 * @param {ShownTable} table */
const decline = (table) => attempt("final", async () => {
  await askAt(table, { do: "decline_rematch" });
  declined = table.info.rematch;
});
