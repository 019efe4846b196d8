// Types shared by the page's modules, only for `tsc`. `messages.d.ts` is generated from the server's types.

import type {
  Announced, AwaySeat, Ballot, BotSpeed, ClientInfo, Contact, Contacts, Opponents, Farewell, FinishedGame, Glanced, GameEvents, GameInfo, GameMove, GameOptions, Invited,
  Games, GamesPlayed, Hint, HolderInfo, Judged, LimitInfo, Notice, Notices, NotificationSettings, OperatorRequests, Outcome, OwnTables, Point, Position, PositionsShown, Profile, PuzzlesSolved, Reason, Recorded,
  SubscriptionAdded,
  RecoveryCode, ReplayHead, Reported, Requests, Said, Sanction, Sessions, Spectators, Statistics, Study, TableInfo,
  TableRecord, TableShown, VacationShown, Welcome,
} from "./messages.d.ts";
import type { Refused as Refusal } from "./connection.js";
import type { Kept } from "./kept.js";

export type * from "./messages.d.ts";
export type { Kept, Refusal };

declare global {
  /** Missing in some browsers. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string } }
    | undefined;

  interface Array<T> {
    /** Accepts null and undefined, because spectators have no seat. */
    includes(wanted: T | null | undefined): boolean;
  }
}

// Elements: see dom.js.

/** The description of an element, made by `h`. */
export interface Described {
  tag: string;
  given: Attributes;
  inside: Part[];
}

/** A child in the description of an element. */
export type Part = Described | string | number;

/** A child as given to `h`: possibly a nested list, or nothing. */
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

/** Values for the `{placeholders}` in a text; `count` also selects the plural form. */
export interface Given {
  count?: number;
  [place: string]: unknown;
}

/** Handlers of values by tag, for `byTag`. */
export type ByTag<Kinds, More extends unknown[] = [], Result = void> = {
  [Tag in keyof Kinds]?: (value: Kinds[Tag], ...more: More) => Result;
};

// The known state: see known.js.

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
  /** Whether the player has just deleted their account. */
  deleted: boolean;
  own: Map<number, TableInfo | null>;
  /** Private rematches that keep a seat for the player. */
  awaited: TableInfo[];
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
  invitations: Invited[];
  /** Friends and other contacts, by name in lower case. */
  contacts: Map<string, Contact>;
  /** What the player has chosen; null without an account. */
  notifications: NotificationSettings | null;
  table: Table | null;
}

/** An event of any game. */
export type GameEvent = GameEvents[number];

/** A current or former player in a seat. */
export type Player = Pick<HolderInfo, "name" | "bot"> & { strength?: number };

/** The known state of a table. */
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
  /** Somebody who has blocked this spectator plays there. */
  hidden: boolean;
  view: Games[G]["view"] | null;
  points: Point[][];
  guide: Games[G]["guide"] | null;
  toMove: number[];
  takeBack: number | null;
  kept: Games[G]["move"] | null;
  /** Why the server dropped the move queued for this turn, if it did. */
  dropped: Refusal | null;
  hint: (Hint & { move: Games[G]["move"] }) | null;
  /** The move played, marked beside a better one in a review. */
  played?: { move: Games[G]["move"] } | null;
  acted: number;
  drafts: { [seat: number]: Games[G]["draft"] };
  left: number[];
  leftAt: number;
  running: boolean;
  /** When the running turn began, in milliseconds since 1970, and the version that began it; 0 if unknown. */
  turnSince: number;
  turnAt: number;
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

/** The notices that answer requests; the page ignores the answers to other requests. */
export interface Answers {
  add_hook: SubscriptionAdded;
  add_mail: SubscriptionAdded;
  add_push: SubscriptionAdded;
  ask_notifications: NotificationSettings;
  ask_games: GamesPlayed;
  ask_own_tables: OwnTables;
  ask_contacts: Contacts;
  ask_opponents: Opponents;
  ask_positions: PositionsShown;
  ask_profile: Profile;
  ask_sessions: Sessions;
  ask_spectators: Spectators;
  ask_statistics: Statistics;
  ask_solved: PuzzlesSolved;
  mark_solved: PuzzlesSolved;
  ask_vacation: VacationShown;
  end_vacation: VacationShown;
  take_vacation: VacationShown;
  enter: Welcome;
  find_opponents: TableShown;
  glance_at: Glanced;
  join_table: TableShown;
  new_recovery_code: RecoveryCode;
  open_table: TableShown;
  play_on: TableShown;
  rematch: TableShown;
  take_seat: TableShown;
  watch: TableShown;
}
export type Answer<What extends keyof Requests> = What extends keyof Answers ? Answers[What] : Notice;

/** The requests that give the player a seat at a table. */
export type Seating = Requests["find_opponents" | "join_table" | "open_table" | "play_on" | "rematch" | "take_seat"];

/** A request about a table, without the table's number. */
export type AtTable = { [What in keyof Requests]: Requests[What] extends { table: number } ? Omit<Requests[What], "table"> : never }[keyof Requests];

/** A bot to play against. */
export interface Opponent {
  bot: string;
  speed: BotSpeed;
}

/** The player's settings in this browser. */
export interface Settings {
  language: string;
  theme: string;
  sound: boolean;
  volume: number;
  notices: boolean;
  name: string;
  token: string;
  /** Whether the login outlasts the window. */
  stay: boolean;
  /** The tours taken, separated by spaces. */
  toured: string;
  muted: string[];
  blocked: string[];
  showGoal: boolean;
  /** Whether confetti falls after a win. */
  confetti: boolean;
  opponents: { [game: string]: Opponent[] };
  /** The opponents last looked for. */
  wish: Wish;
}

