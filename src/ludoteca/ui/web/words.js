/** The texts of the page, as data in `lang/LANGUAGE/PART.json` and with the games. */

/** @import { Given } from "./types.d.ts" */

export const LANGUAGES = { en: "English", it: "Italiano" };
const DELETED = "deleted player";
const PARTS = ["common", "account", "lobby", "table", "help", "people"];
/** Where the texts of a language are. */
export const SOURCES = PARTS.map((part) => (/** @type {string} */ wanted) => `lang/${wanted}/${part}.json`);

const NOTHING = {};
const MOST = 2000;

/** @type {{ [name: string]: string }} */
let texts = {};
/** Texts in pieces. @type {Map<string, string[]>} */
const cut = new Map();
/** Forms by number. @type {Map<number, string>} */
const forms = new Map();
/** Lists by what is in them. @type {Map<string, string>} */
const listed = new Map();
let plural = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");
export let language = "en";
/** How often texts were loaded: what is drawn once has to be drawn again with the next ones. */
export let loads = 0;

/** Add texts whose paths are given by language; English where a language has none.
 * @param {{ [language: string]: string }} paths */
export const alsoSay = (paths) => SOURCES.push((wanted) => paths[wanted] ?? paths.en ?? Object.values(paths)[0]);

/** Load a language, and use it once all of its texts are there.
 * @param {string} wanted */
export async function speak(wanted) {
  const chosen = wanted in LANGUAGES ? wanted : "en";
  const parts = await Promise.all(
    SOURCES.map(async (source) => (await fetch(new URL(source(chosen), import.meta.url))).json()),
  );
  language = chosen;
  loads += 1;
  texts = Object.assign({}, ...parts);
  plural = new Intl.PluralRules(language);
  lists = new Intl.ListFormat(language);
  forms.clear();
  listed.clear();
  document.documentElement.lang = language;
}

/** The language of the browser, as far as we speak it. */
export function usual() {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return known ?? "en";
}

/** A text by its name, with `{places}` filled in; of a text with forms, the one for `count`.
 * @param {string} name @param {Given} given */
export function t(name, given = NOTHING) {
  const form = given.count === undefined ? undefined : texts[`${name}.${formFor(given.count)}`] ?? texts[`${name}.other`];
  const text = form ?? texts[name] ?? name;
  return text.includes("{") ? filled(text, given) : text;
}

/** The form of a text that goes with a number.
 * @param {number} count */
const formFor = (count) => remembered(forms, count, () => plural.select(count));

/** A text with what was given in its places; what was not is left as it is.
 * @param {string} text @param {Given} given */
function filled(text, given) {
  const pieces = remembered(cut, text, () => text.split(/\{(\w+)\}/));
  let whole = pieces[0];
  for (let i = 1; i < pieces.length; i += 2) whole += `${given[pieces[i]] ?? `{${pieces[i]}}`}${pieces[i + 1]}`;
  return whole;
}

/** What was found out before, or is now: much is said again with every move.
 * @template Name @template Found @param {Map<Name, Found>} known @param {Name} what @param {() => Found} find */
function remembered(known, what, find) {
  let found = known.get(what);
  if (found === undefined) {
    if (known.size > MOST) known.clear();
    known.set(what, (found = find()));
  }
  return found;
}

/** Whether there is a text of this name.
 * @param {string} name */
export const has = (name) => name in texts;

/** A refusal as a sentence: ours if we have one, for that game or for any, else the one of the server.
 * @param {{ code?: string, message: string }} error */
export function because(error) {
  const names = [`no.${error.code}`, `no.game/${error.code?.split("/").at(-1)}`];
  const name = names.find(has);
  return name ? t(name) : error.message;
}

/** What the server wrote; players who have deleted their account are called so in our language.
 * @param {string} written */
export function read(written) {
  if (!written.includes(DELETED)) return JSON.parse(written);
  return JSON.parse(written, (_, value) => (value === DELETED ? t("deleted_player") : value));
}

/** Several things in a row: "a, b and c".
 * @param {string[]} things */
export const list = (things) => remembered(listed, things.join("\n"), () => lists.format(things));

/** A moment as it is written where the browser is from, in our language.
 * @param {number} at */
export const day = (at) => {
  const here = navigator.languages.find((one) => one.startsWith(language)) ?? language;
  return new Date(at).toLocaleString(here, { dateStyle: "medium", timeStyle: "short" });
};
