/** Elements as they should be, and the work of making them so.
 *
 * `h` describes an element, `patch` makes the children of a node be as described: what is there
 * already is kept, so that focus, selection and running animations are not disturbed.
 */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "disabled", "open", "selected", "data", "hidden"]);

const KINDS = new Map();
const NOTHING = {};

/** What `"button.primary"` means, found out once. */
function kindOf(what) {
  let kind = KINDS.get(what);
  if (!kind) {
    const [tag, ...classes] = what.split(".");
    kind = { tag, classes: classes.join(" "), plain: classes.length ? { class: classes.join(" ") } : NOTHING };
    KINDS.set(what, kind);
  }
  return kind;
}

/** A description of an element: `h("button.primary", { onclick, key }, "Play")`. */
export function h(what, given, ...inside) {
  const { tag, classes, plain } = kindOf(what);
  const children = inside.every(isChild) ? inside : flat(inside);
  if (!given) return { tag, given: plain, inside: children };
  if (!classes) return { tag, given, inside: children };
  return { tag, given: { ...given, class: given.class ? `${classes} ${given.class}` : classes }, inside: children };
}

const isChild = (one) => typeof one === "string" || (typeof one === "object" && one !== null && !Array.isArray(one));

/** All that is there, in one row. */
function flat(things, row = []) {
  for (const one of things) {
    if (Array.isArray(one)) flat(one, row);
    else if (one !== null && one !== undefined && one !== false && one !== true) row.push(one);
  }
  return row;
}

/** Make the children of a node be as described. */
export const patch = (parent, ...wanted) => fill(parent, flat(wanted));

function fill(parent, children) {
  let place = parent.firstChild;
  let keyed = null;
  let keys = null;
  for (const child of children) {
    if (place && !fits(place, child)) {
      // What goes makes room first: what stays is neither moved nor made anew, which would lay out all that is in it.
      keys ??= new Set(children.map((one) => one.given?.key));
      while (place && !fits(place, child) && !keys.has(place.itsChild?.given.key)) place = nextWithout(place);
    }
    if (!fits(place, child)) {
      keyed ??= keyedFrom(place);
      const there = keyed.get(child.given?.key);
      if (!fits(there, child)) {
        parent.insertBefore(whole(child, parent), place);
        continue;
      }
      parent.insertBefore(there, place);
      place = there;
    }
    const here = place;
    place = here.nextSibling;
    bring(here, child);
  }
  while (place) place = nextWithout(place);
}

/** The node after this one, which is removed. */
function nextWithout(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** The nodes with a key, from one on. */
function keyedFrom(first) {
  const keyed = new Map();
  for (let node = first; node; node = node.nextSibling) {
    const key = node.itsChild?.given.key;
    if (key !== undefined) keyed.set(key, node);
  }
  return keyed;
}

/** Whether a node can become this child: it has the same tag and key, or both are text. */
function fits(node, child) {
  if (!node) return false;
  if (typeof child !== "object") return node.nodeType === Node.TEXT_NODE;
  const was = node.itsChild;
  return was?.tag === child.tag && was.given.key === child.given.key;
}

/** The element with all that is in it. */
function whole(child, parent) {
  const node = made(child, parent);
  bring(node, child);
  return node;
}

function made(child, parent) {
  if (typeof child !== "object") return document.createTextNode("");
  const drawn = child.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node.itsChild = { tag: child.tag, given: {} };
  return node;
}

function bring(node, child) {
  if (typeof child !== "object") {
    const text = String(child);
    if (node.data !== text) node.data = text;
    return;
  }
  if (node.itsChild === child) return; // the same description as before: nothing has changed
  const old = node.itsChild.given;
  const { given } = child;
  node.itsChild = child;
  if (given !== old) change(node, old, given);
  if (!node.drawsItself) fill(node, child.inside);
}

function change(node, old, given) {
  for (const name in old) if (!(name in given)) set(node, name, undefined, old[name]);
  for (const name in given) {
    if (given[name] !== old[name] || AS_PROPERTY.has(name)) set(node, name, given[name], old[name]);
  }
}

function set(node, name, value, old) {
  if (name === "key") return;
  if (name.startsWith("on")) {
    node.itsEars ??= {};
    if (!(name in node.itsEars)) node.addEventListener(name.slice(2), (event) => node.itsEars[name]?.(event));
    node.itsEars[name] = value;
  } else if (name === "style") {
    for (const one in old ?? {}) if (!(one in (value ?? {}))) node.style.removeProperty(one);
    for (const one in value ?? {}) if (value[one] !== old?.[one]) node.style.setProperty(one, value[one]);
  } else if (AS_PROPERTY.has(name) && node.namespaceURI !== SVG && !isValueOfOption(node, name)) {
    if (node[name] !== value) node[name] = value ?? (name === "value" ? "" : false);
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** An option without a value attribute has its text as its value, so an empty one must be said. */
const isValueOfOption = (node, name) => name === "value" && node.tagName === "OPTION";

/** An element that draws itself from its `data`, and again whenever that changes. */
export class Piece extends HTMLElement {
  drawsItself = true;
  #data;

  get data() {
    return this.#data;
  }

  set data(data) {
    this.#data = data;
    if (this.isConnected) this.draw();
  }

  connectedCallback() {
    if (this.#data !== undefined) this.draw();
  }

  draw() {
    patch(this, this.drawing(this.#data));
  }
}
