/** The others' actions since the player's last turn, in a line. */

import { h } from "../../dom.js";
import { eventsOf, movesSince } from "../../known.js";
import { byTag } from "../../tags.js";
import { list, t } from "../../words.js";
import { aCard, inWords, leaderDoes, lineName } from "./goods.js";
import { who } from "./scene.js";
import { sentence } from "./sentences.js";

/** @import { Event, Events, Scene, Table } from "./types.d.ts"
 * @import { ByTag, Given } from "../../types.d.ts" */

/** The values for the text of each reported event; other events follow from these.
 * @type {ByTag<Events, [], Given>} */
const TOLD = {
  marbles_taken: ({ way, index }) => ({ line: lineName(way, index) }),
  card_bought: ({ card }) => ({ card: aCard(card) }),
  produced: ({ made }) => ({ goods: inWords(made) }),
  leader_played: ({ leader }) => ({ does: leaderDoes(leader) }),
  leader_discarded: () => ({}),
};

/** A seat's actions: sentences, and the number of discarded resources.
 * @typedef {{ said: string[], discarded: number }} Turn */

/** Describe what happened since this seat's last move: a sentence per player, and the reports.
 * @param {Table} table */
function toldSince(table) {
  /** @type {Map<number, Turn>} */
  const turns = new Map();
  const reports = [];
  for (const record of movesSince(table, table.view.eyes).reverse()) {
    for (const event of /** @type {Event[]} */ (eventsOf(record))) {
      const needs = byTag(TOLD, event.event, event);
      if (event.event === "vatican_report") reports.push(sentence(event, table));
      else if (event.event === "resource_discarded") turnOf(turns, event.seat).discarded += 1;
      else if (needs && "seat" in event) turnOf(turns, event.seat).said.push(t(textOf(event), needs));
    }
  }
  return [...[...turns].map(([by, one]) => told(table, by, one)), ...reports];
}

/** @param {Map<number, Turn>} turns @param {number} by */
function turnOf(turns, by) {
  const turn = turns.get(by) ?? { said: [], discarded: 0 };
  turns.set(by, turn);
  return turn;
}

/** @param {Event} event */
const textOf = (event) =>
  (event.event === "produced" && !event.made.some(Boolean) ? "ren.did.produced_faith" : `ren.did.${event.event}`);

/** @param {Table} table @param {number} by @param {Turn} turn */
const told = (table, by, { said, discarded }) => t("ren.did", {
  name: who(table, by),
  what: list([...said, ...(discarded ? [t("ren.did.resource_discarded", { count: discarded })] : [])]),
});

/** Draw the line; it is empty for spectators and before the first turn, and in large windows makes room for a card or productions.
 * @param {Scene} scene */
export function since({ table, view, act, ui }) {
  const told = act && view.turn !== null && !view.outcome ? toldSince(table) : [];
  return h("p.since", { key: "since", tabindex: told.length ? 0 : null, class: (ui.card || ui.producing) && "aside" }, told.length > 0 && [h("strong", {}, t(view.turns < view.seats.length ? "ren.so_far" : "ren.since")), " ", told.join(" ")]);
}
