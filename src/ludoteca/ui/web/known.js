/** The state received from the server. */

import { byTag } from "./tags.js";

/** @import {
 *   AwaySeat, ByTag, Clock, GameEvent, GameView, Heard, Heards, HolderInfo, Known, OverTable, PlayedTable,
 *   Player, ShownTable, Table, TableInfo, TableRecord, TableRecords,
 * } from "./types.d.ts" */

const LONGEST_CHAT = 500;
const MOST_INVITATIONS = 20;
const SLOW = 3600;

/** The state before the first notice. @returns {Known} */
export const nothingKnown = () => ({
  connection: { open: false, ended: false, was: false },
  me: "",
  renaming: null,
  kept: false,
  recovered: false,
  refused: null,
  deleted: false,
  own: new Map(),
  awaited: [],
  caughtUp: false,
  people: [],
  bots: [],
  online: 0,
  tables: new Map(),
  more: "",
  found: null,
  said: [],
  heard: 0,
  finished: null,
  farewell: null,
  announced: null,
  invitations: [],
  contacts: new Map(),
  notifications: null,
  table: null,
});

/** The state of one table before it is shown.
 * @param {number} number @param {string} code @returns {Table} */
export const newTable = (number, code = "") => ({
  number,
  code,
  info: null,
  version: 0,
  seen: 0,
  seat: null,
  players: [],
  resigned: [],
  closed: false,
  hidden: false,
  view: null,
  points: [],
  guide: null,
  toMove: [],
  takeBack: null,
  kept: null,
  dropped: null,
  hint: null,
  acted: 0,
  drafts: {},
  left: [],
  leftAt: 0,
  running: false,
  turnSince: 0,
  turnAt: 0,
  away: [],
  awayAt: 0,
  waiting: false,
  tired: [],
  silence: null,
  votes: {},
  hurried: false,
  log: [],
  told: false,
  said: [],
  heard: 0,
  muted: [],
  removed: false,
});

/** Return whether a table has been received.
 * @param {Table | null} table @returns {table is ShownTable} */
export const isShown = (table) => Boolean(table?.info);

/** Return whether a game is visible at a table.
 * @param {ShownTable} table @returns {table is PlayedTable} */
export const isPlayed = (table) => Boolean(table.view);

/** Return whether the game at a table is over.
 * @param {PlayedTable} table @returns {table is OverTable} */
export const isOver = (table) => Boolean(table.view.outcome);

/** Return the number of the table that a notice is about, if any.
 * @param {Heard} notice */
export const tableOf = (notice) => ("table" in notice ? notice.table : "info" in notice ? notice.info.table : null);

/** Return whether the player wants the page to call for this reason at a table.
 * @param {Known} known @param {string} kind @param {number} table */
export const isWanted = ({ notifications }, kind, table) =>
  !notifications || (!notifications.muted.includes(table) && (notifications.choices[kind] ?? []).includes("page"));

/** Update the state from a notice.
 * @param {Known} known @param {Heard} notice */
export function hear(known, notice) {
  const table = known.table?.number === tableOf(notice) ? known.table : null;
  byTag(HEARD, notice.notice, notice, known, table);
}

