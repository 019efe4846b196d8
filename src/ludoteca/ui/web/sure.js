/** A confirmation before something that cannot be undone. */

import { h, patch } from "./dom.js";
import { t } from "./words.js";

/** Ask for a confirmation in a dialog that explains the consequence; with an empty `no` it only informs.
 * @param {string} question @param {string} consequence @param {string} yes @param {string} no
 * @returns {Promise<boolean>} */
export function sure(question, consequence, yes, no = t("sure.no")) {
  const dialog = document.createElement("dialog");
  dialog.className = "sure card";
  dialog.setAttribute("aria-labelledby", "sure-question");
  patch(dialog,
    h("h2", { id: "sure-question" }, question),
    h("p", {}, consequence),
    h("div.row", {},
      no && h("button", { onclick: () => dialog.close("no"), autofocus: true }, no),
      h("button.primary", { autofocus: !no, onclick: () => dialog.close("yes") }, yes)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
