/** What the others did since the player's last turn, in a line. */

import { h } from "../../dom.js";
import { list, t } from "../../words.js";
import { aCard, inWords, leaderDoes, lineName } from "./goods.js";
import { who } from "./scene.js";
import { sentence } from "./sentences.js";

/** For every event that is told what its words need; all else follows from these. */
const DEEDS = {
  marbles_taken: ({ way, index }) => ({ line: lineName(way, index) }),
  card_bought: ({ card }) => ({ card: aCard(card) }),
  produced: ({ made }) => ({ goods: inWords(made) }),
  leader_played: ({ leader }) => ({ does: leaderDoes(leader) }),
  leader_discarded: () => ({}),
};

/** What happened since the last move of the seat that looks, as sentences: one for each player, and the reports. */
function toldSince(table) {
  const { log, view } = table;
  const own = log.findLastIndex(({ record }) => record.record === "move_played" && record.seat === view.eyes);
  const deeds = new Map();
  const reports = [];
  for (const { record } of log.slice(own + 1)) {
    for (const event of record.events ?? []) {
      const { seat: by } = record;
      if (event.event === "vatican_report") reports.push(sentence(event, table));
      else if (event.event === "resource_discarded") count(deeds, by);
      else if (DEEDS[event.event]) of(deeds, by).said.push(t(textOf(event), DEEDS[event.event](event)));
    }
  }
  return [...[...deeds].map(([by, one]) => told(table, by, one)), ...reports];
}

const textOf = ({ event, made }) => (made && !made.some(Boolean) ? "ren.did.produced_faith" : `ren.did.${event}`);
const of = (deeds, by) => deeds.get(by) ?? deeds.set(by, { said: [], discarded: 0 }).get(by);
const count = (deeds, by) => { of(deeds, by).discarded += 1; };

const told = (table, by, { said, discarded }) => t("ren.did", {
  name: who(table, by),
  what: list([...said, ...(discarded ? [t("ren.did.resource_discarded", { count: discarded })] : [])]),
});

/** The line; it is empty for those who only look and before the first turn, and makes room for a card or productions. */
export function since({ table, view, act, ui }) {
  if (ui.card || ui.producing) return null;
  const told = act && view.turn !== null && !view.outcome ? toldSince(table) : [];
  return h("p.since", { key: "since" }, told.length > 0 && [h("strong", {}, t(view.turns < view.seats.length ? "ren.so_far" : "ren.since")), " ", told.join(" ")]);
}
