/** Elements as they should be, and the work of making them so.
 *
 * `h` describes an element, `patch` makes the children of a node be as described: what is there
 * already is kept, so that focus, selection and running animations are not disturbed.
 */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "disabled", "open", "selected", "data", "hidden"]);

/** A description of an element: `h("button.primary", { onclick, key }, "Play")`. */
export function h(what, given = {}, ...inside) {
  const [tag, ...classes] = what.split(".");
  return { tag, classes: classes.join(" "), given: given ?? {}, inside: inside.flat(Infinity).filter(isThere) };
}

const isThere = (one) => one !== null && one !== undefined && one !== false && one !== true;

/** Make the children of a node be as described. */
export function patch(parent, ...wanted) {
  const children = wanted.flat(Infinity).filter(isThere);
  const keyed = new Map();
  for (const node of parent.childNodes) if (node.itsKey !== undefined) keyed.set(node.itsKey, node);
  let place = parent.firstChild;
  for (const child of children) {
    const node = fitting(child, place, keyed) ?? made(child, parent);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    bring(node, child);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** The node that can become this child: the one of its key, or the one in its place. */
function fitting(child, place, keyed) {
  if (typeof child !== "object") return place?.nodeType === Node.TEXT_NODE ? place : null;
  const key = child.given.key;
  const node = key === undefined ? place : keyed.get(key);
  return node?.itsTag === child.tag && node.itsKey === key ? node : null;
}

function made(child, parent) {
  if (typeof child !== "object") return document.createTextNode("");
  const drawn = child.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node.itsTag = child.tag;
  node.itsKey = child.given.key;
  node.itsGiven = {};
  return node;
}

function bring(node, child) {
  if (typeof child !== "object") {
    const text = String(child);
    if (node.data !== text) node.data = text;
    return;
  }
  if (node.itsChild === child) return; // described before, and kept by whoever described it
  node.itsChild = child;
  const old = node.itsGiven;
  const classes = [child.classes, child.given.class].filter(Boolean).join(" ");
  const given = child.classes ? { ...child.given, class: classes } : child.given;
  for (const name in old) if (!(name in given)) set(node, name, undefined, old[name]);
  for (const name in given) {
    if (given[name] !== old[name] || AS_PROPERTY.has(name)) set(node, name, given[name], old[name]);
  }
  node.itsGiven = given;
  if (!node.drawsItself) patch(node, child.inside);
}

function set(node, name, value, old) {
  if (name === "key") return;
  if (name.startsWith("on")) {
    node.itsEars ??= {};
    if (!(name in node.itsEars)) node.addEventListener(name.slice(2), (event) => node.itsEars[name]?.(event));
    node.itsEars[name] = value;
  } else if (name === "style") {
    for (const one in old ?? {}) if (!(one in (value ?? {}))) node.style.removeProperty(one);
    for (const one in value ?? {}) node.style.setProperty(one, value[one]);
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
