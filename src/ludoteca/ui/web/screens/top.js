/** The header of every screen: home, the way back to a game, and settings. */

import { h } from "../dom.js";
import { withRules } from "../games/games.js";
import { keep } from "../kept.js";
import { seatOf } from "../known.js";
import { askAt, changed, giveUpName, known } from "../server.js";
import { closing } from "../menu.js";
import { go, place, playerAddress } from "../route.js";
import { prefer, settings } from "../settings.js";
import { play } from "../sounds.js";
import { unread } from "../unread.js";
import { LANGUAGES, language, speak, t } from "../words.js";

/** @import { Known, Settings, Where } from "../types.d.ts" */

const ICON = new URL("../icon.svg", import.meta.url).pathname;

/** Draw the header; `here` is the current place.
 * @param {Known} known @param {Where} here */
export function top(known, here) {
  const { theme, sound, volume, notices } = settings;
  const [table, mine] = back(known, here);
  return [
    brand(here.screen === "lobby" ? 0 : unread()),
    ways(here.screen, rulesAt(known, here), table, mine, table ? 0 : other(known, here), known.me),
    menu(known.me, known.kept, known.own.size > 0 && !invitedTo(known), theme, sound, volume, notices, asked),
  ];
}

const brand = keep(/** @param {number} waiting */ (waiting) =>
  h("a.brand", { href: "/", key: "brand" },
    h("img", { src: ICON, alt: "", width: 32, height: 32 }), " ", h("span.house", {}, "Ludoteca"),
    waiting > 0 && unreadMark()));

const ways = keep(/** @param {string} screen @param {string | undefined} game @param {number} table @param {boolean} mine @param {number} also @param {string} me */
(screen, game, table, mine, also, me) =>
  h("nav", { key: "nav", "aria-label": t("nav") },
    table > 0 && h("a.back", { key: "back", href: `/table/${table}` }, mine ? `● ${t("back_your_turn")}` : t("back_to_game")),
    also > 0 && h("a.back", { key: "also", href: `/table/${also}` }, t("also_at", { number: also })),
    me && link("/games", t("games.nav"), screen === "games"),
    game && link(`/rules/${game}`, t("rules"), screen === "rules"),
    link("/help", t("help"), screen === "help")));

/** Draw the menu; described again only if it has changed, because reading the selection is slow. */
const menu = keep(/** @param {string} me @param {boolean} kept @param {boolean} seated @param {unknown[]} _ */
(me, kept, seated, ..._) =>
  h("details.menu", { key: "menu", ...closing },
    h("summary", {},
      me && h("span.unseen", {}, t("settings")),
      h("span.me", {}, me || t("settings"))),
    h("div.card", {}, choices(), h("a", { key: "puzzles", href: "/puzzles" }, t("puzzles")), h("a", { key: "analysis", href: "/analysis" }, t("analysis")), me && [
      h("a", { key: "page", href: playerAddress(me) }, t("page.own")),
      h("a", { key: "friends", href: "/friends" }, t("friends")),
      h("button", { key: "account", onclick: account }, t("account")),
      kept ? h("button", { key: "out", onclick: leave }, t("account.out")) : rename(seated),
    ])));

/** Draw the link to change the name, disabled for guests with seats, who would lose these with the name.
 * @param {boolean} seated */
const rename = (seated) => [
  h("button", { key: "rename", disabled: seated, "aria-describedby": seated && "rename-why", onclick: changeName }, t("change_name")),
  seated && h("p.faint", { key: "rename-why", id: "rename-why" }, t("change_name.seated")),
];

/** Return the code of the waiting table that is shown, if the player can leave it and come back by its link; otherwise "".
 * @param {Known} known */
function invitedTo({ table, own, me }) {
  if (!table?.info || table.info.started || table.info.over || table.info.owner === me) return "";
  return [...own.keys()].some((number) => number !== table.number) ? "" : table.info.code;
}

