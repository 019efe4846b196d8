/** The player's own games: those in play, and the finished ones with filters. */

import { figures } from "../clock.js";
import { refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { games as listed, gameTitle } from "../games/games.js";
import { picture } from "../pictures.js";
import { ask, changed } from "../server.js";
import { isMine, leftAt, ownTables } from "../turns.js";
import { because, list, t } from "../words.js";
import { gamesOf, prepare, prepared } from "./players.js";

/** @import { FinishedGame, GameResult } from "../messages.d.ts" */
/** @import { Child, FieldEvent, Known, OwnTable } from "../types.d.ts" */

const PAGE = 20;
/** Requests in a row for a page without results: each examines 200 games. */
const MOST_EMPTY = 10;
const PAUSE = 250;
const DAY = 24 * 3600 * 1000;
const TICK = 1000;
/** @type {GameResult[]} */
const RESULTS = ["", "won", "lost", "abandoned"];

const NO_FILTERS = { game: "", opponent: "", result: /** @type {GameResult} */ (""), since: "", until: "", search: "" };
let filters = { ...NO_FILTERS };
/** The finished games received so far.
 * @type {{ games: FinishedGame[] | null, more: string, problem: string }} */
let found = { games: null, more: "", problem: "" };
let timer = 0;
let ticking = 0;

export async function arrive() {
  const opponent = new URLSearchParams(location.search).get("opponent") ?? "";
  filters = { ...NO_FILTERS, opponent };
  ticking = setInterval(changed, TICK);
  await prepare();
  begin();
}

export const leave = () => clearInterval(ticking);

function begin() {
  found = { games: null, more: "", problem: "" };
  load();
}

/** Return the start of a local day in milliseconds, plus some time; 0 without a day.
 * @param {string} day @param {number} after */
const time = (day, after = 0) => (day ? new Date(`${day}T00:00`).getTime() + after : 0);

/** Fetch the next page, unless the filters have changed meanwhile. */
async function load() {
  const here = found;
  const { since, until, ...same } = filters;
  try {
    for (let tries = 0; tries < MOST_EMPTY; tries += 1) {
      const told = await ask({
        do: "ask_games", ...same, since: Math.max(0, time(since)), until: Math.max(0, time(until, DAY - 1)), after: here.more, limit: PAGE,
      });
      here.games = [...here.games ?? [], ...told.games];
      here.more = told.more;
      if (told.games.length || !told.more || found !== here) break;
    }
  } catch (error) {
    here.problem = because(refusalOf(error));
  }
  changed();
}

/** @param {Partial<typeof filters>} changes */
function want(changes) {
  Object.assign(filters, changes);
  clearTimeout(timer);
  timer = setTimeout(begin, PAUSE);
  changed();
}

export const title = () => t("games");

/** @param {Known} known */
export function draw(known) {
  if (!prepared()) return h("p", { key: "coming", role: "status" }, t("table.loading"));
  const playing = ownTables(known);
  return h("div.games", { key: "games" },
    h("h1", {}, t("games")),
    h("section", { key: "playing", "aria-labelledby": "playing-title" },
      h("h2", { id: "playing-title" }, t("games.playing")),
      playing.length ? h("ul.cards", {}, playing.map(inPlay)) : h("p.empty", {}, t("games.playing.none"), " ", h("a", { href: "/" }, t("to_lobby")))),
    h("section", { key: "finished", "aria-labelledby": "finished-title" },
      h("h2", { id: "finished-title" }, t("games.finished")),
      !known.kept && h("p.row", { key: "guest" },
        h("span.faint", {}, t("games.guest")), h("button.small", { onclick: account }, t("login.sign_up"))),
      form(),
      found.problem && h("p.problem", { key: "problem", role: "alert" }, found.problem),
      found.games && (found.games.length ? gamesOf(found.games, known.me) : h("p.empty", { key: "empty" }, t(isFiltered() ? "games.none.found" : "games.none"))),
      found.more && h("button", { key: "more", onclick: load }, t("games.more"))));
}

/** Open the account dialog, where guests choose a password. */
const account = async () => (await import("../account.js")).openAccount();

const isFiltered = () => Object.values(filters).some(Boolean);

/** Draw a game in play.
 * @param {OwnTable} own */
function inPlay(own) {
  const { info, seat, to_move: toMove } = own;
  const others = info.seats.flatMap((one, place) => (one && place !== seat ? [one.name] : []));
  const movers = toMove.flatMap((place) => info.seats[place]?.name ?? []);
  const [mover = seat] = toMove.includes(seat) ? [seat] : toMove;
  const turn = isMine(own) ? t("games.yours") : info.paused ? t("games.paused") : t("games.theirs", { names: list(movers) });
  return h("li.card.seating", { key: info.table, class: isMine(own) ? "mine" : "" },
    h("header", {}, picture(info.game),
      h("div", {},
        h("h3", {}, info.name || gameTitle(info.game)),
        h("p.faint", {}, [t("table.title", { number: info.table }), list(others)].filter(Boolean).join(" · ")))),
    h("p", { key: "turn" },
      h("strong", { key: "whose" }, turn),
      own.left.length > 0 && h("span.faint", { key: "left" }, ` · ${t("games.left", { time: figures(leftAt(own, mover)) })}`)),
    h("div.row", {}, h("a.button", { class: isMine(own) && "primary", href: `/table/${info.table}` }, t("games.open"),
      h("span.unseen", {}, ` ${t("table.title", { number: info.table })}`))));
}

function form() {
  /** @param {Event} event */
  const submit = (event) => event.preventDefault();
  return h("form.filters", { key: "filters", role: "search", "aria-label": t("games.filters"), onsubmit: submit },
    field("search", h("input", { id: "filter-search", type: "search", maxlength: 100, value: filters.search, oninput: typed("search") })),
    field("game", pick("game", [["", t("games.game.any")], ...listed().map(({ game }) => /** @type {[string, string]} */ ([game, gameTitle(game)]))])),
    field("opponent", h("input", { id: "filter-opponent", maxlength: 64, autocomplete: "off", spellcheck: "false", value: filters.opponent, oninput: typed("opponent") })),
    field("result", pick("result", RESULTS.map((one) => [one, t(`games.result.${one || "any"}`)]))),
    field("since", h("input", { id: "filter-since", type: "date", value: filters.since, onchange: typed("since") })),
    field("until", h("input", { id: "filter-until", type: "date", value: filters.until, onchange: typed("until") })),
    isFiltered() && h("button.quiet", { key: "clear", type: "button", onclick: () => want({ ...NO_FILTERS }) }, t("games.clear")));
}

/** @param {keyof typeof filters} name */
const typed = (name) => (/** @type {FieldEvent} */ event) => want({ [name]: event.target.value });

/** @param {keyof typeof filters} name @param {Child} control */
const field = (name, control) => h("div", { key: name }, h("label", { for: `filter-${name}` }, t(`games.${name}`)), control);

/** @param {"game" | "result"} name @param {Array<[value: string, text: string]>} choices */
const pick = (name, choices) =>
  h("select", { id: `filter-${name}`, onchange: typed(name) },
    choices.map(([value, text]) => h("option", { key: value, value, selected: value === filters[name] }, text)));
