/** Muted players: the server passes on none of their messages, and earlier ones are hidden. */

import { ask, changed, listen } from "./server.js";
import { prefer, settings } from "./settings.js";

const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/** Whether a player is muted. */
export const isMuted = (name) => settings.muted.some((one) => same(one, name));

/** Mute or unmute a player. */
export async function mute(name, muted) {
  await ask({ do: "mute", name, muted });
  const others = settings.muted.filter((one) => !same(one, name));
  prefer({ muted: muted ? [...others, name] : others });
  changed();
}

/** The server forgets it when the name is released, so it is told again on every entry. */
listen(({ notice }) => {
  if (notice !== "welcome") return;
  for (const name of settings.muted) ask({ do: "mute", name, muted: true }).catch(() => {});
});
