/** The operator's dialog before an action: reason, duration, address or text. */

import { h, patch } from "../../dom.js";
import { t } from "../../words.js";

/** @import { Child, Question } from "../../types.d.ts" */

const HOUR = 3_600_000;
/** @type {{ [name: string]: number }} */
const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR, good: 0 };

/** Return the answers as members of the request; null if the dialog was cancelled.
 * @param {Question} question @returns {Promise<{ [name: string]: unknown } | null>} */
export function askDialog({ title, what = "", ...asked }) {
  const dialog = document.createElement("dialog");
  dialog.className = "sure card";
  dialog.setAttribute("aria-labelledby", "ask-title");
  patch(dialog,
    h("form", { method: "dialog", onsubmit: () => dialog.close("yes") },
      h("h2", { id: "ask-title" }, title),
      what && h("p", {}, what),
      asked.name && field("name", h("input", { name: "name", maxlength: 30, required: true })),
      asked.address && field("address", h("input", { name: "address", maxlength: 50, required: true, placeholder: "203.0.113.0/24" })),
      asked.text && field("text", h("textarea", { name: "text", rows: 3, maxlength: 500, required: true })),
      asked.span && field("span", h("select", { name: "span" },
        Object.keys(SPANS).map((one) => h("option", { value: one, selected: one === "day" }, t(`operator.span.${one}`))))),
      asked.why && field("why", h("input", { name: "why", maxlength: 200 })),
      h("div.row", {},
        h("button", { type: "button", onclick: () => dialog.close("no") }, t("cancel")),
        h("button.primary", {}, t("operator.do")))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const given = Object.fromEntries(new FormData(dialog.querySelector("form") ?? undefined));
      dialog.remove();
      resolve(dialog.returnValue === "yes" ? members(given) : null);
    });
  });
}

/** @param {string} name @param {Child} input */
const field = (name, input) => h("label", { key: name }, t(`operator.field.${name}`), input);

/** @param {{ [name: string]: FormDataEntryValue }} filled */
function members({ span, ...given }) {
  if (typeof span !== "string") return given;
  return { ...given, until: SPANS[span] ? Date.now() + SPANS[span] : 0 };
}
