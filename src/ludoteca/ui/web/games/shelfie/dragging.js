/** Dragging: a tile follows the pointer, and an action runs where it is released. */

import { closest, find } from "../../dom.js";

const FAR = 6;
const WHAT = "[data-held], [data-cell]:is(.pick, .picked, .planned), .planning [data-cell]:has([data-tile])";
const WHERE = "[data-column], [data-held], [data-hand], [data-room]";

export class Dragging {
  dragged = false;
  #root;
  #then;
  /** @type {{ x: number, y: number, what: HTMLElement } | null} */
  #from = null;
  /** @type {HTMLElement | null} */
  #ghost = null;
  /** @type {HTMLElement | null} */
  #over = null;

  /** `then` is called with the `data-` attributes of the dragged element and of the one below the pointer.
   * @param {HTMLElement} root @param {(what: DOMStringMap, where: DOMStringMap) => void} then */
  constructor(root, then) {
    this.#root = root;
    this.#then = then;
    root.addEventListener("pointerdown", this.#down);
  }

  /** Release everything, and stop listening until the next time. */
  stop() {
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#cancel);
    removeEventListener("keydown", this.#escape, true);
    this.#ghost?.remove();
    this.#over?.classList.remove("over");
    this.#root.classList.remove("dragging");
    this.#from = this.#ghost = this.#over = null;
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    this.dragged = false;
    const what = closest(event.target, WHAT);
    // A finger on the living room scrolls the page; tiles in the hand can be dragged with it.
    if (!what || event.button !== 0 || (event.pointerType === "touch" && !what.dataset.held)) return;
    this.#from = { x: event.clientX, y: event.clientY, what };
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#cancel);
    addEventListener("keydown", this.#escape, true);
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    if (!this.#from) return;
    const { x, y, what } = this.#from;
    if (!this.#ghost && Math.hypot(event.clientX - x, event.clientY - y) < FAR) return;
    this.#ghost ??= this.#lift(what);
    this.#ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const here = this.#root.contains(over) ? closest(over, WHERE) : null;
    if (here === this.#over) return;
    this.#over?.classList.remove("over");
    here?.classList.add("over");
    this.#over = here;
  };

  /** @param {HTMLElement} what */
  #lift(what) {
    const tile = find(".tile", what);
    const ghost = /** @type {HTMLElement} */ (tile.cloneNode(true));
    const { width, height } = tile.getBoundingClientRect();
    ghost.classList.add("lifted");
    ghost.removeAttribute("data-tile");
    ghost.style.width = `${width}px`;
    ghost.style.height = `${height}px`;
    document.body.append(ghost);
    this.#root.classList.add("dragging");
    this.dragged = true;
    return ghost;
  }

  #up = () => {
    const what = { ...this.#from?.what.dataset };
    const where = this.#ghost && this.#over && { ...this.#over.dataset };
    this.stop();
    if (where) this.#then(what, where);
  };

  #cancel = () => this.stop();

  /** @param {KeyboardEvent} event */
  #escape = (event) => {
    if (event.key !== "Escape" || !this.#ghost) return;
    event.stopPropagation();
    this.stop();
  };
}
