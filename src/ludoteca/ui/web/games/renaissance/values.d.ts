// Made from the server's types: RECORD=1 .venv/bin/pytest tests/web/test_declarations.py

import type { Ending, Outcome, SeatReturned, SeatsLeft, TurnPassed, TurnSkipped } from "../../messages.d.ts";

declare module "../../messages.d.ts" {
  interface Games {
    renaissance: Values;
  }
}

export interface Values {
  options: Options;
  move: Move;
  step: Step;
  draft: Draft;
  events: Array<Event>;
  view: View;
  guide: Guide;
}

export interface ReturnLeader {
  move: "return_leader";
  leader: number;
}

export interface TakeBonus {
  move: "take_bonus";
  resource: Resource;
  depot: number;
}

export type Resource = "coin" | "stone" | "servant" | "shield";

export interface TakeMarbles {
  move: "take_marbles";
  way: Way;
  index: number;
}

export type Way = "row" | "column";

export interface ConvertMarble {
  move: "convert_marble";
  resource: Resource;
}

export interface PlaceResource {
  move: "place_resource";
  resource: Resource;
  depot: number;
}

export interface DiscardResource {
  move: "discard_resource";
  resource: Resource;
}

export interface MoveResources {
  move: "move_resources";
  source: number;
  target: number;
  count: number;
}

export interface SwapDepots {
  move: "swap_depots";
  one: number;
  other: number;
}

export interface BuyCard {
  move: "buy_card";
  card: number;
  slot: number;
  payment?: Payment | null;
}

export interface Payment {
  depots: Array<number>;
  strongbox?: Goods;
}

export type Goods = [coin: number, stone: number, servant: number, shield: number];

export interface Produce {
  move: "produce";
  payment?: Payment | null;
  slots?: Array<number>;
  basic?: Basic | null;
  leaders?: Array<LeaderPower>;
}

export interface Basic {
  pays: [Resource, Resource];
  makes: Resource;
}

export interface LeaderPower {
  leader: number;
  makes: Resource;
}

export interface PlayLeader {
  move: "play_leader";
  leader: number;
}

export interface DiscardLeader {
  move: "discard_leader";
  leader: number;
}

export interface EndTurn {
  move: "end_turn";
}

export interface Moves {
  return_leader: ReturnLeader;
  take_bonus: TakeBonus;
  take_marbles: TakeMarbles;
  convert_marble: ConvertMarble;
  place_resource: PlaceResource;
  discard_resource: DiscardResource;
  move_resources: MoveResources;
  swap_depots: SwapDepots;
  buy_card: BuyCard;
  produce: Produce;
  play_leader: PlayLeader;
  discard_leader: DiscardLeader;
  end_turn: EndTurn;
}

export type Move = Moves[keyof Moves];

export interface ChooseCard {
  step: "choose_card";
  card: number;
  slot: number;
}

export interface UseSlot {
  step: "use_slot";
  slot: number;
}

export interface UseBasic {
  step: "use_basic";
}

export interface UseLeader {
  step: "use_leader";
  leader: number;
}

export interface ChooseInput {
  step: "choose_input";
  resource: Resource;
}

export interface ChooseOutput {
  step: "choose_output";
  resource: Resource;
}

export interface Pay {
  step: "pay";
  resource: Resource;
  depot?: number | null;
  count?: number;
}

export interface PayTheRest {
  step: "pay_the_rest";
}

export interface StartOver {
  step: "start_over";
}

export interface Steps {
  choose_card: ChooseCard;
  use_slot: UseSlot;
  use_basic: UseBasic;
  use_leader: UseLeader;
  choose_input: ChooseInput;
  choose_output: ChooseOutput;
  pay: Pay;
  pay_the_rest: PayTheRest;
  start_over: StartOver;
}

export type Step = Steps[keyof Steps];

export interface TableLaid {
  event: "table_laid";
  seats: number;
  marbles: Array<Marble>;
  first: number;
}

export type Marble = "white" | "blue" | "grey" | "yellow" | "purple" | "red";

export interface DecksShuffled {
  event: "decks_shuffled";
  decks: Array<Array<number>>;
}

export interface TokensShuffled {
  event: "tokens_shuffled";
  tokens: Array<number>;
}

export interface LeadersDealt {
  event: "leaders_dealt";
  seat: number;
  leaders: Array<number>;
}

export interface LeaderReturned {
  event: "leader_returned";
  seat: number;
  leader: number;
}

export interface BonusTaken {
  event: "bonus_taken";
  seat: number;
  resource: Resource;
  depot: number;
}

export interface GameBegan {
  event: "game_began";
}

export interface MarblesTaken {
  event: "marbles_taken";
  seat: number;
  way: Way;
  index: number;
}

export interface MarbleConverted {
  event: "marble_converted";
  seat: number;
  resource: Resource;
}

export interface ResourcePlaced {
  event: "resource_placed";
  seat: number;
  resource: Resource;
  depot: number;
}

export interface ResourceDiscarded {
  event: "resource_discarded";
  seat: number;
  resource: Resource;
}

export interface ResourcesMoved {
  event: "resources_moved";
  seat: number;
  source: number;
  target: number;
  count: number;
}