/** A game, a number of players and the name of a clock, for which opponents are looked for. */
export interface Wish {
  game: string;
  seats: number;
  clock: string;
}

export type ScreenName = "welcome" | "lobby" | "invited" | "table" | "replay" | "rules" | "leaderboard" | "games" | "puzzles" | "player" | "friends" | "help" | "analysis" | "operator" | "tables";

/** The screen shown, and its parameter. */
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

/** The parts of a finished or running game fetched so far. */
export interface Replay {
  number: number;
  code: string;
  /** The seat whose view is shown; -1 for a spectator's view. */
  eyes: number;
  head: ReplayHead | null;
  versions: number;
  /** The first version with something on the table; 0 until known. */
  first: number;
  positions: Map<number, Position>;
  problem: Error | null;
  /** Whether the game goes on: its positions come over the player's connection. */
  running: boolean;
  /** The last version when the player began to step back. */
  since: number;
}

/** A review: the seat whose chances are shown, and what is known so far. */
export interface Lesson {
  seat?: number;
  study?: Study;
  problem?: Refusal | null;
}

/** A move of a finished game, tried again: the seat's view of the table before it, and its actions. */
export interface Trial {
  version: number;
  seat: number;
  table: PlayedTable;
  act: Act;
  /** The server's judgement of the chosen move, if any. */
  judged: Judged | null;
}

// The operator: see screens/operator.js.

/** The lists on the operator's page. */
export interface Listings {
  clients: ClientInfo[];
  tables: TableInfo[];
  bans: Sanction[];
  reports: Reported[];
  deeds: Recorded[];
  limits: LimitInfo[];
}

/** A dialog: its texts, and which fields it has. */
export interface Question {
  title: string;
  what?: string;
  name?: boolean;
  address?: boolean;
  text?: boolean;
  span?: boolean;
  why?: boolean;
}

/** Run an operator action; the answers of the dialog are added to the request. */
export type Operate = (
  request: { [What in keyof OperatorRequests]: Partial<OperatorRequests[What]> & { do: What } }[keyof OperatorRequests],
  question?: Question | null,
) => Promise<void>;

// Games: see games/games.js.

/** A game as listed by `/api/games`, with the module that shows it in the lobby. */
export type ListedGame = GameInfo & { shown?: GameCard };

/** The actions at a table; each returns a promise that rejects with a `Refused`.
 *
 * While the table waits for a player, a move is saved as `table.kept` until it is played or dropped. */
export interface Act<G extends GameName = GameName> {
  play(move: Games[G]["move"]): Promise<{ notice: string }>;
  step(step: Games[G]["step"]): Promise<unknown>;
  finish(): Promise<unknown>;
  drop(): Promise<unknown>;
}

/** The `data` of a game's element; `act` is null for spectators. */
export interface TableData<G extends GameName = GameName> {
  table: PlayedTable<G>;
  act: Act<G> | null;
}

/** A step of a tour: the selector of an element, and the name of the text about it. */
export interface TourStep {
  at: string;
  text: string;
}

/** The `page.js` of a game. */
export interface GameModule {
  /** The name of the custom element that shows a table from its `TableData`, and highlights the move in `table.hint`. */
  element: string;
  /** Describe an event for the log; "" if it needs no mention. */
  sentence(event: GameEvent, table: ShownTable): string;
  /** Describe what is expected of the player. */
  expected(table: PlayedTable): string;
  /** Return whether a move by the player could be saved for later now. */
  keeps(table: PlayedTable): boolean;
  /** Describe the saved move. */
  kept(table: PlayedTable): string;
  /** Name the source of a point. */
  source?(point: Point): string;
  /** Return the position of a point among the others. */
  order?(point: Point): number;
  /** Explain why the game ended as it did; "" if no explanation is needed. */
  ending?(table: OverTable): string;
  /** The name of the text that explains which of several players with the same points won. */
  tie?: string;
  /** The events that are achievements, which have a sound of their own. */
  goals?: string[];
  /** The steps of the tour in a first game, and those for elements that appear later. */
  tour?: TourStep[];
  /** Selectors for the player's first decision, where the tour ends; the first that exists counts. */
  decision?: string[];
  later?: TourStep[];
  /** Return a drawing for the list item in the rules that begins with this text. */
  figure?(item: string): Child;
  /** Load the texts for hints and reviews, if the game has a teacher. */
  teach?(): Promise<GameTeacher>;
}

/** A game's texts for moves and the reasons for them. */
export interface GameTeacher {
  /** Describe a move, for the beginning of a sentence. */
  inWords(move: GameMove, table: PlayedTable): string;
  /** Describe an effect of the move, for the end of the sentence. */
  why(reason: Reason, table: PlayedTable): string;
}

/** Describe a move and the reasons for it in a sentence. */
export type Advise = (table: PlayedTable, move: GameMove, reasons: Reason[]) => string;

/** The `card.js` of a game. */
export interface GameCard {
  /** A drawing of 160 by 120, as children of an `svg`. */
  picture?: Child;
  /** Return the options of a table as they should be listed. */
  said?(options: GameOptions): { [name: string]: unknown };
  /** The names of the texts about the game's keys. */
  keys?: string[];
  /** Load the module that draws a spectator's view in a small size: the children of an `svg` of 160 by 120. */
  glance?(): Promise<{ glance(view: Games[GameName]["view"]): Child }>;
}

/** A module that satisfies a contract; any other is a type error where this is used. */
export type Keeps<Contract, Module extends Contract> = [Contract, Module];
