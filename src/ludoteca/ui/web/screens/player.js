/** The page of a player: results, ratings, goals, achievements and games, as far as the viewer may see them. */

import { Refused, refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { game as moduleOf, gameTitle } from "../games/games.js";
import { ask, changed, known, listen, needsName } from "../server.js";
import { because, language, read, t } from "../words.js";
import { source } from "./table/players.js";
import { gamesOf, prepare, prepared } from "./players.js";

/** @import { Achievement, GoalTally, PlayerRating, Profile, RatingCurve, SeatsTally } from "../messages.d.ts" */
/** @import { Child, Known, Refusal } from "../types.d.ts" */

const WIDTH = 320;
const HEIGHT = 90;
const FIRST = 5;
const MISSING = "house/no_such_person";

/** @type {{ name: string, profile: Profile | null, problem: Refusal | null }} */
let shown = { name: "", profile: null, problem: null };
/** Whether this screen is shown. */
let here = false;

/** @param {string} name */
export function arrive(name) {
  here = true;
  load(name);
}

export function leave() {
  here = false;
}

listen(({ notice }) => {
  if (here && notice === "welcome") load(shown.name);
});

/** Ask for a page; a player who is about to be logged in sees more than a stranger.
 * @param {string} name */
async function load(name) {
  shown = { name, profile: null, problem: null };
  const mine = shown;
  await prepare();
  if (!known.me && !needsName()) return;
  try {
    mine.profile = await (known.me ? ask({ do: "ask_profile", name }) : fetched(name));
  } catch (error) {
    mine.problem = refusalOf(error);
  }
  changed();
}

/** Fetch the public part.
 * @param {string} name */
async function fetched(name) {
  const answer = await fetch(`/api/people/${encodeURIComponent(name)}/profile`);
  const told = read(await answer.text());
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** @param {Known} _ @param {string} name */
export const title = (_, name) => shown.profile?.name ?? name;

/** @param {Known} of @param {string} name */
export function draw({ me }, name) {
  const { profile, problem } = shown;
  if (!prepared() || !(profile || problem)) return h("p", { key: "coming", role: "status" }, t("table.loading"));
  return h("div.profile", { key: "profile" },
    h("h1", { key: "name" }, profile?.name ?? name, " ",
      profile && !profile.account && h("span.chip", { key: "guest" }, t("page.guest"))),
    problem && h("p.problem", { key: "problem", role: "alert" }, problem.code === MISSING ? t("page.missing") : because(problem)),
    profile && about(profile, me));
}

/** @param {Profile} profile @param {string} me @returns {Child} */
function about(profile, me) {
  const { name, sees, results, ratings, curves, goals, achievements, games } = profile;
  if (sees === "nothing") return h("p.empty", { key: "hidden" }, t("page.hidden"));
  const isOwn = name.toLowerCase() === me.toLowerCase();
  return [
    isOwn && profile.account && h("p.faint", { key: "own" }, t("page.own.what")),
    sees === "results" && h("p.faint", { key: "partly" }, t("page.partly")),
    h("div.parts", { key: "parts" },
      part("results", results.length ? resultsOf(results) : h("p.empty", {}, t("page.none"))),
      ratings.length > 0 && part("ratings", h("ul", {}, ratings.map((one) => ratingOf(one, curves)))),
      goals.length > 0 && part("goals", [...new Set(goals.map((one) => one.game))].map((game) => goalsOf(game, goals.filter((one) => one.game === game)))),
      achievements.length > 0 && part("achievements", h("ul.chips", {}, achievements.map(achievement))),
      sees === "everything" && Boolean(me) && !isOwn && part("together", together(profile), t("page.together", { name }))),
    games.length > 0 && part("recent", gamesOf(games, name)),
  ];
}

/** @param {string} name @param {Child} content @param {string} heading */
const part = (name, content, heading = t(`page.${name}`)) =>
  h("section", { key: name, class: name, "aria-labelledby": `page-${name}` }, h("h2", { id: `page-${name}` }, heading), content);

/** Draw a table that scrolls on small screens.
 * @param {string} about @param {string[]} columns @param {Child[]} rows */
const sheet = (about, columns, rows) =>
  h("div.wide", { tabindex: 0, role: "group", "aria-label": about },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((column) => h("th", { key: column, scope: "col" }, column)))),
      h("tbody", {}, rows)));

/** Format a number with one decimal.
 * @param {number} amount */
const tenth = (amount) => amount.toLocaleString(language, { maximumFractionDigits: 1 });

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (part / whole).toLocaleString(language, { style: "percent" });

