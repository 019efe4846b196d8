/** The rules of a game, as the server sends them. */

import { h } from "../dom.js";
import { game as shown, gameOf, gameTitle, withRules } from "../games/games.js";
import { changed } from "../server.js";
import { markdown } from "../markdown.js";
import { language, need, t } from "../words.js";

/** @type {{ [path: string]: ReturnType<typeof markdown> | null }} */
const texts = {};

await need("help");

/** Return the rules in the page's language, with the game's figures; null until they are fetched, which happens once.
 * @param {string} game */
function text(game) {
  const module = shown(game, changed);
  if (!module) return null;
  const rules = gameOf(game)?.page.rules ?? {};
  const name = rules[language] ?? rules.en ?? Object.values(rules)[0];
  if (!(name in texts)) {
    texts[name] = null;
    fetch(new URL(`../${name}`, import.meta.url))
      .then((answer) => answer.text())
      .then((written) => {
        texts[name] = markdown(here(written), module.figure);
        changed();
        requestAnimationFrame(() => requestAnimationFrame(toPlace));
      })
      .catch(() => delete texts[name]);
  }
  return texts[name];
}

/** Remove the parts for terminals.
 * @param {string} written */
const here = (written) =>
  written.replace(/<!-- terminal -->[^]*?<!-- \/terminal -->\n/g, "").replace(/<!-- \/?page -->\n/g, "");

/** Go to the heading that the address names. */
const toPlace = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

/** @param {string} game */
const isThere = (game) => withRules().some((one) => one.game === game);

/** @param {unknown} _ @param {string} game */
export const title = (_, game) => (isThere(game) ? t("rules_of", { game: gameTitle(game) }) : t("rules"));

/** @param {unknown} _ @param {string} game */
export function draw(_, game) {
  const which = h("nav.which", { key: "which", "aria-label": t("rules.games") }, withRules().map(({ game: one }) =>
    h("a.button", { key: one, href: `/rules/${one}`, "aria-current": one === game ? "page" : undefined },
      gameTitle(one))));
  if (!isThere(game)) return [which, h("h1", { key: "none" }, t("rules.none"))];
  const written = text(game);
  if (!written) return [which, h("p.coming", { key: "coming", role: "status" }, t("table.loading"))];
  return [
    which,
    h("div.book", { key: `${game} ${language}` },
      h("nav.contents.card", { key: "contents", "aria-labelledby": "contents" },
        h("h2", { id: "contents" }, t("rules.contents")),
        h("ol", {}, written.headings.filter(({ level }) => level === 2).map(({ id, text: name }) =>
          h("li", { key: id }, h("a", { href: `#${id}` }, name))))),
      h("article.text", { key: "text" }, written.body)),
  ];
}
