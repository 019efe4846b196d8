/** Quick play: a table with bots that starts with one click. */

import { offered, pickBot } from "../../bots.js";
import { h } from "../../dom.js";
import { about, gameTitle } from "../../games/games.js";
import { ask, changed, sit } from "../../server.js";
import { picture } from "../../pictures.js";
import { go } from "../../route.js";
import { prefer, settings } from "../../settings.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";

/** @import { FieldEvent, ListedGame, Opponent } from "../../types.d.ts" */

let busy = false;

/** Draw a card for each game.
 * @param {ListedGame[]} games */
export const quick = (games) =>
  h("section.quick", { key: "quick", "aria-labelledby": "quick" },
    h("h2", { id: "quick" }, t("lobby.quick")),
    h("ul.cards", {}, games.map(card)),
    troubleAt("quick"));

/** @param {ListedGame} game */
function card(game) {
  const { game: name, fewest, most, bots } = game;
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i - 1);
  const opponents = chosen(game); // read again when another is chosen
  /** @param {FieldEvent} event */
  const choose = (event) => want(name, some(chosen(game), Number(event.target.value), bots));
  /** @param {number} index @param {Partial<Opponent>} changes */
  const change = (index, changes) => want(name, chosen(game).map((one, i) => (i === index ? { ...one, ...changes } : one)));
  return h("li.card.game", { key: name },
    picture(name),
    h("div", {},
      h("h3", {}, gameTitle(name)),
      h("p.faint", {}, about(game)),
      h("div.row", {},
        h("select", { key: "bots", "aria-label": t("quick.against", { game: gameTitle(name) }), onchange: choose },
          counts.map((count) => h("option", { key: count, value: count, selected: count === opponents.length },
            count ? t("quick.bots", { count }) : t("quick.solo")))),
        h("button.primary", { key: "play", disabled: busy, onclick: () => play(name, chosen(game)) },
          t("quick.play"), h("span.unseen", {}, ` ${gameTitle(name)}`)))),
    h("ul.opponents", { key: "opponents" }, opponents.map((one, index) =>
      h("li", { key: index }, pickBot(bots, one, labels(name, index + 1), (changes) => change(index, changes))))));
}

/** @param {string} name @param {number} number */
const labels = (name, number) => ({
  level: t("quick.level", { number, game: gameTitle(name) }),
  speed: t("quick.speed", { number, game: gameTitle(name) }),
});

/** Return the opponents chosen last, if these bots still exist; initially, the minimum number.
 * @param {ListedGame} game */
function chosen({ game, fewest, most, bots }) {
  const kept = settings.opponents[game];
  const count = Array.isArray(kept) ? Math.min(Math.max(kept.length, fewest - 1), most - 1) : Math.max(1, fewest - 1);
  return some(kept ?? [], count, bots);
}

/** Return `count` opponents; additional opponents are like the last one.
 * @param {Opponent[]} opponents @param {number} count @param {string[]} bots */
const some = (opponents, count, bots) =>
  Array.from({ length: count }, (_, index) => offered(opponents[index] ?? opponents.at(-1), bots));

/** @param {string} game @param {Opponent[]} opponents */
function want(game, opponents) {
  prefer({ opponents: { ...settings.opponents, [game]: opponents } });
  changed();
}

/** Start a game against the opponents chosen last.
 * @param {ListedGame} game */
export const playNow = (game) => play(game.game, chosen(game));

/** Open a table and add the bots; a table for one player starts automatically.
 * @param {string} game @param {Opponent[]} opponents */
const play = (game, opponents) => attempt("quick", async () => {
  busy = true;
  changed();
  try {
    const { table } = await sit({ do: "open_table", game, seats: opponents.length + 1, take_back: true });
    const last = opponents.at(-1);
    for (const one of opponents.slice(0, -1)) await ask({ do: "seat_bot", table, ...one });
    if (last) await ask({ do: "start_table", table, ...last });
    go(`/table/${table}`);
  } finally {
    busy = false;
  }
});
