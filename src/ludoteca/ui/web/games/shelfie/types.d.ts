// Types shared by the modules of My Shelfie: the game's values, and the page's own types.

import type * as page from "../../types.d.ts";
import type { Cell, Gap, Wish } from "./values.d.ts";

export type * from "./values.d.ts";
export type ShownTable = page.ShownTable<"shelfie">;
export type Table = page.PlayedTable<"shelfie">;
export type TableData = page.TableData<"shelfie">;

/** Rows of tiles from the top; null for an empty place. */
export type Rows = Array<Array<number | null>>;

/** An example of a common goal. Cells with the same letter belong together, and `sign` says what they have in common: the
 * same kind, all different kinds, at most three kinds, or only that they are filled. */
export interface Pattern {
  key: string;
  sign: string;
  rows: string[];
}

/** A move planned while others play. */
export interface Plan {
  /** The turn in which it was planned. */
  turns: number;
  /** The cells in the order in which their tiles will drop, and the tiles. */
  cells: Cell[];
  tiles: number[];
  column: number | null;
}

/** The last refusal: its cause, and the position of its text, from 0 on the left to 1 on the right. */
export interface Refusal {
  kind: string;
  place: number;
  text: string;
  cell: Cell | null;
}

/** Highlights on a shelf: cells that count, gaps for a common goal, and wishes of the personal goal. */
export interface Pointed {
  marked?: Array<[number, number]>;
  gaps?: Gap[];
  wishes?: Wish[];
}

/** The marks of the others' last moves: seats by emptied cell, and filled places by seat. */
export interface Recent {
  cells: { [cell: string]: number };
  placed: Array<Array<[number, number]>>;
}

/** What is drawn on a shelf besides its tiles. */
export interface Shelf extends Pointed {
  name: string;
  /** The places that the last move filled. */
  fresh?: Array<[number, number]>;
  /** The tiles in the hand, and where they would land in each column. */
  hand?: number[];
  lands?: Array<Array<[number, number]>>;
  /** Whether the move is saved for later. */
  kept?: boolean;
  drops?: Drop[] | false;
  /** Whether the shelf is drawn flat if there is little room. */
  strip?: boolean;
}

/** The button over a column. */
export interface Drop {
  column: number;
  room: number;
  fits: boolean;
  hinted: boolean;
  label: string;
}

/** Both modules are loaded by address; their exports are checked here. */
export type Loaded = [
  page.Keeps<page.GameModule, typeof import("./page.js")>,
  page.Keeps<page.GameCard, typeof import("./card.js")>,
];
