/** The page: draws the screen for the address and the current state. */

import { find, patch } from "./dom.js";
import { loadCards, loadGames } from "./games/games.js";
import { connect, known, needsName, whenChanged } from "./server.js";
import { followLinks, place } from "./route.js";
import { dress, settings } from "./settings.js";
import { speak, t, usual } from "./words.js";
import { askTurns, turnBar } from "./turns.js";
import { top } from "./screens/top.js";
import { announcementBar, connectionBar, friendshipBar, invitationBar } from "./screens/bars.js";

/** @import { Screen, ScreenName, Where } from "./types.d.ts" */

/** @type {{ [name in ScreenName]: () => Promise<Screen> }} */
const SCREENS = {
  welcome: () => import("./screens/welcome.js"),
  lobby: () => import("./screens/lobby.js"),
  invited: () => import("./screens/invited.js"),
  table: () => import("./screens/table.js"),
  replay: () => import("./screens/replay.js"),
  rules: () => import("./screens/rules.js"),
  leaderboard: () => import("./screens/leaderboard.js"),
  games: () => import("./screens/games.js"),
  puzzles: () => import("./screens/puzzles.js"),
  friends: () => import("./screens/friends.js"),
  player: () => import("./screens/player.js"),
  help: () => import("./screens/help.js"),
  analysis: () => import("./screens/analysis.js"),
  operator: () => import("./screens/operator.js"),
  tables: () => import("./screens/lobby.js"),
};
/** @type {Set<ScreenName>} */
const WITHOUT_NAME = new Set(["rules", "leaderboard", "player", "help", "replay", "operator", "puzzles", "analysis"]);

/** The worker that shows a page without a connection. */
const WORKER = "/worker.js";
/** Allows only this script address, whatever is requested. */
const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });

let here = place();
/** @type {Screen | null} */
let screen = null;
let shown = "";
/** @type {typeof import("./screens/panel.js") | null} */
let panel = null;

/** Return the screen for an address; players without a name choose one first.
 * @param {Where} where */
const screenAt = (where) => (needsName() && !WITHOUT_NAME.has(where.screen) ? "welcome" : where.screen);

/** Load the screen for the address, and draw it. */
async function arrive() {
  const next = place();
  const name = screenAt(next);
  const moved = `${name} ${next.what}`;
  here = next;
  cover();
  if (moved === shown) return draw();
  askTurns();
  const old = screen;
  const module = await SCREENS[name]();
  if (here !== next) return undefined;
  const first = !shown;
  shown = moved;
  old?.leave?.(place());
  screen = module;
  screen.arrive?.(here.what);
  draw();
  if (!first) find("#main").focus({ preventScroll: true });
  scrollTo(0, 0);
  return undefined;
}

/** Return the address that the history names for a panel over the table, or an empty text. @returns {string} */
const covering = () => (screenAt(here) === "table" && history.state?.panel) || "";

/** Show that panel, loaded on demand, or close it. */
async function cover() {
  if (covering()) panel ??= await import("./screens/panel.js");
  panel?.show(covering());
}

function draw() {
  panel?.draw();
  patch(find("#top"), top(known, here));
  if (!screen) return;
  const title = screen.title?.(known, here.what) ?? t("title");
  if (document.title !== title) document.title = title;
  patch(find("#main"), connectionBar(known), announcementBar(known), invitationBar(known), here.screen !== "friends" && friendshipBar(known), turnBar(known, here), screen.draw(known, here.what));
}

/** Go to the welcome page, or away from it, when the name changes. */
function follow() {
  if ((screenAt(here) === "welcome") === shown.startsWith("welcome ")) draw();
  else arrive();
}

/** Register the worker for the next visit; ignore browsers that refuse it. */
const keepWorker = () =>
  navigator.serviceWorker?.register(policy ? policy.createScriptURL("") : WORKER).catch(() => {});

dress();
const loading = SCREENS[screenAt(here)](); // loaded in parallel with the games and the texts
await loadGames();
await Promise.all([loadCards(), speak(settings.language || usual()), loading]);
whenChanged(follow);
followLinks();
addEventListener("popstate", arrive);
connect();
await arrive();
keepWorker();
