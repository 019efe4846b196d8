/** A finished game, move by move: the same table, with a slider instead of moves. */

import { say } from "../announce.js";
import { usual } from "../bots.js";
import { h } from "../dom.js";
import { botsOf, game, gameOf, gameTitle } from "../games/games.js";
import { changed, known, sit } from "../server.js";
import { seatOf } from "../known.js";
import { sentences } from "../log.js";
import { go, replayAddress } from "../route.js";
import { because, t } from "../words.js";
import { teacher } from "./lessons/hints.js";
import { controls, meant, SPEEDS } from "./replay/controls.js";
import { fetchReview, tryAgain } from "./replay/lessons.js";
import { load, newReplay, tableAt } from "./replay/positions.js";
import { practice } from "./replay/practice.js";
import { review } from "./replay/review.js";
import { attempt, forgetTrouble, lost, troubleAt } from "./table/doing.js";
import { final } from "./table/final.js";
import { copyButton } from "./table/link.js";
import { players } from "./table/players.js";
import { beside } from "./table/side.js";

let replay = null;
let at = 0;
let speed = 2;
let timer = 0;
let noted = 0;
/** What is reviewed: the seat, and what the server tells of its moves once it is asked. */
let lesson = null;
/** The move that is tried again, if one is. */
let trial = null;

const asked = () => new URLSearchParams(location.search);

export function arrive(number) {
  forgetTrouble();
  at = Number(asked().get("at")) || 0;
  addEventListener("keydown", pressed);
  look(Number(number), asked().get("code") ?? "", Number(asked().get("seat") ?? -1));
}

export function leave() {
  stop();
  clearTimeout(noted);
  removeEventListener("keydown", pressed);
  replay = lesson = trial = null;
}

/** Show the game from the view of a seat. */
function look(number, code, eyes) {
  const mine = newReplay(number, code, eyes);
  replay = mine;
  load(mine, at, () => {
    if (replay !== mine) return;
    at = mine.first ? Math.min(Math.max(at, mine.first), mine.versions) : at;
    changed();
  });
}

/** Go to a version, and say what happened there. */
function to(version) {
  if (!replay?.first || version === at) return;
  at = Math.min(Math.max(version, replay.first), replay.versions);
  if (at === replay.versions) stop();
  const told = toldAt(at);
  if (told) say(told);
  clearTimeout(noted);
  noted = setTimeout(note, 300);
  changed();
}

/** What happened at a version, in words. */
function toldAt(version) {
  const rules = replay.head && game(replay.head.game, changed);
  const table = rules && tableAt(replay, version, known.me);
  return table ? sentences(replay.positions.get(version).record, table, rules).join(" ") : "";
}

/** Keep the address up to date. */
const note = () => history.replaceState(null, "", addressAt(at));

const addressAt = (version) => replayAddress(replay.number, { at: version, seat: replay.eyes, code: replay.code });

function stop() {
  clearInterval(timer);
  timer = 0;
}

function run() {
  stop();
  timer = setInterval(() => to(at + 1), SPEEDS[speed]);
}

/** Let it run, from the start if it was at its end; or stop. */
function toggle() {
  if (timer) stop();
  else {
    if (at === replay.versions) to(replay.first);
    run();
  }
  changed();
}

const act = {
  to(version) {
    stop();
    to(version);
  },
  toggle,
  speed(one) {
    speed = one;
    if (timer) run();
    changed();
  },
};

/** Whose moves are reviewed unless another seat is chosen: the player's own, else those of the view that is shown. */
function usualSeat({ players }) {
  return seatOf(players, known.me) ?? Math.max(replay.eyes, 0);
}

/** Ask the server for something about this game; nothing comes of it if another game is shown by then. */
async function learn(asked, then) {
  const { number } = replay;
  lesson = { ...lesson, asking: true, problem: null };
  changed();
  try {
    const told = await asked;
    if (replay?.number === number) then(told);
  } catch (problem) {
    if (!problem.code) throw problem;
    if (replay?.number === number) lesson = { ...lesson, problem };
  }
  if (replay?.number === number) lesson = { ...lesson, asking: false };
  changed();
}