/** @type {ByTag<Heards, [known: Known, table: Table | null]>} */
const HEARD = {
  connection({ open, ended }, known) {
    known.connection = { open, ended: ended ?? false, was: true };
    if (!open && known.table) known.table.kept = null; // lost with the connection
    if (open) known.farewell = null;
  },
  welcome({ name, tables, kept, recovered }, known) {
    known.me = name;
    known.renaming = null;
    known.kept = kept ?? false;
    known.recovered = recovered ?? false;
    known.own = new Map(tables.map((number) => [number, known.own.get(number) ?? null]));
  },
  notification_settings(notice, known) {
    known.notifications = notice;
  },
  farewell(notice, known) {
    known.farewell = notice;
  },
  contacts({ contacts }, known) {
    known.contacts = new Map(contacts.map((one) => [one.name.toLowerCase(), one]));
  },
  contact_changed({ contact }, known) {
    known.contacts.delete(contact.name.toLowerCase());
    if (contact.friendship || contact.followed || contact.blocked) known.contacts.set(contact.name.toLowerCase(), contact);
  },
  surroundings({ people, tables, more, after, search, online, bots = [], own: mine = [] }, known) {
    const listed = new Map(tables.map((info) => [info.table, info]));
    known.people = people;
    known.bots = bots;
    known.online = online;
    if (search) {
      const before = after && known.found?.search === search ? known.found.tables : [];
      known.found = { search, more, tables: new Map([...before, ...listed]) };
    } else {
      known.tables = new Map([...(after ? known.tables : []), ...listed]);
      known.more = more;
      if (!after) learnOwn(known, mine);
    }
  },
  person_here({ name, here, bot }, known) {
    const list = bot ? "bots" : "people";
    known[list] = known[list].filter((one) => one !== name);
    if (!bot) known.online += here ? 1 : -1;
    if (here) known[list] = [...known[list], name].sort((a, b) => a.localeCompare(b));
  },
  table_listed({ info, closed }, known) {
    if (closed || info.over) {
      known.tables.delete(info.table);
      known.own.delete(info.table);
    } else known.tables.set(info.table, info);
    if (known.found?.tables.has(info.table)) {
      if (closed || info.over) known.found.tables.delete(info.table);
      else known.found.tables.set(info.table, info);
    }
    if (known.table?.number !== info.table) return;
    if (closed && !info.closed && !info.over) known.table.hidden = true;
    else learn(known.table, info);
  },
  table_shown(notice, known, table) {
    if (!table) return;
    learn(table, notice.info);
    table.version = notice.version;
    table.seat = notice.seat;
    own(known, table);
    if (notice.view) Object.assign(table, { view: notice.view, points: notice.points });
    time(table, notice.left);
    table.running = notice.running;
    Object.assign(table, { turnSince: notice.turn_since, turnAt: notice.version });
    see(table, notice.away, notice.waiting);
    Object.assign(table, { tired: [], votes: {} }); // the server sends the votes again
    table.drafts = {}; // other players' drafts come again with their next steps
    Object.assign(table, { kept: null, dropped: null }); // and our saved move comes after this
  },
  table_seen({ version, view, points, guide, to_move: toMove, take_back: takeBack }, known, table) {
    if (!table) return;
    Object.assign(table, { version, seen: version, view, points, guide, takeBack });
    const turns = toMove ?? turnOf(view);
    if (version > table.turnAt && turns.join() !== table.toMove.join()) {
      Object.assign(table, { turnSince: Date.now(), turnAt: version });
    }
    Object.assign(table, { seat: view.eyes, toMove: turns });
    if (!table.toMove.includes(table.seat)) table.hint = null;
    if (view.outcome && table.info) table.info = { ...table.info, over: true };
    own(known, table);
  },
  table_news({ version, record, info = null }, known, table) {
    if (!table) return;
    remember(table, version, record);
    if (version <= table.version) return;
    table.version = version;
    table.tired = [];
    table.votes = {};
    if ("left" in record && record.left) time(table, record.left);
    if ("seat" in record && record.seat === table.seat) Object.assign(table, { acted: version, hint: null, hurried: false });
    byTag(RECORDED, record.record, record, table, known.me);
    if (!info) return; // missed news are followed by `table_shown`
    learn(table, info);
    table.seat = seatOf(info.seats, known.me);
    own(known, table);
  },
  guided({ guide }, known, table) {
    if (table) table.guide = guide;
  },
  gesture({ seat, draft, take_back: takeBack }, known, table) {
    if (!table) return;
    table.takeBack = takeBack;
    if (draft) table.drafts = { ...table.drafts, [seat]: draft };
    else delete table.drafts[seat];
  },
  hint(notice, known, table) {
    if (table && notice.version >= table.acted) table.hint = notice; // others may set up meanwhile
  },
  move_kept({ move, code = "", detail = "" }, known, table) {
    if (table) Object.assign(table, { kept: move, dropped: code ? { code, detail } : null });
  },
  presence({ name, here }, known, table) {
    if (!table?.info) return;
    table.info.seats = table.info.seats.map((one) => (one?.name === name && !one.bot ? { ...one, here } : one));
  },
  pause_asked({ seats, within = null }, known, table) {
    if (table) Object.assign(table, { tired: seats, silence: within });
  },
  who_is_away({ away, waiting }, known, table) {
    if (table) see(table, away, waiting);
  },
  clock_switched({ running, left }, known, table) {
    if (!table) return;
    table.running = running;
    time(table, left);
  },
  vote_asked({ what, seats }, known, table) {
    if (table) table.votes = { ...table.votes, [what]: seats };
  },
  bots_hurried(_, known, table) {
    if (table) table.hurried = true;
  },
  said(said, known, table) {
    if (said.table === null || said.table === undefined) {
      if (said.number && said.number <= known.heard) return;
      known.heard = said.number || known.heard;
      known.said = [...known.said, said].slice(-LONGEST_CHAT);
    } else if (table && !(said.number && said.number <= table.heard)) {
      table.heard = said.number || table.heard;
      table.said = [...table.said, said].slice(-LONGEST_CHAT);
    }
  },
  invited(notice, known) {
    const others = known.invitations.filter(({ table }) => table !== notice.table);
    known.invitations = [...others, notice].slice(-MOST_INVITATIONS);
  },
  announced(notice, known) {
    known.announced = notice;
  },
  finished_games({ games, own: mine = [] }, known) {
    known.finished = [...mine, ...games];
  },
};

