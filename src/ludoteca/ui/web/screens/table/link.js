/** The link to a table: to be copied, or handed on by whatever the system has for that. */

import { h } from "../../dom.js";
import { say } from "../../announce.js";
import { changed } from "../../server.js";
import { t } from "../../words.js";

/** @import { ShownTable } from "../../types.d.ts" */

const { origin } = location;
/** What was copied a moment ago. */
export let copied = "";

/** The address for joining; without the code, the one for watching.
 * @param {ShownTable} table */
export const linkTo = ({ info, number }) =>
  origin + (info.code && !info.over ? `/t/${info.code}` : `/table/${number}`);

/** Put a text where it can be pasted from.
 * @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea"); // where there is no clipboard, as without TLS
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field); // what is behind a dialog is inert
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  copied = text;
  say(t("link.copied"));
  changed();
  setTimeout(() => {
    if (copied === text) copied = "";
    changed();
  }, 2500);
}

/** A button that copies.
 * @param {string} text @param {string} label */
export const copyButton = (text, label = t("link.copy")) =>
  h("button", { key: "copy", onclick: () => copy(text) }, copied === text ? `✓ ${t("link.copied")}` : label);

/** A button that shares, where the system can.
 * @param {string} url @param {string} title */
export const shareButton = (url, title) =>
  navigator.share
    ? h("button", { key: "share", onclick: () => navigator.share({ url, title }).catch(() => {}) }, t("link.share"))
    : null;
