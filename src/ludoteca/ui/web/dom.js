/** A small virtual DOM.
 *
 * `h` describes an element, and `patch` makes the children of a node match a description. Existing nodes are
 * reused, so that focus, selection and running animations are not disturbed.
 */

/** @import { Attributes, Child, Described, Part } from "./types.d.ts" */

/** A node of the page, with the description from which it was made.
 * @typedef {ChildNode & { itsChild?: Described }} Place
 * @typedef {(HTMLElement | SVGElement) & { itsChild: Described, itsEars?: Ears, drawsItself?: boolean }} Drawn
 * @typedef {{ [name: string]: ((event: Event) => unknown) | undefined }} Ears */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "disabled", "open", "selected", "data", "hidden"]);

/** @type {Map<string, { tag: string, classes: string, plain: Attributes }>} */
const KINDS = new Map();
const NOTHING = {};

/** Parse a selector such as `"button.primary"`, once.
 * @param {string} what */
function kindOf(what) {
  let kind = KINDS.get(what);
  if (!kind) {
    const [tag, ...classes] = what.split(".");
    kind = { tag, classes: classes.join(" "), plain: classes.length ? { class: classes.join(" ") } : NOTHING };
    KINDS.set(what, kind);
  }
  return kind;
}

/** Describe an element: `h("button.primary", { onclick, key }, "Play")`.
 * @param {string} what @param {Attributes | null} [given] @param {Child[]} inside @returns {Described} */
export function h(what, given, ...inside) {
  const { tag, classes, plain } = kindOf(what);
  const children = inside.every(isChild) ? inside : flat(inside);
  if (!given) return { tag, given: plain, inside: children };
  if (!classes) return { tag, given, inside: children };
  return { tag, given: { ...given, class: given.class ? `${classes} ${given.class}` : classes }, inside: children };
}

/** @param {Child} one @returns {one is Described | string} */
const isChild = (one) => typeof one === "string" || (typeof one === "object" && one !== null && !Array.isArray(one));

/** Flatten nested children.
 * @param {Child[]} things @param {Part[]} row */
function flat(things, row = []) {
  for (const one of things) {
    if (Array.isArray(one)) flat(one, row);
    else if (one !== null && one !== undefined && one !== false && one !== true) row.push(one);
  }
  return row;
}

/** Make the children of a node match a description.
 * @param {Element} parent @param {Child[]} wanted */
export const patch = (parent, ...wanted) => fill(parent, flat(wanted));

