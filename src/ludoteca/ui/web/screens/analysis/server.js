/** The server's part of an analysis: positions after moves, and their evaluation. */

import { Refused } from "../../connection.js";
import { read } from "../../words.js";
import { childrenOf, fill, nodeOf } from "./tree.js";

/** @import { Analysis, Evaluation } from "../../types.d.ts"
 * @import { Tree } from "./tree.js" */

/** Maximum number of moves in a request. */
const MOST = 50;

/** @param {string} path @param {{ [name: string]: string | number | boolean }} query @param {AbortSignal} [signal] */
async function asked(path, query, signal) {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`/api/${path}?${new URLSearchParams(given)}`, { signal });
  const told = read(await answer.text());
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** Set up a table.
 * @param {string} game @param {number} seats @returns {Promise<Analysis>} */
export const setUp = (game, seats) =>
  asked(`analysis/${game}/new`, { seats, seed: Math.floor(Math.random() * 2 ** 32) });

/** Return the position of a finished game at a version.
 * @param {number} number @param {number} version @param {string} code @returns {Promise<Analysis>} */
export const fromGame = (number, version, code) => asked(`replays/${number}/analysis`, { version, code });

/** Return the names of the players of a finished game.
 * @param {number} number @param {string} code @returns {Promise<string[]>} */
export const playersOf = async (number, code) =>
  (await asked(`replays/${number}/positions`, { from: 1, limit: 1, code })).head.players;

/** Return a position, and those after moves or after an attempt.
 * @param {string} game @param {string} position @param {{ [name: string]: string | number | boolean }} more
 * @returns {Promise<Analysis>} */
export const follow = (game, position, more = {}) => asked(`analysis/${game}`, { position, ...more });

/** @param {string} game @param {string} position @param {AbortSignal} signal @returns {Promise<Evaluation>} */
export const evaluate = (game, position, signal) => asked(`analysis/${game}/evaluation`, { position }, signal);

/** Fetch all positions of a tree that are known only by their moves.
 * @param {Tree} tree */
export async function complete(tree) {
  const [start] = (await follow(tree.game, tree.start)).positions;
  fill(tree, 0, start);
  for (const [at, { parent }] of [...tree.nodes]) {
    if (nodeOf(tree, at).shown) continue;
    const line = [at];
    for (let next = at; line.length < MOST;) {
      [next] = childrenOf(tree, next);
      if (next === undefined) break;
      line.push(next);
    }
    const moves = line.map((one) => nodeOf(tree, one).move).join("\n");
    const { positions } = await follow(tree.game, nodeOf(tree, parent).shown?.position ?? "", { moves });
    line.forEach((one, place) => fill(tree, one, positions[place + 1]));
  }
}
