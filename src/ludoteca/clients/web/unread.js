/** How much was said to the house, or whispered to us, and has not been in sight yet. */

import { changed, known, listen } from "./house.js";
import { isMuted } from "./muted.js";

let count = 0;

listen((said) => {
  if (said.notice !== "said" || (said.table ?? null) !== null) return;
  if (known.caughtUp && said.by !== known.me && !isMuted(said.by)) count += 1;
});

export const unread = () => count;

/** Everything has been in sight. */
export function readAll() {
  if (!count) return;
  count = 0;
  changed();
}
