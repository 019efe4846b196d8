// Made from the server's types: RECORD=1 .venv/bin/pytest tests/web/test_declarations.py

import type { Ending, Outcome, SeatReturned, SeatsLeft, TurnPassed, TurnSkipped } from "../../messages.d.ts";

declare module "../../messages.d.ts" {
  interface Games {
    shelfie: Values;
  }
}

export interface Values {
  options: Options;
  move: TakeTiles;
  step: Step;
  draft: Hand;
  events: Array<Event>;
  view: View;
  guide: Guide;
}

export interface TakeTiles {
  move: "take_tiles";
  cells: Array<Cell>;
  column: number;
}

export type Cell = [row: number, column: number];

export interface Moves {
  take_tiles: TakeTiles;
}

export type Move = Moves[keyof Moves];

export interface Pick {
  step: "pick";
  cell: Cell;
}

export interface Unpick {
  step: "unpick";
  cell: Cell;
}

export interface UnpickAll {
  step: "unpick_all";
}

export interface Select {
  step: "select";
  cells: Array<Cell>;
}

export interface Order {
  step: "order";
  places: Array<number>;
}

export interface Close {
  step: "close";
}

export interface ChooseColumn {
  step: "choose_column";
  column: number;
}

export interface Steps {
  pick: Pick;
  unpick: Unpick;
  unpick_all: UnpickAll;
  select: Select;
  order: Order;
  close: Close;
  choose_column: ChooseColumn;
}

export type Step = Steps[keyof Steps];

export interface TableLaid {
  event: "table_laid";
  seats: number;
  edition: Edition;
  common_goals: Array<number>;
  first: number;
  squares: Squares;
  leftovers: Leftovers;
}

export type Edition = "italian" | "english";

export type Squares = "one_kind" | "any_kind";

export type Leftovers = "stay" | "return";

export interface GoalDealt {
  event: "goal_dealt";
  seat: number;
  goal: number;
}

export interface LeftoversReturned {
  event: "leftovers_returned";
}

export interface BoardFilled {
  event: "board_filled";
  tiles: Array<[Cell, number]>;
}

export interface TilesTaken {
  event: "tiles_taken";
  seat: number;
  cells: Array<Cell>;
  column: number;
}

export interface TokenTaken {
  event: "token_taken";
  seat: number;
  goal: number;
  points: number;
}

export interface ShelfFilled {
  event: "shelf_filled";
  seat: number;
}

export interface GameEnded {
  event: "game_ended";
  winners: Array<number>;
  ending: Ending;
  goals: Array<number>;
}

export interface Events {
  table_laid: TableLaid;
  goal_dealt: GoalDealt;
  leftovers_returned: LeftoversReturned;
  board_filled: BoardFilled;
  tiles_taken: TilesTaken;
  token_taken: TokenTaken;
  shelf_filled: ShelfFilled;
  turn_skipped: TurnSkipped;
  turn_passed: TurnPassed;
  seats_left: SeatsLeft;
  seat_returned: SeatReturned;
  game_ended: GameEnded;
}

export type Event = Events[keyof Events];

export interface Options {
  common_goals?: 0 | 1 | 2;
  edition?: Edition;
  squares?: Squares;
  leftovers?: Leftovers;
}

export interface Hand {
  seat: number;
  turn: number;
  cells: Array<Cell>;
  closed: boolean;
  column: number | null;
}

export interface View {
  eyes: number | null;
  edition: Edition;
  rules: RuleSet;
  first: number;
  turn: number | null;
  turns: number;
  board: Array<Array<number | null>>;
  bag: number;
  common_goals: { [key: string]: Array<number> };
  seats: Array<SeatView>;
  last_round: boolean;
  outcome: Outcome | null;
}

export interface RuleSet {
  squares: Squares;
  leftovers: Leftovers;
}

export interface SeatView {
  shelf: Array<Array<number | null>>;
  tokens: { [key: string]: number };
  end_token: boolean;
  goal: number | null;
  away: boolean;
}

export interface Guide {
  to_do: ToDo;
  seats: Array<Counted>;
  most: number;
  hand: Array<Cell>;
  pick: Array<Cell>;
  unpick: Array<Cell>;
  columns: Array<number>;
  lands: Array<Array<[number, number]>>;
  points_by_matches: Array<number>;
  points_by_group: Array<number>;
}

export type ToDo = "take" | "wait" | "over";

export interface Counted {
  goals: { [key: string]: Progress };
  groups: Array<Cluster>;
  personal: Personal | null;
  missing: { [key: string]: Array<Gap> };
  lost: Array<number>;
}

export interface Progress {
  have: number;
  want: number;
  cells: Array<[number, number]>;
}

export interface Cluster {
  cells: Array<[number, number]>;
  points: number;
}

export interface Personal {
  wishes: Array<Wish>;
  points: number;
}

export interface Wish {
  cell: [number, number];
  kind: Kind;
  met: boolean;
}

export type Kind = "C" | "B" | "G" | "F" | "T" | "P";

export interface Gap {
  cell: [number, number];
  kinds: Array<Kind>;
}
