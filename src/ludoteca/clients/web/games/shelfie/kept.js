/** Descriptions that are kept while what they show stays the same, so that they are not compared again. */

import { language } from "../../words.js";

export class Kept {
  #drawn = new Map();

  /** What `draw` describes; it is asked only if something `shown` has changed since the last time. */
  get(name, shown, draw) {
    const signature = `${language} ${JSON.stringify(shown)}`;
    const old = this.#drawn.get(name);
    if (old?.signature === signature) return old.drawn;
    const drawn = draw();
    this.#drawn.set(name, { signature, drawn });
    return drawn;
  }
}