/** @param {SeatsTally[]} results */
const resultsOf = (results) =>
  sheet(t("page.results"), ["game", "seats", "played", "won", "average", "best"].map((column) => t(`page.${column}`)),
    results.map(({ game, seats, played, won, points, best }) => h("tr", { key: `${game} ${seats}` },
      h("th", { scope: "row" }, gameTitle(game)),
      [seats, played, `${won} (${percent(won, played)})`, tenth(points / played), best].map((value, at) => h("td", { key: at }, value)))));

/** @param {PlayerRating} rating @param {RatingCurve[]} curves */
function ratingOf({ game, pool, rating, uncertainty, games, provisional }, curves) {
  const curve = curves.find((one) => one.game === game && one.pool === pool);
  return h("li", { key: `${game} ${pool}` },
    h("h3", {}, t("page.rating", { game: gameTitle(game), pool: t(`leaders.${pool}`) })),
    h("p", {}, h("strong", {}, t("page.rating.is", { rating, uncertainty })),
      h("span.faint", {}, [" ", provisional && t("page.rating.provisional"), t("page.rating.games", { count: games })].filter(Boolean).join(" · "))),
    curve && curve.ratings.length > 1 && picture(curve));
}

/** Draw a curve of ratings: one step for each game.
 * @param {RatingCurve} curve */
function picture({ ratings }) {
  const values = ratings.map((one) => one.rating);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const about = t("page.curve", { count: values.length, first: values[0], last: values.at(-1), low, high });
  const places = values.map((value, at) => {
    const x = (WIDTH * at) / (values.length - 1);
    return `${x.toFixed(1)},${(HEIGHT - (HEIGHT * (value - low)) / Math.max(1, high - low)).toFixed(1)}`;
  });
  return h("figure.curve", { key: "curve" },
    h("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": about },
      h("polyline", { points: places.join(" "), fill: "none", stroke: "currentColor", "stroke-width": 2.5, "stroke-linejoin": "round" }),
      h("circle", { cx: WIDTH, cy: places[places.length - 1].split(",")[1], r: 4, fill: "currentColor" })),
    h("figcaption.faint", { "aria-hidden": "true" }, h("span", {}, low), h("span", {}, high)));
}

/** Draw the goals of a game: those with the most points and the favourite one, then the others on request.
 * @param {string} game @param {GoalTally[]} goals */
function goalsOf(game, goals) {
  const favourite = goals.reduce((one, other) => (other.met > one.met ? other : one));
  const first = [...new Set([...goals.slice(0, FIRST), favourite])].filter(({ met }) => met);
  const others = goals.filter((one) => !first.includes(one));
  const most = Math.max(1, ...goals.map(({ points, played }) => points / played));
  /** @param {GoalTally[]} some */
  const drawn = (some) => h("ol.goals", { key: game }, some.map((one) => goalOf(one, one === goals[0], one === favourite, most)));
  return [
    h("h3", { key: `${game} title` }, gameTitle(game)),
    first.length > 0 && drawn(first),
    others.length > 0 && h("details", { key: `${game} others` }, h("summary", {}, t("page.goals.others", { count: others.length })), drawn(others)),
  ];
}

/** @param {GoalTally} tally @param {boolean} best @param {boolean} favourite @param {number} most */
function goalOf({ game, goal, played, met, points }, best, favourite, most) {
  const average = points / played;
  return h("li", { key: goal },
    h("span.goal", {}, source(moduleOf(game, changed), { source: goal, amount: 0, title: goal }),
      best && met > 0 && h("span.chip", { key: "best" }, t("page.goals.best")),
      favourite && met > 0 && h("span.chip", { key: "favourite" }, t("page.goals.favourite"))),
    h("span.bar", { "aria-hidden": "true" }, h("span", { style: { width: `${(100 * Math.max(0, average)) / most}%` } })),
    h("span.faint", {}, t("page.goals.of", { average: tenth(average), count: met, played })));
}

/** @param {Achievement} one */
const achievement = ({ kind, game, level }) =>
  h("li.chip", { key: `${kind} ${game}` }, t(`achievement.${kind}`, { game: gameTitle(game), level }));

/** @param {Profile} profile @returns {Child} */
function together({ name, together: count, you_won: you, they_won: they }) {
  if (!count) return h("p.empty", {}, t("page.together.none"));
  return [
    h("p", { key: "count" }, t("page.together.count", { count, you, they, name })),
    h("p", { key: "all" }, h("a", { href: `/games?opponent=${encodeURIComponent(name)}` }, t("page.together.all"))),
  ];
}
