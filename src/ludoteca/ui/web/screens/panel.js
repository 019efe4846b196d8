/** A panel over a table, with rules, help or other tables; the game goes on behind it. */

import { closest, find, h, patch } from "../dom.js";
import { isShown } from "../known.js";
import { opener, place } from "../route.js";
import { known } from "../server.js";
import { t } from "../words.js";
import { isMyTurn, whoseTurn } from "./table/headline.js";
import { talk } from "./table/side.js";

/** @import { Screen, ScreenName } from "../types.d.ts" */

/** @type {{ [name in ScreenName]?: () => Promise<Screen> }} */
const CONTENTS = {
  rules: () => import("./rules.js"),
  help: () => import("./help.js"),
  tables: () => import("./lobby/tables.js"),
};

const dialog = document.createElement("dialog");
dialog.className = "over";
dialog.addEventListener("click", pressed);
dialog.addEventListener("close", closed);

/** The address shown, and its content once loaded. */
let shown = "";
/** @type {Screen | undefined} */
let content;
let about = "";

/** Show an address in the panel; an empty one closes it.
 * @param {string} path */
export async function show(path) {
  if (path === shown) return;
  shown = path;
  if (!path) {
    dialog.close();
    return;
  }
  const { screen, what } = place(path);
  const loaded = await CONTENTS[screen]?.();
  if (shown !== path) return;
  [content, about] = [loaded, what];
  draw();
  if (!dialog.open) {
    document.body.append(dialog);
    dialog.showModal();
  }
  const inside = find(".inside", dialog);
  inside.scrollTop = 0;
  inside.focus(); // arrow keys scroll the text
}

/** Draw the open panel; the line above the content says whose turn it is at the table. */
export function draw() {
  if (!shown || !content) return;
  const { table } = known;
  const title = content.title?.(known, about) ?? "";
  dialog.setAttribute("aria-label", title);
  patch(dialog,
    h("header", { key: "bar", class: isShown(table) && isMyTurn(table) && "mine" },
      h("p", { role: "status" }, isShown(table) && table.info.started && whoseTurn(table)),
      h("button", { onclick: () => history.back() }, t("panel.close"), h("span", { "aria-hidden": "true" }, " ✕"))),
    h("section.inside", { key: "inside", tabindex: 0, "aria-label": title }, content.draw(known, about)),
    isShown(table) && talk(table, () => history.back()));
}

/** Scroll to a heading without changing the address, which is the table's; close the panel on a press beside it.
 * @param {MouseEvent} event */
function pressed(event) {
  if (event.target === dialog) history.back();
  const heading = closest(event.target, "a[href^='#']")?.getAttribute("href");
  if (!heading) return;
  event.preventDefault();
  const to = document.getElementById(decodeURIComponent(heading.slice(1)));
  if (!to) return;
  to.tabIndex = -1;
  to.focus();
  to.scrollIntoView();
}

/** Remove the panel, return from its place in the history, and restore the focus. */
function closed() {
  [shown, content] = ["", undefined];
  dialog.remove();
  if (history.state?.panel) history.back();
  const menu = closest(opener, "details")?.querySelector("summary");
  (menu ?? (opener?.isConnected ? opener : find("#main"))).focus({ preventScroll: true });
}
