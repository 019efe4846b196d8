/** Markdown as descriptions of elements: headings, paragraphs, lists, tables and code. */

import { h } from "./dom.js";

/** @import { Child } from "./types.d.ts" */

const HEADING = /^(#{1,4}) +(.*)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;
const RULE = /^\|[ :|-]+\|$/;
const FENCE = "```";

/** @typedef {{ level: number, id: string, text: string }} Heading
 * @typedef {[drawn: Child, next: number]} Block, and the line after it */

/** Parse a text into `{ headings: [{ level, id, text }], body }`; `figure` may draw something beside an item.
 * @param {string} text @param {(text: string) => Child} figure */
export function markdown(text, figure = () => null) {
  const lines = text.split("\n");
  /** @type {Heading[]} */
  const headings = [];
  /** @type {Child[]} */
  const body = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at, headings, figure);
    if (block) body.push(block);
    at = next;
  }
  return { headings, body };
}

/** @param {string[]} lines @param {number} at @param {Heading[]} headings @param {(text: string) => Child} figure
 * @returns {Block} */
function blockAt(lines, at, headings, figure) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  if (line.startsWith(FENCE)) return fence(lines, at);
  if (HEADING.test(line)) return [heading(line, headings), at + 1];
  if (line.startsWith("|") && RULE.test(lines[at + 1] ?? "")) return table(lines, at, headings);
  if (ITEM.test(line)) return items(lines, at, figure);
  const end = until(lines, at, (one) => !one.trim() || HEADING.test(one) || ITEM.test(one) || one.startsWith(FENCE));
  return [h("p", {}, inline(lines.slice(at, end).join(" "))), end];
}

/** Return the index of the next line that meets a condition.
 * @param {string[]} lines @param {number} at @param {(line: string) => boolean} is */
function until(lines, at, is) {
  let end = at + 1;
  while (end < lines.length && !is(lines[end])) end += 1;
  return end;
}

/** @param {string} line @param {Heading[]} headings */
function heading(line, headings) {
  const [, marks, text] = /** @type {RegExpMatchArray} */ (line.match(HEADING));
  const id = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  headings.push({ level: marks.length, id, text });
  return h(`h${marks.length}`, { id }, inline(text));
}

/** @param {string[]} lines @param {number} at @returns {Block} */
function fence(lines, at) {
  const end = until(lines, at, (one) => one.startsWith(FENCE));
  return [h("pre", { tabindex: 0 }, h("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

/** Parse a list; indented lines continue an item.
 * @param {string[]} lines @param {number} at @param {(text: string) => Child} figure @returns {Block} */
function items(lines, at, figure) {
  const end = until(lines, at, (one) => !ITEM.test(one) && !/^ +\S/.test(one));
  /** @type {string[]} */
  const texts = [];
  for (const line of lines.slice(at, end)) {
    const item = line.match(ITEM);
    if (item) texts.push(item[2]);
    else texts.push(`${texts.pop()} ${line.trim()}`);
  }
  const numbered = /^\d/.test(lines[at]);
  return [h(numbered ? "ol" : "ul", {}, texts.map((text) => item(text, figure(text)))), end];
}

/** @param {string} text @param {Child} drawn */
const item = (text, drawn) =>
  (drawn ? h("li.figure", {}, drawn, h("div", {}, inline(text))) : h("li", {}, inline(text)));

/** @param {string} line */
const cells = (line) => line.trim().slice(1, -1).split("|").map((cell) => inline(cell.trim()));

/** Parse a table; the first cell of a row is its heading.
 * @param {string[]} lines @param {number} at @param {Heading[]} headings @returns {Block} */
function table(lines, at, headings) {
  const end = until(lines, at, (one) => !one.startsWith("|"));
  const heads = cells(lines[at]).map((cell) => h("th", { scope: "col" }, cell));
  const rows = lines.slice(at + 2, end).map(cells).map(([about, ...rest]) =>
    h("tr", {}, h("th", { scope: "row" }, about), rest.map((cell) => h("td", {}, cell))));
  const drawn = h("div.wide", { tabindex: 0, role: "group", "aria-label": headings.at(-1)?.text ?? "" },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)));
  return [drawn, end];
}

/** Parse code, bold and italics inside a line.
 * @param {string} text */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).filter(Boolean).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (/^\*[^*\s]/.test(part) && part.endsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    return part;
  });
}
