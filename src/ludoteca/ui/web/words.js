/** The texts of the page, from `lang/LANGUAGE/PART.json` and from the games. */

/** @import { Given } from "./types.d.ts" */

export const LANGUAGES = { en: "English", it: "Italiano" };
const DELETED = "deleted player";
const PARTS = ["common", "lobby", "table", "people"];
/** The paths of a language's texts. */
export const SOURCES = PARTS.map((part) => (/** @type {string} */ wanted) => `lang/${wanted}/${part}.json`);

const NOTHING = {};
const MOST = 2000;

/** @type {{ [name: string]: string }} */
let texts = {};
/** Texts split at their placeholders. @type {Map<string, string[]>} */
const cut = new Map();
/** Plural forms by number. @type {Map<number, string>} */
const forms = new Map();
/** Formatted lists by content. @type {Map<string, string>} */
const listed = new Map();
let plural = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");
export let language = "en";
/** Number of times texts were loaded, on which cached drawings depend. */
export let loads = 0;

/** Add texts by language; English is the fallback.
 * @param {{ [language: string]: string }} paths */
export const alsoSay = (paths) => SOURCES.push((wanted) => paths[wanted] ?? paths.en ?? Object.values(paths)[0]);

/** Parts of the texts that were loaded on demand. @type {Map<string, Promise<void>>} */
const needed = new Map();

/** Load a part of the texts that few screens need, once.
 * @param {string} part */
export function need(part) {
  const ready = needed.get(part) ?? withPart(part);
  needed.set(part, ready);
  return ready;
}

/** @param {string} part */
function withPart(part) {
  SOURCES.push((wanted) => `lang/${wanted}/${part}.json`);
  return speak(wanted);
}

/** The language last asked for, and its texts once they are loaded; earlier loads that end later change nothing. */
let wanted = "en";
let asked = 0;
/** @type {Promise<void>} */
let latest = Promise.resolve();

/** Load a language, and switch to it once all of its texts are loaded.
 * @param {string} chosen */
export function speak(chosen) {
  wanted = chosen in LANGUAGES ? chosen : "en";
  asked += 1;
  latest = load(wanted, asked);
  return latest;
}

/** @param {string} chosen @param {number} turn @returns {Promise<void>} */
async function load(chosen, turn) {
  const parts = await Promise.all(
    SOURCES.map(async (source) => (await fetch(new URL(source(chosen), import.meta.url))).json()),
  );
  if (turn !== asked) return latest;
  language = chosen;
  loads += 1;
  texts = Object.assign({}, ...parts);
  plural = new Intl.PluralRules(language);
  lists = new Intl.ListFormat(language);
  forms.clear();
  listed.clear();
  document.documentElement.lang = language;
}

/** Return the browser's language, if the page has it. */
export function usual() {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return known ?? "en";
}

/** Return a text by its name with `{placeholders}` filled in, in the plural form for `count`.
 * @param {string} name @param {Given} given */
export function t(name, given = NOTHING) {
  const form = given.count === undefined ? undefined : texts[`${name}.${formFor(given.count)}`] ?? texts[`${name}.other`];
  const text = form ?? texts[name] ?? name;
  return text.includes("{") ? filled(text, given) : text;
}

/** Return the plural form for a number.
 * @param {number} count */
const formFor = (count) => remembered(forms, count, () => plural.select(count));

/** Fill in the placeholders of a text; unknown ones stay.
 * @param {string} text @param {Given} given */
function filled(text, given) {
  const pieces = remembered(cut, text, () => text.split(/\{(\w+)\}/));
  let whole = pieces[0];
  for (let i = 1; i < pieces.length; i += 2) whole += `${given[pieces[i]] ?? `{${pieces[i]}}`}${pieces[i + 1]}`;
  return whole;
}

/** Return a cached value, or compute it: many values are repeated with every move.
 * @template Name @template Found @param {Map<Name, Found>} known @param {Name} what @param {() => Found} find */
function remembered(known, what, find) {
  let found = known.get(what);
  if (found === undefined) {
    if (known.size > MOST) known.clear();
    known.set(what, (found = find()));
  }
  return found;
}

/** Return whether there is a text with this name.
 * @param {string} name */
export const has = (name) => name in texts;

/** Describe a refusal with the page's text for the game or for any game, otherwise with the server's text.
 * @param {{ code?: string, message: string }} error */
export function because(error) {
  const names = [`no.${error.code}`, `no.game/${error.code?.split("/").at(-1)}`];
  const name = names.find(has);
  return name ? t(name) : error.message;
}

/** Parse a message from the server, translating the name of deleted players.
 * @param {string} written */
export function read(written) {
  if (!written.includes(DELETED)) return JSON.parse(written);
  return JSON.parse(written, (_, value) => (value === DELETED ? t("deleted_player") : value));
}

/** Join texts as in a sentence: "a, b and c".
 * @param {string[]} things */
export const list = (things) => remembered(listed, things.join("\n"), () => lists.format(things));

/** Format the time of day of a time in milliseconds since 1970.
 * @param {number} at */
export const timeOfDay = (at) =>
  new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Format a month such as `2026-11`.
 * @param {string} month */
export const monthName = (month) =>
  new Date(`${month}-01T00:00Z`).toLocaleString(language, { month: "long", year: "numeric", timeZone: "UTC" });

/** Format a date in the page's language and the browser's region.
 * @param {number} at */
export const day = (at) => {
  const here = navigator.languages.find((one) => one.startsWith(language)) ?? language;
  return new Date(at).toLocaleString(here, { dateStyle: "medium", timeStyle: "short" });
};

/** Round to tenths, because texts have a form for exactly one point.
 * @param {number} amount */
export const about = (amount) => Math.round(amount * 10) / 10;

/** Format points with one decimal.
 * @param {number} amount */
export const inTenths = (amount) => about(amount).toLocaleString(language);
