/** What a menu made of `details` does besides opening. */

/** It closes by Escape, when the focus goes elsewhere or something else is pressed, and when something in it was chosen. */
export const closing = {
  "data-closes": "",
  onclick(event) {
    if (event.target.closest("button, a")) event.currentTarget.open = false;
  },
  onkeydown(event) {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.firstElementChild.focus();
  },
  onfocusout(event) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
  },
};

document.addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll("details[data-closes][open]")) if (!menu.contains(target)) menu.open = false;
});
