/** Muted and blocked players: the server forwards none of their messages, and earlier ones are hidden. */

import { ask, changed, known, listen } from "./server.js";
import { prefer, settings } from "./settings.js";

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();
/** @param {string[]} names @param {string} name */
const among = (names, name) => names.some((one) => same(one, name));
/** @param {string[]} names @param {string} name */
const without = (names, name) => names.filter((one) => !same(one, name));

/** Return whether a player is muted.
 * @param {string} name */
export const isMuted = (name) => among(settings.muted, name);

/** Return whether a player is blocked, and therefore muted too.
 * @param {string} name */
export const isBlocked = (name) => among(settings.blocked, name) || Boolean(known.contacts.get(name.toLowerCase())?.blocked);

/** Mute or unmute a player; unmuting also unblocks.
 * @param {string} name @param {boolean} muted */
export async function mute(name, muted) {
  if (!muted && isBlocked(name)) {
    await block(name, false);
    return;
  }
  await ask({ do: "mute", name, muted });
  const others = without(settings.muted, name);
  prefer({ muted: muted ? [...others, name] : others });
  changed();
}

/** Block or unblock a player.
 * @param {string} name @param {boolean} blocked */
export async function block(name, blocked) {
  await ask({ do: "block", name, blocked });
  const [muted, others] = [without(settings.muted, name), without(settings.blocked, name)];
  prefer(blocked ? { muted: [...muted, name], blocked: [...others, name] } : { muted, blocked: others });
  changed();
}

/** Repeat the list at every login: the server forgets it when the name is released. It knows whom an account has blocked. */
listen((notice) => {
  if (notice.notice === "contacts" && known.kept) {
    prefer({ blocked: notice.contacts.filter(({ blocked }) => blocked).map(({ name }) => name) });
  }
  if (notice.notice !== "welcome") return;
  for (const name of settings.muted) ask({ do: "mute", name, muted: true }).catch(() => {});
  for (const name of notice.kept ? [] : settings.blocked) ask({ do: "block", name, blocked: true }).catch(() => {});
});
