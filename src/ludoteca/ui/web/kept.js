/** Descriptions, and other things to work out, that are kept while what they show stays the same. */

import { loads } from "./words.js";

/** Several of them, by name; `patch` skips a description that it was given before. */
export class Kept {
  /** What is kept by one name is always of the same type. @type {Map<string | number, { signature: string, drawn: any }>} */
  #drawn = new Map();
  /** What `draw` describes, asked again only if `shown` has changed: a text, or a value that is compared as JSON.
   * @template Drawn @param {string | number} name @param {unknown} shown @param {() => Drawn} draw @returns {Drawn} */
  get(name, shown, draw) {
    const signature = `${loads} ${typeof shown === "string" ? shown : JSON.stringify(shown)}`;
    const old = this.#drawn.get(name);
    if (old?.signature === signature) return old.drawn;
    const drawn = draw();
    this.#drawn.set(name, { signature, drawn });
    return drawn;
  }
}

/** What `draw` describes, asked once for each number or text it is given: for what always looks the same.
 * @template {unknown[]} Given @template Drawn
 * @param {(...given: Given) => Drawn} draw @returns {(...given: Given) => Drawn} */
export function once(draw) {
  const drawn = new Map();
  return (...given) => {
    const name = given.join();
    if (!drawn.has(name)) drawn.set(name, draw(...given));
    return drawn.get(name);
  };
}

/** What `draw` describes, asked again only if it is given something else.
 * @template {unknown[]} Given @template Drawn
 * @param {(...given: Given) => Drawn} draw @returns {(...given: Given) => Drawn} */
export function keep(draw) {
  /** @type {unknown[]} */
  let of = [];
  /** @type {Drawn} */
  let drawn;
  return (...given) => {
    const now = [loads, ...given];
    if (now.length !== of.length || now.some((one, i) => one !== of[i])) [of, drawn] = [now, draw(...given)];
    return drawn;
  };
}
