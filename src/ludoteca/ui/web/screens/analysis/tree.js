/** The tree of moves on an analysis board, and the texts that keep it: a file, and the end of a link. */

/** @import { AnalysedPosition, Evaluation, TableRecord } from "../../types.d.ts" */

/** A position in the tree. `move` is the seat and its move in the notation of the game; the root has none.
 * @typedef {{
 *   parent: number, move: string, shown: AnalysedPosition | null, record: TableRecord | null,
 *   evaluation: Evaluation | null, problem: Error | null,
 * }} Node
 * @typedef {{ game: string, players: string[], start: string, nodes: Map<number, Node>, at: number }} Tree */

/** An analysis as a file. `moves` has the moves after their parents, each with the place of its parent: 0 is the start,
 * 1 the first of the moves. `at` is the place of the position shown.
 * @typedef {{
 *   ludoteca: "analysis", format: 1, game: string, position: string, players: string[],
 *   moves: Array<[parent: number, move: string]>, at: number,
 * }} Saved */

export const ROOT = 0;
export const MOST_MOVES = 500;
const FORMAT = 1;
const LONGEST = 2 ** 20;

/** @param {number} parent @param {string} move @param {AnalysedPosition | null} shown @returns {Node} */
function newNode(parent, move, shown) {
  const seat = Number(move.split(" ", 1)[0]) - 1;
  /** @type {TableRecord | null} */
  const record = move && shown ? { record: "move_played", seat, events: shown.events, request: "" } : null;
  return { parent, move, shown, record, evaluation: null, problem: null };
}

/** Return a tree without moves.
 * @param {string} game @param {AnalysedPosition} shown @param {string[]} players @returns {Tree} */
export const newTree = (game, shown, players = []) =>
  ({ game, players, start: shown.position, nodes: new Map([[ROOT, newNode(-1, "", shown)]]), at: ROOT });

/** Return a position of the tree.
 * @param {Tree} tree @param {number} at @returns {Node} */
export function nodeOf({ nodes }, at) {
  const node = nodes.get(at);
  if (!node) throw new Error(`There is no position ${at}.`);
  return node;
}

/** Return the positions after a position, the main line first.
 * @param {Tree} tree @param {number} at */
export const childrenOf = ({ nodes }, at) => [...nodes].filter(([, { parent }]) => parent === at).map(([id]) => id);

/** Return the positions from the root to a position.
 * @param {Tree} tree @param {number} at */
export function pathTo(tree, at) {
  const path = [at];
  while (path[0] !== ROOT) path.unshift(nodeOf(tree, path[0]).parent);
  return path;
}

/** Add a move after a position, and go there; a move that exists is not added again.
 * @param {Tree} tree @param {number} parent @param {AnalysedPosition} shown */
export function grow(tree, parent, shown) {
  const known = childrenOf(tree, parent).find((one) => nodeOf(tree, one).move === shown.move);
  tree.at = known ?? Math.max(...tree.nodes.keys()) + 1;
  if (known === undefined) tree.nodes.set(tree.at, newNode(parent, shown.move, shown));
}

/** Fill in a position that was known only by its move.
 * @param {Tree} tree @param {number} at @param {AnalysedPosition} shown */
export function fill(tree, at, shown) {
  const { parent, move } = nodeOf(tree, at);
  tree.nodes.set(at, newNode(parent, move, shown));
}

/** Remove a move with everything after it, and go to the position before it.
 * @param {Tree} tree @param {number} at */
export function prune(tree, at) {
  if (at === ROOT) return;
  const { parent } = nodeOf(tree, at);
  const gone = [...tree.nodes.keys()].filter((id) => pathTo(tree, id).includes(at));
  for (const id of gone) tree.nodes.delete(id);
  if (gone.includes(tree.at)) tree.at = parent;
}

/** Return the analysis as a file has it.
 * @param {Tree} tree @returns {Saved} */
export function saved({ game, players, start, nodes, at }) {
  const ids = [...nodes.keys()];
  const moves = [...nodes.values()].slice(1).map(({ parent, move }) =>
    /** @type {[number, string]} */ ([ids.indexOf(parent), move]));
  return { ludoteca: "analysis", format: FORMAT, game, position: start, players, moves, at: ids.indexOf(at) };
}

/** Return the tree of a file, whose positions are still unknown; null if it is not an analysis.
 * @param {unknown} file @returns {Tree | null} */
export function restored(file) {
  const { ludoteca, format, game, position, players, moves, at } = /** @type {Partial<Saved>} */ (file ?? {});
  const isText = (/** @type {unknown} */ one) => typeof one === "string" && one.length < 4096;
  const known = ludoteca === "analysis" && format === FORMAT && isText(game) && isText(position);
  if (!known || !Array.isArray(players) || !players.every(isText) || players.length > 8) return null;
  if (!Array.isArray(moves) || moves.length > MOST_MOVES || !Number.isInteger(at)) return null;
  const nodes = new Map([[ROOT, newNode(-1, "", null)]]);
  for (const [place, one] of moves.entries()) {
    if (!Array.isArray(one) || !Number.isInteger(one[0]) || one[0] < 0 || one[0] > place || !isText(one[1])) return null;
    nodes.set(place + 1, newNode(one[0], one[1], null));
  }
  const shown = /** @type {number} */ (at);
  if (!nodes.has(shown)) return null;
  return { game: /** @type {string} */ (game), players, start: /** @type {string} */ (position), nodes, at: shown };
}

/** Return the analysis as the end of a link: JSON, compressed, in the URL-safe alphabet of base64.
 * @param {Tree} tree */
export async function packed(tree) {
  const stream = new Blob([JSON.stringify(saved(tree))]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the tree of a link; null if the link is damaged.
 * @param {string} text @returns {Promise<Tree | null>} */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return read(await limited(stream));
  } catch {
    return null;
  }
}

/** Return the tree of a file; null if it is not an analysis.
 * @param {string} text @returns {Tree | null} */
export function read(text) {
  try {
    return restored(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Return the text of a stream that ends soon: a short link can contain a very long text.
 * @param {ReadableStream<Uint8Array>} stream */
async function limited(stream) {
  const reader = stream.getReader();
  const pieces = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).text();
    length += value.length;
    if (length > LONGEST) throw new Error("The link is too long.");
    pieces.push(/** @type {BlobPart} */ (value));
  }
}
