/** The bar with a friend request. */

import { call } from "../announce.js";
import { befriend } from "../contacts.js";
import { find, h } from "../dom.js";
import { changed } from "../server.js";
import { need, t } from "../words.js";
import { attempt, troubleAt } from "./table/doing.js";

/** @import { Known } from "../types.d.ts" */

/** Players who were announced. @type {Set<string>} */
const told = new Set();
/** Players whose request is put off until the page is loaded again. @type {Set<string>} */
const later = new Set();

await need("friends");

/** Draw the first request that was not put off, or null.
 * @param {Known} known */
export function bar(known) {
  const asking = [...known.contacts.values()].find(({ name, friendship }) => friendship === "asks" && !later.has(name));
  if (!asking) return troubleAt("friendship");
  const { name } = asking;
  if (!told.has(name)) call(t("friends.asks", { name }));
  told.add(name);
  /** @param {boolean} wanted */
  const answer = (wanted) => attempt("friendship", async () => {
    await befriend(name, wanted);
    find("#main").focus({ preventScroll: true });
  });
  const wait = () => {
    later.add(name);
    changed();
  };
  return h("p.notice.line", { key: `friend ${name}` },
    h("span", {}, t("friends.asks", { name })),
    h("span.row", {},
      h("button.small.primary", { key: "yes", onclick: () => answer(true) }, t("friends.accept")),
      h("button.small", { key: "no", onclick: () => answer(false) }, t("friends.decline")),
      h("button.small.quiet", { key: "later", onclick: wait }, t("friends.later"))),
    troubleAt("friendship", "span.problem"));
}
