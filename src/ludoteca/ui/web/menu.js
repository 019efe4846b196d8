/** What a menu made of `details` does besides opening. */

import { find } from "./dom.js";

/** It closes by Escape, when the focus goes elsewhere or something else is pressed, and when something in it was chosen. */
export const closing = {
  "data-closes": "",
  /** @param {MouseEvent & { target: HTMLElement, currentTarget: HTMLDetailsElement }} event */
  onclick(event) {
    if (event.target.closest("button, a")) event.currentTarget.open = false;
  },
  /** @param {KeyboardEvent & { currentTarget: HTMLDetailsElement }} event */
  onkeydown(event) {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    find("summary", event.currentTarget).focus();
  },
  /** @param {FocusEvent & { relatedTarget: Node | null, currentTarget: HTMLDetailsElement }} event */
  onfocusout(event) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
  },
};

document.addEventListener("pointerdown", ({ target }) => {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const menus = document.querySelectorAll("details[data-closes][open]");
  for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});
