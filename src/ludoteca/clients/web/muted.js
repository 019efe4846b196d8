/** Whom one does not want to hear: the house passes nothing of theirs on, and what was said before is hidden. */

import { ask, changed, listen } from "./house.js";
import { prefer, settings } from "./settings.js";

const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/** Whether somebody is not to be heard. */
export const isMuted = (name) => settings.muted.some((one) => same(one, name));

/** Hear no more of somebody, or hear them again. */
export async function mute(name, muted) {
  await ask({ do: "mute", name, muted });
  const others = settings.muted.filter((one) => !same(one, name));
  prefer({ muted: muted ? [...others, name] : others });
  changed();
}

/** The house remembers it only as long as it knows us, so it is told whenever we come in. */
listen(({ notice }) => {
  if (notice !== "welcome") return;
  for (const name of settings.muted) ask({ do: "mute", name, muted: true }).catch(() => {});
});
