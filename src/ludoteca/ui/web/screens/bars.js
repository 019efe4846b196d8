/** The bars above every screen: a lost connection, the operator's announcement, and invitations by other players. */

import { call } from "../announce.js";
import { find, h } from "../dom.js";
import { gameTitle } from "../games/games.js";
import { isWanted } from "../known.js";
import { isMuted } from "../muted.js";
import { go } from "../route.js";
import { changed, connect, known, listen, sit } from "../server.js";
import { play } from "../sounds.js";
import { day, has, t } from "../words.js";
import { attempt, troubleAt } from "./table/doing.js";

/** @import { Invited, Known } from "../types.d.ts" */

/** Draw the bar that reports a lost or closed connection; null while connected.
 * @param {Known} known */
export function connectionBar(known) {
  const { open, ended, was } = known.connection;
  if (open || !was) return null;
  const { code = "", until = 0, why = "" } = known.farewell ?? {};
  const farewell = `farewell.${code}${until ? ".until" : ""}`;
  const elsewhere = code === "house/taken_over";
  return h("p.notice.warning.line", { key: "line", role: "alert" },
    has(farewell) && h("span", { key: "farewell" }, t(farewell, { until: day(until) }), " "),
    why && h("span", { key: "why" }, t("farewell.why", { why }), " "),
    ended ? h("button", { key: "back", onclick: connect }, t(elsewhere ? "reconnect_here" : "reconnect")) : t("connection_lost"));
}

/** Draw the bar with the last announcement until it is read, or null.
 * @param {Known} known */
export function announcementBar(known) {
  const told = known.announced;
  if (!told) return null;
  const read = () => {
    known.announced = null;
    changed();
  };
  const ours = `no.${told.code}`;
  return h("p.notice.warning.line", { key: "announced", role: "status" },
    h("span", {}, h("strong", {}, t("announced")), " ", told.code && has(ours) ? t(ours) : told.text),
    h("button.small", { key: "read", onclick: read }, t("announced.read")));
}

/** @param {Invited} invited */
const sentence = ({ by, game }) => t("invited.now", { name: by, game: gameTitle(game) });

/** Return whether an invitation is to the rematch that the page offers anyway.
 * @param {{ table: number }} invited */
const isRematch = ({ table }) => known.table?.info?.rematch === table;

listen((notice) => {
  if (notice.notice !== "invited" || isMuted(notice.by) || isRematch(notice) || !isWanted(known, "invitation", notice.table)) return;
  play("call");
  call(sentence(notice));
});

/** Draw a bar with the first invitation that can still be accepted, and the number of others.
 * @param {Known} known */
export function invitationBar(known) {
  const [first, ...others] = known.invitations.filter(({ by, table }) =>
    !isMuted(by) && !isRematch({ table }) && !known.own.has(table) && !known.tables.get(table)?.started);
  return [troubleAt("invitation"), first && bar(known, first, others.length)];
}

/** @param {Known} known @param {Invited} invited @param {number} others */
function bar(known, invited, others) {
  const answer = () => {
    known.invitations = known.invitations.filter(({ table }) => table !== invited.table);
    find("#main").focus({ preventScroll: true }); // not on the button of the next invitation
    changed();
  };
  const join = () => attempt("invitation", async () => {
    answer();
    const info = await sit({ do: "join_table", code: invited.code });
    go(`/table/${info.table}`);
  });
  return h("p.notice.line", { key: `invited ${invited.table}` },
    h("span", {}, sentence(invited),
      others > 0 && h("span.faint", { key: "others" }, ` ${t("invited.others", { count: others })}`)),
    h("span.row", {},
      h("button.small.primary", { key: "join", onclick: join }, t("invited.accept")),
      h("button.small", { key: "no", onclick: answer }, t("invited.decline"))));
}

/** @type {typeof import("./friendship.js") | null} */
let friendship = null;

/** Draw the bar with a request for friendship, loaded on demand.
 * @param {Known} known */
export function friendshipBar(known) {
  if (friendship) return friendship.bar(known);
  if ([...known.contacts.values()].some((one) => one.friendship === "asks")) {
    import("./friendship.js").then((module) => {
      friendship = module;
      changed();
    });
  }
  return null;
}
