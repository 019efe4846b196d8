/** A finished or running game, move by move: the same table, with a slider instead of moves. */

import { say } from "../announce.js";
import { usual } from "../bots.js";
import { refusalOf } from "../connection.js";
import { find, h } from "../dom.js";
import { botsOf, game, gameOf, gameTitle } from "../games/games.js";
import { changed, known, sit, watch } from "../server.js";
import { isOver, isShown, nameOf, seatOf } from "../known.js";
import { sentences } from "../log.js";
import { go, place, replayAddress, sharedOrigin } from "../route.js";
import { because, need, t } from "../words.js";
import { teacher } from "./lessons/hints.js";
import { controls, meant, SPEEDS } from "./replay/controls.js";
import { fetchReview, tryAgain } from "./replay/lessons.js";
import { follow, load, newReplay, stepAt, tableAt } from "./replay/positions.js";
import { practice } from "./replay/practice.js";
import { review } from "./replay/review.js";
import { goesOn } from "./replay/running.js";
import { leave as leaveTable } from "./table.js";
import { attempt, forgetTrouble, lost, troubleAt } from "./table/doing.js";
import { final } from "./table/final.js";
import { copyButton } from "./table/link.js";
import { players } from "./table/players.js";
import { beside } from "./table/side.js";

/** @import { Lesson, PlayedTable, Replay, ShownTable, Trial, Where } from "../types.d.ts" */

await need("replay");

/** @type {Replay | null} */
let replay = null;
let at = 0;
/** The step of a link, until its version is known. */
let step = 0;
let speed = 2;
let timer = 0;
let noted = 0;
/** @type {Lesson | null} */
let lesson = null;
/** The move being tried again, if any. @type {Trial | null} */
let trial = null;
/** Whether the address asks for the review, which has not begun yet. */
let toReview = false;

const asked = () => new URLSearchParams(location.search);

/** @param {string} number */
export async function arrive(number) {
  forgetTrouble();
  at = Number(asked().get("at")) || 0; // the version, in older links
  step = Number(asked().get("step")) || 0;
  toReview = location.hash === "#review";
  addEventListener("keydown", pressed);
  const code = asked().get("code") ?? "";
  const follows = asked().has("live") && !runningAt(Number(number));
  if (follows) await watch(Number(number), code).catch(() => {}); // a reloaded page
  if (Number(place().what) === Number(number)) look(Number(number), code, Number(asked().get("seat") ?? -1));
}

/** @param {Where} next */
export function leave(next) {
  stop();
  if (replay?.running) leaveTable(next);
  clearTimeout(noted);
  removeEventListener("keydown", pressed);
  replay = lesson = trial = null;
}

/** Return the version of a running game that the page follows, or 0.
 * @param {number} number */
const runningAt = (number) => {
  const { table } = known;
  return isShown(table) && table.number === number && table.info.started && !table.info.over ? table.version : 0;
};

/** Show the game from the view of a seat; a running game is shown from the player's own.
 * @param {number} number @param {string} code @param {number} eyes */
function look(number, code, eyes) {
  const since = runningAt(number);
  const mine = newReplay(number, code, eyes, since);
  replay = mine;
  if (!step) at ||= since;
  load(mine, at, () => {
    if (replay !== mine) return;
    if (step && mine.first) [at, step] = [mine.first + step - 1, 0];
    at = mine.first ? Math.min(Math.max(at, mine.first), mine.versions) : at;
    changed();
  });
}

/** Go to a version, and describe what happened there.
 * @param {number} version */
function to(version) {
  if (!replay?.first || version === at) return;
  at = Math.min(Math.max(version, replay.first), replay.versions);
  if (at === replay.versions) stop();
  const told = toldAt(replay, at);
  if (told) say(told);
  clearTimeout(noted);
  noted = setTimeout(note, 300);
  changed();
}

/** Describe what happened at a version.
 * @param {Replay} replay @param {number} version */
function toldAt(replay, version) {
  const rules = replay.head && game(replay.head.game, changed);
  const table = rules && tableAt(replay, version, known.me);
  const record = replay.positions.get(version)?.record;
  return table && record ? sentences(record, table, rules).join(" ") : "";
}

/** Keep the address up to date. */
function note() {
  if (replay) history.replaceState(null, "", addressOf(replay));
}

/** Return the address of the current view.
 * @param {Replay} replay */
const addressOf = (replay) =>
  replayAddress(replay.number, { step: stepAt(replay, at), seat: replay.eyes, code: replay.code, live: replay.running });

function stop() {
  clearInterval(timer);
  timer = 0;
}

function run() {
  stop();
  timer = setInterval(() => to(at + 1), SPEEDS[speed]);
}

/** Start playback, from the start if at the end, or stop it. */
function toggle() {
  if (timer) stop();
  else {
    if (at === replay?.versions) to(replay.first);
    run();
  }
  changed();
}

const act = {
  /** @param {number} version */
  to(version) {
    stop();
    to(version);
  },
  toggle,
  /** @param {number} one */
  speed(one) {
    speed = one;
    if (timer) run();
    changed();
  },
};

/** Return the seat to review by default: the player's own, otherwise the one whose view is shown.
 * @param {Replay} replay @param {ShownTable} table */
const usualSeat = ({ eyes }, { players }) => seatOf(players, known.me) ?? Math.max(eyes, 0);

/** Ask the server about a seat in this game; ignore the answer if another game is shown by then.
 * @template Told @param {(replay: Replay, seat: number) => Promise<Told>} ask @param {(told: Told) => void} then */
