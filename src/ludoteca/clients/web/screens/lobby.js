/** The lobby: play at once, open a table, sit down at one, watch, talk, and look back. */

import { h } from "../dom.js";
import { ask, changed, sit, theGames } from "../house.js";
import { go } from "../route.js";
import { because, t } from "../words.js";

let games = [];
let problem = "";

export function arrive() {
  theGames().then((all) => {
    games = all;
    changed();
  });
}

/** Do something that may be refused, and say so if it is. */
async function attempt(what) {
  try {
    problem = "";
    await what();
  } catch (error) {
    problem = because(error);
  }
  changed();
}

/** One click: a table with bots that starts at once. */
const quick = (game) => attempt(async () => {
  const info = await sit({ do: "open_table", game: game.game, seats: Math.max(game.fewest, 2) });
  await ask({ do: "start_table", table: info.table, bot: "greedy" });
  go(`/table/${info.table}`);
});

const join = (info) => attempt(async () => {
  await sit({ do: "join_table", table: info.table });
  go(`/table/${info.table}`);
});

export const draw = (known) => [
  h("h1", { key: "title" }, t("lobby.title")),
  problem && h("p.problem", { role: "alert", key: "problem" }, problem),
  h("section", { key: "quick" }, games.map((game) =>
    h("button.primary", { key: game.game, onclick: () => quick(game) }, t("lobby.quick", { game: game.title })))),
  h("section", { key: "tables" }, h("h2", {}, t("lobby.tables")),
    h("ul.cards", {}, [...known.tables.values()].map((info) =>
      h("li.card", { key: info.table },
        h("a", { href: `/table/${info.table}` }, t("lobby.table", { number: info.table })),
        !info.started && info.seats.includes(null) && h("button", { onclick: () => join(info) }, t("lobby.join")))))),
];
