/** The link to a table: copied, or shared by the system. */

import { h } from "../../dom.js";
import { say } from "../../announce.js";
import { sharedOrigin } from "../../route.js";
import { changed } from "../../server.js";
import { t } from "../../words.js";

/** @import { ShownTable } from "../../types.d.ts" */

/** The text just copied. */
export let copied = "";

/** Return the address for joining or, without the code, for watching.
 * @param {ShownTable} table */
export const linkTo = ({ info, number }) =>
  sharedOrigin + (info.code && !info.over ? `/t/${info.code}` : `/table/${number}`);

/** Return a table's code as people read it aloud: `K7MP-3TXW`.
 * @param {string} code */
export const shownCode = (code) => code.toUpperCase().replace(/.{4}(?=.)/g, "$&-");

/** Copy a text to the clipboard.
 * @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea"); // without TLS there is no clipboard
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field); // elements behind a dialog are inert
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

/** Draw a button that copies, as wide as the longer of its two texts.
 * @param {string} text @param {string} label */
export const copyButton = (text, label = t("link.copy")) =>
  h("button.copy", { key: "copy", onclick: () => copy(text) },
    h("span", { class: copied === text && "off" }, label),
    h("span", { class: copied !== text && "off" }, `✓ ${t("link.copied")}`));

/** Draw a button that shares, where the system can.
 * @param {string} url @param {string} title */
export const shareButton = (url, title) =>
  navigator.share
    ? h("button", { key: "share", onclick: () => navigator.share({ url, title }).catch(() => {}) }, t("link.share"))
    : null;
