// What the modules of the page share, for `tsc` alone: nothing of it is loaded. `messages.d.ts` follows from the server.

import type {
  Announced, AwaySeat, Ballot, BotSpeed, ClientInfo, Farewell, FinishedGame, GameEvents, GameInfo, GameMove, GameOptions,
  Games, Hint, HolderInfo, Judged, LimitInfo, Notice, Notices, OperatorRequests, Outcome, Point, Position, Reason, Recorded,
  RecoveryCode, ReplayHead, Reported, Requests, Review, Said, Sanction, Sessions, Spectators, TableInfo, TableRecord,
  TableShown, Welcome,
} from "./messages.d.ts";
import type { Refused as Refusal } from "./connection.js";
import type { Kept } from "./kept.js";

export type * from "./messages.d.ts";
export type { Kept, Refusal };

declare global {
  /** Not in every browser. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string } }
    | undefined;

  interface Array<T> {
    /** A list can be asked for nothing at all, too: spectators have no seat. */
    includes(wanted: T | null | undefined): boolean;
  }
}

// Elements: see dom.js.

/** An element as it should be, made by `h`. */
export interface Described {
  tag: string;
  given: Attributes;
  inside: Part[];
}

/** What is inside of an element. */
export type Part = Described | string | number;

/** What can be said to be inside: lists, and nothing at all. */
export type Child = Part | boolean | null | undefined | Child[];

/** A field whose value has changed: an `input`, a `select` or a `textarea`. */
export type FieldEvent = Event & { target: HTMLInputElement };

export interface Attributes {
  key?: string | number;
  class?: string | number | boolean | null;
  style?: { [property: string]: string | number };
  onclick?(event: MouseEvent & { target: HTMLElement; currentTarget: HTMLElement }): unknown;
  onkeydown?(event: KeyboardEvent & { currentTarget: HTMLElement }): unknown;
  onfocus?(event: FocusEvent & { target: HTMLInputElement }): unknown;
  oninput?(event: FieldEvent): unknown;
  onchange?(event: FieldEvent): unknown;
  onsubmit?(event: SubmitEvent & { target: HTMLFormElement }): unknown;
  onscroll?(event: Event & { target: HTMLElement }): unknown;
  ontoggle?(event: Event & { target: HTMLDetailsElement }): unknown;
  [name: string]: unknown;
}

/** What is filled in for the `{places}` of a text; `count` also chooses its form. */
export interface Given {
  count?: number;
  [place: string]: unknown;
}

/** Handlers by the tag of what they handle, for `byTag`. */
export type ByTag<Kinds, More extends unknown[] = [], Result = void> = {
  [Tag in keyof Kinds]?: (value: Kinds[Tag], ...more: More) => Result;
};

// What is known: see known.js.

export type GameName = keyof Games;

/** A notice, or a change of the connection itself. */
export type Heard = Notice | Heards["connection"];
export interface Heards extends Notices {
  connection: { notice: "connection"; open: boolean; ended?: boolean };
}

export interface Known {
  connection: { open: boolean; ended: boolean; was: boolean };
  me: string;
  renaming: string | null;
  kept: boolean;
  recovered: boolean;
  refused: Refusal | null;
  own: Map<number, TableInfo | null>;
  caughtUp: boolean;
  people: string[];
  bots: string[];
  online: number;
  tables: Map<number, TableInfo>;
  more: string;
  found: { search: string; more: string; tables: Map<number, TableInfo> } | null;
  said: Said[];
  heard: number;
  finished: FinishedGame[] | null;
  farewell: Farewell | null;
  announced: Announced | null;
  table: Table | null;
}

/** An event of any game. */
export type GameEvent = GameEvents[number];

/** Who sits or sat somewhere. */
export type Player = Pick<HolderInfo, "name" | "bot">;

