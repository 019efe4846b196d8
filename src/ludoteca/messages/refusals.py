"""Every refusal that is not a game's own."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games import Refusal
from ludoteca.messages.notices import Farewell


class HouseReason(StrEnum):
    """Codes are published: they are added to, never changed."""

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
    NO_TEACHER = "house/no_teacher"
    NOT_YOUR_TURN = "house/not_your_turn"
    NOT_COMPARED = "house/not_compared"
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
    # Said in a farewell.
    LEFT = "house/left"
    TAKEN_OVER = "house/taken_over"
    CLOSING = "house/closing"
    OUTCOME_UNKNOWN = "house/outcome_unknown"
    KICKED = "house/kicked"
    BANNED = "house/banned"
    TOO_SLOW = "server/too_slow"
    NOT_IN_TIME = "server/not_in_time"
    NEARLY_FULL = "server/nearly_full"


_SENTENCES: Mapping[HouseReason, str] = {
    HouseReason.NOT_IN_YET: "Come in with a name first.",
    HouseReason.IN_ALREADY: "You are in already.",
    HouseReason.BAD_NAME: "A name is 1 to 30 visible characters, none of | @ # [ ] , :",
    HouseReason.NAME_RESERVED: "That name is, or looks like, one that no player may have: all, "
    "everyone, lorenzo or deleted player.",
    HouseReason.NAME_IN_USE: "Somebody of that name is here.",
    HouseReason.WRONG_SECRET: "That name belongs to somebody with another secret.",
    HouseReason.NAME_KEPT: "That name is kept for a player who is away: come back from where you "
    "first entered it, or take another one (with a secret, as NAME#SECRET, a name can be entered "
    "from anywhere).",
    HouseReason.TOO_MANY_AWAY: "Too many players from your address are away from their seats: "
    "come back as one of them, or keep a name with a secret.",
    HouseReason.LOOKS_TAKEN: "That name looks like the name of another player.",
    HouseReason.SHORT_SECRET: "A secret has at least 8 characters.",
    HouseReason.NO_ACCOUNT: "Only a player whose name is kept by a secret can do that.",
    HouseReason.NO_SUCH_SESSION: "There is no such session of yours.",
    HouseReason.NO_SUCH_GAME: "There is no such game in the house.",
    HouseReason.BAD_SEATS: "That game is not for so many players.",
    HouseReason.BAD_OPTIONS: "That game has no such options.",
    HouseReason.NO_SUCH_TABLE: "There is no such table.",
    HouseReason.TABLE_FULL: "Every seat at that table is taken.",
    HouseReason.NOT_SEATED: "You have no seat at that table.",
    HouseReason.SEATED_ALREADY: "You have a seat at that table.",
    HouseReason.NOT_THE_OWNER: "Only who opened the table can do that.",
    HouseReason.NOT_STARTED: "The game has not started yet.",
    HouseReason.STARTED_ALREADY: "The game has started already.",
    HouseReason.NO_WATCHING: "That table is not to be watched.",
    HouseReason.NO_SUCH_BOT: "There is no such bot in the house.",
    HouseReason.NO_SUCH_SEAT: "There is no such seat at that table.",
    HouseReason.PAUSED: "The table is paused until somebody comes back.",
    HouseReason.UNREADABLE_MOVE: "That is not a move of this game.",
    HouseReason.NO_DRAFT: "You have begun no move.",
    HouseReason.NO_KEPT_MOVE: "No move of yours is kept.",
    HouseReason.PLAYER_AWAY: "The game starts once every player at the table is connected.",
    HouseReason.NO_SUCH_PERSON: "Nobody of that name is known here.",
    HouseReason.PERSON_AWAY: "That person is not here just now.",
    HouseReason.NOTHING_SAID: "Say something.",
    HouseReason.TOO_LONG: "That is too long.",
    HouseReason.NOT_WRITTEN: "The server cannot write just now: what you asked may have happened "
    "or not, so look before you ask again.",
    HouseReason.BAD_TABLE_NAME: "A table is called like a person: 1 to 30 visible characters, "
    "none of | @ # [ ] , : and not `table-` with a number.",
    HouseReason.TABLE_NAME_IN_USE: "Another table is called that.",
    HouseReason.BAD_CLOCK: "A clock is 5 seconds to 30 days for each turn, or a bank of as much "
    "with an increment.",
    HouseReason.NO_CLOCK: "That table has no clock.",
    HouseReason.BAD_TIME: "Time is given to another seat, 1 second to a day at once.",
    HouseReason.NO_TAKING_BACK: "That table does not allow taking back.",
    HouseReason.NOTHING_TO_TAKE_BACK: "You have no move that can be taken back: somebody has begun "
    "after it, or something was drawn or revealed.",
    HouseReason.OVER_ALREADY: "The game is over.",
    HouseReason.NOT_OVER: "The game is not over yet.",
    HouseReason.AT_REST: "The game is paused until somebody resumes it.",
    HouseReason.NOT_AT_REST: "The game is not paused.",
    HouseReason.PAUSE_USED: "A player whose client cannot answer agrees to one pause of yours per "
    "game, and you have had it.",
    HouseReason.NO_SUCH_VERSION: "The game had not begun by then, or was over.",
    HouseReason.UNKNOWN_RULES: "That game was played by rules that this house does not know.",
    HouseReason.UNREADABLE_TABLE: "What was written about that table cannot be read.",
    HouseReason.TOO_OFTEN: "Not so fast: try again in a moment.",
    HouseReason.TOO_MANY: "There are too many connections from your address.",
    HouseReason.NOBODY_AWAITED: "No player who is away is being waited for there.",
    HouseReason.SEAT_NOT_OFFERED: "The player of that seat has not offered it to anybody.",
    HouseReason.WRONG_CODE: "That is not the code of the table.",
    HouseReason.TOO_MUCH_HERE: "Too much has happened here besides moves: play on first.",
    HouseReason.TOO_MANY_TABLES: "Too many tables of yours wait for players: start or leave one.",
    HouseReason.TOO_SOON: "That player has only just left: give them a little more time.",
    HouseReason.SEAT_KEPT: "That player can prove that the seat is theirs: only the operator can "
    "give it to another.",
    HouseReason.CHAT_QUOTA: "Too much was said from your address today: try again later.",
    HouseReason.SAT_ELSEWHERE: "You have had another seat in this game, and can only have that one "
    "back.",
    HouseReason.MUTED: "You are muted, so you cannot send messages.",
    HouseReason.BLOCKED: "That player has blocked you.",
    HouseReason.REMOVED: "The owner has removed you from that table.",
    HouseReason.DISK_LOW: "The server is short of disk space: games in progress go on, and only "
    "moves are accepted.",
    HouseReason.DRAINING: "The server is about to stop for maintenance: "
    "games go on, but no new one begins.",
    HouseReason.OTHERS_PLAY: "Other people play at that table.",
    HouseReason.NO_HINTS: "Other people play at that table, and hints are not allowed there.",
    HouseReason.NO_TEACHER: "Nobody teaches that game here.",
    HouseReason.NOT_YOUR_TURN: "There is nothing for you to play just now.",
    HouseReason.NOT_COMPARED: "That cannot be compared with what was played: choose another move.",
    HouseReason.NOT_BANNED: "There is no such ban.",
    HouseReason.BAD_ADDRESS: "That is neither an address nor a range of addresses.",
    HouseReason.WRONG_OPERATOR_SECRET: "That is not the secret of the operator.",
    HouseReason.NOT_OPERATOR: "Log in with the secret of the operator first.",
    HouseReason.UNREADABLE: "That cannot be read.",
    HouseReason.WRONG_ORIGIN: "This server does not answer to that host name, or not to pages from "
    "there; its operator can allow it with --origin.",
    HouseReason.NO_SUCH_PATH: "There is nothing at that address.",
    HouseReason.WRONG_METHOD: "That address can only be read, with GET.",
    HouseReason.BAD_PARAMETER: "That address takes no such parameter.",
    HouseReason.UNAVAILABLE: "That cannot be looked up just now.",
    HouseReason.NOT_READY: "Nothing can be played now: the journal cannot be written.",
    HouseReason.LEFT: "Goodbye.",
    HouseReason.TAKEN_OVER: "You came in from somewhere else.",
    HouseReason.CLOSING: "The server is closing. Everything is saved, and your seats are kept.",
    HouseReason.OUTCOME_UNKNOWN: "The server cannot tell yet whether it has recorded your last "
    "request. Reconnect to see the outcome.",
    HouseReason.KICKED: "The operator has disconnected you.",
    HouseReason.BANNED: "You are banned from this server.",
    HouseReason.TOO_SLOW: "You fell too far behind; come back.",
    HouseReason.NEARLY_FULL: "The server is nearly full: only players who hold a seat can connect "
    "now. Try again in a few minutes.",
    HouseReason.NOT_IN_TIME: "You have not logged in in time.",
}


def farewell(reason: HouseReason, request: str = "", detail: str | None = None) -> Farewell:
    """The notice that ends a connection for this reason, or because of this request."""
    return Farewell(reason, detail or _SENTENCES[reason], request)


def refuse(reason: HouseReason, detail: str | None = None) -> Refusal:
    """The refusal for this reason, with its usual sentence or a more exact one."""
    return Refusal(reason, detail or _SENTENCES[reason])
