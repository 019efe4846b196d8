/** A table: whose turn it is, the game itself, who sits there, what happened and what is said. */

import { h } from "../dom.js";
import { game } from "../games/games.js";
import { ask, changed, known, unwatch, watch } from "../house.js";
import { because, t } from "../words.js";

let problem = "";

export async function arrive(number) {
  problem = "";
  try {
    await watch(Number(number));
  } catch (error) {
    problem = because(error);
    changed();
  }
}

export const leave = () => unwatch();

/** What somebody with a seat can do, each a promise that rejects with a refusal. */
function acts(table) {
  if (table.seat === null) return null;
  const at = { table: table.number };
  return {
    play: (move) => ask({ do: "play", ...at, move }),
    step: (step) => ask({ do: "draft", ...at, step }),
    finish: () => ask({ do: "finish", ...at }),
  };
}

export const title = (_, number) => t("table.title", { number });

export function draw() {
  const { table } = known;
  if (problem) return h("section", {}, h("p.problem", { role: "alert" }, problem), h("a", { href: "/" }, t("to_lobby")));
  if (!table?.info) return h("p", { key: "wait" }, t("table.coming"));
  const rules = game(table.info.game, changed);
  return [
    h("h1.unseen", { key: "title" }, t("table.title", { number: table.number })),
    table.view && rules
      ? [h("p.expected", { key: "expected" }, rules.expected(table)),
        h(rules.element, { key: "game", data: { table, act: acts(table) } })]
      : h("ol.seats", { key: "seats" }, table.info.seats.map((one) => h("li", {}, one?.name ?? t("table.free")))),
  ];
}
