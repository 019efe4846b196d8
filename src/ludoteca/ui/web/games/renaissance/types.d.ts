// Types shared by the modules of Masters of Renaissance: the game's values, and the page's own types.

import type * as page from "../../types.d.ts";
import type { Draft, Goods, Guide, Resource, SeatView, View, Way } from "./values.d.ts";
import type * as values from "./values.d.ts";

export type * from "./values.d.ts";
export type Act = page.Act<"renaissance">;
export type OverTable = page.OverTable<"renaissance">;
export type ShownTable = page.ShownTable<"renaissance">;
export type Table = page.PlayedTable<"renaissance">;
export type TableData = page.TableData<"renaissance">;

export type Colour = "green" | "blue" | "yellow" | "purple";

/** The resources that a line of the market yields. */
export type Gain = values.Line;

/** A row or a column of the market. */
export interface Line {
  way: Way;
  index: number;
}

/** The printed values of a development card. */
export interface Card {
  colour: Colour;
  level: number;
  points: number;
  cost: Goods;
  pays: Goods;
  makes: Goods;
  faith: number;
}

/** The printed values of a leader; `cards` are the required colours, counts and levels. */
export interface Leader {
  points: number;
  ability: "discount" | "depot" | "marble" | "production";
  resource: Resource;
  cards: Array<[colour: Colour, count: number, level: number]>;
  goods: Goods;
}

/** One of Lorenzo's tokens. */
export interface Token {
  removes: Colour | "";
  steps: number;
  shuffles: boolean;
}

/** The printed values of all pieces, from `tables.json`. */
export interface Printed {
  /** The resources, in the order of `Goods`. */
  resources: Resource[];
  /** The resource that each marble gives; marbles without one are missing. */
  marbles: { [marble: string]: Resource | undefined };
  /** The decks, column by column. */
  decks: Array<[colour: Colour, level: number]>;
  cards: { [number: number]: Card };
  leaders: { [number: number]: Leader };
  /** Points by space. */
  track: number[];
  sections: Array<[first: number, pope: number, points: number]>;
  tokens: { [number: number]: Token };
}

/** The choices of a draft, except for the payment. */
export type Chosen = Pick<Draft, "card" | "slot" | "slots" | "basic" | "leaders" | "inputs" | "outputs">;

/** A place to pay from: a depot, or the strongbox. */
export interface Source {
  key: string;
  name: string;
  resource: Resource;
  count: number;
  depot: number | null;
  /** The number of resources paid from this source. */
  paid: number;
}

/** The state of this screen: highlights, selections and the last refusal. */
export interface Ui {
  line: Line | null;
  looked: Line | null;
  card: number | null;
  leaders: number[];
  resource: Resource | null;
  producing: boolean;
  /** Productions chosen before the player's turn. */
  chosen: Chosen | null;
  pane: string;
  board: number | null;
  plan: PlannedLine | null;
  missed: Line | null;
  ways: number;
  refused: { place: string; text: string } | null;
}

/** A planned line, and the marbles it had when planned. */
export interface PlannedLine extends Line {
  marbles: string;
}

/** Changes to the state; `focus` selects the element to focus afterwards. */
export type Changes = Partial<Ui> & { focus?: string };

/** Everything that a drawing of the table needs. */
export interface Scene {
  kept: page.Kept;
  /** What queues moves before the player's turn, once it is loaded at a table with a slow clock. */
  queue: typeof import("./queue.js") | null;
  table: Table;
  view: View;
  guide: Guide;
  ui: Ui;
  /** The seat whose board is drawn large, and its board. */
  seat: number;
  mine: SeatView;
  draft: Draft | null;
  /** The actions; null for spectators. */
  act: Act | null;
  solo: boolean;
  /** The seat that acted last at each marked place. */
  recent: { [place: string]: number };
  /** Everything that determines the possible actions, as one text. */
  state: string;
  /** Change the state of the screen. */
  set(changes: Changes): void;
  /** Run an action. If it is refused, show the reason at `place`; otherwise apply `after`. */
  attempt(place: string, doing: (act: Act) => Promise<unknown>, after?: Changes): Promise<void>;
}

/** Both modules are loaded by address; their exports are checked here. */
export type Loaded = [
  page.Keeps<page.GameModule, typeof import("./page.js")>,
  page.Keeps<page.GameCard, typeof import("./card.js")>,
];
