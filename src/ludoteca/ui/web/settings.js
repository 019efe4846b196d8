/** The player's settings, kept in this browser. */

/** @import { Settings } from "./types.d.ts" */

/** @type {Settings} */
const USUAL = { language: "", theme: "auto", sound: true, volume: 0.7, notices: false, name: "", token: "", toured: "", muted: [], blocked: [], showGoal: true, opponents: {} };
const PLACE = "ludoteca";

/** @returns {Partial<Settings>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // a browser that keeps nothing, or something that is not ours
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
    // then it holds until the page is closed
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

/** Whether things may move on the screen. */
export const mayMove = () => !STILL.matches;
