// Types shared by the modules of Masters of Renaissance: short names for game values, and the page's own state.

import type * as page from "../../types.d.ts";
import type { renaissance } from "../../types.d.ts";

export type Act = page.Act<"renaissance">;
export type Bill = renaissance.Bill;
export type Depot = renaissance.Depot;
export type Draft = renaissance.Draft;
export type Event = renaissance.Event;
export type Events = renaissance.Events;
export type Goods = renaissance.Goods;
export type Guide = renaissance.Guide;
export type InHand = renaissance.InHand;
export type Marble = renaissance.Marble;
export type Move = renaissance.Move;
export type Moves = renaissance.Moves;
export type PopeTile = renaissance.PopeTile;
export type Power = renaissance.Power;
export type Produce = renaissance.Produce;
export type Purchase = renaissance.Purchase;
export type Resource = renaissance.Resource;
export type SeatView = renaissance.SeatView;
export type ShownTable = page.ShownTable<"renaissance">;
export type Step = renaissance.Step;
export type OverTable = page.OverTable<"renaissance">;
export type Table = page.PlayedTable<"renaissance">;
export type TableData = page.TableData<"renaissance">;
export type ToDo = renaissance.ToDo;
export type View = renaissance.View;
export type Way = renaissance.Way;

export type Colour = "green" | "blue" | "yellow" | "purple";

/** The gain of a line of the market. */
export type Gain = renaissance.Line;

/** A row or a column of the market. */
export interface Line {
  way: Way;
  index: number;
}

/** A development card, as printed. */
export interface Card {
  colour: Colour;
  level: number;
  points: number;
  cost: Goods;
  pays: Goods;
  makes: Goods;
  faith: number;
}

/** A leader, as printed; `cards` are colours, counts and levels. */
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

/** The printed values of the pieces: `tables.json`. */
export interface Printed {
  /** In the order of goods. */
  resources: Resource[];
  /** Resources by marble; the other marbles are missing. */
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

/** The choices of a draft, without its payment. */
export type Chosen = Pick<Draft, "card" | "slot" | "slots" | "basic" | "leaders" | "inputs" | "outputs">;

/** A place to pay from: a depot, or the strongbox. */
export interface Source {
  key: string;
  name: string;
  resource: Resource;
  count: number;
  depot: number | null;
  /** Number of resources paid from there. */
  paid: number;
}

/** Selection, choices and refusals on this screen alone. */
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

/** A planned line, and its marbles at that time. */
export interface PlannedLine extends Line {
  marbles: string;
}

/** Changes of the selection; `focus` selects the element that gets the focus. */
export type Changes = Partial<Ui> & { focus?: string };

/** Everything a drawing of the table needs. */
export interface Scene {
  kept: page.Kept;
  table: Table;
  view: View;
  guide: Guide;
  ui: Ui;
  /** The seat whose board is drawn large, and that board. */
  seat: number;
  mine: SeatView;
  draft: Draft | null;
  /** Null for spectators. */
  act: Act | null;
  solo: boolean;
  /** Everything that decides which actions are possible, as one text. */
  state: string;
  /** Change the selection. */
  set(changes: Changes): void;
  /** Run an action that may be refused: the reason is shown at that place, otherwise the selection changes. */
  attempt(place: string, doing: (act: Act) => Promise<unknown>, after?: Changes): Promise<void>;
}
