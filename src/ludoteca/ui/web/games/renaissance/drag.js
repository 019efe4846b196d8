/** Dragging with a mouse, a pen or a finger: from `[data-drag]` to `[data-drop]`. */

import { closest } from "../../dom.js";

const FAR_ENOUGH = 6;
const NO_CLICK = 50;

/** Make things in an element draggable; `dropped(what, where)` is called when they are released.
 * @param {HTMLElement} root @param {(what: string, where: string) => void} dropped */
export function letDrag(root, dropped) {
  /** The held element and where it was grabbed; once it moves, its copy and that copy's origin.
   * @type {{
   *   node: HTMLElement, what: string, id: number, x: number, y: number, ghost: Ghost | null, over: HTMLElement | null,
   * } | null}
   * @typedef {{ node: HTMLElement, left: number, top: number }} Ghost */
  let held = null;
  let letGo = -NO_CLICK;

  /** @param {PointerEvent} event */
  const over = (event) => document.elementsFromPoint(event.clientX, event.clientY)
    .map((node) => closest(node, "[data-drop]")).find((node) => node && root.contains(node)) ?? null;

  /** @param {HTMLElement} node @returns {Ghost} */
  function lifted(node) {
    const { width, height } = node.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` });
    root.append(ghost);
    const { left, top } = ghost.getBoundingClientRect();
    return { node: ghost, left, top };
  }

  function end() {
    held?.over?.classList.remove("over");
    held?.ghost?.node.remove();
    held = null;
  }

  root.addEventListener("pointerdown", (event) => {
    const node = closest(event.target, "[data-drag]");
    if (!node || event.button !== 0) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    held = { node, what: node.dataset.drag ?? "", id, x, y, ghost: null, over: null };
  });
  root.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!held.ghost) {
      if (Math.hypot(x - held.x, y - held.y) < FAR_ENOUGH) return;
      held.ghost = lifted(held.node);
      root.setPointerCapture(held.id);
    }
    const { node, left, top } = held.ghost;
    node.style.transform = `translate(${x - left}px, ${y - top}px) translate(-50%, -50%)`;
    const here = over(event);
    if (held.over === here) return;
    held.over?.classList.remove("over");
    here?.classList.add("over");
    held.over = here;
  });
  root.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { ghost, what } = held;
    const where = ghost && over(event)?.dataset.drop;
    if (ghost) letGo = performance.now();
    end();
    if (where && where !== what) dropped(what, where);
  });
  root.addEventListener("pointercancel", end);
  root.addEventListener("click", (event) => {
    if (performance.now() - letGo < NO_CLICK) event.stopPropagation();
  }, { capture: true });
}
