"""Every refusal that is not a game's own."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games import Refusal
from ludoteca.messages.notices import Farewell


class ServerReason(StrEnum):
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


_SENTENCES: Mapping[ServerReason, str] = {
    ServerReason.NOT_IN_YET: "Come in with a name first.",
    ServerReason.IN_ALREADY: "You are in already.",
    ServerReason.BAD_NAME: "A name is 1 to 30 visible characters, none of | @ # [ ] , :",
    ServerReason.NAME_RESERVED: "That name is, or looks like, one that no player may have: all, "
    "everyone, lorenzo or deleted player.",
    ServerReason.NAME_IN_USE: "Somebody of that name is here.",
    ServerReason.WRONG_SECRET: "That name belongs to somebody with another secret.",
    ServerReason.NAME_KEPT: "That name is kept for a player who is away: come back from where you "
    "first entered it, or take another one (with a secret, as NAME#SECRET, a name can be entered "
    "from anywhere).",
    ServerReason.TOO_MANY_AWAY: "Too many players from your address are away from their seats: "
    "come back as one of them, or keep a name with a secret.",
    ServerReason.LOOKS_TAKEN: "That name looks like the name of another player.",
    ServerReason.SHORT_SECRET: "A secret has at least 8 characters.",
    ServerReason.NO_ACCOUNT: "Only a player whose name is kept by a secret can do that.",
    ServerReason.NO_SUCH_SESSION: "There is no such session of yours.",
    ServerReason.NO_SUCH_GAME: "There is no such game in the house.",
    ServerReason.BAD_SEATS: "That game is not for so many players.",
    ServerReason.BAD_OPTIONS: "That game has no such options.",
    ServerReason.NO_SUCH_TABLE: "There is no such table.",
    ServerReason.TABLE_FULL: "Every seat at that table is taken.",
    ServerReason.NOT_SEATED: "You have no seat at that table.",
    ServerReason.SEATED_ALREADY: "You have a seat at that table.",
    ServerReason.NOT_THE_OWNER: "Only who opened the table can do that.",
    ServerReason.NOT_STARTED: "The game has not started yet.",
    ServerReason.STARTED_ALREADY: "The game has started already.",
    ServerReason.NO_WATCHING: "That table is not to be watched.",
    ServerReason.NO_SUCH_BOT: "There is no such bot in the house.",
    ServerReason.NO_SUCH_SEAT: "There is no such seat at that table.",
    ServerReason.PAUSED: "The table is paused until somebody comes back.",
    ServerReason.UNREADABLE_MOVE: "That is not a move of this game.",
    ServerReason.NO_DRAFT: "You have begun no move.",
    ServerReason.NO_KEPT_MOVE: "No move of yours is kept.",
    ServerReason.PLAYER_AWAY: "The game starts once every player at the table is connected.",
    ServerReason.NO_SUCH_PERSON: "Nobody of that name is known here.",
    ServerReason.PERSON_AWAY: "That person is not here just now.",
    ServerReason.NOTHING_SAID: "Say something.",
    ServerReason.TOO_LONG: "That is too long.",
    ServerReason.NOT_WRITTEN: "The server cannot write just now: what you asked may have happened "
    "or not, so look before you ask again.",
    ServerReason.BAD_TABLE_NAME: "A table is called like a person: 1 to 30 visible characters, "
    "none of | @ # [ ] , : and not `table-` with a number.",
    ServerReason.TABLE_NAME_IN_USE: "Another table is called that.",
    ServerReason.BAD_CLOCK: "A clock is 5 seconds to 30 days for each turn, or a bank of as much "
    "with an increment.",
    ServerReason.NO_CLOCK: "That table has no clock.",
    ServerReason.BAD_TIME: "Time is given to another seat, 1 second to a day at once.",
    ServerReason.NO_TAKING_BACK: "That table does not allow taking back.",
    ServerReason.NOTHING_TO_TAKE_BACK: "You have no move that can be taken back: somebody has "
    "begun after it, or something was drawn or revealed.",
    ServerReason.OVER_ALREADY: "The game is over.",
    ServerReason.NOT_OVER: "The game is not over yet.",
    ServerReason.AT_REST: "The game is paused until somebody resumes it.",
    ServerReason.NOT_AT_REST: "The game is not paused.",
    ServerReason.PAUSE_USED: "A player whose client cannot answer agrees to one pause of yours per "
    "game, and you have had it.",
    ServerReason.NO_SUCH_VERSION: "The game had not begun by then, or was over.",
    ServerReason.UNKNOWN_RULES: "That game was played by rules that this house does not know.",
    ServerReason.UNREADABLE_TABLE: "What was written about that table cannot be read.",
    ServerReason.TOO_OFTEN: "Not so fast: try again in a moment.",
    ServerReason.TOO_MANY: "There are too many connections from your address.",
    ServerReason.NOBODY_AWAITED: "No player who is away is being waited for there.",
    ServerReason.SEAT_NOT_OFFERED: "The player of that seat has not offered it to anybody.",
    ServerReason.WRONG_CODE: "That is not the code of the table.",
    ServerReason.TOO_MUCH_HERE: "Too much has happened here besides moves: play on first.",
    ServerReason.TOO_MANY_TABLES: "Too many tables of yours wait for players: start or leave one.",
    ServerReason.TOO_SOON: "That player has only just left: give them a little more time.",
    ServerReason.SEAT_KEPT: "That player can prove that the seat is theirs: only the operator can "
    "give it to another.",
    ServerReason.CHAT_QUOTA: "Too much was said from your address today: try again later.",
    ServerReason.SAT_ELSEWHERE: "You have had another seat in this game, and can only have that "
    "one back.",
    ServerReason.MUTED: "You are muted, so you cannot send messages.",
    ServerReason.BLOCKED: "That player has blocked you.",
    ServerReason.REMOVED: "The owner has removed you from that table.",
    ServerReason.DISK_LOW: "The server is short of disk space: games in progress go on, and only "
    "moves are accepted.",
    ServerReason.DRAINING: "The server is about to stop for maintenance: "
    "games go on, but no new one begins.",
    ServerReason.OTHERS_PLAY: "Other people play at that table.",
    ServerReason.NO_HINTS: "Other people play at that table, and hints are not allowed there.",
    ServerReason.NO_TEACHER: "Nobody teaches that game here.",
    ServerReason.NOT_YOUR_TURN: "There is nothing for you to play just now.",
    ServerReason.NOT_COMPARED: "That cannot be compared with what was played: choose another move.",
    ServerReason.NOT_BANNED: "There is no such ban.",
    ServerReason.BAD_ADDRESS: "That is neither an address nor a range of addresses.",
    ServerReason.WRONG_OPERATOR_SECRET: "That is not the secret of the operator.",
    ServerReason.NOT_OPERATOR: "Log in with the secret of the operator first.",
    ServerReason.UNREADABLE: "That cannot be read.",
    ServerReason.WRONG_ORIGIN: "This server does not answer to that host name, or not to pages "
    "from there; its operator can allow it with --origin.",
    ServerReason.NO_SUCH_PATH: "There is nothing at that address.",
    ServerReason.WRONG_METHOD: "That address can only be read, with GET.",
    ServerReason.BAD_PARAMETER: "That address takes no such parameter.",
    ServerReason.UNAVAILABLE: "That cannot be looked up just now.",
    ServerReason.NOT_READY: "Nothing can be played now: the journal cannot be written.",
    ServerReason.LEFT: "Goodbye.",
    ServerReason.TAKEN_OVER: "You came in from somewhere else.",
    ServerReason.CLOSING: "The server is closing. Everything is saved, and your seats are kept.",
    ServerReason.OUTCOME_UNKNOWN: "The server cannot tell yet whether it has recorded your last "
    "request. Reconnect to see the outcome.",
    ServerReason.KICKED: "The operator has disconnected you.",
    ServerReason.BANNED: "You are banned from this server.",
    ServerReason.TOO_SLOW: "You fell too far behind; come back.",
    ServerReason.NEARLY_FULL: "The server is nearly full: only players who hold a seat can connect "
    "now. Try again in a few minutes.",
    ServerReason.NOT_IN_TIME: "You have not logged in in time.",
}


def farewell(reason: ServerReason, request: str = "", detail: str | None = None) -> Farewell:
    """The notice that ends a connection for this reason, or because of this request."""
    return Farewell(reason, detail or _SENTENCES[reason], request)


def refuse(reason: ServerReason, detail: str | None = None) -> Refusal:
    """The refusal for this reason, with its usual sentence or a more exact one."""
    return Refusal(reason, detail or _SENTENCES[reason])
