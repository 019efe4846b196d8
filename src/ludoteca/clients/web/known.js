/** What the house has told us so far: nothing is worked out here that the house did not say. */

const LONGEST_TALK = 500;

/** Everything known, before anything was told. */
export const nothingKnown = () => ({
  line: { open: false, ended: false, was: false },
  me: "",
  people: [],
  tables: new Map(),
  said: [],
  heard: 0,
  finished: null,
  farewell: null,
  table: null,
});

/** What is known of one table, before it is shown. */
export const newTable = (number) => ({
  number,
  info: null,
  version: 0,
  seat: null,
  view: null,
  points: [],
  guide: null,
  drafts: {},
  left: [],
  leftAt: 0,
  paused: false,
  tired: [],
  log: [],
  said: [],
  heard: 0,
  unread: 0,
});

/** Learn what a notice tells. */
export function hear(known, notice) {
  const table = known.table?.number === (notice.table ?? notice.info?.table) ? known.table : null;
  HEARD[notice.notice]?.(known, notice, table);
}

const HEARD = {
  line(known, { open, ended }) {
    known.line = { open, ended: ended ?? false, was: known.line.was || open };
    if (open) known.farewell = null;
  },
  welcome(known, { name }) {
    known.me = name;
  },
  farewell(known, notice) {
    known.farewell = notice;
  },
  surroundings(known, { people, tables }) {
    known.people = people;
    known.tables = new Map(tables.map((info) => [info.table, info]));
  },
  person_here(known, { name, here }) {
    known.people = known.people.filter((one) => one !== name);
    if (here) known.people = [...known.people, name].sort((a, b) => a.localeCompare(b));
  },
  table_listed(known, { info, closed }) {
    if (closed || info.over) known.tables.delete(info.table);
    else known.tables.set(info.table, info);
    if (known.table?.number === info.table) learn(known.table, info);
  },
  table_shown(known, notice, table) {
    if (!table) return;
    learn(table, notice.info);
    table.version = notice.version;
    table.seat = notice.seat;
    if (notice.view) Object.assign(table, { view: notice.view, points: notice.points });
    time(table, notice.left);
  },
  table_seen(known, { version, view, points, guide }, table) {
    if (table) Object.assign(table, { version, view, points, guide });
  },
  table_news(known, { version, record }, table) {
    if (!table || version <= table.version) return;
    table.version = version;
    table.log.push({ version, record });
    if (record.left) time(table, record.left);
    RECORDED[record.record]?.(table, record);
  },
  guided(known, { guide }, table) {
    if (table) table.guide = guide;
  },
  gesture(known, { seat, draft }, table) {
    if (!table) return;
    if (draft) table.drafts = { ...table.drafts, [seat]: draft };
    else delete table.drafts[seat];
  },
  presence(known, { name, here, paused }, table) {
    if (!table) return;
    table.paused = paused;
    table.info.seats = table.info.seats.map((one) => (one?.name === name && !one.bot ? { ...one, here } : one));
  },
  pause_asked(known, { seats }, table) {
    if (table) table.tired = seats;
  },
  said(known, said, table) {
    if (said.table === null || said.table === undefined) {
      if (said.number && said.number <= known.heard) return;
      known.heard = said.number || known.heard;
      known.said = [...known.said, said].slice(-LONGEST_TALK);
    } else if (table && !(said.number && said.number <= table.heard)) {
      table.heard = said.number || table.heard;
      table.said = [...table.said, said].slice(-LONGEST_TALK);
      if (said.by !== known.me) table.unread += 1;
    }
  },
  finished_games(known, { games }) {
    known.finished = games;
  },
};

/** What records change of a table besides its game, which `table_seen` tells. */
const RECORDED = {
  seat_taken(table, { seat, name, bot }) {
    sit(table, seat, { name, bot: bot ?? "", here: true });
  },
  seat_freed(table, { seat }) {
    sit(table, seat, null);
  },
  game_started(table) {
    table.info = { ...table.info, started: true };
  },
  move_played(table, { seat }) {
    delete table.drafts[seat];
  },
  move_taken_back(table) {
    table.drafts = {};
  },
  seat_skipped(table, { seat }) {
    delete table.drafts[seat];
  },
  seats_given_up(table, { seats }) {
    for (const seat of seats) sit(table, seat, null);
  },
  game_paused(table) {
    table.info = { ...table.info, paused: true };
    table.tired = [];
  },
  game_resumed(table) {
    table.info = { ...table.info, paused: false };
  },
  rematch_opened(table, { table: next }) {
    table.info = { ...table.info, rematch: next };
  },
};

function sit(table, seat, holder) {
  table.info = { ...table.info, seats: table.info.seats.map((one, i) => (i === seat ? holder : one)) };
}

/** A listing does not tell members the code they know already. */
function learn(table, info) {
  table.info = { ...info, code: info.code || table.info?.code || "" };
}

function time(table, left) {
  table.left = left ?? [];
  table.leftAt = performance.now();
}

/** The name of whoever sits, or sat, on a seat. */
export function nameOf(table, seat) {
  return table.info.seats[seat]?.name ?? "";
}
