/** Invitations to online players: to the inviter's waiting table, or to a new private one. */

import { h } from "../../dom.js";
import { games, gameTitle } from "../../games/games.js";
import { hasRoom, seatOf } from "../../known.js";
import { go } from "../../route.js";
import { ask } from "../../server.js";
import { t } from "../../words.js";
import { attempt } from "../table/doing.js";

/** @import { Known, ListedGame } from "../../types.d.ts" */

/** Players invited from this page, by table and name.
 * @type {Set<string>} */
const sent = new Set();

/** Return whether this page has invited a player to a table.
 * @param {number} table @param {string} name */
export const isInvited = (table, name) => sent.has(`${table} ${name}`);

/** Invite an online player to a table.
 * @param {number} table @param {string} name */
export async function invite(table, name) {
  await ask({ do: "invite", table, name });
  sent.add(`${table} ${name}`);
}

/** Draw the ways to invite a player: to the waiting table, if there is one, or to a game.
 * @param {string} name @param {Known} known */
export function invitations(name, known) {
  const table = waiting(name, known);
  if (table) {
    const done = isInvited(table, name);
    return h("button.small", { key: "invite", disabled: done, onclick: () => inviteTo(table, name) },
      done ? t("invite.sent", { name }) : t("person.invite.table", { name, number: table }));
  }
  return games().filter(({ most }) => most > 1).map((game) =>
    h("button.small", { key: `invite ${game.game}`, onclick: () => inviteToGame(game, name) },
      t("person.invite", { name, game: gameTitle(game.game) })));
}

/** Return the player's waiting table with a free seat, or undefined.
 * @param {string} name @param {Known} known */
const waiting = (name, { me, own, tables }) =>
  [...tables.values(), ...own.values()].filter((info) => info !== null).find((info) => !info.started && !info.over &&
    seatOf(info.seats, me) !== null && seatOf(info.seats, name) === null && hasRoom(info, name))?.table;

/** @param {number} table @param {string} name */
const inviteTo = (table, name) => attempt("people", async () => {
  await invite(table, name);
  go(`/table/${table}`);
});

/** Invite to a new table, which is closed if the invitation is refused.
 * @param {ListedGame} game @param {string} name */
const inviteToGame = ({ game, fewest }, name) => attempt("people", async () => {
  const { info: { table } } = await ask({ do: "open_table", game, seats: Math.max(fewest, 2), private: true });
  try {
    await invite(table, name);
  } catch (error) {
    await ask({ do: "stand_up", table });
    throw error;
  }
  go(`/table/${table}`);
});
