/** Friends, followed players and friend requests, as the server reports them. */

import { ask, known, listen } from "./server.js";

/** @import { Contact } from "./messages.d.ts" */

/** Return what is known about another player.
 * @param {string} name @returns {Contact | undefined} */
export const contactOf = (name) => known.contacts.get(name.toLowerCase());

/** Request or accept a friendship; otherwise withdraw, decline or end it.
 * @param {string} name @param {boolean} wanted */
export const befriend = (name, wanted = true) => ask({ do: "befriend", name, wanted });

/** @param {string} name @param {boolean} followed */
export const follow = (name, followed = true) => ask({ do: "follow", name, followed });

/** Request the contacts, and follow changes. */
export const askContacts = () => ask({ do: "ask_contacts", follow: true });

listen((notice) => {
  if (notice.notice === "welcome" && notice.kept) askContacts().catch(() => {});
});
