/** Help: how the page works, keys, names, and other clients. */

import { h } from "../dom.js";
import { cardOf, games, gameTitle, withRules } from "../games/games.js";
import { changed } from "../server.js";
import { markdown } from "../markdown.js";
import { go, sharedOrigin } from "../route.js";
import { forgetTours } from "../tour.js";
import { need, t } from "../words.js";

/** @import { Child } from "../types.d.ts" */

const SECTIONS = ["begin", "table", "others", "friends", "away", "chat", "look", "names"];
const KEYS = ["move", "choose", "pick"];
const MORE_KEYS = ["replay", "tabs", "tour"];

await need("help");

export const title = () => t("help");

/** Restart the tours, first in the lobby and then at the next table. */
function again() {
  forgetTours();
  changed();
  go("/");
}

export function draw() {
  return [
    h("h1", { key: "title" }, t("help")),
    h("div.book.help", { key: "help" },
      h("nav.contents.card", { key: "contents", "aria-labelledby": "contents" },
        h("h2", { id: "contents" }, t("rules.contents")),
        h("ol", {}, [...SECTIONS, "keys", "programs"].map((one) => link(`#${one}`, t(`help.${one}`)))),
        h("h2", {}, t("rules")),
        h("ol", {}, withRules().map(({ game }) => link(`/rules/${game}`, gameTitle(game)))),
        h("button", { key: "again", onclick: again }, t("help.again"))),
      h("article.text", { key: "text" },
        SECTIONS.map((one) => section(one, text(`help.${one}.text`))),
        section("keys", keys()),
        section("programs", [text("help.programs.text"), ports(), text("help.programs.page"), addresses()]))),
  ];
}

/** @param {string} href @param {string} name */
const link = (href, name) => h("li", { key: href }, h("a", { href }, name));

/** @param {string} name */
const text = (name) => markdown(t(name)).body;

/** @param {string} name @param {Child} inside */
const section = (name, inside) =>
  h("section", { key: name, "aria-labelledby": name }, h("h2", { id: name }, t(`help.${name}`)), inside);

/** @param {string} label @param {Child[]} inside */
const wide = (label, ...inside) =>
  h("div.wide", { tabindex: 0, role: "group", "aria-label": label }, h("table", {}, inside));

const keys = () =>
  wide(t("help.keys"), h("tbody", {}, [...KEYS, ...ofGames(), ...MORE_KEYS].map((one) =>
    h("tr", { key: one }, h("th", { scope: "row" }, caps(t(`keys.${one}`))), h("td", {}, t(`keys.${one}.what`))))));

const ofGames = () => games().flatMap(({ game }) => cardOf(game).keys ?? []);

/** Draw keys as on a keyboard, with a slash between alternatives.
 * @param {string} named */
const caps = (named) => named.split(" ").map((key) => (key === "/" ? " / " : h("kbd", {}, key)));

/** List the default ports; a server may use others. */
const ports = () =>
  wide(t("help.programs"),
    h("thead", {}, h("tr", {}, ["game", "protocol", "address"].map((one) =>
      h("th", { key: one, scope: "col" }, t(`ports.${one}`))))),
    h("tbody", {}, games().flatMap(({ game, protocols }) => Object.entries(protocols).map(([name, port]) =>
      h("tr", { key: name },
        h("th", { scope: "row" }, gameTitle(game)),
        h("td", {}, name),
        h("td", {}, h("code", {}, `${new URL(sharedOrigin).hostname}:${port}`)))))));

const addresses = () =>
  h("ul", {},
    h("li", {}, h("code", {}, new URL("/ws", sharedOrigin.replace(/^http/, "ws")).href), " ", t("help.programs.ws")),
    h("li", {}, h("a", { href: "/api/openapi.json" }, "/api/openapi.json"), " ", t("help.programs.api")));
