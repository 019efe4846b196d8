/** The keys of a row of tabs. */

/** Return the tab that a key leads to; null if it leads nowhere.
 * @param {string} key @param {number} at @param {number} count */
export function tabAfter(key, at, count) {
  /** @type {{ [key: string]: number }} */
  const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
  return key in places ? (places[key] + count) % count : null;
}
