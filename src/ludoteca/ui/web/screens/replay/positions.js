/** A finished game, fetched page by page from the server, beginning with the position that is shown. */

import { newTable, seatOf, turnOf } from "../../known.js";
import { read } from "../../words.js";

const PAGE = 50;

/** A replay before anything is fetched; `eyes` is the seat whose view is shown, -1 for a spectator. */
export const newReplay = (number, code, eyes) =>
  ({ number, code, eyes, head: null, versions: 0, first: 0, positions: new Map(), problem: null });

async function fetchPage(replay, from) {
  const { number, code, eyes: seat } = replay;
  const query = new URLSearchParams({ from, limit: PAGE, seat, code });
  const answer = await fetch(`/api/replays/${number}/positions?${query}`);
  const told = read(await answer.text());
  if (!answer.ok) throw Object.assign(new Error(told.detail), { code: told.code });
  replay.head = told.head;
  replay.versions = told.versions;
  for (const position of told.positions) replay.positions.set(position.version, position);
  replay.first = firstOf(replay);
}

/** The first version in which there is something on the table. */
function firstOf({ positions, versions }) {
  for (let version = 1; version <= versions; version += 1) {
    const position = positions.get(version);
    if (!position) return 0; // not known yet
    if (position.view) return version;
  }
  return 0;
}

/** Fetch everything, beginning with the page around `at`; `then` is called after each. */
export async function load(replay, at, then) {
  try {
    if (at) await fetchPage(replay, pageOf(at));
    then();
    for (let from = 1; from === 1 || from <= replay.versions; from += PAGE) {
      if (!replay.positions.has(from)) await fetchPage(replay, from);
      then();
    }
  } catch (error) {
    replay.problem = error;
    then();
  }
}

const pageOf = (at) => Math.floor((at - 1) / PAGE) * PAGE + 1;

/** The table as it was at a version, like one that is being watched by `me`; null until it is known.
 *
 * Only who sat there is called "you" in the view of a seat. */
export function tableAt(replay, at, me = "") {
  const position = replay.positions.get(at);
  if (!position?.view) return null;
  const { view, points, guide } = position;
  const log = [...replay.positions.values()].filter((one) => one.version <= at).sort((a, b) => a.version - b.version);
  const opened = replay.positions.get(1)?.record ?? {};
  const players = replay.head.players.map((name, seat) => ({ name, bot: botOn(log, seat), here: true }));
  return {
    ...newTable(replay.number, replay.code),
    info: {
      table: replay.number, game: replay.head.game, seats: players, options: opened.options ?? {},
      owner: opened.owner ?? "", private: opened.private ?? false, started: true, over: Boolean(view.outcome),
    },
    version: at, seen: at, seat: seatOf(players, me) === view.eyes ? view.eyes : null, players, view, points, guide, toMove: turnOf(view), log,
  };
}

function botOn(log, seat) {
  const taken = log.findLast(({ record }) => record.record === "seat_taken" && record.seat === seat);
  return taken?.record.bot ?? "";
}
