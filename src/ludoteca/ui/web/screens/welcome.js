/** The welcome page: an introduction, a proposed name, and the games, each one click away. */

import { refusalOf } from "../connection.js";
import { find, h } from "../dom.js";
import { about, games, gameTitle } from "../games/games.js";
import { changed, enter, known } from "../server.js";
import { picture } from "../pictures.js";
import { place } from "../route.js";
import { settings } from "../settings.js";
import { because, LANGUAGES, language, need, t } from "../words.js";
import { accept, following, invitation, load } from "./invited.js";
import { choose } from "./top.js";
import { begin, end, glance } from "./welcome/glance.js";

/** @import { ListedGame, Refusal } from "../types.d.ts" */
/** @import { Kind } from "../login.js" */

/** The refusal of a name with a password. */
const BELONGS = "house/wrong_secret";
const TAKEN = new Set(["house/name_in_use", "house/name_kept", "house/name_looks_taken", "house/name_reserved", BELONGS]);
const MOST_TRIES = 6;

let name = "";
let proposed = "";
/** The form shown instead of that for guests, if any. @type {Kind | ""} */
let kind = "";
/** @type {typeof import("../login.js") | null} */
let login = null;
/** @type {Refusal | null} */
let refusal = null;
let entering = Promise.resolve();
let busy = false;

export function arrive() {
  name ||= settings.name || (known.renaming ?? newProposal());
  refusal = null;
  kind = "";
  if (known.refused?.code === BELONGS) turnTo("log_in"); // this device has been logged out
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
  const called = name;
  entering = entering.then(() => (known.me ? undefined : tryIt(called)));
  return entering;
}

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  enterOnce();
}

/** Enter as a guest, then show the requested page.
 * @param {string} called */
async function tryIt(called) {
  refusal = null;
  known.refused = null;
  follow();
  busy = true;
  changed();
  try {
    await enterFree(called);
    name = "";
  } catch (error) {
    refusal = refusalOf(error);
  } finally {
    busy = false;
  }
  changed();
}

/** Accept the invitation that is shown, if any. */
function follow() {
  const { screen, what } = place();
  if (screen === "invited") accept(what);
}

/** Show the form to log in or to sign up, loaded on demand; without a kind, that for guests.
 * @param {Kind | ""} wanted */
async function turnTo(wanted) {
  if (wanted) {
    [login] = await Promise.all([import("../login.js"), need("account")]);
    login.begin(name === proposed ? "" : name);
    follow();
  }
  kind = wanted;
  refusal = null;
  changed();
  requestAnimationFrame(() => find(wanted ? ".login input" : "#name").focus());
}

/** Finish a login: after one with the recovery code, ask for a new password.
 * @param {string} secret */
async function entered(secret) {
  name = "";
  if (known.recovered) (await import("../account.js")).openAccount(secret);
}

/** Enter, replacing a proposed name with another while it is taken.
 * @param {string} called */
async function enterFree(called) {
  for (let taken = 1; called === proposed && taken < MOST_TRIES; taken += 1) {
    try {
      return await enter(called, "", "", { stay: true });
    } catch (error) {
      if (!TAKEN.has(refusalOf(error).code)) throw error;
      name = called = newProposal(taken);
    }
  }
  return enter(called, "", "", { stay: true });
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
      known.deleted && h("p.notice", { key: "deleted", role: "status" }, t("account.deleted")),
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

/** Return the label of the button that enters.
 * @param {string} screen */
const label = (screen) => (screen === "invited" && following()) || t(screen === "lobby" ? "enter.lobby" : "enter");

/** @param {Refusal | null} no @param {string} screen */
function form(no, screen) {
  if (kind && login) {
    const other = kind === "log_in" ? "sign_up" : "log_in";
    return login.loginForm(kind, entered, h("div.row", { key: "acts" }, turning(other), turning("")));
  }
  return h("form.card", { key: "form", onsubmit: submit },
    h("label", { key: "name-label", for: "name" }, t("your_name")),
    h("input", {
      key: "name", id: "name", name: "name", value: name, required: true, maxlength: 30,
      autocomplete: "nickname", spellcheck: "false", oninput: (event) => rename(event.target.value),
      "aria-describedby": no && "name-problem", "aria-invalid": no && "true",
    }),
    no && h("p.problem", { key: "name-problem", id: "name-problem", role: "alert" },
      no.code === BELONGS ? t("login.belongs", { name }) : because(no)),
    name === proposed && h("p.faint", { key: "proposed" }, t("welcome.proposed")),
    h("div.row", { key: "ways" },
      h("button", { key: "enter", class: screen !== "lobby" && "primary" }, label(screen)),
      turning("log_in"),
      turning("sign_up")),
    busy && h("p.faint", { key: "entering", role: "status" }, t(known.connection.open ? "entering" : "entering.offline")));
}

/** Draw a button that shows another form.
 * @param {Kind | ""} wanted */
const turning = (wanted) =>
  h("button", { key: wanted || "guest", type: "button", onclick: () => turnTo(wanted) }, t(wanted ? `login.${wanted}` : "login.guest"));
