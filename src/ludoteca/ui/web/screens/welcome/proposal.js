/** A friendly name for new players, such as "Curious Otter". */

import { t } from "../../words.js";

/** @param {string} text */
const one = (text) => {
  const all = t(text).split(" ");
  return all[Math.floor(Math.random() * all.length)];
};

/** Propose a name, with a number after several proposed names were taken.
 * @param {number} taken */
export function propose(taken = 0) {
  const name = t("proposal", { animal: one("proposal.animals"), adjective: one("proposal.adjectives") });
  return taken > 1 ? `${name} ${2 + Math.floor(Math.random() * 998)}` : name;
}
