// Types shared by the modules of My Shelfie: short names for game values, and the page's own state.

import type * as page from "../../types.d.ts";
import type { shelfie } from "../../types.d.ts";

export type Act = page.Act<"shelfie">;
export type Cell = shelfie.Cell;
export type Counted = shelfie.Counted;
export type Edition = shelfie.Edition;
export type Event = shelfie.Event;
export type Events = shelfie.Events;
export type Gap = shelfie.Gap;
export type Guide = shelfie.Guide;
export type Kind = shelfie.Kind;
export type Move = shelfie.Move;
export type Options = shelfie.Options;
export type Personal = shelfie.Personal;
export type ShownTable = page.ShownTable<"shelfie">;
export type Step = shelfie.Step;
export type Table = page.PlayedTable<"shelfie">;
export type TableData = page.TableData<"shelfie">;
export type TilesTaken = shelfie.TilesTaken;
export type View = shelfie.View;
export type Wish = shelfie.Wish;

/** Rows of tiles from the top; null is an empty place. */
export type Rows = Array<Array<number | null>>;

/** An example of a common goal: cells of one letter belong together, and `sign` says what they have in common: the same
 * kind, all different kinds, at most three kinds, or just being there. */
export interface Pattern {
  key: string;
  sign: string;
  rows: string[];
}

/** A move planned while others play. */
export interface Plan {
  /** The turn in which it was made. */
  turns: number;
  /** The cells in the order in which their tiles fall, and these tiles. */
  cells: Cell[];
  tiles: number[];
  column: number | null;
}

/** The last refusal: its cause, and its position, from 0 on the left to 1 on the right. */
export interface Refusal {
  kind: string;
  place: number;
  text: string;
  cell: Cell | null;
}

/** Highlights on a shelf: cells that count, gaps of a common goal, wishes of a personal one. */
export interface Pointed {
  marked?: Array<[number, number]>;
  gaps?: Gap[];
  wishes?: Wish[];
}

/** Everything shown on a shelf besides its tiles. */
export interface Shelf extends Pointed {
  name: string;
  /** The tiles in the hand, and where they would land in each column. */
  hand?: number[];
  lands?: Array<Array<[number, number]>>;
  /** Whether the hand is a saved move. */
  kept?: boolean;
  drops?: Drop[] | false;
  /** Whether it is drawn low to save room. */
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