const again = (version) => learn(tryAgain(replay, version, lesson.seat, changed), (told) => {
  stop();
  trial = told;
  toTop();
});

/** The table is above what was pressed, which may be gone. */
function toTop() {
  const main = document.getElementById("main");
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}

const study = {
  choose(seat) {
    lesson = { seat };
    changed();
  },
  ask: () => learn(fetchReview(replay, lesson.seat), (told) => {
    if (told.seat === lesson.seat) lesson = { ...lesson, told };
  }),
  to(version) {
    act.to(version);
    toTop();
  },
  again,
};

const practising = {
  again: () => again(trial.version),
  stop() {
    at = trial.version - 1;
    trial = null;
    changed();
    toTop();
  },
};

function pressed(event) {
  if (!replay?.first || trial) return;
  const what = meant(event, replay, at);
  if (what === null) return;
  event.preventDefault();
  if (what === "toggle") toggle();
  else act.to(what);
}

export const title = (_, number) =>
  replay?.head ? t("replay.of", { number, game: gameTitle(replay.head.game) }) : t("replay");

export function draw() {
  if (!replay) return null;
  if (replay.problem) return lost(because(replay.problem));
  const rules = replay.head && game(replay.head.game, changed);
  const table = replay.first && rules && tableAt(replay, at, known.me);
  if (!table) return h("p.coming", { key: "wait" }, t("replay.loading"));
  const { taught } = gameOf(replay.head.game) ?? {};
  const sentence = taught ? teacher(rules, replay.head.game) : null;
  if (trial) {
    return h("div.table.replay", { key: "practice" },
      practice(trial, rules, sentence, practising),
      beside([["players", () => players(trial.table, rules)]], t("side")));
  }
  lesson ??= { seat: usualSeat(table) };
  return h("div.table.replay", { key: "replay" },
    h("section.stage", { key: "stage", "aria-labelledby": "replay-title" },
      h("h1", { id: "replay-title", key: "title" }, title(known, replay.number)),
      controls(replay, { at, running: Boolean(timer), speed, told: toldAt(at) }, act, eyes(table)),
      table.view.outcome && final(table, rules, null),
      h("h2.unseen", { key: "heading" }, t("replay.table")),
      h(rules.element, { key: "game", data: { table, act: null } }),
      around(table),
      sentence && review(replay, table, at, lesson, sentence, study)),
    beside([
      ["players", () => players(table, rules)],
      ["log", () => h("ludo-log", { data: { table, rules, label: t("side.log") } })],
    ], t("side")));
}

/** The choice of the seat whose view is shown. */
function eyes(table) {
  const choices = [[-1, t("replay.eyes.all")], ...table.players.map((one, seat) => [seat, one.name])];
  return h("label", { key: "eyes" }, t("replay.eyes"), " ",
    h("select", { onchange: (event) => look(replay.number, replay.code, Number(event.target.value)) },
      choices.map(([seat, name]) => h("option", { value: seat, selected: seat === replay.eyes }, name))));
}

/** What can be done with this moment. */
function around(table) {
  const code = replay.code ? `?code=${replay.code}` : "";
  return h("div", { key: "around" },
    h("div.row", {},
      !table.view.outcome && (known.me
        ? h("button", { key: "on", onclick: () => playOn(table) },
          t("replay.play_on", { name: table.players[seatToPlay(table)].name }))
        : h("span.faint", { key: "on" }, t("replay.needs_name"))),
      copyButton(new URL(addressAt(at), location.origin).href, t("replay.share")),
      h("a.button", { key: "download", href: `/api/replays/${replay.number}${code}`, download: "" },
        t("final.download")),
      h("a.button", { key: "lobby", href: "/" }, t("to_lobby"))),
    troubleAt("replay"));
}

/** The player continues for the seat whose view is shown, else for the one to move. */
const seatToPlay = ({ view, toMove }) => view.eyes ?? toMove[0] ?? 0;

const playOn = (table) => attempt("replay", async () => {
  const { bot } = usual(botsOf(table.info.game));
  const info = await sit({ do: "play_on", table: table.number, version: at, seat: seatToPlay(table), bot });
  go(`/table/${info.table}`);
});