/** @param {Element} parent @param {Part[]} children */
function fill(parent, children) {
  /** @type {Place | null} */
  let place = parent.firstChild;
  let keyed = null;
  let keys = null;
  for (const child of children) {
    if (place && !fits(place, child)) {
      // Remove nodes first: nodes that stay are neither moved nor rebuilt, which would lay out their contents.
      keys ??= new Set(children.map(keyOf));
      while (place && !fits(place, child) && !keys.has(place.itsChild?.given.key)) place = nextWithout(place);
    }
    if (!place || !fits(place, child)) {
      keyed ??= keyedFrom(place);
      const there = keyed.get(keyOf(child));
      if (!there || !fits(there, child)) {
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

/** @param {Part} child */
const keyOf = (child) => (typeof child === "object" ? child.given.key : undefined);

/** Remove a node and return the next one.
 * @param {ChildNode} node */
function nextWithout(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Return the nodes with a key, starting at this one.
 * @param {Place | null} first */
function keyedFrom(first) {
  /** @type {Map<Attributes["key"], Place>} */
  const keyed = new Map();
  for (let node = first; node; node = node.nextSibling) {
    const key = node.itsChild?.given.key;
    if (key !== undefined) keyed.set(key, node);
  }
  return keyed;
}

/** Return whether a node can become this child: same tag and key, or both text.
 * @param {Place} node @param {Part} child */
function fits(node, child) {
  if (typeof child !== "object") return node.nodeType === Node.TEXT_NODE;
  const was = node.itsChild;
  return was?.tag === child.tag && was.given.key === child.given.key;
}

/** Build an element with its content.
 * @param {Part} child @param {Element} parent */
function whole(child, parent) {
  const node = made(child, parent);
  bring(node, child);
  return node;
}

/** @param {Part} child @param {Element} parent */
function made(child, parent) {
  if (typeof child !== "object") return document.createTextNode("");
  const drawn = child.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  return Object.assign(node, { itsChild: { tag: child.tag, given: {}, inside: [] } });
}

/** Make a node match a description that fits it.
 * @param {Place} node @param {Part} child */
function bring(node, child) {
  if (typeof child === "object") bringElement(/** @type {Drawn} */ (node), child);
  else if (node.nodeValue !== String(child)) node.nodeValue = String(child);
}

/** @param {Drawn} node @param {Described} child */
function bringElement(node, child) {
  if (node.itsChild === child) return; // the same description as before: nothing has changed
  const old = node.itsChild.given;
  const { given } = child;
  node.itsChild = child;
  if (given !== old) change(node, old, given);
  if (!node.drawsItself) fill(node, child.inside);
}

/** @param {Drawn} node @param {Attributes} old @param {Attributes} given */
function change(node, old, given) {
  for (const name in old) if (!(name in given)) set(node, name, undefined, old[name]);
  for (const name in given) {
    if (given[name] !== old[name] || AS_PROPERTY.has(name)) set(node, name, given[name], old[name]);
  }
}

/** Set an attribute; its name determines the type of its value.
 * @param {Drawn} node @param {string} name @param {unknown} value @param {unknown} old */
function set(node, name, value, old) {
  if (name === "key") return;
  if (name.startsWith("on")) {
    node.itsEars ??= {};
    if (!(name in node.itsEars)) node.addEventListener(name.slice(2), (event) => node.itsEars?.[name]?.(event));
    node.itsEars[name] = /** @type {Ears[string]} */ (value);
  } else if (name === "style") {
    restyle(node, /** @type {Attributes["style"]} */ (value) ?? {}, /** @type {Attributes["style"]} */ (old) ?? {});
  } else if (AS_PROPERTY.has(name) && node.namespaceURI !== SVG && !isValueOfOption(node, name)) {
    if (Reflect.get(node, name) !== value) Reflect.set(node, name, value ?? (name === "value" ? "" : false));
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Drawn} node @param {NonNullable<Attributes["style"]>} style @param {NonNullable<Attributes["style"]>} old */
function restyle(node, style, old) {
  for (const one in old) if (!(one in style)) node.style.removeProperty(one);
  for (const one in style) if (style[one] !== old[one]) node.style.setProperty(one, String(style[one]));
}

/** Options without a value attribute use their text as value, so an empty value must be set.
 * @param {Drawn} node @param {string} name */
const isValueOfOption = (node, name) => name === "value" && node.tagName === "OPTION";

/** Return the first element that matches a selector, which must exist.
 * @param {string} selector @param {ParentNode} root */
export const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** Return the closest matching element around the target of an event, if any.
 * @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
export const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** An element that draws itself from its `data`, and redraws itself whenever `data` changes.
 * @template Data */
export class Piece extends HTMLElement {
  drawsItself = true;
  /** @type {Data | undefined} */
  #data;

  /** @returns {Data} */
  get data() {
    return /** @type {Data} */ (this.#data); // not read before it is set
  }

  set data(data) {
    this.#data = data;
    if (this.isConnected) this.draw();
  }

  connectedCallback() {
    if (this.#data !== undefined) this.draw();
  }

  draw() {
    patch(this, this.drawing(this.data));
  }

  /** Describe the content; subclasses override this method.
   * @param {Data} data @returns {Child} */
  drawing(data) {
    throw new Error(`${this.tagName} does not draw ${data}`);
  }
}
