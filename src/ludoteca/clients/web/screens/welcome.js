/** The welcome page: what this is, and a form for the name. */

import { h } from "../dom.js";
import { about, games, gameTitle } from "../games/games.js";
import { changed, enter, known } from "../server.js";
import { picture } from "../pictures.js";
import { place } from "../route.js";
import { settings } from "../settings.js";
import { because, LANGUAGES, language, t } from "../words.js";
import { choose } from "./top.js";

const SECRET = new Set(["house/wrong_secret", "house/short_secret"]);

let name = "";
let secret = "";
let keeping = false;
let refusal = null;
let entering = Promise.resolve();
let busy = false;

export function arrive() {
  name ||= settings.name;
  refusal = null;
  keeping = SECRET.has(known.refused?.code);
  if (matchMedia("(pointer: fine)").matches) requestAnimationFrame(() => document.getElementById("name")?.focus());
}

/** Enter under the name in the form; a second press waits for the first. */
function submit(event) {
  event.preventDefault();
  const wanted = { called: name.trim(), by: keeping ? secret : "" };
  entering = entering.then(() => known.me || tryIt(wanted));
}

/** Enter; then the page that was asked for is shown. */
async function tryIt({ called, by }) {
  refusal = null;
  known.refused = null;
  busy = true;
  changed();
  try {
    await enter(called, by);
    if (known.recovered) (await import("../account.js")).openAccount(by);
    name = secret = "";
  } catch (error) {
    if (!error.code) throw error;
    refusal = error;
    keeping ||= SECRET.has(error.code);
  } finally {
    busy = false;
  }
  changed();
}

export function draw() {
  const no = refusal ?? known.refused;
  return h("section.welcome", { key: "welcome" },
    h("div.hello", { key: "hello" },
      h("h1", {}, t(place().screen === "invited" ? "welcome.invited" : "welcome")),
      h("p", {}, t("welcome.about")),
      languages()),
    form(no),
    h("ul.games", { key: "games" }, games().map(({ game, page }) =>
      h("li", { key: game }, picture(game), h("h2", {}, gameTitle(game)), h("p", {}, about(game)),
        Object.keys(page.rules).length > 0 &&
          h("a", { href: `/rules/${game}` }, t("rules_of", { game: gameTitle(game) }))))));
}

function languages() {
  const button = ([code, called]) =>
    h("button.small", {
      key: code, lang: code, "aria-pressed": String(code === language), onclick: () => choose(code),
    }, called);
  return h("p.languages", { role: "group", "aria-label": t("language") }, Object.entries(LANGUAGES).map(button));
}

function keep(wanted) {
  keeping = wanted;
  changed();
}

function form(no) {
  const wrong = no && SECRET.has(no.code) ? "secret" : "name";
  const isWrong = (field) => Boolean(no) && wrong === field;
  const problem = (field) => isWrong(field) &&
    h("p.problem", { key: `${field}-problem`, id: `${field}-problem`, role: "alert" }, because(no));
  return h("form.card", { key: "form", onsubmit: submit },
    h("label", { key: "name-label", for: "name" }, t("your_name")),
    h("input", {
      key: "name", id: "name", name: "name", value: name, required: true, maxlength: 30,
      autocomplete: "username", spellcheck: "false", oninput: (event) => { name = event.target.value; },
      "aria-describedby": isWrong("name") && "name-problem", "aria-invalid": isWrong("name") && "true",
    }),
    problem("name"),
    h("label.keep", { key: "keep" },
      h("input", { type: "checkbox", checked: keeping, onchange: (event) => keep(event.target.checked) }),
      " ", t("protect_name")),
    keeping && [
      h("label", { key: "secret-label", for: "secret" }, t("your_password")),
      h("input", {
        key: "secret", id: "secret", name: "secret", type: "password", value: secret,
        autocomplete: "current-password", oninput: (event) => { secret = event.target.value; },
        "aria-describedby": `${isWrong("secret") ? "secret-problem " : ""}secret-what`,
        "aria-invalid": isWrong("secret") && "true",
      }),
      problem("secret"),
      h("p.faint", { key: "secret-what", id: "secret-what" }, t("protect_name.what")),
    ],
    h("button.primary", { key: "enter" }, t("enter")),
    busy && h("p.faint", { key: "entering", role: "status" }, t(known.connection.open ? "entering" : "entering.offline")));
}