/** What is known of a table. */
export interface Table<G extends GameName = GameName> {
  number: number;
  code: string;
  info: TableInfo | null;
  version: number;
  seen: number;
  seat: number | null;
  players: Array<Player | null>;
  resigned: number[];
  closed: boolean;
  view: Games[G]["view"] | null;
  points: Point[][];
  guide: Games[G]["guide"] | null;
  toMove: number[];
  takeBack: number | null;
  kept: Games[G]["move"] | null;
  hint: (Hint & { move: Games[G]["move"] }) | null;
  acted: number;
  drafts: { [seat: number]: Games[G]["draft"] };
  left: number[];
  leftAt: number;
  running: boolean;
  away: AwaySeat[];
  awayAt: number;
  waiting: boolean;
  tired: number[];
  silence: number | null;
  votes: { [what in Ballot]?: number[] };
  hurried: boolean;
  log: LogEntry[];
  told: boolean;
  said: Said[];
  heard: number;
  muted: string[];
  removed: boolean;
}

export interface LogEntry {
  version: number;
  record: TableRecord;
}

/** A table that has been shown. */
export type ShownTable<G extends GameName = GameName> = Table<G> & { info: TableInfo };

/** A table whose game has begun. */
export type PlayedTable<G extends GameName = GameName> = ShownTable<G> & { view: Games[G]["view"] };

/** A table whose game is over. */
export type OverTable<G extends GameName = GameName> = PlayedTable<G> & { view: { outcome: Outcome } };

/** A request by its tag. */
export type Asked<What extends keyof Requests> = Requests[What] & { do: What };

/** The notices that answer requests; the page reads no answer of the others. */
export interface Answers {
  ask_sessions: Sessions;
  ask_spectators: Spectators;
  enter: Welcome;
  join_table: TableShown;
  new_recovery_code: RecoveryCode;
  open_table: TableShown;
  play_on: TableShown;
  rematch: TableShown;
  take_seat: TableShown;
  watch: TableShown;
}
export type Answer<What extends keyof Requests> = What extends keyof Answers ? Answers[What] : Notice;

/** The requests that bring the player to a table. */
export type Seating = Requests["join_table" | "open_table" | "play_on" | "rematch" | "take_seat"];

/** What is asked about a table, without its number. */
export type AtTable = { [What in keyof Requests]: Requests[What] extends { table: number } ? Omit<Requests[What], "table"> : never }[keyof Requests];

/** A bot to play against. */
export interface Opponent {
  bot: string;
  speed: BotSpeed;
}

/** What the player has chosen, in this browser. */
export interface Settings {
  language: string;
  theme: string;
  sound: boolean;
  volume: number;
  notices: boolean;
  name: string;
  token: string;
  /** The tours that were taken, with spaces between them. */
  toured: string;
  muted: string[];
  blocked: string[];
  showGoal: boolean;
  /** Whether confetti falls after a win. */
  confetti: boolean;
  opponents: { [game: string]: Opponent[] };
}

export type ScreenName = "welcome" | "lobby" | "invited" | "table" | "replay" | "rules" | "help" | "operator";

/** Where the player is on the page. */
export interface Where {
  screen: ScreenName;
  what: string;
}

/** A module of `screens`. */
export interface Screen {
  draw(known: Known, what: string): Child;
  title?(known: Known, what: string): string;
  arrive?(what: string): unknown;
  leave?(next: Where): void;
}

// Replays: see screens/replay.js.

/** A finished game, as far as it has been fetched. */
export interface Replay {
  number: number;
  code: string;
  /** The seat whose view is shown; -1 is a spectator. */
  eyes: number;
  head: ReplayHead | null;
  versions: number;
  /** The first version in which there is something on the table; 0 until it is known. */
  first: number;
  positions: Map<number, Position>;
  problem: Error | null;
}

/** What is reviewed: the seat, and what the server tells of its moves once it is asked. */
export interface Lesson {
  seat: number;
  told?: Review;
  asking?: boolean;
  problem?: Refusal | null;
}

/** A move of a finished game, tried again: the table before it as the seat saw it, and what can be done there. */
export interface Trial {
  version: number;
  seat: number;
  table: PlayedTable;
  act: Act;
  /** How good the move is, once one is chosen. */
  judged: Judged | null;
}

