// Made from the server's types: RECORD=1 .venv/bin/pytest tests/web/test_declarations.py

/** The values of games, which their own declarations add. */
export interface Games {}

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
  intent?: Intent;
  id?: string;
}

export type Intent = "" | "log_in" | "sign_up";

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

export interface GlanceAt {
  do: "glance_at";
  tables: Array<number>;
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
  rated?: boolean;
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

export interface FindOpponents {
  do: "find_opponents";
  game: string;
  seats?: number;
  clock?: Clock | null;
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

export interface TakeVacation {
  do: "take_vacation";
  days: number;
  id?: string;
}

export interface EndVacation {
  do: "end_vacation";
  id?: string;
}

export interface AskVacation {
  do: "ask_vacation";
  id?: string;
}

export interface ChooseVisibility {
  do: "choose_visibility";
  strangers_see: Visibility;
  id?: string;
}

export type Visibility = "everything" | "results" | "nothing";

export interface AskSolved {
  do: "ask_solved";
  id?: string;
}

export interface MarkSolved {
  do: "mark_solved";
  game: string;
  number: number;
  id?: string;
}

export interface Befriend {
  do: "befriend";
  name: string;
  wanted?: boolean;
  id?: string;
}

export interface Follow {
  do: "follow";
  name: string;
  followed?: boolean;
  id?: string;
}

export interface AskContacts {
  do: "ask_contacts";
  follow?: boolean;
  id?: string;
}

export interface AskOpponents {
  do: "ask_opponents";
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

export interface AskProfile {
  do: "ask_profile";
  name?: string;
  id?: string;
}

export interface AskGames {
  do: "ask_games";
  name?: string;
  game?: string;
  opponent?: string;
  result?: GameResult;
  since?: number;
  until?: number;
  search?: string;
  after?: string;
  limit?: number;
  id?: string;
}

export type GameResult = "" | "won" | "lost" | "abandoned";

export interface AskOwnTables {
  do: "ask_own_tables";
  id?: string;
}

export interface AskNotifications {
  do: "ask_notifications";
  id?: string;
}

export interface ChooseNotifications {
  do: "choose_notifications";
  id?: string;
  choices: { [key: string]: Array<NotificationChannel> };
  quiet?: QuietHours | null;
}

export type NotificationChannel = "page" | "push" | "mail" | "hook";

export interface QuietHours {
  start: number;
  end: number;
  zone: string;
}

export interface MuteTable {
  do: "mute_table";
  id?: string;
  table: number;
  muted: boolean;
}

export interface AddPush {
  do: "add_push";
  id?: string;
  endpoint: string;
  key: string;
  auth: string;
  label?: string;
  language?: string;
}

export interface AddMail {
  do: "add_mail";
  id?: string;
  address: string;
  language?: string;
}

export interface AddHook {
  do: "add_hook";
  id?: string;
  url: string;
}

export interface RemoveSubscription {
  do: "remove_subscription";
  id?: string;
  subscription: string;
}

export interface TrySubscription {
  do: "try_subscription";
  id?: string;
  subscription: string;
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

export interface ChangeTable {
  do: "change_table";
  hints?: boolean | null;
  take_back?: boolean | null;
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

export interface AskPositions {
  do: "ask_positions";
  first?: number;
  limit?: number;
  code?: string;
  id?: string;
  table: number;
}

export interface Rematch {
  do: "rematch";
  closely?: boolean;
  id?: string;
  table: number;
}

export interface DeclineRematch {
  do: "decline_rematch";
  id?: string;
  table: number;
}

export interface Invite {
  do: "invite";
  name: string;
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

export interface Requests {
  enter: Enter;
  leave: Leave;
  step_out: StepOut;
  look_around: LookAround;
  glance_at: GlanceAt;
  ask_seat_kept: AskSeatKept;
  open_table: OpenTable;
  join_table: JoinTable;
  find_opponents: FindOpponents;
  say: Say;
  recall: Recall;
  mute: Mute;
  block: Block;
  report: Report;
  change_secret: ChangeSecret;
  new_recovery_code: NewRecoveryCode;
  ask_sessions: AskSessions;
  end_session: EndSession;
  end_other_sessions: EndOtherSessions;
  delete_me: DeleteMe;
  take_vacation: TakeVacation;
  end_vacation: EndVacation;
  ask_vacation: AskVacation;
  choose_visibility: ChooseVisibility;
  ask_solved: AskSolved;
  mark_solved: MarkSolved;
  befriend: Befriend;
  follow: Follow;
  ask_contacts: AskContacts;
  ask_opponents: AskOpponents;
  ask_statistics: AskStatistics;
  ask_finished: AskFinished;
  ask_profile: AskProfile;
  ask_games: AskGames;
  ask_own_tables: AskOwnTables;
  ask_notifications: AskNotifications;
  choose_notifications: ChooseNotifications;
  mute_table: MuteTable;
  add_push: AddPush;
  add_mail: AddMail;
  add_hook: AddHook;
  remove_subscription: RemoveSubscription;
  try_subscription: TrySubscription;
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
  change_table: ChangeTable;
  start_table: StartTable;
  hurry_bots: HurryBots;
  watch: Watch;
  stop_watching: StopWatching;
  ask_positions: AskPositions;
  rematch: Rematch;
  decline_rematch: DeclineRematch;
  invite: Invite;
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
  own: Array<TableInfo>;
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
  kept_for: Array<string>;
  kept_until: number;
  rated: boolean;
  matching_since: number;
}

export interface HolderInfo {
  name: string;
  bot: string;
  here: boolean;
  stand_in: string;
  program: boolean;
  vacation: number;
  strength: number;
  strength_games: number;
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

export interface Glanced {
  notice: "glanced";
  tables: Array<TableGlance>;
  request: string;
}

export interface TableGlance {
  table: number;
  game: string;
  rules: number;
  version: number;
  view: GameView;
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
  waiting: boolean;
  running: boolean;
  turn_since: number;
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
  info?: TableInfo | null;
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
  waiting: boolean;
}

export interface ClockSwitched {
  notice: "clock_switched";
  table: number;
  running: boolean;
  left: Array<number>;
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
  chance: number | null;
  line: Array<LineMove>;
}

export interface Reason {
  kind: string;
  worth: number;
  values: { [key: string]: unknown };
}

export interface LineMove {
  seat: number;
  move: GameMove;
}

export interface Points {
  notice: "points";
  table: number;
  points: Array<Array<Point>>;
  request: string;
}

export interface PositionsShown {
  notice: "positions_shown";
  table: number;
  head: ReplayHead;
  versions: number;
  positions: Array<Position>;
  request: string;
}

export interface ReplayHead {
  ludoteca: "replay";
  format: number;
  table: number;
  game: string;
  players: Array<string>;
  result: Result | null;
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

export interface Position {
  version: number;
  record: TableRecord;
  view: GameView | null;
  points: Array<Array<Point>>;
  guide: GameGuide | null;
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
  code: string;
  detail: string;
}

export interface Spectators {
  notice: "spectators";
  table: number;
  names: Array<string>;
  removed: Array<string>;
  muted: Array<string>;
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

export interface Invited {
  notice: "invited";
  by: string;
  to: string;
  table: number;
  game: string;
  code: string;
}

export interface Announced {
  notice: "announced";
  text: string;
  at: number;
  code: string;
}

export interface Statistics {
  notice: "statistics";
  name: string;
  games: { [key: string]: Tally };
  request: string;
  ratings: Array<PlayerRating>;
}

export interface Tally {
  played: number;
  won: number;
  points: number;
  best: number | null;
}

export interface PlayerRating {
  game: string;
  pool: Pool;
  rating: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
}

export type Pool = "live" | "slow";

export interface FinishedGames {
  notice: "finished_games";
  games: Array<FinishedGame>;
  request: string;
  own: Array<FinishedGame>;
}

export interface FinishedGame {
  table: number;
  game: string;
  players: Array<HolderInfo | null>;
  result: Result;
  at: number;
  code: string;
  ratings: Array<SeatRating>;
  private: boolean;
}

export interface SeatRating {
  seat: number;
  place: number;
  rating: number;
  uncertainty: number;
  change?: number;
  games?: number;
}

export interface Profile {
  notice: "profile";
  name: string;
  sees: Visibility;
  account: boolean;
  played: number;
  results: Array<SeatsTally>;
  ratings: Array<PlayerRating>;
  curves: Array<RatingCurve>;
  goals: Array<GoalTally>;
  achievements: Array<Achievement>;
  games: Array<FinishedGame>;
  together: number;
  you_won: number;
  they_won: number;
  strangers_see: Visibility | null;
  request: string;
}

export interface SeatsTally {
  game: string;
  seats: number;
  played: number;
  won: number;
  points: number;
  best: number;
}

export interface RatingCurve {
  game: string;
  pool: Pool;
  ratings: Array<RatedAt>;
}

export interface RatedAt {
  at: number;
  rating: number;
}

export interface GoalTally {
  game: string;
  goal: string;
  played: number;
  met: number;
  points: number;
  best: number;
}

export interface Achievement {
  kind: AchievementKind;
  game: string;
  level: number;
}

export type AchievementKind = "games" | "every_size" | "best_bot" | "rated";

export interface GamesPlayed {
  notice: "games_played";
  name: string;
  games: Array<FinishedGame>;
  more: string;
  request: string;
}

export interface OwnTables {
  notice: "own_tables";
  tables: Array<OwnTable>;
  request: string;
}

export interface OwnTable {
  info: TableInfo;
  seat: number;
  to_move: Array<number>;
  left: Array<number>;
  running: boolean;
}

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

export interface VacationShown {
  notice: "vacation_shown";
  until: number;
  left: number;
  days: number;
  longest: number;
  request: string;
}

export interface PuzzlesSolved {
  notice: "puzzles_solved";
  games: { [key: string]: Array<number> };
  request: string;
}

export interface Contacts {
  notice: "contacts";
  contacts: Array<Contact>;
  request: string;
}

export interface Contact {
  name: string;
  friendship: Friendship;
  followed: boolean;
  blocked: boolean;
  online: boolean;
  tables: Array<ContactTable>;
}

export type Friendship = "" | "asked" | "asks" | "friends";

export interface ContactTable {
  table: number;
  game: string;
  started: boolean;
  free: boolean;
  watchable: boolean;
}

export interface ContactChanged {
  notice: "contact_changed";
  contact: Contact;
  request: string;
}

export interface Opponents {
  notice: "opponents";
  opponents: Array<Opponent>;
  request: string;
}

export interface Opponent {
  name: string;
  game: string;
  table: number;
  at: number;
  account: boolean;
  online: boolean;
}

export interface NotificationSettings {
  notice: "notification_settings";
  channels: Array<NotificationChannel>;
  key: string;
  subscriptions: Array<SubscriptionInfo>;
  choices: { [key: string]: Array<NotificationChannel> };
  quiet: QuietHours | null;
  muted: Array<number>;
  request: string;
}

export interface SubscriptionInfo {
  id: string;
  channel: NotificationChannel;
  shown: string;
  confirmed: boolean;
}

export interface SubscriptionAdded {
  notice: "subscription_added";
  subscription: SubscriptionInfo;
  secret: string;
  request: string;
}

export interface Farewell {
  notice: "farewell";
  code: string;
  detail: string;
  request?: string;
  until?: number;
  why?: string;
}

export interface Notices {
  welcome: Welcome;
  refused: Refused;
  done: Done;
  surroundings: Surroundings;
  seat_kept: SeatKept;
  person_here: PersonHere;
  table_listed: TableListed;
  glanced: Glanced;
  table_shown: TableShown;
  table_news: TableNews;
  table_seen: TableSeen;
  guided: Guided;
  presence: Presence;
  pause_asked: PauseAsked;
  time_low: TimeLow;
  who_is_away: WhoIsAway;
  clock_switched: ClockSwitched;
  vote_asked: VoteAsked;
  bots_hurried: BotsHurried;
  moves: Moves;
  hint: Hint;
  points: Points;
  positions_shown: PositionsShown;
  gesture: Gesture;
  move_kept: MoveKept;
  spectators: Spectators;
  said: Said;
  invited: Invited;
  announced: Announced;
  statistics: Statistics;
  finished_games: FinishedGames;
  profile: Profile;
  games_played: GamesPlayed;
  own_tables: OwnTables;
  recovery_code: RecoveryCode;
  sessions: Sessions;
  vacation_shown: VacationShown;
  puzzles_solved: PuzzlesSolved;
  contacts: Contacts;
  contact_changed: ContactChanged;
  opponents: Opponents;
  notification_settings: NotificationSettings;
  subscription_added: SubscriptionAdded;
  farewell: Farewell;
}

export type Notice = Notices[keyof Notices];

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
  kept_for?: Array<string>;
  rated?: boolean;
  matching?: boolean;
}

export interface TableResized {
  record: "table_resized";
  seats: number;
}

export interface TableChanged {
  record: "table_changed";
  hints: boolean;
  take_back: boolean;
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
  strength?: number;
  strength_games?: number;
}

export interface SeatFreed {
  record: "seat_freed";
  seat: number;
  kept_for?: string;
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

export interface VacationBegun {
  record: "vacation_begun";
  name: string;
  until: number;
  left?: Array<number>;
}

export interface VacationEnded {
  record: "vacation_ended";
  name: string;
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

export interface GameRated {
  record: "game_rated";
  ratings: Array<SeatRating>;
  at: number;
}

export interface RecordDropped {
  record: "record_dropped";
}

export interface TableRecords {
  table_opened: TableOpened;
  table_resized: TableResized;
  table_changed: TableChanged;
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
  vacation_begun: VacationBegun;
  vacation_ended: VacationEnded;
  rematch_opened: RematchOpened;
  table_closed: TableClosed;
  player_removed: PlayerRemoved;
  player_muted: PlayerMuted;
  game_rated: GameRated;
  record_dropped: RecordDropped;
}

export type TableRecord = TableRecords[keyof TableRecords];

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
  connections: number;
}

export interface LimitInfo {
  limit: string;
  burst: number;
  rate: number;
  unit: string;
  seconds: number;
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
  analysed: boolean;
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

export interface PersonalData {
  name: string;
  since: number;
  account: boolean;
  recovery: boolean;
  strangers_see: Visibility;
  vacations: Array<Vacation>;
  sessions: Array<KeptSession>;
  friendships: Array<KeptRelation>;
  declined: Array<string>;
  followed: Array<KeptRelation>;
  muted: Array<string>;
  blocked: Array<string>;
  sanctions: Array<KeptSanction>;
  ratings: Array<PlayerRating>;
  tables: Array<TableInfo>;
  notifications: KeptNotifications;
  solved: { [key: string]: Array<number> };
  rated_games: Array<KeptRating>;
  games: Array<FinishedGame>;
  messages: Array<Said>;
  reports: Array<KeptReport>;
  reported_messages: Array<Said>;
  actions: Array<KeptAction>;
}

export interface Vacation {
  since: number;
  until: number;
}

export interface KeptSession {
  since: number;
  used: number;
  address: string;
  protocol: string;
  client: string;
}

export interface KeptRelation {
  name: string;
  at: number;
}

export interface KeptSanction {
  kind: string;
  at: number;
  until: number;
  why: string;
}

export interface KeptNotifications {
  subscriptions: Array<SubscriptionInfo>;
  choices: { [key: string]: Array<NotificationChannel> };
  quiet: QuietHours | null;
  muted: Array<number>;
  pending: Array<Notification>;
}

export interface Notification {
  kind: NotificationKind;
  table?: number;
  since?: number;
  game?: string;
  at?: number;
  by?: string;
  code?: string;
}

export type NotificationKind = "turn" | "invitation" | "clock" | "reminder" | "test";

export interface KeptRating {
  game: string;
  pool: string;
  table: number;
  at: number;
  rating: number;
  uncertainty: number;
}

export interface KeptReport {
  at: number;
  name: string;
  text: string;
  table: number | null;
}

export interface KeptAction {
  at: number;
  own: boolean;
  did: CloseTable | SeatPlayer | UnseatPlayer | ReleaseName | Kick | MutePlayer | UnmutePlayer | Ban | Unban | Announce | Drain | EndDrain | Remove | Silence | ReleaseSeat;
}

export interface Leader {
  name: string;
  rating: number;
  uncertainty: number;
  games: number;
}

export interface Review {
  seat: number;
  moves: Array<JudgedMove>;
  curve: Array<Odds>;
  level: string;
  accuracy: number | null;
  key_moments: Array<number>;
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
  chance: number | null;
  best_chance: number | null;
  grade: Grade;
  gains: Array<Reason>;
  line: Array<LineMove>;
  best_line: Array<LineMove>;
}

export type Grade = "best" | "good" | "inaccuracy" | "mistake";

export interface Odds {
  version: number;
  chance: number;
}

export interface Study {
  level: string;
  done: number;
  positions: number;
  reviews: Array<Review>;
}

export interface Tried {
  guide: GameGuide;
  draft: GameDraft | null;
  judged: Judged | null;
}

export interface Analysis {
  game: string;
  positions: Array<AnalysedPosition>;
  draft: GameDraft | null;
}

export interface AnalysedPosition {
  position: string;
  move: string;
  played: GameMove | null;
  events: GameEvents;
  view: GameView;
  points: Array<Array<Point>>;
  guide: GameGuide;
  to_move: Array<number>;
}

export interface Evaluation {
  level: string;
  seat: number | null;
  moves: Array<EvaluatedMove>;
  chances: Array<number>;
}

export interface EvaluatedMove {
  move: GameMove;
  worth: number;
  chance: number;
  reasons: Array<Reason>;
  line: Array<LineMove>;
}

export interface Solution {
  move: GameMove;
  reasons: Array<Reason>;
  line: Array<ExpectedMove>;
}

export interface ExpectedMove {
  seat: number;
  move: GameMove;
  view: GameView;
  points: Array<Array<Point>>;
  guide: GameGuide;
}

export interface PuzzleBook {
  game: string;
  daily: number;
  puzzles: Array<PuzzleInfo>;
}

export interface PuzzleInfo {
  number: number;
  level: string;
}

export interface PuzzlePosition {
  game: string;
  number: number;
  level: string;
  seat: number;
  view: GameView;
  points: Array<Array<Point>>;
  guide: GameGuide;
}

export interface PuzzleTried {
  guide: GameGuide;
  draft: GameDraft | null;
  verdict: Verdict | null;
}

export interface Verdict {
  move: GameMove;
  grade: Grade;
  loss: number;
  reasons: Array<Reason>;
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
