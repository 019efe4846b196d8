/** For the owner of a table: its spectators, and the players removed or muted there. */

import { h } from "../../dom.js";
import { ordering } from "../../person.js";
import { ask, changed } from "../../server.js";
import { t } from "../../words.js";
import { attempt, troubleAt } from "./doing.js";

/** @import { ShownTable, Spectators } from "../../types.d.ts" */

/** @type {Pick<Spectators, "table" | "names" | "removed">} */
const NOBODY = { table: 0, names: [], removed: [] };
let watching = NOBODY;

/** Draw a list that is requested when it is opened.
 * @param {ShownTable} table @param {string} me */
export function spectators(table, me) {
  if (table.info.over || table.info.owner.toLowerCase() !== me.toLowerCase()) return null;
  const there = watching.table === table.number ? watching : NOBODY;
  return h("details.spectators", { key: "spectators", ontoggle: (event) => event.target.open && look(table) },
    h("summary", {}, t("spectators")),
    there.names.length
      ? h("ul", {}, there.names.map((name) => h("li", { key: name }, h("strong", {}, name), " ",
        ordering(table, name, (what) => then(table, what)))))
      : h("p.faint", {}, t("spectators.none")),
    there.removed.length > 0 && h("div", { key: "removed" },
      h("p.faint", {}, t("spectators.removed")),
      h("ul", {}, there.removed.map((name) => h("li", { key: name }, h("strong", {}, name), " ",
        h("button.small", { onclick: () => then(table, () => letBack(table, name)) }, t("owner.let_back", { name })))))),
    troubleAt("spectators"));
}

/** @param {ShownTable} table @param {string} name */
const letBack = (table, name) => ask({ do: "remove", table: table.number, name, removed: false });

/** @param {ShownTable} table */
const look = (table) => attempt("spectators", async () => {
  const told = await ask({ do: "ask_spectators", table: table.number });
  watching = told;
  table.muted = told.muted.map((name) => name.toLowerCase());
  changed();
});

/** Run an action, and reload the list.
 * @param {ShownTable} table @param {() => Promise<unknown>} what */
const then = (table, what) => attempt("spectators", async () => {
  await what();
  await look(table);
});
