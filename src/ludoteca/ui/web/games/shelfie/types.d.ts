// What the modules of My Shelfie share: the values of the game, and what only the page knows.

import type * as page from "../../types.d.ts";
import type { Cell, Gap, Wish } from "./values.d.ts";

export type * from "./values.d.ts";
export type ShownTable = page.ShownTable<"shelfie">;
export type Table = page.PlayedTable<"shelfie">;
export type TableData = page.TableData<"shelfie">;

/** Rows of tiles from the top; null is an empty place. */
export type Rows = Array<Array<number | null>>;

/** An example of a common goal: cells of one letter belong together, and `sign` says what they have in common: the same
 * kind, all different kinds, at most three kinds, or just being there. */
export interface Pattern {
  key: string;
  sign: string;
  rows: string[];
}

/** A move that is planned while others play. */
export interface Plan {
  /** The turn that it was made in. */
  turns: number;
  /** The cells in the order in which their tiles will fall, and these tiles. */
  cells: Cell[];
  tiles: number[];
  column: number | null;
}

/** The last refusal: what caused it, and where it is said, from 0 on the left to 1 on the right. */
export interface Refusal {
  kind: string;
  place: number;
  text: string;
  cell: Cell | null;
}

/** What is pointed out on a shelf: cells that count, gaps of a common goal, wishes of a personal one. */
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

/** What is seen of a shelf besides its tiles. */
export interface Shelf extends Pointed {
  name: string;
  /** The places that the last move filled. */
  fresh?: Array<[number, number]>;
  /** The tiles in the hand, and where each column would take them. */
  hand?: number[];
  lands?: Array<Array<[number, number]>>;
  /** Whether the hand waits to fall. */
  kept?: boolean;
  drops?: Drop[] | false;
  /** Whether it is low where there is little room. */
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

/** Both modules are loaded by their addresses; what they export is checked here. */
export type Loaded = [
  page.Keeps<page.GameModule, typeof import("./page.js")>,
  page.Keeps<page.GameCard, typeof import("./card.js")>,
];