/** Changes that records make to a table, apart from what `info` and `table_seen` send.
 * @type {ByTag<TableRecords, [table: Table, me: string]>} */
const RECORDED = {
  table_resized(_, table) {
    table.players = []; // players move up
  },
  move_played({ seat }, table) {
    delete table.drafts[seat];
    if (seat === table.seat) Object.assign(table, { kept: null, dropped: null });
  },
  move_taken_back(_, table) {
    table.drafts = {};
  },
  seat_skipped({ seat }, table) {
    delete table.drafts[seat];
  },
  player_removed({ name, removed = true }, table, me) {
    if (name.toLowerCase() === me.toLowerCase()) table.removed = removed;
  },
  player_muted({ name, muted = true }, table) {
    const others = table.muted.filter((one) => one !== name.toLowerCase());
    table.muted = muted ? [...others, name.toLowerCase()] : others;
  },
};

/** Return the game events in a record, if it has any.
 * @param {TableRecord} record @returns {GameEvent[]} */
export const eventsOf = (record) => ("events" in record && record.events) || [];

/** Return the others' moves since this seat's last one, newest first, without those undone; with null, those of the last player to move.
 * @param {ShownTable} table @param {number | null} seat */
export function movesSince({ log, seen }, seat) {
  const moves = [];
  /** @type {Map<number, number>} */
  const undone = new Map();
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const { record, version } = log[at];
    if (version > seen || (record.record !== "move_taken_back" && record.record !== "move_played")) continue;
    const skips = undone.get(record.seat) ?? 0;
    if (record.record === "move_taken_back") undone.set(record.seat, skips + 1);
    else if (skips) undone.set(record.seat, skips - 1);
    else if (seat === null ? moves.length > 0 && moves[0].seat !== record.seat : record.seat === seat) break;
    else moves.push(record);
  }
  return moves;
}

/** Insert a record into the log, even if it was requested later than others.
 * @param {Table} table @param {number} version @param {TableRecord} record */
function remember(table, version, record) {
  if (record.record === "seat_taken" && !table.info?.seats[record.seat]) {
    const { name, bot = "", strength = 0 } = record;
    table.players[record.seat] = { name, bot, strength };
  }
  if (record.record === "seats_given_up" && record.resigned) {
    table.resigned = [...new Set([...table.resigned, ...record.seats])];
  }
  const after = table.log.findLastIndex((one) => one.version <= version);
  if (table.log[after]?.version !== version) table.log.splice(after + 1, 0, { version, record });
}

/** Record the absent players and the consequences; the remaining time counts from now.
 * @param {Table} table @param {AwaySeat[]} away @param {boolean} waiting */
function see(table, away, waiting) {
  table.away = away;
  table.waiting = waiting;
  table.awayAt = performance.now();
}

