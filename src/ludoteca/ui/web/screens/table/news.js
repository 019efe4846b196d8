/** The announcements of a table: its events, and the player's turn. */

import { call, say } from "../../announce.js";
import { celebrate } from "../../celebrate.js";
import { span } from "../../clock.js";
import { find } from "../../dom.js";
import { game } from "../../games/games.js";
import { changed, known, listen } from "../../server.js";
import { eventsOf, isOver, isPlayed, isShown, isWanted, nameOf, tableOf } from "../../known.js";
import { sentences } from "../../log.js";
import { place } from "../../route.js";
import { play } from "../../sounds.js";
import { byTag } from "../../tags.js";
import { t } from "../../words.js";
import { verdict } from "./final.js";
import { isMyTurn } from "./headline.js";
import { hasLooked } from "./looking.js";

/** @import { ByTag, GameModule, Heards, ShownTable, Table, TableRecord } from "../../types.d.ts" */

const PAUSE = 150;
/** @type {string[]} */
let waiting = [];
let calling = "";
let timer = 0;
let called = "";
let running = 0;
/** @type {Set<string>} */
let sounds = new Set();
/** The sounds by priority: if several things happen together, only the first is played. */
const LOUDER = ["end", "goal", "call", "move"];
/** Sounds that are played only while the player is looking at the table. */
const HERE = new Set(["goal", "move"]);

/** Announce simultaneous events as one.
 * @param {string} sentence */
function aloud(sentence) {
  waiting.push(sentence);
  timer ||= setTimeout(speak, PAUSE);
}

/** @param {string} sentence @param {string} sound */
function summon(sentence, sound = "call") {
  calling = sentence;
  sounds.add(sound);
  timer ||= setTimeout(speak, PAUSE);
}

function speak() {
  const told = waiting.join(" ");
  const looking = place().screen === "table";
  const sound = LOUDER.find((one) => sounds.has(one) && (looking || !HERE.has(one)));
  if (sound) play(sound);
  if (calling) call(calling, told);
  else say(told);
  waiting = [];
  calling = "";
  sounds = new Set();
  timer = 0;
}

/** Return the sound of a record.
 * @param {TableRecord} record @param {GameModule} rules */
function sound(record, rules) {
  if (record.record === "move_played") sounds.add("move");
  if (eventsOf(record).some(({ event }) => rules.goals?.includes(event))) sounds.add("goal");
}

/** Call a function once the current state is on the screen.
 * @param {() => void} then */
const drawn = (then) => requestAnimationFrame(() => requestAnimationFrame(then));

/** Keep the focus on the page when the focused button is gone. */
const keepFocus = () => drawn(() => {
  if (document.activeElement === document.body) find("#main").focus({ preventScroll: true });
});

/** @type {ByTag<Heards, [table: ShownTable]>} */
const ALOUD = {
  table_news({ version, record }, table) {
    if (version < table.version) return; // happened before the player came
    const rules = game(table.info.game, changed);
    if (record.record === "game_started") {
      keepFocus();
      if (hasLooked(table.number)) summon(t("looking.found"));
    }
    if (!rules) return;
    sound(record, rules);
    for (const sentence of sentences(record, table, rules)) aloud(sentence);
  },
  presence({ name, here }) {
    if (name !== known.me) aloud(t(here ? "log.came_back" : "log.dropped", { name }));
  },
  move_kept: ({ move }) => aloud(t(move ? "kept.said" : "kept.dropped")),
  time_low({ left }, table) {
    const announce = isWanted(known, "clock", table.number) ? summon : aloud;
    announce(t("clock.low", { time: span(Math.ceil(left / 1000)) }));
  },
  pause_asked({ seats }, table) {
    if (!seats.length) aloud(t("pause.rejected"));
    else if (!seats.includes(table.seat)) summon(t("pause.wanted", { names: nameOf(table, seats[0]), count: 1 }));
  },
  vote_asked({ what, seats }, table) {
    if (!seats.includes(table.seat)) summon(t("vote.wanted", { name: nameOf(table, seats[0]), what: t(`vote.${what}`) }));
  },
  table_seen(_, table) {
    if (!isPlayed(table)) return;
    if (!isOver(table)) {
      running = table.number;
      return;
    }
    if (running === table.number) {
      running = 0;
      sounds.add("end");
      if (table.view.outcome.winners.includes(table.seat)) celebrate();
    }
    if (called !== `${table.number} over`) {
      if (table.log.length) aloud(verdict(table));
      keepFocus();
      drawn(() => document.querySelector(".final")?.scrollIntoView());
      called = `${table.number} over`;
    }
  },
};

/** Return whether the player made the last move, after which a new turn is not news.
 * @param {Table} table */
function movedLast({ log, seat }) {
  const last = log.at(-1)?.record;
  return last?.record === "move_played" && last.seat === seat;
}

/** Announce a notice, and alert the player once when their turn begins. */
listen((notice) => {
  const { table } = known;
  if (!isShown(table) || table.number !== tableOf(notice)) return;
  byTag(ALOUD, notice.notice, notice, table);
  if (notice.notice !== "table_seen" && notice.notice !== "table_shown" && notice.notice !== "presence") return;
  const turn = isMyTurn(table) ? `${table.number} ${table.view?.turns}` : "";
  if (turn && turn !== called && isWanted(known, "turn", table.number)) summon(t("turn.yours"), movedLast(table) ? "" : "call");
  if (!table.info.over) called = turn;
});