// The operator: see screens/operator.js.

/** What is listed for an operator. */
export interface Listings {
  clients: ClientInfo[];
  tables: TableInfo[];
  bans: Sanction[];
  reports: Reported[];
  deeds: Recorded[];
  limits: LimitInfo[];
}

/** Which fields a dialog has. */
export interface Question {
  title: string;
  what?: string;
  name?: boolean;
  address?: boolean;
  text?: boolean;
  span?: boolean;
  why?: boolean;
}

/** Do something as an operator; what is asked in a dialog is added to the request. */
export type Operate = (
  request: { [What in keyof OperatorRequests]: Partial<OperatorRequests[What]> & { do: What } }[keyof OperatorRequests],
  question?: Question | null,
) => Promise<void>;

// Games: see games/games.js.

/** A game as `/api/games` lists it, with what shows it in the lobby. */
export type ListedGame = GameInfo & { shown?: GameCard };

/** What can be done at a table, each a promise that rejects with a `Refused`.
 *
 * Where the table waits for a player a move is kept, as `table.kept` until it is played or dropped. */
export interface Act<G extends GameName = GameName> {
  play(move: Games[G]["move"]): Promise<{ notice: string }>;
  step(step: Games[G]["step"]): Promise<unknown>;
  finish(): Promise<unknown>;
  drop(): Promise<unknown>;
}

/** The `data` of the element of a game; `act` is null for those who only look. */
export interface TableData<G extends GameName = GameName> {
  table: PlayedTable<G>;
  act: Act<G> | null;
}

/** What a tour points at, and the name of the text about it. */
export interface TourStep {
  at: string;
  text: string;
}

/** The `page.js` of a game. */
export interface GameModule {
  /** The name of the custom element that shows a table from its `TableData`; it points out the move in `table.hint`. */
  element: string;
  /** An event of the log in words, or "" for what goes without saying. */
  sentence(event: GameEvent, table: ShownTable): string;
  /** What is expected of the player, in words. */
  expected(table: PlayedTable): string;
  /** Whether a move of the player could be kept now. */
  keeps(table: PlayedTable): boolean;
  /** The move that is kept, in words. */
  kept(table: PlayedTable): string;
  /** What a point is for. */
  source?(point: Point): string;
  /** The place of a point among the others. */
  order?(point: Point): number;
  /** Why the game ended as it did, or "". */
  ending?(table: OverTable): string;
  /** The name of the text that says why one of several with as many points won. */
  tie?: string;
  /** The events by which something is achieved, so that they sound so. */
  goals?: string[];
  /** What to point at in a first game, and later what is not there at first. */
  tour?: TourStep[];
  /** Selectors for the player's first decision, where the tour ends; the first that exists counts. */
  decision?: string[];
  later?: TourStep[];
  /** A drawing for an item of a list in its rules, which begins with this text. */
  figure?(item: string): Child;
  /** Loads the words of a game that is taught. */
  teach?(): Promise<GameTeacher>;
}

/** Moves and what speaks for them, in the words of a game. */
export interface GameTeacher {
  /** A move as the beginning of a sentence. */
  inWords(move: GameMove, table: PlayedTable): string;
  /** What the move changes, as its end. */
  why(reason: Reason, table: PlayedTable): string;
}

/** A move and what speaks for it, as a sentence. */
export type Advise = (table: PlayedTable, move: GameMove, reasons: Reason[]) => string;

/** The `card.js` of a game. */
export interface GameCard {
  /** A drawing of 160 by 120, as children of an `svg`. */
  picture?: Child;
  /** The options of a table as they should be listed. */
  said?(options: GameOptions): { [name: string]: unknown };
  /** The names of the texts about its keys. */
  keys?: string[];
  /** Loads what draws the view of a spectator, small: as children of an `svg` of 160 by 120. */
  glance?(): Promise<{ glance(view: Games[GameName]["view"]): Child }>;
}

/** A module that keeps a contract; anything else is an error where this is written. */
export type Keeps<Contract, Module extends Contract> = [Contract, Module];
