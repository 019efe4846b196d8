/** What a menu made of `details` does besides opening. */

/** It closes by Escape, and when the focus goes elsewhere. */
export const closing = {
  onkeydown(event) {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.firstElementChild.focus();
  },
  onfocusout(event) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
  },
};
