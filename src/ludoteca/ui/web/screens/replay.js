/** A finished or running game, move by move: the same table, with a slider instead of moves. */

import { say } from "../announce.js";
import { usual } from "../bots.js";
import { refusalOf } from "../connection.js";
import { find, h } from "../dom.js";
import { botsOf, game, gameOf, gameTitle } from "../games/games.js";
import { changed, known, sit, watch } from "../server.js";
import { isOver, isShown, nameOf, seatOf } from "../known.js";
import { sentences } from "../log.js";
import { analysisAddress, go, place, replayAddress, sharedOrigin } from "../route.js";
import { because, need, t } from "../words.js";
import { teacher, textsOf } from "./lessons/hints.js";
import { controls, meant, SPEEDS } from "./replay/controls.js";
import { Learning } from "./replay/learning.js";
import { tryAgain } from "./replay/lessons.js";
import { follow, load, newReplay, stepAt, tableAt } from "./replay/positions.js";
import { practice } from "./replay/practice.js";
import { keyAfter, keyBefore, review } from "./replay/review.js";
import { goesOn } from "./replay/running.js";
import { follow as followReview, isComplete, momentAt } from "./replay/study.js";
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
/** Whether the player wants to learn from the review, and the exercises once it is complete. */
let wantsToLearn = false;
/** @type {Learning | null} */
let learning = null;

const asked = () => new URLSearchParams(location.search);

/** @param {string} number */
export async function arrive(number) {
  forgetTrouble();
  at = Number(asked().get("at")) || 0; // the version, in older links
  step = Number(asked().get("step")) || 0;
  addEventListener("keydown", pressed);
  const code = asked().get("code") ?? "";
  const follows = asked().has("live") && !runningAt(Number(number));
  if (follows) await watch(Number(number), code).catch(() => {}); // a reloaded page
  if (Number(place().what) !== Number(number)) return;
  look(Number(number), code, Number(asked().get("seat") ?? -1));
  wantsToLearn = location.hash === "#learn";
  if (wantsToLearn || location.hash === "#review") study.open();
}

/** @param {Where} next */
export function leave(next) {
  stop();
  if (replay?.running) leaveTable(next);
  clearTimeout(noted);
  removeEventListener("keydown", pressed);
  learning?.close();
  replay = lesson = trial = learning = null;
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
    study.begin();
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
  replayAddress(replay.number, {
    step: stepAt(replay, at), seat: replay.eyes, code: replay.code, live: replay.running, review: Boolean(lesson), learn: wantsToLearn,
  });

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

/** Ask the server about this game; ignore the answer if another game is shown by then.
 * @template Told @param {(replay: Replay) => Promise<Told>} ask @param {(told: Told) => void} then */
async function learn(ask, then) {
  if (!replay || !lesson) return;
  const { number } = replay;
  const isHere = () => replay?.number === number;
  lesson = { ...lesson, problem: null };
  changed();
  try {
    const told = await ask(replay);
    if (isHere()) then(told);
  } catch (error) {
    const problem = refusalOf(error);
    if (lesson && isHere()) lesson = { ...lesson, problem };
  }
  changed();
}

/** @param {{ version: number, seat: number }} moment */
const again = ({ version, seat }) => learn((replay) => tryAgain(replay, version, seat, changed), (told) => {
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

const study = {
  /** @param {number} seat */
  choose(seat) {
    lesson = { ...lesson, seat };
    changed();
  },
  open() {
    if (!replay) return;
    const { number } = replay;
    lesson = {};
    learn((replay) => followReview(replay, (told) => {
      lesson = { ...lesson, study: told };
      study.begin();
      changed();
    }, () => replay.number === number && lesson !== null), () => {});
    if (replay.first) note();
    toTop();
  },
  close() {
    lesson = null;
    note();
    changed();
  },
  learn() {
    wantsToLearn = true;
    study.begin();
    note();
    changed();
    toTop();
  },
  /** Begin the exercises once the game and its review are known. */
  begin() {
    if (!wantsToLearn || learning || !replay?.first || !lesson?.study || !isComplete(lesson.study)) return;
    stop();
    learning = new Learning(replay, lesson.study, seatOf(replay.head?.players.map((name) => ({ name, bot: "" })) ?? [], known.me), (version) => {
      learning?.close();
      learning = null;
      wantsToLearn = false;
      if (version) at = version;
      note();
      changed();
      toTop();
    }, changed);
  },
  to: act.to,
  again,
};

/** Return the key moment that a key leads to, if any.
 * @param {KeyboardEvent} event */
function keyMoment({ key, shiftKey }) {
  if (!lesson?.study || !shiftKey) return null;
  if (key === "ArrowLeft") return keyBefore(lesson.study, at) ?? at;
  return key === "ArrowRight" ? keyAfter(lesson.study, at) ?? at : null;
}

/** Return the table with the moves to mark at a moment of a review: the one played, and the better one.
 * @param {PlayedTable} table */
function marked(table) {
  const moment = lesson?.study && momentAt(lesson.study, at + 1);
  if (!moment) return table;
  const { judged: { move, best, grade } } = moment;
  return { ...table, played: grade === "best" ? null : { move }, hint: /** @type {PlayedTable["hint"]} */ ({ move: best }) };
}

/** Return the actions of a trial.
 * @param {Trial} tried */
const practising = ({ version, seat }) => ({
  again: () => again({ version, seat }),
  stop() {
    at = version - 1;
    trial = null;
    changed();
    toTop();
  },
});

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (learning) return void learning.pressed(event);
  if (!replay?.first || trial) return;
  const what = keyMoment(event) ?? meant(event, replay, at);
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
  const texts = sentence && textsOf(name);
  if (learning && texts) {
    const asked = learning.table ?? table;
    return h("div.table.replay", { key: "learning" },
      learning.draw(rules, sentence, texts),
      beside([["players", () => players(asked, rules)]], t("side")));
  }
  const seat = lesson?.seat ?? usualSeat(replay, table);
  return h("div.table.replay", { key: "replay" },
    h("section.stage", { key: "stage", "aria-label": title(known, String(replay.number)) },
      lesson && texts ? review(replay, table, at, { ...lesson, seat }, texts, study) : [
        h("h1", { key: "title" }, title(known, String(replay.number))),
        controls(replay, { at, running: Boolean(timer), speed, told: toldAt(replay, at) }, act,
          !replay.running && eyes(replay, table)),
        replay.running && goesOn(replay),
        isOver(table) && final(table, rules, null),
      ],
      h("h2.unseen", { key: "heading" }, t("replay.table")),
      h(rules.element, { key: "game", data: { table: marked(table), act: null } }),
      !replay.running && around(replay, table, Boolean(sentence))),
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
 * @param {Replay} replay @param {PlayedTable} table @param {boolean} taught */
function around(replay, table, taught) {
  const code = replay.code ? `?code=${replay.code}` : "";
  return h("div", { key: "around" },
    h("div.row", {},
      taught && !lesson && h("button.primary", { key: "review", onclick: study.open }, t("final.review")),
      !table.view.outcome && (known.me
        ? h("button", { key: "on", onclick: () => playOn(table) },
          t("replay.play_on", { name: nameOf(table, seatToPlay(table)) }))
        : h("span.faint", { key: "on" }, t("replay.needs_name"))),
      gameOf(table.info.game)?.analysed && h("a.button", { key: "analyse", href: analysisAddress(replay.number, at, replay.code) }, t("replay.analyse")),
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
