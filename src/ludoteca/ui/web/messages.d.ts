// Everything that the server and the page say to each other, made from the types of the server:
//     RECORD=1 .venv/bin/pytest tests/web/test_declarations.py

export interface Requests {
  enter: Enter;
  leave: Leave;
  step_out: StepOut;
  look_around: LookAround;
  ask_seat_kept: AskSeatKept;
  open_table: OpenTable;
  join_table: JoinTable;
  say: Say;
  recall: Recall;
  mute: Mute;
  block: Block;
  report: Report;
  ask_statistics: AskStatistics;
  ask_finished: AskFinished;
  change_secret: ChangeSecret;
  new_recovery_code: NewRecoveryCode;
  ask_sessions: AskSessions;
  end_session: EndSession;
  end_other_sessions: EndOtherSessions;
  delete_me: DeleteMe;
  stand_up: StandUp;
  resign: Resign;
  offer_seat: OfferSeat;
  take_seat: TakeSeat;
  vote: Vote;
  seat_bot: SeatBot;
  unseat: Unseat;
  remove: Remove;
  silence: Silence;
  release_seat: ReleaseSeat;
  ask_spectators: AskSpectators;
  resize_table: ResizeTable;
  start_table: StartTable;
  hurry_bots: HurryBots;
  watch: Watch;
  stop_watching: StopWatching;
  rematch: Rematch;
  play_on: PlayOn;
  play: Play;
  drop_move: DropMove;
  take_back: TakeBack;
  draft: Draft;
  finish: Finish;
  ask_moves: AskMoves;
  ask_points: AskPoints;
  pause: Pause;
  resume: Resume;
  give_time: GiveTime;
  ask_hint: AskHint;
}

export type Request = Requests[keyof Requests];

export interface OperatorRequests {
  show_server: ShowServer;
  list_clients: ListClients;
  list_tables: ListTables;
  show_table: ShowTable;
  list_bans: ListBans;
  list_limits: ListLimits;
  list_reports: ListReports;
  list_deeds: ListOperatorActions;
  close_table: CloseTable;
  seat_player: SeatPlayer;
  unseat_player: UnseatPlayer;
  release_name: ReleaseName;
  kick: Kick;
  mute_player: MutePlayer;
  unmute_player: UnmutePlayer;
  ban: Ban;
  unban: Unban;
  announce: Announce;
  drain: Drain;
  end_drain: EndDrain;
}

export type OperatorRequest = OperatorRequests[keyof OperatorRequests];

export interface Notices {
  welcome: Welcome;
  refused: Refused;
  done: Done;
  surroundings: Surroundings;
  seat_kept: SeatKept;
  person_here: PersonHere;
  table_listed: TableListed;
  table_shown: TableShown;
  table_news: TableNews;
  table_seen: TableSeen;
  guided: Guided;
  presence: Presence;
  pause_asked: PauseAsked;
  time_low: TimeLow;
  who_is_away: WhoIsAway;
  vote_asked: VoteAsked;
  bots_hurried: BotsHurried;
  moves: Moves;
  hint: Hint;
  points: Points;
  gesture: Gesture;
  move_kept: MoveKept;
  said: Said;
  announced: Announced;
  spectators: Spectators;
  statistics: Statistics;
  finished_games: FinishedGames;
  recovery_code: RecoveryCode;
  sessions: Sessions;
  farewell: Farewell;
}

export type Notice = Notices[keyof Notices];

export interface TableRecords {
  table_opened: TableOpened;
  table_resized: TableResized;
  seat_taken: SeatTaken;
  seat_freed: SeatFreed;
  game_started: GameStarted;
  move_played: MovePlayed;
  move_taken_back: MoveTakenBack;
  seat_skipped: SeatSkipped;
  seats_given_up: SeatsGivenUp;
  stand_in_seated: StandInSeated;
  stand_in_left: StandInLeft;
  seat_offered: SeatOffered;
  game_called_off: GameCalledOff;
  game_paused: GamePaused;
  game_resumed: GameResumed;
  time_given: TimeGiven;
  rematch_opened: RematchOpened;
  table_closed: TableClosed;
  player_removed: PlayerRemoved;
  player_muted: PlayerMuted;
  record_dropped: RecordDropped;
}

export type TableRecord = TableRecords[keyof TableRecords];

