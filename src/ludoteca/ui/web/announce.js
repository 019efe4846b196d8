/** Announcements for players who are not looking: screen readers, the title bar, system notifications. */

import { find } from "./dom.js";
import { mayMove, settings } from "./settings.js";

let flashing = 0;

/** Announce a sentence to screen readers.
 * @param {string} sentence */
export function say(sentence) {
  const live = find("#live");
  live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Call the player to the table: in the title bar, and by a notification if allowed.
 *
 * `before` is announced along with it.
 * @param {string} sentence @param {string} before */
export function call(sentence, before = "") {
  say(`${before} ${sentence}`.trim());
  if (!document.hidden) return;
  flash(sentence);
  const allowed = globalThis.Notification?.permission === "granted";
  if (settings.notices && allowed) new Notification("Ludoteca", { body: sentence });
}

/** Alternate the sentence with the usual title, or show it permanently if motion is reduced.
 * @param {string} sentence */
function flash(sentence) {
  clearInterval(flashing);
  const usual = document.title;
  flashing = setInterval(() => {
    document.title = document.title === usual || !mayMove() ? `● ${sentence}` : usual;
  }, 1000);
  document.addEventListener(
    "visibilitychange",
    () => {
      clearInterval(flashing);
      document.title = usual;
    },
    { once: true },
  );
}
