/** Behaviour of menus made of `details`. */

import { find } from "./dom.js";

/** Keeps an open menu in view, and closes it on Escape, on loss of focus, on a press elsewhere, and after a choice. */
export const closing = {
  "data-closes": "",
  ontoggle: reveal,
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

/** @param {Event & { target: HTMLDetailsElement }} event */
function reveal({ target: menu }) {
  if (!menu.open) return;
  requestAnimationFrame(() => menu.lastElementChild?.scrollIntoView({ block: "nearest" })); // once its content is drawn
}

document.addEventListener("pointerdown", ({ target }) => {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const menus = document.querySelectorAll("details[data-closes][open]");
  for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});