/** Store the listing of a table, which does not repeat a code that is already known.
 * @param {Table} table @param {TableInfo} info */
function learn(table, info) {
  table.info = { ...info, code: info.code || table.info?.code || "" };
  table.closed = info.closed ?? table.closed;
  info.seats.forEach((one, seat) => {
    if (one) table.players[seat] = one;
  });
}

/** Store the private tables where this player has a seat, and those that keep one.
 * @param {Known} known @param {TableInfo[]} tables */
function learnOwn(known, tables) {
  known.awaited = tables.filter((info) => seatOf(info.seats, known.me) === null);
  for (const info of tables) {
    if (!known.awaited.includes(info)) known.own.set(info.table, info);
  }
}

/** Update the list of unfinished tables where this player has a seat.
 * @param {Known} known @param {Table} table */
function own(known, { number, info, seat, closed }) {
  if (!info) return;
  if (seat === null || info.over || closed) known.own.delete(number);
  else known.own.set(number, info);
}

/** Return the seats to move: one or none.
 * @param {GameView} view */
export const turnOf = (view) => (view.turn === null || view.outcome ? [] : [view.turn]);

/** Return the seat of a current or former player at a table, or null.
 * @param {Array<Player | null>} players @param {string} name */
export const seatOf = (players, name) => {
  const seat = players.findIndex((one) => one && !one.bot && one.name.toLowerCase() === name.toLowerCase());
  return seat < 0 ? null : seat;
};

/** Return the people among the seat holders.
 * @param {{ seats: Array<HolderInfo | null> }} info */
export const peopleAt = ({ seats }) => seats.filter((one) => one !== null).filter((one) => !one.bot);

/** Return the people for whom a rematch keeps seats; not the player, who may take one of them.
 * @param {TableInfo} info @param {string} me */
export const keptFor = ({ kept_for: names = [] }, me) => names.filter((name) => name.toLowerCase() !== me.toLowerCase());

/** Return whether a rematch keeps a seat for a player.
 * @param {TableInfo} info @param {string} me */
export const isAwaited = ({ kept_for: names = [], kept_until: until = 0 }, me) =>
  until > Date.now() && names.some((name) => name.toLowerCase() === me.toLowerCase());

/** Return whether a player may take an empty seat.
 * @param {TableInfo} info @param {string} me */
export const hasRoom = (info, me) => info.seats.filter((one) => !one).length > keptFor(info, me).length;

/** Return whom an empty seat is kept for, or "": the first ones are kept.
 * @param {TableInfo} info @param {number} seat */
export const keptSeat = ({ seats, kept_for: names = [] }, seat) =>
  names[seats.slice(0, seat).filter((one) => !one).length] ?? "";

/** Return whether turns are so long that players need not stay connected.
 * @param {{ clock: Clock | null }} info */
export const isSlow = ({ clock }) => Math.max(clock?.turn ?? 0, clock?.bank ?? 0) >= SLOW;

/** Return the seats to move whose absent players the game is waiting for.
 * @param {Table} table */
export const awaited = ({ away, toMove }) =>
  away.filter(({ seat, then }) => then === "wait" && toMove.includes(seat)).map(({ seat }) => seat);

/** Return whether a player is connected to the server, here or at another table.
 * @param {Known} known @param {string} name */
export const isOnline = ({ people }, name) => people.includes(name);

/** Return whether the clock of a seat runs.
 * @param {Table} table @param {number} seat */
export const isTicking = ({ running, toMove }, seat) => running && toMove.includes(seat);

/** Return the milliseconds left to a seat.
 * @param {Table} table @param {number} seat */
export function leftTo(table, seat) {
  const spent = isTicking(table, seat) ? performance.now() - table.leftAt : 0;
  return Math.max(0, (table.left[seat] ?? 0) - spent);
}

/** Record the time left to each seat, which counts from now.
 * @param {Table} table @param {number[]} left */
function time(table, left) {
  table.left = left;
  table.leftAt = performance.now();
}

/** Return the name of the current or last player in a seat.
 * @param {ShownTable} table @param {number} seat */
export const nameOf = (table, seat) => table.info.seats[seat]?.name ?? table.players[seat]?.name ?? "";
