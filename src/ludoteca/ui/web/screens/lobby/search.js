/** Search for tables by name, game or player. */

import { h } from "../../dom.js";
import { changed, known, search } from "../../server.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "../table/doing.js";

/** @import { FieldEvent, Known } from "../../types.d.ts" */

const SOON = 250;

let words = "";
let timer = 0;

const wanted = () => words.trim();

/** Return whether a search is active. */
export const isSearching = () => wanted() !== "";

/** Draw the search field. */
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

/** Return the tables found, or the previous results until the server has answered.
 * @param {Known} known */
export const foundTables = ({ found }) => [...(found?.tables.values() ?? [])];

/** Draw a button that shows more results, if there are any.
 * @param {Known} known */
export function moreFound({ found }) {
  if (!found?.more || found.search !== wanted()) return null;
  const show = () => attempt("search", () => search(found.search, known.found?.more));
  return h("button.quiet.more", { key: "more", onclick: show }, t("lobby.more"));
}