async function learn(ask, then) {
  if (!replay || !lesson) return;
  const { number } = replay;
  const { seat } = lesson;
  const isHere = () => replay?.number === number;
  lesson = { ...lesson, asking: true, problem: null };
  changed();
  try {
    const told = await ask(replay, seat);
    if (isHere()) then(told);
  } catch (error) {
    const problem = refusalOf(error);
    if (lesson && isHere()) lesson = { ...lesson, problem };
  }
  if (lesson && isHere()) lesson = { ...lesson, asking: false };
  changed();
}

/** @param {number} version */
const again = (version) => learn((replay, seat) => tryAgain(replay, version, seat, changed), (told) => {
  stop();
  trial = told;
  toTop();
});

/** Scroll to the table, which is above the pressed button. */
function toTop() {
  const main = find("#main");
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}

/** Ask for the review, and scroll to it. */
function beginReview() {
  if (!toReview) return;
  toReview = false;
  study.ask();
  find(".review").scrollIntoView();
}

const study = {
  /** @param {number} seat */
  choose(seat) {
    lesson = { seat };
    changed();
  },
  ask: () => learn(fetchReview, (told) => {
    if (told.seat === lesson?.seat) lesson = { ...lesson, told };
  }),
  /** @param {number} version */
  to(version) {
    act.to(version);
    toTop();
  },
  again,
};

/** Return the actions of a trial.
 * @param {Trial} tried */
const practising = ({ version }) => ({
  again: () => again(version),
  stop() {
    at = version - 1;
    trial = null;
    changed();
    toTop();
  },
});

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (!replay?.first || trial) return;
  const what = meant(event, replay, at);
  if (what === null) return;
  event.preventDefault();
  if (what === "toggle") toggle();
  else act.to(what);
}

/** @param {unknown} _ @param {string} number */
export const title = (_, number) =>
  replay?.head ? t(replay.running ? "stepping.of" : "replay.of", { number, game: gameTitle(replay.head.game) }) : t("replay");

export function draw() {
  if (!replay) return null;
  if (replay.problem) return lost(because(replay.problem));
  const rules = replay.head && game(replay.head.game, changed);
  const table = replay.first && rules ? tableAt(replay, at, known.me) : null;
  if (!table || !rules) return h("p.coming", { key: "wait" }, t("replay.loading"));
  if (replay.running) follow(replay, runningAt(replay.number), changed);
  const { game: name } = table.info;
  const sentence = !replay.running && gameOf(name)?.taught ? teacher(rules, name) : null;
  if (trial) {
    const { table: tried } = trial;
    return h("div.table.replay", { key: "practice" },
      practice(trial, rules, sentence, practising(trial)),
      beside([["players", () => players(tried, rules)]], t("side")));
  }
  lesson ??= { seat: usualSeat(replay, table) };
  if (sentence && toReview) requestAnimationFrame(beginReview);
  return h("div.table.replay", { key: "replay" },
    h("section.stage", { key: "stage", "aria-labelledby": "replay-title" },
      h("h1", { id: "replay-title", key: "title" }, title(known, String(replay.number))),
      controls(replay, { at, running: Boolean(timer), speed, told: toldAt(replay, at) }, act,
        !replay.running && eyes(replay, table)),
      replay.running && goesOn(replay),
      isOver(table) && final(table, rules, null),
      h("h2.unseen", { key: "heading" }, t("replay.table")),
      h(rules.element, { key: "game", data: { table, act: null } }),
      !replay.running && around(replay, table),
      sentence && review(replay, table, at, lesson, sentence, study)),
    beside([
      ["players", () => players(table, rules)],
      ["log", () => h("ludo-log", { data: { table, rules, label: t("side.log") } })],
    ], t("side")));
}

/** Draw the choice of the seat whose view is shown.
 * @param {Replay} replay @param {ShownTable} table */
function eyes(replay, table) {
  /** @type {Array<[seat: number, name: string]>} */
  const choices = [[-1, t("replay.eyes.all")]];
  table.players.forEach((one, seat) => choices.push([seat, one?.name ?? ""]));
  return h("label", { key: "eyes" }, t("replay.eyes"), " ",
    h("select", { onchange: (event) => look(replay.number, replay.code, Number(event.target.value)) },
      choices.map(([seat, name]) => h("option", { value: seat, selected: seat === replay.eyes }, name))));
}

/** Draw the actions for this moment.
 * @param {Replay} replay @param {PlayedTable} table */
function around(replay, table) {
  const code = replay.code ? `?code=${replay.code}` : "";
  return h("div", { key: "around" },
    h("div.row", {},
      !table.view.outcome && (known.me
        ? h("button", { key: "on", onclick: () => playOn(table) },
          t("replay.play_on", { name: nameOf(table, seatToPlay(table)) }))
        : h("span.faint", { key: "on" }, t("replay.needs_name"))),
      copyButton(new URL(addressOf(replay), sharedOrigin).href, t("replay.share")),
      h("a.button", { key: "download", href: `/api/replays/${replay.number}${code}`, download: "" },
        t("final.download")),
      h("a.button", { key: "lobby", href: "/" }, t("to_lobby"))),
    troubleAt("replay"));
}

/** Return the seat in which to continue: the one whose view is shown, otherwise the one to move.
 * @param {PlayedTable} table */
const seatToPlay = ({ view, toMove }) => view.eyes ?? toMove[0] ?? 0;

/** @param {PlayedTable} table */
const playOn = (table) => attempt("replay", async () => {
  const { bot } = usual(botsOf(table.info.game));
  const info = await sit({ do: "play_on", table: table.number, version: at, seat: seatToPlay(table), bot });
  go(`/table/${info.table}`);
});
