/** What a menu made of `details` does besides opening. */

/** It closes by Escape, when the focus goes elsewhere, and when something in it was chosen. */
export const closing = {
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
