/** A finished or running game, fetched page by page, starting with the shown position. */

import { Refused } from "../../connection.js";
import { seatOf } from "../../known.js";
import { ask } from "../../server.js";
import { read } from "../../words.js";
import { boardOf, playersOf } from "../lessons/board.js";

/** @import {
 *   LogEntry, PlayedTable, Positions, Replay, Solution, Study, TableInfo, Tried,
 * } from "../../types.d.ts" */

/** @typedef {{ positions: Positions, study: Study, try: Tried, solution: Solution }} ReplayAnswers */

const PAGE = 50;

/** Return an empty replay, of which nothing has been fetched; `since` is the last version of a running game.
 * @param {number} number @param {string} code @param {number} eyes @param {number} since @returns {Replay} */
export const newReplay = (number, code, eyes, since = 0) =>
  ({ number, code, eyes, head: null, versions: 0, first: 0, positions: new Map(), problem: null, running: since > 0, since });

/** Fetch an address below a replay; throw a refusal.
 * @template {keyof ReplayAnswers} What @param {Replay} replay @param {What} what
 * @param {{ [name: string]: string | number | boolean }} query @returns {Promise<ReplayAnswers[What]>} */
export async function fetched({ number, code }, what, query) {
  const asked = Object.entries({ ...query, code }).map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`/api/replays/${number}/${what}?${new URLSearchParams(asked)}`);
  const told = read(await answer.text());
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** @param {Replay} replay @param {number} from */
async function fetchPage(replay, from) {
  const { number, code, eyes, running } = replay;
  const told = running
    ? await ask({ do: "ask_positions", table: number, first: from, limit: PAGE, code })
    : await fetched(replay, "positions", { from, limit: PAGE, seat: eyes });
  replay.head = told.head;
  replay.versions = told.versions;
  for (const position of told.positions) replay.positions.set(position.version, position);
  replay.first = firstOf(replay);
}

/** Return the first version with something on the table.
 * @param {Replay} replay */
function firstOf({ positions, versions }) {
  for (let version = 1; version <= versions; version += 1) {
    const position = positions.get(version);
    if (!position) return 0; // not known yet
    if (position.view) return version;
  }
  return 0;
}

/** Return the step that people see at a version: the first one lays the table.
 * @param {Replay} replay @param {number} version */
export const stepAt = ({ first }, version) => version - first + 1;

/** Fetch everything, starting with the page around `at`; `then` is called after each page.
 * @param {Replay} replay @param {number} at @param {() => void} then */
export async function load(replay, at, then) {
  try {
    if (at) await fetchPage(replay, pageOf(at));
    then();
    for (let from = 1; from === 1 || from <= replay.versions; from += PAGE) {
      if (!replay.positions.has(from)) await fetchPage(replay, from);
      then();
    }
  } catch (error) {
    replay.problem = /** @type {Error} */ (error);
    then();
  }
}

/** Fetch the positions that a running game has gained; `then` is called afterwards.
 * @param {Replay} replay @param {number} version @param {() => void} then */
export async function follow(replay, version, then) {
  if (!replay.first || version <= replay.versions) return;
  const from = replay.versions + 1;
  replay.versions = version; // asked for once
  await fetchPage(replay, from).catch(() => {}); // the game has just ended
  then();
}

/** @param {number} at */
const pageOf = (at) => Math.floor((at - 1) / PAGE) * PAGE + 1;

/** Return the table at a version as `me` would watch it; null until it is known.
 * In the view of a seat, only the player who sat there is called "you".
 * @param {Replay} replay @param {number} at @param {string} me @returns {PlayedTable | null} */
export function tableAt(replay, at, me = "") {
  const position = replay.positions.get(at);
  if (!position?.view || !replay.head) return null;
  const { view, points, guide } = position;
  const log = [...replay.positions.values()].filter((one) => one.version <= at).sort((a, b) => a.version - b.version);
  const players = playersOf(replay.head.players, (seat) => botOn(log, seat));
  const seat = seatOf(players, me) === view.eyes ? view.eyes : null;
  const table = boardOf(replay.head.game, players, { view, points, guide }, seat, openedAs(replay));
  return { ...table, code: replay.code, version: at, seen: at, log };
}

/** Return the table before a version, as a seat that moves there sees it.
 * @param {Replay} replay @param {number} version @param {number} seat */
export async function positionBefore(replay, version, seat) {
  const before = version - 1;
  const { positions } = await fetched(replay, "positions", { from: before, limit: 1, seat });
  const seen = new Map([...replay.positions].filter(([at]) => at < before));
  const table = tableAt({ ...replay, positions: seen.set(before, positions[0]) }, before);
  if (!table) throw new Error(`Nothing is seen at version ${before}.`);
  return { ...table, seat, toMove: [seat] };
}

/** Return the parts of a game's listing that do not change.
 * @param {Replay} replay @returns {Partial<TableInfo>} */
function openedAs({ number, positions }) {
  const opened = positions.get(1)?.record;
  const { options = {}, owner = "", private: isPrivate = false } = opened?.record === "table_opened" ? opened : {};
  return { table: number, options, owner, private: isPrivate };
}

/** @param {LogEntry[]} log @param {number} seat */
function botOn(log, seat) {
  const records = log.map(({ record }) => record).filter((record) => record.record === "seat_taken");
  const { bot = "", strength = 0, strength_games = 0 } = records.findLast((record) => record.seat === seat) ?? {};
  return { bot, strength, strength_games };
}
