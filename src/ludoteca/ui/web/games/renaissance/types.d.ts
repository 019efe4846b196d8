// What the modules of Masters of Renaissance share: the values of the game, and what only the page knows.

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

/** What a line of the market yields. */
export type Gain = values.Line;

/** A row or a column of the market. */
export interface Line {
  way: Way;
  index: number;
}

/** A development card, as it is printed. */
export interface Card {
  colour: Colour;
  level: number;
  points: number;
  cost: Goods;
  pays: Goods;
  makes: Goods;
  faith: number;
}

/** A leader, as it is printed; `cards` are colours, counts and levels. */
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

/** What is printed on the pieces: `tables.json`. */
export interface Printed {
  /** In the order of goods. */
  resources: Resource[];
  /** What marbles give; the others are missing. */
  marbles: { [marble: string]: Resource | undefined };
  /** Column by column. */
  decks: Array<[colour: Colour, level: number]>;
  cards: { [number: number]: Card };
  leaders: { [number: number]: Leader };
  /** Points by space. */
  track: number[];
  sections: Array<[first: number, pope: number, points: number]>;
  tokens: { [number: number]: Token };
}

/** What a draft has chosen, apart from how it is paid. */
export type Chosen = Pick<Draft, "card" | "slot" | "slots" | "basic" | "leaders" | "inputs" | "outputs">;

/** A place to pay from: a depot, or the strongbox. */
export interface Source {
  key: string;
  name: string;
  resource: Resource;
  count: number;
  depot: number | null;
  /** How many were paid from there. */
  paid: number;
}

/** What is pointed at, chosen or refused, on this screen alone. */
export interface Ui {
  line: Line | null;
  looked: Line | null;
  card: number | null;
  leaders: number[];
  resource: Resource | null;
  producing: boolean;
  pane: string;
  board: number | null;
  plan: PlannedLine | null;
  missed: Line | null;
  ways: number;
  refused: { place: string; text: string } | null;
}

/** A line that is planned, and its marbles then. */
export interface PlannedLine extends Line {
  marbles: string;
}

/** Changes of what is pointed at; `focus` selects what has the keys afterwards. */
export type Changes = Partial<Ui> & { focus?: string };

/** What a drawing of the table needs. */
export interface Scene {
  kept: page.Kept;
  table: Table;
  view: View;
  guide: Guide;
  ui: Ui;
  /** Whose board is drawn large, and that board. */
  seat: number;
  mine: SeatView;
  draft: Draft | null;
  /** Null for those who only look. */
  act: Act | null;
  solo: boolean;
  /** The seat that acted last at each marked place. */
  recent: { [place: string]: number };
  /** All that decides what can be done, in one text. */
  state: string;
  /** Change what is pointed at. */
  set(changes: Changes): void;
  /** Do something that may be refused: the reason is shown at that place, else what is pointed at changes. */
  attempt(place: string, doing: (act: Act) => Promise<unknown>, after?: Changes): Promise<void>;
}

/** Both modules are loaded by their addresses; what they export is checked here. */
export type Loaded = [
  page.Keeps<page.GameModule, typeof import("./page.js")>,
  page.Keeps<page.GameCard, typeof import("./card.js")>,
];