export interface DepotsSwapped {
  event: "depots_swapped";
  seat: number;
  one: number;
  other: number;
}

export interface CardBought {
  event: "card_bought";
  seat: number;
  card: number;
  slot: number;
  payment: Payment;
  beneath: number;
}

export interface CardRemoved {
  event: "card_removed";
  card: number;
  beneath: number;
}

export interface Produced {
  event: "produced";
  seat: number;
  payment: Payment;
  made: Goods;
}

export interface LeaderPlayed {
  event: "leader_played";
  seat: number;
  leader: number;
}

export interface LeaderDiscarded {
  event: "leader_discarded";
  seat: number;
  leader: number;
}

export interface FaithGained {
  event: "faith_gained";
  seats: Array<number>;
  steps: number;
}

export interface CrossMoved {
  event: "cross_moved";
  steps: number;
}

export interface VaticanReport {
  event: "vatican_report";
  section: number;
  kept: Array<number>;
}

export interface LastRoundBegan {
  event: "last_round_began";
}

export interface TokenRevealed {
  event: "token_revealed";
  token: number;
}

export interface GameEnded {
  event: "game_ended";
  winners: Array<number>;
  ending: Ending;
  hands: Array<Array<number>>;
}

export interface Events {
  table_laid: TableLaid;
  decks_shuffled: DecksShuffled;
  tokens_shuffled: TokensShuffled;
  leaders_dealt: LeadersDealt;
  leader_returned: LeaderReturned;
  bonus_taken: BonusTaken;
  game_began: GameBegan;
  marbles_taken: MarblesTaken;
  marble_converted: MarbleConverted;
  resource_placed: ResourcePlaced;
  resource_discarded: ResourceDiscarded;
  resources_moved: ResourcesMoved;
  depots_swapped: DepotsSwapped;
  card_bought: CardBought;
  card_removed: CardRemoved;
  produced: Produced;
  leader_played: LeaderPlayed;
  leader_discarded: LeaderDiscarded;
  faith_gained: FaithGained;
  cross_moved: CrossMoved;
  vatican_report: VaticanReport;
  last_round_began: LastRoundBegan;
  token_revealed: TokenRevealed;
  turn_skipped: TurnSkipped;
  turn_passed: TurnPassed;
  seats_left: SeatsLeft;
  seat_returned: SeatReturned;
  game_ended: GameEnded;
}

export type Event = Events[keyof Events];

export interface Options {
}

export interface Draft {
  seat: number;
  turn: number;
  card: number | null;
  slot: number;
  slots: Array<number>;
  basic: boolean;
  leaders: Array<number>;
  inputs: Array<Resource>;
  outputs: Array<Resource>;
  depots: Array<number>;
  strongbox: Goods;
  held: Array<Depot>;
  played: Array<number>;
}

export interface Depot {
  slots: number;
  resource: Resource | null;
  count: number;
  of_leader: boolean;
}

export interface View {
  eyes: number | null;
  phase: Phase;
  turn: number | null;
  turns: number;
  first: number;
  market: Market;
  decks: Array<DeckView>;
  taken: Goods;
  whites: number;
  reports: number;
  tokens: number;
  cross: number;
  seats: Array<SeatView>;
  last_round: boolean;
  outcome: Outcome | null;
}

export type Phase = "setup" | "acting" | "placing" | "acted";

export interface Market {
  rows: Array<Array<Marble>>;
  slide: Marble;
}

export interface DeckView {
  top: number;
  cards: number;
}

export interface SeatView {
  hand: Array<number>;
  played: Array<number>;
  depots: Array<Depot>;
  strongbox: Goods;
  slots: Array<Array<number>>;
  faith: number;
  tiles: Array<PopeTile>;
  bonus: number;
  away: boolean;
}

export type PopeTile = "pending" | "kept" | "lost";

export interface Guide {
  to_do: ToDo;
  count: number;
  lines: Array<Line>;
  cards: Array<Purchase>;
  powers: Array<Power>;
  leaders: Array<InHand>;
  conversions: Array<Resource>;
  places: { [key: string]: Array<number> };
  swaps: Array<[number, number]>;
  moves: Array<[number, number, number]>;
  may_end: boolean;
  bill: Bill | null;
}

export type ToDo = "return_leaders" | "take_bonus" | "act" | "convert" | "place" | "end" | "wait" | "over";

export interface Line {
  way: Way;
  index: number;
  goods: Goods;
  faith: number;
  whites: number;
}

export interface Purchase {
  card: number;
  price: Goods;
  slots: Array<number>;
  reason: string;
}

export interface Power {
  step: UseBasic | UseSlot | UseLeader;
  price: Goods;
  choices_in: number;
  makes: Goods;
  choices_out: number;
  faith: number;
  reason: string;
}

export interface InHand {
  leader: number;
  reason: string;
  discard: boolean;
}

export interface Bill {
  price: Goods;
  paid: Goods;
  owed: Goods;
  gains: Goods;
  faith: number;
  left: Goods;
  choices_in: number;
  choices_out: number;
  inputs: Array<Resource>;
  pay: Array<Pay>;
  ways: number;
  ready: boolean;
}
