"""Reasons why requests are refused, except for the refusals of games."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games import Refusal
from ludoteca.messages.notices import Farewell


class ServerReason(StrEnum):
    """Codes of refusals. They are published: codes may be added but never changed."""

    NOT_IN_YET = "house/not_in_yet"
    IN_ALREADY = "house/in_already"
    BAD_NAME = "house/bad_name"
    NAME_RESERVED = "house/name_reserved"
    NAME_IN_USE = "house/name_in_use"
    WRONG_SECRET = "house/wrong_secret"  # noqa: S105 - a code
    NAME_KEPT = "house/name_kept"
    TOO_MANY_AWAY = "house/too_many_away"
    LOOKS_TAKEN = "house/name_looks_taken"
    SHORT_SECRET = "house/short_secret"  # noqa: S105 - a code
    NO_ACCOUNT = "house/no_account"
    NO_SUCH_SESSION = "house/no_such_session"
    NO_SUCH_GAME = "house/no_such_game"
    BAD_SEATS = "house/bad_seats"
    BAD_OPTIONS = "house/bad_options"
    NO_SUCH_TABLE = "house/no_such_table"
    TABLE_FULL = "house/table_full"
    NOT_SEATED = "house/not_seated"
    SEATED_ALREADY = "house/seated_already"
    NOT_THE_OWNER = "house/not_the_owner"
    NOT_STARTED = "house/not_started"
    STARTED_ALREADY = "house/started_already"
    NO_WATCHING = "house/no_watching"
    NO_SUCH_BOT = "house/no_such_bot"
    NO_SUCH_SEAT = "house/no_such_seat"
    PAUSED = "house/paused"
    UNREADABLE_MOVE = "house/unreadable_move"
    NO_DRAFT = "house/no_draft"
    NO_KEPT_MOVE = "house/no_kept_move"
    PLAYER_AWAY = "house/player_away"
    NO_SUCH_PERSON = "house/no_such_person"
    PERSON_AWAY = "house/person_away"
    NOTHING_SAID = "house/nothing_said"
    TOO_LONG = "house/too_long"
    NOT_WRITTEN = "house/not_written"
    BAD_TABLE_NAME = "house/bad_table_name"
    TABLE_NAME_IN_USE = "house/table_name_in_use"
    BAD_CLOCK = "house/bad_clock"
    NO_CLOCK = "house/no_clock"
    BAD_TIME = "house/bad_time"
    NO_TAKING_BACK = "house/no_taking_back"
    NOTHING_TO_TAKE_BACK = "house/nothing_to_take_back"
    OVER_ALREADY = "house/over_already"
    NOT_OVER = "house/not_over"
    AT_REST = "house/at_rest"
    NOT_AT_REST = "house/not_at_rest"
    PAUSE_USED = "house/pause_used"
    NO_SUCH_VERSION = "house/no_such_version"
    UNKNOWN_RULES = "house/unknown_rules"
    UNREADABLE_TABLE = "house/unreadable_table"
    TOO_OFTEN = "house/too_often"
    TOO_MANY = "server/too_many"
    NOBODY_AWAITED = "house/nobody_awaited"
    SEAT_NOT_OFFERED = "house/seat_not_offered"
    WRONG_CODE = "house/wrong_code"
    TOO_SOON = "house/too_soon"
    TOO_MUCH_HERE = "house/too_much_here"
    TOO_MANY_TABLES = "house/too_many_tables"
    CHAT_QUOTA = "house/chat_quota"
    SEAT_KEPT = "house/seat_kept"
    SAT_ELSEWHERE = "house/sat_elsewhere"
    MUTED = "house/muted"
    BLOCKED = "house/blocked"
    REMOVED = "house/removed"
    DISK_LOW = "house/disk_low"
    DRAINING = "house/draining"
    NO_HINTS = "house/no_hints"
    RATED_NEEDS_ACCOUNT = "house/rated_needs_account"
    BAD_VACATION = "house/bad_vacation"
    CLOCK_NEARLY_OUT = "house/clock_nearly_out"
    ON_VACATION = "house/on_vacation"
    OTHER_NEEDS_ACCOUNT = "house/other_needs_account"
    TOO_MANY_CONTACTS = "house/too_many_contacts"
    PREMOVE_CHANGED = "house/premove_changed"
    NO_TEACHER = "house/no_teacher"
    NOT_YOUR_TURN = "house/not_your_turn"
    NOT_OFFERED = "house/not_offered"
    BAD_SUBSCRIPTION = "house/bad_subscription"
    PRIVATE_ADDRESS = "house/private_address"
    NO_SUCH_SUBSCRIPTION = "house/no_such_subscription"
    TOO_MANY_SUBSCRIPTIONS = "house/too_many_subscriptions"
    NOT_CONFIRMED = "house/not_confirmed"
    NOT_DELIVERED = "house/not_delivered"
    BAD_CHOICE = "house/bad_choice"
    NOT_COMPARED = "house/not_compared"
    BAD_POSITION = "house/bad_position"
    OTHERS_PLAY = "house/others_play"
    NOT_BANNED = "operator/not_banned"
    BAD_ADDRESS = "operator/bad_address"
    WRONG_OPERATOR_SECRET = "operator/wrong_secret"  # noqa: S105 - a code
    NOT_OPERATOR = "operator/not_in_yet"
    UNREADABLE = "wire/unreadable"
    WRONG_ORIGIN = "http/wrong_origin"
    NO_SUCH_PATH = "http/no_such_path"
    WRONG_METHOD = "http/wrong_method"
    BAD_PARAMETER = "http/bad_parameter"
    UNAVAILABLE = "http/unavailable"
    NOT_READY = "http/not_ready"
    # Sent in a farewell.
    LEFT = "house/left"
    TAKEN_OVER = "house/taken_over"
    CLOSING = "house/closing"
    OUTCOME_UNKNOWN = "house/outcome_unknown"
    KICKED = "house/kicked"
    BANNED = "house/banned"
    TOO_SLOW = "server/too_slow"
    NOT_IN_TIME = "server/not_in_time"
    NEARLY_FULL = "server/nearly_full"


_SENTENCES: Mapping[ServerReason, str] = {
    ServerReason.NOT_IN_YET: "Log in with a name first.",
    ServerReason.IN_ALREADY: "You are already logged in.",
    ServerReason.BAD_NAME: "A name must have 1 to 30 visible characters and none of | @ # [ ] , :",
    ServerReason.NAME_RESERVED: "That name is reserved, or looks like a reserved one: all, "
    "everyone, lorenzo, deleted player.",
    ServerReason.NAME_IN_USE: "A player with that name is already connected.",
    ServerReason.WRONG_SECRET: "That name is protected by a different secret.",
    ServerReason.NAME_KEPT: "That name is reserved for an absent player: return with the browser "
    "or program that used it, or, if the program stores no token, from the same address. The "
    "owner of the table can release the seat. With a secret, as NAME#SECRET, a name can be used "
    "from anywhere.",
    ServerReason.TOO_MANY_AWAY: "Too many players from your address are absent from their seats: "
    "return as one of them, or protect your name with a secret.",
    ServerReason.LOOKS_TAKEN: "That name looks too much like another player's.",
    ServerReason.SHORT_SECRET: "A secret must have at least 8 characters.",
    ServerReason.NO_ACCOUNT: "Only players with an account (a name protected by a secret) can do "
    "that.",
    ServerReason.NO_SUCH_SESSION: "You have no such session.",
    ServerReason.NO_SUCH_GAME: "This server does not have that game.",
    ServerReason.BAD_SEATS: "This game does not take that number of players, or more players "
    "than that are already seated.",
    ServerReason.BAD_OPTIONS: "That game has no such options.",
    ServerReason.NO_SUCH_TABLE: "There is no such table.",
    ServerReason.TABLE_FULL: "Every seat at that table is taken.",
    ServerReason.NOT_SEATED: "You have no seat at that table.",
    ServerReason.SEATED_ALREADY: "You already have a seat at that table.",
    ServerReason.NOT_THE_OWNER: "Only the owner of the table can do that.",
    ServerReason.NOT_STARTED: "The game has not started yet.",
    ServerReason.STARTED_ALREADY: "The game has already started.",
    ServerReason.NO_WATCHING: "That table does not allow spectators.",
    ServerReason.NO_SUCH_BOT: "There is no such bot.",
    ServerReason.NO_SUCH_SEAT: "There is no such seat at that table.",
    ServerReason.PAUSED: "The game is paused until a player returns.",
    ServerReason.UNREADABLE_MOVE: "That is not a move of this game.",
    ServerReason.NO_DRAFT: "You have not begun a move.",
    ServerReason.NO_KEPT_MOVE: "You have no queued move.",
    ServerReason.PLAYER_AWAY: "The game starts once every player at the table is connected.",
    ServerReason.NO_SUCH_PERSON: "There is no player with that name.",
    ServerReason.PERSON_AWAY: "That player is not connected.",
    ServerReason.NOTHING_SAID: "The message is empty.",
    ServerReason.TOO_LONG: "That is too long.",
    ServerReason.NOT_WRITTEN: "The server cannot save right now. Your request may or may not have "
    "been recorded: check before you try again.",
    ServerReason.BAD_TABLE_NAME: "A table name must have 1 to 30 visible characters, none of "
    "| @ # [ ] , : and must not be `table-` followed by a number.",
    ServerReason.TABLE_NAME_IN_USE: "Another table has that name.",
    ServerReason.BAD_CLOCK: "A clock allows 5 seconds to 30 days per turn or per game; a game "
    "clock may add an increment per turn.",
    ServerReason.NO_CLOCK: "That table has no clock.",
    ServerReason.BAD_TIME: "You can give another player 1 second to 1 day at a time.",
    ServerReason.NO_TAKING_BACK: "That table does not allow undoing moves.",
    ServerReason.NOTHING_TO_TAKE_BACK: "You have no move to take back: another player has begun a "
    "move since, or something was drawn or revealed.",
    ServerReason.OVER_ALREADY: "The game is over.",
    ServerReason.NOT_OVER: "The game is not over yet.",
    ServerReason.AT_REST: "The game is paused until a player resumes it.",
    ServerReason.NOT_AT_REST: "The game is not paused.",
    ServerReason.PAUSE_USED: "A player's client cannot answer requests to pause. In such a game "
    "you can pause only once, and you already have.",
    ServerReason.NO_SUCH_VERSION: "The game had not started at that point, or was over.",
    ServerReason.UNKNOWN_RULES: "That game was played with rules that this server does not know.",
    ServerReason.UNREADABLE_TABLE: "The records of that table are damaged.",
    ServerReason.TOO_OFTEN: "Too many requests: try again in a moment.",
    ServerReason.TOO_MANY: "There are too many connections from your address.",
    ServerReason.NOBODY_AWAITED: "That table is not waiting for an absent player.",
    ServerReason.SEAT_NOT_OFFERED: "The player in that seat has not offered it.",
    ServerReason.WRONG_CODE: "That is not the table's code.",
    ServerReason.TOO_MUCH_HERE: "Too many other actions have been taken at this table: make a move "
    "first.",
    ServerReason.TOO_MANY_TABLES: "You have too many tables waiting for players: start or leave "
    "one.",
    ServerReason.TOO_SOON: "That player has only just left: give them a little more time.",
    ServerReason.SEAT_KEPT: "That player can prove that the seat is theirs: only the operator can "
    "give it to someone else.",
    ServerReason.CHAT_QUOTA: "Too many messages have been sent from your address today: try again "
    "later.",
    ServerReason.SAT_ELSEWHERE: "You had another seat in this game and can only return to that "
    "one.",
    ServerReason.MUTED: "You are muted, so you cannot send messages.",
    ServerReason.BLOCKED: "That player has blocked you.",
    ServerReason.REMOVED: "The owner has removed you from that table.",
    ServerReason.DISK_LOW: "The server is low on disk space: games continue, but only moves are "
    "accepted.",
    ServerReason.DRAINING: "The server is about to shut down for maintenance: games continue, but "
    "new ones cannot start.",
    ServerReason.OTHERS_PLAY: "Other people are playing at that table.",
    ServerReason.NO_HINTS: "Other people are playing at that table, and it does not allow hints, "
    "or its game is rated.",
    ServerReason.RATED_NEEDS_ACCOUNT: "Only players with an account (a name protected by a secret) "
    "can play rated games.",
    ServerReason.BAD_VACATION: "You do not have that many vacation days left this year.",
    ServerReason.CLOCK_NEARLY_OUT: "It is your turn, and hardly any time is left: move first.",
    ServerReason.ON_VACATION: "You are on vacation: end it before you take a seat at a table with "
    "a slow clock.",
    ServerReason.OTHER_NEEDS_ACCOUNT: "That player is a guest: friends and followed players need "
    "accounts (names protected by a secret).",
    ServerReason.TOO_MANY_CONTACTS: "You have the maximum number of contacts of that kind: "
    "remove one first.",
    ServerReason.PREMOVE_CHANGED: "The tiles or resources that your queued move "
    "depends on have changed.",
    ServerReason.NO_TEACHER: "There are no hints or reviews for that game.",
    ServerReason.NOT_YOUR_TURN: "You have no move to make right now.",
    ServerReason.NOT_OFFERED: "This server does not send notifications that way.",
    ServerReason.BAD_SUBSCRIPTION: "Nothing can be sent there: the address is not valid.",
    ServerReason.PRIVATE_ADDRESS: "That address belongs to a private network, or does not exist.",
    ServerReason.NO_SUCH_SUBSCRIPTION: "You have no such browser, email address or webhook.",
    ServerReason.TOO_MANY_SUBSCRIPTIONS: "You already have the maximum number of these: remove "
    "one first.",
    ServerReason.NOT_CONFIRMED: "Confirm the email address with the link sent there first.",
    ServerReason.NOT_DELIVERED: "The message could not be delivered.",
    ServerReason.BAD_CHOICE: "That kind of notification, time zone or channel does not exist.",
    ServerReason.NOT_COMPARED: "That move cannot be compared with the one that was played: choose "
    "another.",
    ServerReason.BAD_POSITION: "A game cannot be continued from that position.",
    ServerReason.NOT_BANNED: "There is no such ban.",
    ServerReason.BAD_ADDRESS: "That is not an address or a range of addresses.",
    ServerReason.WRONG_OPERATOR_SECRET: "That is not the operator's secret.",
    ServerReason.NOT_OPERATOR: "Log in with the operator's secret first.",
    ServerReason.UNREADABLE: "That request cannot be read.",
    ServerReason.WRONG_ORIGIN: "This server does not accept that host name, or requests from "
    "pages of that origin; its operator can allow it with --origin.",
    ServerReason.NO_SUCH_PATH: "There is nothing at that address.",
    ServerReason.WRONG_METHOD: "That address only accepts GET.",
    ServerReason.BAD_PARAMETER: "That address has no such parameter.",
    ServerReason.UNAVAILABLE: "That is not available right now.",
    ServerReason.NOT_READY: "No moves can be played right now: the journal cannot be written.",
    ServerReason.LEFT: "Goodbye.",
    ServerReason.TAKEN_OVER: "You logged in from somewhere else.",
    ServerReason.CLOSING: "The server is shutting down. Everything is saved, and your seats are "
    "kept.",
    ServerReason.OUTCOME_UNKNOWN: "The server cannot tell yet whether it has recorded your last "
    "request. Reconnect to see the outcome.",
    ServerReason.KICKED: "The operator has disconnected you.",
    ServerReason.BANNED: "You are banned from this server.",
    ServerReason.TOO_SLOW: "Your connection fell too far behind: reconnect.",
    ServerReason.NEARLY_FULL: "The server is nearly full: only players who hold a seat can connect "
    "now. Try again in a few minutes.",
    ServerReason.NOT_IN_TIME: "You took too long to log in.",
}


def farewell(reason: ServerReason, request: str = "", detail: str | None = None) -> Farewell:
    """Return the notice that closes a connection for this reason."""
    return Farewell(reason, detail or _SENTENCES[reason], request)


def refuse(reason: ServerReason, detail: str | None = None) -> Refusal:
    """Return a refusal with its usual sentence or a more specific one."""
    return Refusal(reason, detail or _SENTENCES[reason])
