/** The player's settings, stored in this browser. */

/** @import { Settings } from "./types.d.ts" */

/** @type {Settings} */
const USUAL = { language: "", theme: "auto", sound: true, volume: 0.7, notices: false, name: "", token: "", stay: true, toured: "", muted: [], blocked: [], showGoal: true, confetti: true, opponents: {}, wish: { game: "", seats: 2, clock: "none" } };
const PLACE = "ludoteca";

/** @param {() => Storage} storage @returns {Partial<Settings>} */
function read(storage) {
  try {
    return JSON.parse(storage().getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // storage is unavailable, or holds something else
  }
}

/** Return the stored settings; a login that ends with the window is stored apart from them. */
const kept = () => ({ ...read(() => localStorage), ...read(() => sessionStorage) });

/** @type {Settings} */
export const settings = { ...USUAL, ...kept() };

/** Change some settings.
 * @param {Partial<Settings>} changes */
export function prefer(changes) {
  Object.assign(settings, changes);
  const { name, token, stay } = settings;
  try {
    if (stay) {
      sessionStorage.removeItem(PLACE);
      localStorage.setItem(PLACE, JSON.stringify(settings));
    } else {
      const others = read(() => localStorage);
      sessionStorage.setItem(PLACE, JSON.stringify({ name, token, stay }));
      localStorage.setItem(PLACE, JSON.stringify({ ...settings, name: others.name, token: others.token, stay: true }));
    }
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