export namespace shelfie {
  export interface Moves {
    take_tiles: shelfie.TakeTiles;
  }
  export type Move = Moves[keyof Moves];
  export interface Steps {
    pick: shelfie.Pick;
    unpick: shelfie.Unpick;
    unpick_all: shelfie.UnpickAll;
    select: shelfie.Select;
    order: shelfie.Order;
    close: shelfie.Close;
    choose_column: shelfie.ChooseColumn;
  }
  export type Step = Steps[keyof Steps];
  export interface Events {
    table_laid: shelfie.TableLaid;
    goal_dealt: shelfie.GoalDealt;
    leftovers_returned: shelfie.LeftoversReturned;
    board_filled: shelfie.BoardFilled;
    tiles_taken: shelfie.TilesTaken;
    token_taken: shelfie.TokenTaken;
    shelf_filled: shelfie.ShelfFilled;
    turn_skipped: TurnSkipped;
    turn_passed: TurnPassed;
    seats_left: SeatsLeft;
    seat_returned: SeatReturned;
    game_ended: shelfie.GameEnded;
  }
  export type Event = Events[keyof Events];
  export interface Values {
    options: shelfie.Options;
    move: shelfie.TakeTiles;
    step: shelfie.Step;
    draft: shelfie.Hand;
    events: Array<shelfie.Event>;
    view: shelfie.View;
    guide: shelfie.Guide;
  }
  export interface TakeTiles {
    move: "take_tiles";
    cells: Array<shelfie.Cell>;
    column: number;
  }
  export type Cell = [row: number, column: number];
  export interface Pick {
    step: "pick";
    cell: shelfie.Cell;
  }
  export interface Unpick {
    step: "unpick";
    cell: shelfie.Cell;
  }
  export interface UnpickAll {
    step: "unpick_all";
  }
  export interface Select {
    step: "select";
    cells: Array<shelfie.Cell>;
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
  export interface TableLaid {
    event: "table_laid";
    seats: number;
    edition: shelfie.Edition;
    common_goals: Array<number>;
    first: number;
    squares: shelfie.Squares;
    leftovers: shelfie.Leftovers;
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
    tiles: Array<[shelfie.Cell, number]>;
  }
  export interface TilesTaken {
    event: "tiles_taken";
    seat: number;
    cells: Array<shelfie.Cell>;
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
  export interface Options {
    common_goals?: 0 | 1 | 2;
    edition?: shelfie.Edition;
    squares?: shelfie.Squares;
    leftovers?: shelfie.Leftovers;
  }
  export interface Hand {
    seat: number;
    turn: number;
    cells: Array<shelfie.Cell>;
    closed: boolean;
    column: number | null;
  }
  export interface View {
    eyes: number | null;
    edition: shelfie.Edition;
    rules: shelfie.RuleSet;
    first: number;
    turn: number | null;
    turns: number;
    board: Array<Array<number | null>>;
    bag: number;
    common_goals: { [key: string]: Array<number> };
    seats: Array<shelfie.SeatView>;
    last_round: boolean;
    outcome: Outcome | null;
  }
  export interface RuleSet {
    squares: shelfie.Squares;
    leftovers: shelfie.Leftovers;
  }
  export interface SeatView {
    shelf: Array<Array<number | null>>;
    tokens: { [key: string]: number };
    end_token: boolean;
    goal: number | null;
    away: boolean;
  }
  export interface Guide {
    to_do: shelfie.ToDo;
    seats: Array<shelfie.Counted>;
    most: number;
    hand: Array<shelfie.Cell>;
    pick: Array<shelfie.Cell>;
    unpick: Array<shelfie.Cell>;
    columns: Array<number>;
    lands: Array<Array<[number, number]>>;
    points_by_matches: Array<number>;
    points_by_group: Array<number>;
  }
  export type ToDo = "take" | "wait" | "over";
  export interface Counted {
    goals: { [key: string]: shelfie.Progress };
    groups: Array<shelfie.Cluster>;
    personal: shelfie.Personal | null;
    missing: { [key: string]: Array<shelfie.Gap> };
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
    wishes: Array<shelfie.Wish>;
    points: number;
  }
  export interface Wish {
    cell: [number, number];
    kind: shelfie.Kind;
    met: boolean;
  }
  export type Kind = "C" | "B" | "G" | "F" | "T" | "P";
  export interface Gap {
    cell: [number, number];
    kinds: Array<shelfie.Kind>;
  }
}

export namespace renaissance {
  export interface Moves {
    return_leader: renaissance.ReturnLeader;
    take_bonus: renaissance.TakeBonus;
    take_marbles: renaissance.TakeMarbles;
    convert_marble: renaissance.ConvertMarble;
    place_resource: renaissance.PlaceResource;
    discard_resource: renaissance.DiscardResource;
    move_resources: renaissance.MoveResources;
    swap_depots: renaissance.SwapDepots;
    buy_card: renaissance.BuyCard;
    produce: renaissance.Produce;
    play_leader: renaissance.PlayLeader;
    discard_leader: renaissance.DiscardLeader;
    end_turn: renaissance.EndTurn;
  }
  export type Move = Moves[keyof Moves];
  export interface Steps {
    choose_card: renaissance.ChooseCard;
    use_slot: renaissance.UseSlot;
    use_basic: renaissance.UseBasic;
    use_leader: renaissance.UseLeader;
    choose_input: renaissance.ChooseInput;
    choose_output: renaissance.ChooseOutput;
    pay: renaissance.Pay;
    pay_the_rest: renaissance.PayTheRest;
    start_over: renaissance.StartOver;
  }
  export type Step = Steps[keyof Steps];
  export interface Events {
    table_laid: renaissance.TableLaid;
    decks_shuffled: renaissance.DecksShuffled;
    tokens_shuffled: renaissance.TokensShuffled;
    leaders_dealt: renaissance.LeadersDealt;
    leader_returned: renaissance.LeaderReturned;
    bonus_taken: renaissance.BonusTaken;
    game_began: renaissance.GameBegan;
    marbles_taken: renaissance.MarblesTaken;
    marble_converted: renaissance.MarbleConverted;
    resource_placed: renaissance.ResourcePlaced;
    resource_discarded: renaissance.ResourceDiscarded;
    resources_moved: renaissance.ResourcesMoved;
    depots_swapped: renaissance.DepotsSwapped;
    card_bought: renaissance.CardBought;
    card_removed: renaissance.CardRemoved;
    produced: renaissance.Produced;
    leader_played: renaissance.LeaderPlayed;
    leader_discarded: renaissance.LeaderDiscarded;
    faith_gained: renaissance.FaithGained;
    cross_moved: renaissance.CrossMoved;
    vatican_report: renaissance.VaticanReport;
    last_round_began: renaissance.LastRoundBegan;
    token_revealed: renaissance.TokenRevealed;
    turn_skipped: TurnSkipped;
    turn_passed: TurnPassed;
    seats_left: SeatsLeft;
    seat_returned: SeatReturned;
    game_ended: renaissance.GameEnded;
  }
  export type Event = Events[keyof Events];
  export interface Values {
    options: renaissance.Options;
    move: renaissance.Move;
    step: renaissance.Step;
    draft: renaissance.Draft;
    events: Array<renaissance.Event>;
    view: renaissance.View;
    guide: renaissance.Guide;
  }
  export interface ReturnLeader {
    move: "return_leader";
    leader: number;
  }
  export interface TakeBonus {
    move: "take_bonus";
    resource: renaissance.Resource;
    depot: number;
  }
  export type Resource = "coin" | "stone" | "servant" | "shield";
  export interface TakeMarbles {
    move: "take_marbles";
    way: renaissance.Way;
    index: number;
  }
  export type Way = "row" | "column";
  export interface ConvertMarble {
    move: "convert_marble";
    resource: renaissance.Resource;
  }
  export interface PlaceResource {
    move: "place_resource";
    resource: renaissance.Resource;
    depot: number;
  }
  export interface DiscardResource {
    move: "discard_resource";
    resource: renaissance.Resource;
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
    payment?: renaissance.Payment | null;
  }
  export interface Payment {
    depots: Array<number>;
    strongbox?: renaissance.Goods;
  }
  export type Goods = [coin: number, stone: number, servant: number, shield: number];
  export interface Produce {
    move: "produce";
    payment?: renaissance.Payment | null;
    slots?: Array<number>;
    basic?: renaissance.Basic | null;
    leaders?: Array<renaissance.LeaderPower>;
  }
  export interface Basic {
    pays: [renaissance.Resource, renaissance.Resource];
    makes: renaissance.Resource;
  }
  export interface LeaderPower {
    leader: number;
    makes: renaissance.Resource;
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
    resource: renaissance.Resource;
  }
  export interface ChooseOutput {
    step: "choose_output";
    resource: renaissance.Resource;
  }
  export interface Pay {
    step: "pay";
    resource: renaissance.Resource;
    depot?: number | null;
    count?: number;
  }
  export interface PayTheRest {
    step: "pay_the_rest";
  }
  export interface StartOver {
    step: "start_over";
  }
  export interface TableLaid {
    event: "table_laid";
    seats: number;
    marbles: Array<renaissance.Marble>;
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
    resource: renaissance.Resource;
    depot: number;
  }
  export interface GameBegan {
    event: "game_began";
  }
  export interface MarblesTaken {
    event: "marbles_taken";
    seat: number;
    way: renaissance.Way;
    index: number;
  }
  export interface MarbleConverted {
    event: "marble_converted";
    seat: number;
    resource: renaissance.Resource;
  }
  export interface ResourcePlaced {
    event: "resource_placed";
    seat: number;
    resource: renaissance.Resource;
    depot: number;
  }
  export interface ResourceDiscarded {
    event: "resource_discarded";
    seat: number;
    resource: renaissance.Resource;
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
    payment: renaissance.Payment;
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
    payment: renaissance.Payment;
    made: renaissance.Goods;
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
    inputs: Array<renaissance.Resource>;
    outputs: Array<renaissance.Resource>;
    depots: Array<number>;
    strongbox: renaissance.Goods;
    held: Array<renaissance.Depot>;
    played: Array<number>;
  }
  export interface Depot {
    slots: number;
    resource: renaissance.Resource | null;
    count: number;
    of_leader: boolean;
  }
  export interface View {
    eyes: number | null;
    phase: renaissance.Phase;
    turn: number | null;
    turns: number;
    first: number;
    market: renaissance.Market;
    decks: Array<renaissance.DeckView>;
    taken: renaissance.Goods;
    whites: number;
    reports: number;
    tokens: number;
    cross: number;
    seats: Array<renaissance.SeatView>;
    last_round: boolean;
    outcome: Outcome | null;
  }
  export type Phase = "setup" | "acting" | "placing" | "acted";
  export interface Market {
    rows: Array<Array<renaissance.Marble>>;
    slide: renaissance.Marble;
  }
  export interface DeckView {
    top: number;
    cards: number;
  }
  export interface SeatView {
    hand: Array<number>;
    played: Array<number>;
    depots: Array<renaissance.Depot>;
    strongbox: renaissance.Goods;
    slots: Array<Array<number>>;
    faith: number;
    tiles: Array<renaissance.PopeTile>;
    bonus: number;
    away: boolean;
  }
  export type PopeTile = "pending" | "kept" | "lost";
  export interface Guide {
    to_do: renaissance.ToDo;
    count: number;
    lines: Array<renaissance.Line>;
    cards: Array<renaissance.Purchase>;
    powers: Array<renaissance.Power>;
    leaders: Array<renaissance.InHand>;
    conversions: Array<renaissance.Resource>;
    places: { [key: string]: Array<number> };
    swaps: Array<[number, number]>;
    moves: Array<[number, number, number]>;
    may_end: boolean;
    bill: renaissance.Bill | null;
  }
  export type ToDo = "return_leaders" | "take_bonus" | "act" | "convert" | "place" | "end" | "wait" | "over";
  export interface Line {
    way: renaissance.Way;
    index: number;
    goods: renaissance.Goods;
    faith: number;
    whites: number;
  }
  export interface Purchase {
    card: number;
    price: renaissance.Goods;
    slots: Array<number>;
    reason: string;
  }
  export interface Power {
    step: renaissance.UseBasic | renaissance.UseSlot | renaissance.UseLeader;
    price: renaissance.Goods;
    choices_in: number;
    makes: renaissance.Goods;
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
    price: renaissance.Goods;
    paid: renaissance.Goods;
    owed: renaissance.Goods;
    gains: renaissance.Goods;
    faith: number;
    left: renaissance.Goods;
    choices_in: number;
    choices_out: number;
    inputs: Array<renaissance.Resource>;
    pay: Array<renaissance.Pay>;
    ways: number;
    ready: boolean;
  }
}

export interface Games {
  shelfie: shelfie.Values;
  renaissance: renaissance.Values;
}

export type GameOptions = Games[keyof Games]["options"];

export type GameMove = Games[keyof Games]["move"];

export type GameStep = Games[keyof Games]["step"];

export type GameDraft = Games[keyof Games]["draft"];

export type GameEvents = Games[keyof Games]["events"];

export type GameView = Games[keyof Games]["view"];

export type GameGuide = Games[keyof Games]["guide"];

export interface Enter {
  do: "enter";
  name: string;
  secret?: string;
  token?: string;
  client?: string;
  bot?: boolean;
  id?: string;
}

export interface Leave {
  do: "leave";
  id?: string;
}

export interface StepOut {
  do: "step_out";
  id?: string;
}

export interface LookAround {
  do: "look_around";
  follow?: boolean;
  limit?: number;
  after?: string;
  search?: string;
  game?: string;
  room?: number;
  free?: boolean;
  oldest?: boolean;
  names?: Array<string>;
  people_after?: string;
  id?: string;
}

export interface AskSeatKept {
  do: "ask_seat_kept";
  names: Array<string>;
  id?: string;
}

export interface OpenTable {
  do: "open_table";
  game: string;
  seats: number;
  options?: GameOptions;
  private?: boolean;
  watchable?: boolean;
  clock?: Clock | null;
  take_back?: boolean;
  name?: string;
  waits?: boolean;
  lets_go?: boolean;
  absence?: AbsenceRule;
  closely?: boolean;
  hints?: boolean;
  id?: string;
}

export interface Clock {
  turn?: number;
  bank?: number;
  increment?: number;
}

export type AbsenceRule = "" | "wait" | "bot" | "forfeit";

export interface JoinTable {
  do: "join_table";
  table?: number;
  code?: string;
  closely?: boolean;
  id?: string;
}

export interface Say {
  do: "say";
  text: string;
  table?: number | null;
  to?: string;
  id?: string;
}

export interface Recall {
  do: "recall";
  heard?: number;
  id?: string;
}

export interface Mute {
  do: "mute";
  name: string;
  muted?: boolean;
  id?: string;
}

export interface Block {
  do: "block";
  name: string;
  blocked?: boolean;
  id?: string;
}

export interface Report {
  do: "report";
  name: string;
  text: string;
  table?: number | null;
  id?: string;
}

export interface AskStatistics {
  do: "ask_statistics";
  name: string;
  id?: string;
}

export interface AskFinished {
  do: "ask_finished";
  id?: string;
}

export interface ChangeSecret {
  do: "change_secret";
  new: string;
  secret?: string;
  id?: string;
}

export interface NewRecoveryCode {
  do: "new_recovery_code";
  secret: string;
  id?: string;
}

export interface AskSessions {
  do: "ask_sessions";
  id?: string;
}

export interface EndSession {
  do: "end_session";
  session?: string;
  id?: string;
}

export interface EndOtherSessions {
  do: "end_other_sessions";
  id?: string;
}

export interface DeleteMe {
  do: "delete_me";
  secret: string;
  id?: string;
}

export interface StandUp {
  do: "stand_up";
  id?: string;
  table: number;
}

export interface Resign {
  do: "resign";
  id?: string;
  table: number;
}

export interface OfferSeat {
  do: "offer_seat";
  offered?: boolean;
  id?: string;
  table: number;
}

export interface TakeSeat {
  do: "take_seat";
  seat: number;
  code: string;
  closely?: boolean;
  id?: string;
  table: number;
}

export interface Vote {
  do: "vote";
  what: Ballot;
  id?: string;
  table: number;
}

export type Ballot = "skip" | "bot" | "end";

export interface SeatBot {
  do: "seat_bot";
  bot: string;
  speed?: BotSpeed;
  id?: string;
  table: number;
}

export type BotSpeed = "instant" | "quick" | "human";

export interface Unseat {
  do: "unseat";
  seat: number;
  id?: string;
  table: number;
}

export interface Remove {
  do: "remove";
  name: string;
  removed?: boolean;
  id?: string;
  table: number;
}

export interface Silence {
  do: "silence";
  name: string;
  muted?: boolean;
  id?: string;
  table: number;
}

export interface ReleaseSeat {
  do: "release_seat";
  name: string;
  id?: string;
  table: number;
}

export interface AskSpectators {
  do: "ask_spectators";
  id?: string;
  table: number;
}

export interface ResizeTable {
  do: "resize_table";
  seats: number;
  id?: string;
  table: number;
}

export interface StartTable {
  do: "start_table";
  bot: string;
  speed?: BotSpeed;
  id?: string;
  table: number;
}

export interface HurryBots {
  do: "hurry_bots";
  id?: string;
  table: number;
}

export interface Watch {
  do: "watch";
  seen?: number;
  heard?: number;
  code?: string;
  closely?: boolean;
  id?: string;
  table: number;
}

export interface StopWatching {
  do: "stop_watching";
  id?: string;
  table: number;
}

export interface Rematch {
  do: "rematch";
  closely?: boolean;
  id?: string;
  table: number;
}

export interface PlayOn {
  do: "play_on";
  version: number;
  seat: number;
  bot: string;
  speed?: BotSpeed;
  closely?: boolean;
  id?: string;
  table: number;
}

export interface Play {
  do: "play";
  move: GameMove;
  keep?: boolean;
  id?: string;
  table: number;
}

export interface DropMove {
  do: "drop_move";
  id?: string;
  table: number;
}

export interface TakeBack {
  do: "take_back";
  id?: string;
  table: number;
}

export interface Draft {
  do: "draft";
  step: GameStep;
  id?: string;
  table: number;
}

export interface Finish {
  do: "finish";
  keep?: boolean;
  id?: string;
  table: number;
}

export interface AskMoves {
  do: "ask_moves";
  id?: string;
  table: number;
}

export interface AskPoints {
  do: "ask_points";
  id?: string;
  table: number;
}

export interface Pause {
  do: "pause";
  id?: string;
  table: number;
}

export interface Resume {
  do: "resume";
  id?: string;
  table: number;
}

export interface GiveTime {
  do: "give_time";
  seat: number;
  seconds?: number;
  id?: string;
  table: number;
}

export interface AskHint {
  do: "ask_hint";
  id?: string;
  table: number;
}

export interface ShowServer {
  do: "show_server";
}

export interface ListClients {
  do: "list_clients";
}

export interface ListTables {
  do: "list_tables";
}

export interface ShowTable {
  do: "show_table";
  table: number;
}

export interface ListBans {
  do: "list_bans";
}

export interface ListLimits {
  do: "list_limits";
}

export interface ListReports {
  do: "list_reports";
  count?: number;
}

export interface ListOperatorActions {
  do: "list_deeds";
  count?: number;
}

export interface CloseTable {
  do: "close_table";
  table: number;
  why?: string;
}

export interface SeatPlayer {
  do: "seat_player";
  table: number;
  seat: number;
  name: string;
  why?: string;
}

export interface UnseatPlayer {
  do: "unseat_player";
  table: number;
  seat: number;
  why?: string;
}

export interface ReleaseName {
  do: "release_name";
  name: string;
  why?: string;
}

export interface Kick {
  do: "kick";
  name: string;
  why?: string;
}

export interface MutePlayer {
  do: "mute_player";
  name: string;
  until?: number;
  why?: string;
}

export interface UnmutePlayer {
  do: "unmute_player";
  name: string;
  why?: string;
}

export interface Ban {
  do: "ban";
  name?: string;
  address?: string;
  until?: number;
  why?: string;
}

export interface Unban {
  do: "unban";
  name?: string;
  address?: string;
  why?: string;
}

export interface Announce {
  do: "announce";
  text: string;
  why?: string;
}

export interface Drain {
  do: "drain";
  within?: number | null;
  why?: string;
}

export interface EndDrain {
  do: "end_drain";
  why?: string;
}

export interface Welcome {
  notice: "welcome";
  name: string;
  token: string;
  tables: Array<number>;
  request?: string;
  kept?: boolean;
  recovered?: boolean;
}

export interface Refused {
  notice: "refused";
  code: string;
  detail: string;
  request: string;
}

export interface Done {
  notice: "done";
  request: string;
}

export interface Surroundings {
  notice: "surroundings";
  people: Array<string>;
  tables: Array<TableInfo>;
  request: string;
  more: string;
  after: string;
  search: string;
  known: Array<string>;
  online: number;
  more_people: string;
  bots: Array<string>;
}

export interface TableInfo {
  table: number;
  game: string;
  seats: Array<HolderInfo | null>;
  options: GameOptions;
  owner: string;
  private: boolean;
  watchable: boolean;
  started: boolean;
  over: boolean;
  name: string;
  waits: boolean;
  clock: Clock | null;
  take_back: boolean;
  paused: boolean;
  origin: [number, number] | null;
  rematch: number;
  code: string;
  rules: number;
  room: number;
  last_round: boolean;
  closed: boolean;
  absence: AbsenceRule;
  offered: Array<number>;
  hints: boolean;
  resumes: number;
}

export interface HolderInfo {
  name: string;
  bot: string;
  here: boolean;
  stand_in: string;
  program: boolean;
}

export interface SeatKept {
  notice: "seat_kept";
  kept: boolean;
  request: string;
}

export interface PersonHere {
  notice: "person_here";
  name: string;
  here: boolean;
  bot: boolean;
}

export interface TableListed {
  notice: "table_listed";
  info: TableInfo;
  closed: boolean;
}

export interface TableShown {
  notice: "table_shown";
  info: TableInfo;
  version: number;
  seat: number | null;
  view: GameView | null;
  points: Array<Array<Point>>;
  left: Array<number>;
  request: string;
  away: Array<AwaySeat>;
}

export interface Point {
  source: string;
  amount: number;
  title: string;
}

export interface AwaySeat {
  seat: number;
  then: WhenAway;
  within: number | null;
}

export type WhenAway = "wait" | "bot" | "stand_in" | "skip" | "lose" | "free" | "nothing";

export interface TableNews {
  notice: "table_news";
  table: number;
  version: number;
  record: TableRecord;
  request?: string;
}

export interface TableSeen {
  notice: "table_seen";
  table: number;
  version: number;
  view: GameView;
  points: Array<Array<Point>>;
  guide: GameGuide;
  to_move: Array<number>;
  take_back: number | null;
}

export interface Guided {
  notice: "guided";
  table: number;
  guide: GameGuide;
}

export interface Presence {
  notice: "presence";
  table: number;
  name: string;
  here: boolean;
  paused: boolean;
}

export interface PauseAsked {
  notice: "pause_asked";
  table: number;
  seats: Array<number>;
  within: number | null;
}

export interface TimeLow {
  notice: "time_low";
  table: number;
  seat: number;
  left: number;
}

export interface WhoIsAway {
  notice: "who_is_away";
  table: number;
  away: Array<AwaySeat>;
}

export interface VoteAsked {
  notice: "vote_asked";
  table: number;
  what: Ballot;
  seats: Array<number>;
}

export interface BotsHurried {
  notice: "bots_hurried";
  table: number;
}

export interface Moves {
  notice: "moves";
  table: number;
  moves: Array<GameMove>;
  request: string;
}

export interface Hint {
  notice: "hint";
  table: number;
  version: number;
  level: string;
  move: GameMove;
  reasons: Array<Reason>;
  request: string;
}

export interface Reason {
  kind: string;
  worth: number;
  values: { [key: string]: unknown };
}

export interface Points {
  notice: "points";
  table: number;
  points: Array<Array<Point>>;
  request: string;
}

export interface Gesture {
  notice: "gesture";
  table: number;
  seat: number;
  draft: GameDraft | null;
  take_back: number | null;
}

export interface MoveKept {
  notice: "move_kept";
  table: number;
  seat: number;
  move: GameMove | null;
  request: string;
}

export interface Said {
  notice: "said";
  by: string;
  text: string;
  at: number;
  table: number | null;
  to: string;
  number: number;
}

export interface Announced {
  notice: "announced";
  text: string;
  at: number;
  code: string;
}

export interface Spectators {
  notice: "spectators";
  table: number;
  names: Array<string>;
  removed: Array<string>;
  muted: Array<string>;
  request: string;
}

export interface Statistics {
  notice: "statistics";
  name: string;
  games: { [key: string]: Tally };
  request: string;
}

export interface Tally {
  played: number;
  won: number;
  points: number;
  best: number | null;
}

export interface FinishedGames {
  notice: "finished_games";
  games: Array<FinishedGame>;
  request: string;
}

export interface FinishedGame {
  table: number;
  game: string;
  players: Array<HolderInfo | null>;
  result: Result;
  at: number;
}

export interface Result {
  outcome: Outcome;
  totals: Array<number>;
}

export interface Outcome {
  winners: Array<number>;
  ending: Ending;
}

export type Ending = "played_out" | "last_left" | "abandoned";

export interface RecoveryCode {
  notice: "recovery_code";
  code: string;
  request: string;
}

export interface Sessions {
  notice: "sessions";
  sessions: Array<SessionInfo>;
  request: string;
  recovery: boolean;
}

export interface SessionInfo {
  session: string;
  since: number;
  used: number;
  address: string;
  client: string;
  here: boolean;
}

export interface Farewell {
  notice: "farewell";
  code: string;
  detail: string;
  request?: string;
}

export interface TableOpened {
  record: "table_opened";
  game: string;
  rules: number;
  seats: number;
  options: GameOptions;
  owner: string;
  code: string;
  private?: boolean;
  watchable?: boolean;
  clock?: Clock | null;
  take_back?: boolean;
  name?: string;
  room?: number;
  waits?: boolean;
  lets_go?: boolean;
  at?: number;
  origin?: [number, number] | null;
  absence?: AbsenceRule;
  hints?: boolean;
  former_owner?: string;
}

export interface TableResized {
  record: "table_resized";
  seats: number;
}

export interface SeatTaken {
  record: "seat_taken";
  seat: number;
  name: string;
  bot?: string;
  events?: GameEvents;
  left?: Array<number>;
  at?: number;
  speed?: BotSpeed;
  program?: boolean;
  released?: boolean;
}

export interface SeatFreed {
  record: "seat_freed";
  seat: number;
}

export interface GameStarted {
  record: "game_started";
  events: GameEvents;
  left?: Array<number>;
}

export interface MovePlayed {
  record: "move_played";
  seat: number;
  events: GameEvents;
  request?: string;
  left?: Array<number>;
  spent?: number;
}

export interface MoveTakenBack {
  record: "move_taken_back";
  seat: number;
  left?: Array<number>;
}

export interface SeatSkipped {
  record: "seat_skipped";
  seat: number;
  events: GameEvents;
  late?: boolean;
  left?: Array<number>;
}

export interface SeatsGivenUp {
  record: "seats_given_up";
  seats: Array<number>;
  events: GameEvents;
  resigned?: boolean;
  left?: Array<number>;
  late?: boolean;
}

export interface StandInSeated {
  record: "stand_in_seated";
  seat: number;
  bot: string;
}

export interface StandInLeft {
  record: "stand_in_left";
  seat: number;
}

export interface SeatOffered {
  record: "seat_offered";
  seat: number;
  offered?: boolean;
}

export interface GameCalledOff {
  record: "game_called_off";
  events: GameEvents;
  left?: Array<number>;
}

export interface GamePaused {
  record: "game_paused";
  left?: Array<number>;
  by?: number | null;
  until?: number;
}

export interface GameResumed {
  record: "game_resumed";
  seat: number;
  expired?: boolean;
}

export interface TimeGiven {
  record: "time_given";
  by: number;
  to: number;
  seconds: number;
  left?: Array<number>;
}

export interface RematchOpened {
  record: "rematch_opened";
  table: number;
}

export interface TableClosed {
  record: "table_closed";
}

export interface PlayerRemoved {
  record: "player_removed";
  name: string;
  removed?: boolean;
}

export interface PlayerMuted {
  record: "player_muted";
  name: string;
  muted?: boolean;
}

export interface RecordDropped {
  record: "record_dropped";
}

export interface Accepted {
  waiting_for: number;
}

export interface ClientInfo {
  name: string;
  address: string;
  protocol: string;
  since: number;
  tables: Array<number>;
  node: string;
}

export interface LimitInfo {
  limit: string;
  burst: number;
  rate: number;
}

export interface Recorded {
  at: number;
  by: string;
  did: CloseTable | SeatPlayer | UnseatPlayer | ReleaseName | Kick | MutePlayer | UnmutePlayer | Ban | Unban | Announce | Drain | EndDrain | Remove | Silence | ReleaseSeat;
}

export interface Reported {
  at: number;
  by: string;
  name: string;
  text: string;
  table?: number | null;
  talk?: Array<Said>;
}

export interface Sanction {
  did: Ban | MutePlayer;
  at: number;
  by: string;
}

export interface TurnGuide {
  to_do: ToDo;
  drawing: string;
  moves: Array<Offer>;
}

export type ToDo = "move" | "wait" | "over";

export interface Offer {
  text: string;
  move: unknown;
}

export interface Health {
  status: string;
  version: string;
  bus?: string;
  disk?: string;
}

export interface GameInfo {
  game: string;
  title: string;
  fewest: number;
  most: number;
  options: { [key: string]: unknown };
  bots: Array<string>;
  page: GamePage;
  protocols: { [key: string]: number | null };
  taught: boolean;
}

export interface GamePage {
  module: string;
  card: string;
  styles: string;
  texts: { [key: string]: string };
  rules: { [key: string]: string };
}

export interface Positions {
  head: ReplayHead;
  versions: number;
  positions: Array<Position>;
}

export interface ReplayHead {
  ludoteca: "replay";
  format: number;
  table: number;
  game: string;
  players: Array<string>;
  result: Result | null;
}

export interface Position {
  version: number;
  record: TableRecord;
  view: GameView | null;
  points: Array<Array<Point>>;
  guide: GameGuide | null;
}

export interface Review {
  seat: number;
  moves: Array<JudgedMove>;
  curve: Array<Odds>;
}

export interface JudgedMove {
  version: number;
  judged: Judged;
}

export interface Judged {
  move: GameMove;
  worth: number;
  reasons: Array<Reason>;
  best: GameMove;
  best_worth: number;
  best_reasons: Array<Reason>;
}

export interface Odds {
  version: number;
  chance: number;
}

export interface Tried {
  guide: GameGuide;
  draft: GameDraft | null;
  judged: Judged | null;
}

export interface TurnSkipped {
  event: "turn_skipped";
  seat: number;
}

export interface TurnPassed {
  event: "turn_passed";
  to: number;
}

export interface SeatsLeft {
  event: "seats_left";
  seats: Array<number>;
  resigned?: boolean;
}

export interface SeatReturned {
  event: "seat_returned";
  seat: number;
}
