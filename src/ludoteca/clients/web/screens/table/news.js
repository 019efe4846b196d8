/** What is announced of a table: what happens there, and that it is the player's turn. */

import { call, say } from "../../announce.js";
import { game } from "../../games/games.js";
import { changed, known, listen } from "../../server.js";
import { nameOf } from "../../known.js";
import { sentences } from "../../log.js";
import { t } from "../../words.js";
import { verdict } from "./final.js";
import { isMyTurn } from "./headline.js";

const PAUSE = 150;
let waiting = [];
let calling = "";
let timer = 0;
let called = "";

/** Announce things that happen together as one. */
function aloud(sentence) {
  waiting.push(sentence);
  timer ||= setTimeout(speak, PAUSE);
}

function summon(sentence) {
  calling = sentence;
  timer ||= setTimeout(speak, PAUSE);
}

function speak() {
  const told = waiting.join(" ");
  if (calling) call(calling, told);
  else say(told);
  waiting = [];
  calling = "";
  timer = 0;
}

/** Once what is known now is on the screen. */
const drawn = (then) => requestAnimationFrame(() => requestAnimationFrame(then));

/** Keep the focus on the page when the focused button is gone. */
const keepFocus = () => drawn(() => {
  if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
});

const ALOUD = {
  table_news({ record }, table) {
    const rules = game(table.info.game, changed);
    if (record.record === "game_started") keepFocus();
    if (rules) for (const sentence of sentences(record, table, rules)) aloud(sentence);
  },
  presence({ name, here }) {
    if (name !== known.me) aloud(t(here ? "log.came_back" : "log.dropped", { name }));
  },
  move_kept: ({ move }) => aloud(t(move ? "kept.said" : "kept.dropped")),
  pause_asked({ seats }, table) {
    if (!seats.includes(table.seat)) summon(t("pause.wanted", { names: nameOf(table, seats[0]), count: 1 }));
  },
  vote_asked({ what, seats }, table) {
    if (!seats.includes(table.seat)) summon(t("vote.wanted", { name: nameOf(table, seats[0]), what: t(`vote.${what}`) }));
  },
  table_seen(_, table) {
    if (table.view.outcome && called !== `${table.number} over`) {
      if (table.log.length) aloud(verdict(table));
      keepFocus();
      drawn(() => document.querySelector(".final")?.scrollIntoView());
      called = `${table.number} over`;
    }
  },
};

/** Announce a notice, and call the player once when their turn begins. */
listen((notice) => {
  const { table } = known;
  if (!table?.info || table.number !== (notice.table ?? notice.info?.table)) return;
  ALOUD[notice.notice]?.(notice, table);
  if (notice.notice !== "table_seen" && notice.notice !== "table_shown" && notice.notice !== "presence") return;
  const turn = isMyTurn(table) ? `${table.number} ${table.view?.turns}` : "";
  if (turn && turn !== called) summon(t("turn.yours"));
  if (!table.info.over) called = turn;
});