/** Give up the name, and the seat at a waiting table; then choose another name at the invitation. */
async function changeName() {
  const { screen, what } = place();
  const code = screen === "invited" ? what : invitedTo(known);
  if (known.table && known.table.seat !== null) await askAt(known.table, { do: "stand_up" }).catch(() => {});
  await giveUpName();
  go(code ? `/t/${code}` : "/");
}

/** Open the account dialog, loaded on demand. */
const account = async () => (await import("../account.js")).openAccount();

/** Draw the number of unread messages in the lobby. */
export const unreadMark = () =>
  h("span.unread", { key: "unread" }, unread(), h("span.unseen", {}, ` ${t("unread", { count: unread() })}`));

/** @param {string} href @param {string} text @param {boolean} current */
const link = (href, text, current) => h("a", { key: href, href, "aria-current": current ? "page" : undefined }, text);

/** Return the game whose rules are linked: the table's game, otherwise the first game with rules.
 * @param {Known} known @param {Where} here */
function rulesAt({ table }, here) {
  const games = withRules().map(({ game }) => game);
  const played = here.screen === "table" ? table?.info?.game : undefined;
  return games.includes(played) ? played : games[0];
}

/** Return the table of the game in progress, or 0, and whether it is the player's turn there.
 * @param {Known} known @param {Where} here @returns {[table: number, mine: boolean]} */
function back({ table }, here) {
  if (!table?.info?.started || table.info.over || table.seat === null) return [0, false];
  if (here.screen === "table" && Number(here.what) === table.number) return [0, false];
  return [table.number, table.toMove.includes(table.seat)];
}

/** Return another table than the one shown where the player has a seat in a game in progress, or 0.
 * @param {Known} known @param {Where} here */
function other({ own, tables, me }, here) {
  if (here.screen !== "table") return 0;
  const running = [...own.values(), ...tables.values()].find((info) =>
    info?.started && !info.over && info.table !== Number(here.what) && seatOf(info.seats, me) !== null);
  return running?.table ?? 0;
}

/** Switch the language.
 * @param {string} wanted */
export async function choose(wanted) {
  prefer({ language: wanted });
  await speak(wanted);
  changed();
}

/** Number of requests for permission to notify: the checkbox may be ticked although nothing has changed. */
let asked = 0;

function choices() {
  return [
    choice(t("language"), Object.entries(LANGUAGES), language, choose),
    choice(t("theme"), ["auto", "light", "dark"].map((one) => [one, t(`theme.${one}`)]), settings.theme, (theme) => {
      prefer({ theme });
      changed();
    }),
    tick(t("sound"), settings.sound, (sound) => hearing({ sound })),
    h("label", { key: "volume" }, t("volume"), " ", h("input", {
      type: "range", min: 0, max: 1, step: 0.1, value: String(settings.volume), disabled: !settings.sound,
      oninput: (event) => prefer({ volume: Number(event.target.value) }), onchange: () => hearing({}),
    })),
    tick(t("confetti"), settings.confetti, (confetti) => prefer({ confetti })),
    tick(t("notices"), settings.notices, async (wanted) => {
      const granted = wanted && (await globalThis.Notification?.requestPermission()) === "granted";
      prefer({ notices: granted });
      asked += 1;
      changed();
    }),
  ];
}

/** Change the sound settings, and play a sample.
 * @param {Partial<Settings>} changes */
function hearing(changes) {
  prefer(changes);
  play("call");
  changed();
}

async function leave() {
  await giveUpName();
  go("/");
}

/** @param {string} label @param {Array<[value: string, text: string]>} options @param {string} chosen
 * @param {(value: string) => void} then */
function choice(label, options, chosen, then) {
  return h("label", { key: label }, label, " ",
    h("select", { onchange: (event) => then(event.target.value) },
      options.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text))));
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} then */
function tick(label, checked, then) {
  return h("label", { key: label },
    h("input", { type: "checkbox", checked, onchange: (event) => then(event.target.checked) }), " ", label);
}
