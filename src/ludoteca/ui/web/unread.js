/** The number of unread messages in the lobby and in private. */

import { changed, known, listen } from "./server.js";
import { isMuted } from "./muted.js";

let count = 0;

listen((said) => {
  if (said.notice !== "said" || (said.table ?? null) !== null) return;
  if (known.caughtUp && said.by !== known.me && !isMuted(said.by)) count += 1;
});

export const unread = () => count;

/** Mark all messages as read. */
export function readAll() {
  if (!count) return;
  count = 0;
  changed();
}
