/** An invitation link: who invites to which game; join the table, or watch if it is full. */

import { Refused, refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { gameTitle } from "../games/games.js";
import { hasRoom, seatOf } from "../known.js";
import { ask, changed, known, sit } from "../server.js";
import { go } from "../route.js";
import { settings } from "../settings.js";
import { because, t } from "../words.js";
import { picture } from "../pictures.js";
import { holders } from "./lobby/holders.js";
import { rematches } from "./lobby/tables.js";
import { options } from "./table/options.js";

/** @import { Child, Refusal, TableInfo } from "../types.d.ts" */

const UNKNOWN = "house/no_such_table";
const FULL = "house/table_full";

/** The table, once it is known. @type {TableInfo | null} */
let invited = null;
/** @type {Refusal | null} */
let refusal = null;
/** @type {Refusal | null} */
let unseen = null;
/** The code that the player accepted before choosing a name, and whether the table was full. */
let accepted = { code: "", full: false };

/** Join, or watch a full table, as soon as the player has a name.
 * @param {string} code */
export const accept = (code) => {
  accepted = { code, full: isFull() };
};

/** Show an invitation; seated players go to the table at once.
 * @param {string} code */
export async function arrive(code) {
  await load(code);
  const here = invited && seatOf(invited.seats, known.me || settings.name) !== null;
  if (here) await watch(code);
  else if (accepted.code === code && accepted.full === isFull() && following()) await follow(code);
  accepted = { code: "", full: false };
}

/** Learn which table an invitation is for.
 * @param {string} code */
export async function load(code) {
  invited = refusal = unseen = null;
  try {
    const answer = await fetch(`/api/invitations/${encodeURIComponent(code)}`);
    const read = await answer.json();
    if (!answer.ok) refusal = read;
    else if (read.length) [invited] = read;
    else refusal = new Refused({ code: UNKNOWN, detail: "" });
  } catch (error) {
    refusal = refusalOf(error);
  }
  changed();
}

/** Join the table, or watch if it is full.
 * @param {string} code */
const follow = (code) => (isFull() ? watch(code) : join(code));

/** @param {string} code */
async function join(code) {
  try {
    const info = await sit({ do: "join_table", code });
    go(`/table/${info.table}`, true);
  } catch (error) {
    refusal = refusalOf(error);
    if (refusal.code === "house/seated_already") await watch(code);
    changed();
  }
}

/** Go to the table without taking a seat, or back to the player's own seat.
 * @param {string} code */
async function watch(code) {
  try {
    const { info } = await ask({ do: "watch", table: 0, code });
    go(`/table/${info.table}${info.private || info.offered.length ? `?code=${encodeURIComponent(code)}` : ""}`, true);
  } catch (error) {
    unseen = refusalOf(error);
    changed();
  }
}

export const title = () => t("invited.title");

/** Return whether all seats of the table are taken. */
const isFull = () => refusal?.code === FULL || Boolean(invited && !refusal && !hasRoom(invited, known.me));

/** Return the label of the button that follows the invitation, or "" if it can only be read. */
export function following() {
  if (isFull()) return invited?.watchable === false || unseen ? "" : t("invited.watch");
  return invited && !refusal ? t("invited.join") : "";
}

/** Draw who invites to which game, or why the invitation does not work; `heading` is its tag.
 * @param {string} heading @returns {Child} */
export function invitation(heading = "h1") {
  if (refusal && refusal.code !== FULL) {
    const why = refusal.code === UNKNOWN ? t("invited.unknown") : because(refusal);
    return h("p.problem", { key: "problem", role: "alert" }, `${t("invited.lost")} ${why}`);
  }
  if (!invited) return h("p", { key: "coming", role: "status" }, t("table.loading"));
  const { game, owner, seats } = invited;
  const taken = seats.filter((one) => one).length;
  return h("div.invitation", { key: "invitation" },
    h("header", {}, picture(game), h(heading, {}, t("invited.by", { name: owner, game: gameTitle(game) }))),
    h("p", { key: "seats" }, t("invited.seats", { count: taken, all: seats.length })),
    holders(invited, seats.map((one) => Boolean(one && !one.bot && !one.here))),
    options(invited),
    isFull() && h("p.problem", { key: "full", role: "alert" },
      t(invited.watchable ? "invited.full" : "invited.full.unwatchable", { name: owner })));
}

/** @param {unknown} _ @param {string} code */
export function draw(_, code) {
  const label = following();
  const lost = refusal?.code === UNKNOWN ? rematches(known) : [];
  return h("section.invited.card", { key: "invited" },
    !invited && h("h1", {}, t("invited.title")),
    lost.length > 0 ? h("p", { key: "again" }, t("invited.again")) : invitation(),
    unseen && h("p.problem", { key: "unseen", role: "alert" }, because(unseen)),
    lost.length > 0 && h("ul.cards", { key: "rematches" }, lost),
    h("div.row", { key: "ways" },
      label && h("button.primary", { key: "follow", onclick: () => follow(code) }, label),
      h("a", { key: "lobby", href: "/" }, t("to_lobby"))));
}
