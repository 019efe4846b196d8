/** Play at once: a table with bots that starts with one click. */

import { h } from "../../dom.js";
import { about, bestBot, gameTitle } from "../../games/games.js";
import { ask, changed, sit } from "../../server.js";
import { picture } from "../../pictures.js";
import { go } from "../../route.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";

const chosen = {};
let busy = false;

/** A card for each game. */
export const quick = (games) =>
  h("section.quick", { key: "quick", "aria-labelledby": "quick" },
    h("h2", { id: "quick" }, t("lobby.quick")),
    h("ul.cards", {}, games.map(card)),
    troubleAt("quick"));

function card(game) {
  const { game: name, fewest, most } = game;
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i - 1);
  const bots = () => chosen[name] ?? Math.max(1, fewest - 1); // as chosen at that moment
  const choose = (event) => {
    chosen[name] = Number(event.target.value);
    changed();
  };
  return h("li.card.game", { key: name },
    picture(name),
    h("div", {},
      h("h3", {}, gameTitle(name)),
      h("p.faint", {}, about(name)),
      h("div.row", {},
        h("select", { key: "bots", "aria-label": t("quick.against", { game: gameTitle(name) }), onchange: choose },
          counts.map((count) => h("option", { key: count, value: count, selected: count === bots() },
            count ? t("quick.bots", { count }) : t("quick.solo")))),
        h("button.primary", { key: "play", disabled: busy, onclick: () => play(name, bots()) },
          t("quick.play"), h("span.unseen", {}, ` ${gameTitle(name)}`)))));
}

/** A table for one player starts by itself. */
const play = (game, bots) => attempt("quick", async () => {
  busy = true;
  changed();
  try {
    const info = await sit({ do: "open_table", game, seats: bots + 1, take_back: true });
    if (bots) await ask({ do: "start_table", table: info.table, bot: bestBot(game) });
    go(`/table/${info.table}`);
  } finally {
    busy = false;
  }
});
