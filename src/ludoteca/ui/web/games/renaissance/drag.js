/** Dragging with a mouse, a pen or a finger: from `[data-drag]` to `[data-drop]`. */

const FAR_ENOUGH = 6;
const NO_CLICK = 50;

/** Let things in an element be dragged; `dropped(what, where)` is told where they were let go. */
export function letDrag(root, dropped) {
  let held = null;
  let letGo = -NO_CLICK;

  const over = (event) => document.elementsFromPoint(event.clientX, event.clientY)
    .map((node) => node.closest?.("[data-drop]")).find((node) => node && root.contains(node)) ?? null;

  function mark(node) {
    if (held.over === node) return;
    held.over?.classList.remove("over");
    node?.classList.add("over");
    held.over = node;
  }

  function lift() {
    const { width, height } = held.node.getBoundingClientRect();
    held.ghost = held.node.cloneNode(true);
    held.ghost.classList.add("ghost");
    held.ghost.setAttribute("aria-hidden", "true");
    Object.assign(held.ghost.style, { width: `${width}px`, height: `${height}px` });
    root.append(held.ghost);
    const { left, top } = held.ghost.getBoundingClientRect();
    held.corner = { left, top };
    root.setPointerCapture(held.id);
  }

  function end() {
    held?.over?.classList.remove("over");
    held?.ghost?.remove();
    held = null;
  }

  root.addEventListener("pointerdown", (event) => {
    const node = event.target.closest("[data-drag]");
    if (!node || event.button !== 0) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    held = { node, id, x, y, what: node.dataset.drag, ghost: null, over: null };
  });
  root.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_ENOUGH) return;
    if (!held.ghost) lift();
    const { left, top } = held.corner;
    held.ghost.style.transform = `translate(${event.clientX - left}px, ${event.clientY - top}px) translate(-50%, -50%)`;
    mark(over(event));
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
