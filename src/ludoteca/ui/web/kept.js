/** A cache of descriptions and other derived values, kept while their input stays the same. */

import { loads } from "./words.js";

/** Cached values by name; `patch` skips a description it was given before. */
export class Kept {
  /** Values with the same name always have the same type. @type {Map<string | number, { signature: string, drawn: unknown }>} */
  #drawn = new Map();
  /** Return the description made by `draw`, which is called again only if `shown` has changed: a text, or a value compared as JSON.
   * @template Drawn @param {string | number} name @param {unknown} shown @param {() => Drawn} draw @returns {Drawn} */
  get(name, shown, draw) {
    const signature = `${loads} ${typeof shown === "string" ? shown : JSON.stringify(shown)}`;
    const old = this.#drawn.get(name);
    if (old?.signature === signature) return /** @type {Drawn} */ (old.drawn);
    const drawn = draw();
    this.#drawn.set(name, { signature, drawn });
    return drawn;
  }
}

/** Cache the results of `draw` by argument, for things that always look the same.
 * @template {unknown[]} Given @template Drawn
 * @param {(...given: Given) => Drawn} draw @returns {(...given: Given) => Drawn} */
export function once(draw) {
  /** @type {Map<string, Drawn>} */
  const all = new Map();
  return (...given) => {
    const name = given.join();
    const drawn = all.get(name) ?? draw(...given);
    all.set(name, drawn);
    return drawn;
  };
}

/** Cache the last result of `draw` while its arguments stay the same.
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
