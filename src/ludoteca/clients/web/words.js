/** What people read, in their language: texts are data, in `lang/LANGUAGE/PART.json`. */

export const LANGUAGES = { en: "English", it: "Italiano" };
export const PARTS = ["house", "lobby", "table", "shelfie", "renaissance", "help"];

let texts = {};
let plural = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");
export let language = "en";

/** Speak a language from now on. */
export async function speak(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  const parts = await Promise.all(
    PARTS.map(async (part) => (await fetch(new URL(`lang/${language}/${part}.json`, import.meta.url))).json()),
  );
  texts = Object.assign({}, ...parts);
  plural = new Intl.PluralRules(language);
  lists = new Intl.ListFormat(language);
  document.documentElement.lang = language;
}

/** The language of the browser, as far as we speak it. */
export function usual() {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return known ?? "en";
}

/** A text by its name, with `{places}` filled in; of a text with forms, the one for `count`. */
export function t(name, given = {}) {
  const form = "count" in given ? texts[`${name}.${plural.select(given.count)}`] ?? texts[`${name}.other`] : undefined;
  const text = form ?? texts[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, place) => given[place] ?? whole);
}

/** Whether there is a text of this name. */
export const has = (name) => name in texts;

/** A refusal as a sentence: ours if we have one, else the one of the house. */
export const because = (error) => (has(`no.${error.code}`) ? t(`no.${error.code}`) : error.message);

/** Several things in a row: "a, b and c". */
export const list = (things) => lists.format(things);

export const day = (at) => new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
