/** The welcome page: an introduction, a proposed name, and the games, each one click away. */

import { refusalOf } from "../connection.js";
import { h } from "../dom.js";
import { about, games, gameTitle } from "../games/games.js";
import { changed, enter, known } from "../server.js";
import { picture } from "../pictures.js";
import { place } from "../route.js";
import { settings } from "../settings.js";
import { because, LANGUAGES, language, t } from "../words.js";
import { accept, following, invitation, load } from "./invited.js";
import { choose } from "./top.js";
import { begin, end, glance } from "./welcome/glance.js";

/** @import { ListedGame, Refusal } from "../types.d.ts" */

const TAKEN = new Set(["house/name_in_use", "house/name_kept", "house/name_looks_taken", "house/name_reserved", "house/wrong_secret"]);
const MOST_TRIES = 6;
const SECRET = new Set(["house/wrong_secret", "house/short_secret"]);

let name = "";
let proposed = "";
let secret = "";
let keeping = false;
/** @type {Refusal | null} */
let refusal = null;
let entering = Promise.resolve();
let busy = false;

export function arrive() {
  name ||= settings.name || (known.renaming ?? newProposal());
  refusal = null;
  keeping = SECRET.has(known.refused?.code ?? "");
  begin();
  const { screen, what } = place();
  if (screen === "invited") load(what);
  if (matchMedia("(pointer: fine)").matches) requestAnimationFrame(selectName);
}

export const leave = end;

function selectName() {
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector("#name");
  field?.select();
}

/** @param {string} text */
const anyOf = (text) => {
  const all = t(text).split(" ");
  return all[Math.floor(Math.random() * all.length)];
};

/** Propose a friendly name such as "Curious Otter", with a number after several proposed names were taken.
 * @param {number} taken */
function newProposal(taken = 0) {
  proposed = t("proposal", { animal: anyOf("proposal.animals"), adjective: anyOf("proposal.adjectives") });
  if (taken > 1) proposed += ` ${2 + Math.floor(Math.random() * 998)}`;
  return proposed;
}

/** Log in under the typed or the proposed name; a second press waits for the first one. */
function enterOnce() {
  name = name.trim() || newProposal();
  const wanted = { called: name, by: keeping ? secret : "" };
  entering = entering.then(() => (known.me ? undefined : tryIt(wanted)));
  return entering;
}

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  enterOnce();
}

/** Log in, then show the requested page.
 * @param {{ called: string, by: string }} wanted */
async function tryIt({ called, by }) {
  refusal = null;
  known.refused = null;
  const { screen, what } = place();
  if (screen === "invited") accept(what);
  busy = true;
  changed();
  try {
    await enterFree(called, by);
    if (known.recovered) (await import("../account.js")).openAccount(by);
    name = secret = "";
  } catch (error) {
    refusal = refusalOf(error);
    keeping ||= SECRET.has(refusal.code);
  } finally {
    busy = false;
  }
  changed();
}

/** Log in, replacing a proposed name with another while it is taken.
 * @param {string} called @param {string} by */
async function enterFree(called, by) {
  for (let taken = 1; called === proposed && taken < MOST_TRIES; taken += 1) {
    try {
      return await enter(called, by);
    } catch (error) {
      if (!TAKEN.has(refusalOf(error).code)) throw error;
      name = called = newProposal(taken);
    }
  }
  return enter(called, by);
}

/** Log in, and start this game.
 * @param {ListedGame} game */
async function play(game) {
  await enterOnce();
  if (known.me) (await import("./lobby/quick.js")).playNow(game);
}

export function draw() {
  const no = refusal ?? known.refused;
  const { screen } = place();
  return h("section.welcome", { key: "welcome" },
    h("div.hello", { key: "hello" },
      h("h1", {}, t(screen === "invited" ? "welcome.invited" : "welcome")),
      screen === "invited" && invitation("h2"),
      h("p", {}, t("welcome.about")),
      languages()),
    form(no, screen),
    h("ul.games", { key: "games" }, games().map((game) => card(game, screen))),
    glance());
}

/** Draw a game; if no other page was requested, it starts with one click.
 * @param {ListedGame} game @param {string} screen */
function card(game, screen) {
  const title = gameTitle(game.game);
  return h("li.card", { key: game.game },
    picture(game.game),
    h("div", {},
      h("h2", {}, title),
      h("p", {}, about(game)),
      h("div.row", {},
        screen === "lobby" && h("button.primary", { key: "play", disabled: busy, onclick: () => play(game) },
          t("quick.play"), h("span.unseen", {}, ` ${title}`)),
        Object.keys(game.page.rules).length > 0 && h("a", { key: "rules", href: `/rules/${game.game}` },
          t("rules_of", { game: title })))));
}

function languages() {
  /** @param {[code: string, called: string]} language */
  const button = ([code, called]) =>
    h("button.small", {
      key: code, lang: code, "aria-pressed": String(code === language), onclick: () => choose(code),
    }, called);
  return h("p.languages", { role: "group", "aria-label": t("language") }, Object.entries(LANGUAGES).map(button));
}

/** Hide the line about the proposed name once the name has changed.
 * @param {string} wanted */
function rename(wanted) {
  const before = name;
  name = wanted;
  if (before === proposed) changed();
}

/** @param {boolean} wanted */
function keep(wanted) {
  keeping = wanted;
  changed();
}

/** Return the label of the button that enters.
 * @param {string} screen */
const label = (screen) => (screen === "invited" && following()) || t(screen === "lobby" ? "enter.lobby" : "enter");

/** @param {Refusal | null} no @param {string} screen */
function form(no, screen) {
  const wrong = no && SECRET.has(no.code) ? "secret" : "name";
  /** @param {string} field */
  const isWrong = (field) => Boolean(no) && wrong === field;
  /** @param {string} field */
  const problem = (field) => no && isWrong(field) &&
    h("p.problem", { key: `${field}-problem`, id: `${field}-problem`, role: "alert" }, because(no));
  return h("form.card", { key: "form", onsubmit: submit },
    h("label", { key: "name-label", for: "name" }, t("your_name")),
    h("input", {
      key: "name", id: "name", name: "name", value: name, required: true, maxlength: 30,
      autocomplete: "username", spellcheck: "false", oninput: (event) => rename(event.target.value),
      "aria-describedby": isWrong("name") && "name-problem", "aria-invalid": isWrong("name") && "true",
    }),
    problem("name"),
    name === proposed && h("p.faint", { key: "proposed" }, t("welcome.proposed")),
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
    h("button", { key: "enter", class: screen !== "lobby" && "primary" }, label(screen)),
    busy && h("p.faint", { key: "entering", role: "status" }, t(known.connection.open ? "entering" : "entering.offline")));
}
