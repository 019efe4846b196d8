/** Finding a table by its name, its game or its players. */

import { h } from "../../dom.js";
import { changed, known, search } from "../../server.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";

/** @import { FieldEvent, Known } from "../../types.d.ts" */

const SOON = 250;

let words = "";
let timer = 0;

const wanted = () => words.trim();

/** Whether something is searched. */
export const isSearching = () => wanted() !== "";

/** The field where the words are typed. */
export const field = () =>
  h("form.search", { key: "search", role: "search", onsubmit: begin },
    h("label", { for: "search" }, t("lobby.search")),
    h("input", {
      key: "search", id: "search", type: "search", value: words, maxlength: 100, autocomplete: "off", spellcheck: "false",
      oninput: typed,
    }),
    troubleAt("search"));

/** @param {FieldEvent} event */
function typed(event) {
  words = event.target.value;
  clearTimeout(timer);
  timer = setTimeout(ask, SOON);
  changed();
}

/** @param {Event} event */
function begin(event) {
  event.preventDefault();
  clearTimeout(timer);
  ask();
}

function ask() {
  if (isSearching()) attempt("search", () => search(wanted()));
}

/** The tables that were found; until the server has answered, those found before.
 * @param {Known} known */
export const foundTables = ({ found }) => [...(found?.tables.values() ?? [])];

/** A button that shows more of them, if there are more.
 * @param {Known} known */
export function moreFound({ found }) {
  if (!found?.more || found.search !== wanted()) return null;
  const show = () => attempt("search", () => search(found.search, known.found?.more));
  return h("button.quiet.more", { key: "more", onclick: show }, t("lobby.more"));
}
