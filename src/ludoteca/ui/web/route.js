/** Addresses of the page, and navigation. */

import { closest } from "./dom.js";

/** @import { ScreenName, Where } from "./types.d.ts" */

/** @type {Array<[screen: ScreenName, way: RegExp]>} */
const WAYS = [
  ["lobby", /^\/$/],
  ["invited", /^\/t\/([^/]+)$/],
  ["table", /^\/table\/(\d+)$/],
  ["replay", /^\/replay\/(\d+)$/],
  ["rules", /^\/rules\/([\w-]+)$/],
  ["leaderboard", /^\/leaderboard\/([\w-]+)$/],
  ["games", /^\/games$/],
  ["puzzles", /^\/puzzles$/],
  ["player", /^\/p\/([^/]+)$/],
  ["friends", /^\/friends$/],
  ["help", /^\/help$/],
  ["analysis", /^\/analysis$/],
  ["operator", /^\/operator$/],
  ["tables", /^\/#tables$/],
];
/** Screens that open in a panel over a table. @type {Set<ScreenName>} */
const PANELS = new Set(["rules", "help", "tables"]);

/** The origin of links for other people. The server names it where this page was opened as localhost. */
export const sharedOrigin =
  document.querySelector("meta[name='ludoteca-address']")?.getAttribute("content") ?? location.origin;

/** Whether other machines can open such links. */
export const isShared = !/^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(sharedOrigin).hostname);

/** Parse an address into its screen and parameters.
 * @param {string} path @returns {Where} */
export function place(path = location.pathname) {
  for (const [screen, way] of WAYS) {
    const found = path.match(way);
    if (found) return { screen, what: found[1] ? decodeURIComponent(found[1]) : "" };
  }
  return { screen: "lobby", what: "" };
}

/** Return the address of a finished game, at a step, from the view of a seat, with its review or its exercises; or of a `live` one, which goes on.
 * @param {number} number @param {{ step?: number, seat?: number | null, code?: string, live?: boolean, review?: boolean, learn?: boolean }} given */
export function replayAddress(number, { step = 0, seat = null, code = "", live = false, review = false, learn = false } = {}) {
  const query = new URLSearchParams();
  if (step > 0) query.set("step", String(step));
  if (seat !== null && seat >= 0) query.set("seat", String(seat));
  if (code) query.set("code", code);
  if (live) query.set("live", "");
  return `/replay/${number}${[...query].length ? `?${query}` : ""}${learn ? "#learn" : review ? "#review" : ""}`;
}

/** Return the address of an analysis board with a position of a finished game.
 * @param {number} number @param {number} version @param {string} code */
export const analysisAddress = (number, version, code) =>
  `/analysis?${new URLSearchParams({ replay: String(number), version: String(version), ...(code && { code }) })}`;

/** Return the address of a player's page.
 * @param {string} name */
export const playerAddress = (name) => `/p/${encodeURIComponent(name)}`;

/** Go to another address of the page; `go(path, true)` replaces the current one in the history, as does leaving a panel.
 * @param {string} path @param {boolean} instead */
export function go(path, instead = false) {
  const open = isOpen();
  if (open || path !== location.pathname) history[instead || open ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

const isOpen = () => Boolean(history.state?.panel);

/** The link that opened the panel. @type {HTMLElement | null} */
export let opener = null;

/** Show an address in a panel over the table: an entry of the history, so that the Back button closes it.
 * @param {string} path */
function goOver(path) {
  history[isOpen() ? "replaceState" : "pushState"]({ panel: path }, "");
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Follow links within the page without reloading it. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = closest(event.target, "a[href^='/']:not([target], [download])");
    const path = link?.getAttribute("href");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!path || !plain || path.startsWith("/api/")) return undefined;
    event.preventDefault();
    if (place().screen !== "table" || !PANELS.has(place(path).screen)) return go(path);
    if (!isOpen()) opener = link;
    return goOver(path);
  });
}
