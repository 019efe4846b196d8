/** The player's settings, stored in this browser. */

/** @import { Settings } from "./types.d.ts" */

/** @type {Settings} */
const USUAL = { language: "", theme: "auto", sound: true, volume: 0.7, notices: false, name: "", token: "", toured: "", muted: [], blocked: [], showGoal: true, confetti: true, opponents: {}, wish: { game: "", seats: 2, clock: "none" } };
const PLACE = "ludoteca";

/** @returns {Partial<Settings>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // storage is unavailable, or holds something else
  }
}

export const settings = { ...USUAL, ...kept() };

/** Change some settings.
 * @param {Partial<Settings>} changes */
export function prefer(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // kept until the page is closed
  }
  dress();
}

/** Follow changes made in another window. */
addEventListener("storage", ({ key }) => {
  if (key !== PLACE) return;
  Object.assign(settings, kept());
  dress();
});

/** Apply the theme. */
export function dress() {
  document.documentElement.dataset.theme = settings.theme;
}

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Return whether animations are allowed. */
export const mayMove = () => !STILL.matches;
