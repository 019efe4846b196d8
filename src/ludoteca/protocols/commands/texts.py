"""Texts of the protocol: those of its document, and otherwise those of deployed servers."""

from collections.abc import Mapping

from ludoteca.games import Refusal
from ludoteca.games.renaissance import Reason
from ludoteca.messages import Refused, ServerReason

# Login

HOW = "LOGIN 'nickname'"
"""Input that deployed clients expect."""
WHO = f"Inserire username: type {HOW}"
WELCOME = "Welcome to the server"
IN_ALREADY = "Incorrect command, you are already logged in the server!"
NAME_TAKEN = f"Username already in use, insert a valid nickname: type {HOW}"
LORENZO_TAKEN = "Sorry but you cannot use the nickname '{0}'"
BYE = "Bye bye!"
HELLO = "Hello!"
HELLO_ALL = "Hello all!"
TOO_FAST = "Too many commands at once."
NOBODY = "Sorry to inform you the user you want to contact isn't connected."
NO_CHEATING = "Cheating is not possible."
NOT_HERE = "You can't do that here."

# Lobbies

LOBBY_EXISTS = "The lobby already exists"
LOBBY_UNKNOWN = "The selected lobby doesn't exist"
LOBBY_FULL = "The lobby is full"
LOBBY_STARTED = "The game is already started"
LOBBY_CREATED = "The lobby {0} has been created correctly!"
LOBBY_JOINED = "You joined {0} correctly!"
REMOVED = "You have been removed from {0}."
LOBBY_LEFT = "You left: {0} correctly!"
PLAYERS = "Players connected in {0}:"
JOINED = "# The user: {0} has joined the lobby"
LEFT = "# The user {0} has left the lobby"
NEW_OWNER = "The Owner has left, you are now the new Owner"
NOT_OWNER = "Only {0} (the owner of the lobby) can start the game!"

# The match

STARTED = "The Game is started! Have fun!"
SOLO = "SINGLE PLAYER MODE"
DISCARDED = "You discarded {0}"
DISCARDED_BOTH = "You discarded 2 Leaders!"
WAIT = "Wait for others to select their resources"
SELECT = "You can select {0} resources"
SELECT_ONE_MORE = "You can select one more resource"
SELECTED = "Successfully selected the resources"
BEGUN = "The game has started"
TURN = "@ It is {0}'s turn"
LAST_ROUND = "# THIS IS THE LAST ROUND"
OK = "ok"
ACTION_OK = "Ok"
BAD_ACTION = "Invalid action number: there are 1 to 6"
ACTION_USED = "You already used your main action"
EXTRACTED = "{0} has extracted the {1} {2} from the market!"
THROWING = "Deposit 0 throws a resource away: all others gain a faith point"
CONVERT = "Please select an available conversion"
MUST_DISCARD = "You must discard this resource"
ACCEPTED = "Resources accepted!"
BOUGHT = "You bought the card!"
PAY = "Now you can select the resource payment"
PRODUCED = "Prod. executed correctly"
ACTIVATED = "Correctly activated {0} leader"
OVER = "You are now in the lobby"

# Presence

DROPPED = "# {0} has lost the connection: the seat is kept"
DROPPED_PAUSED = "# {0} has lost the connection: the match waits a while"
BACK = "# {0} is back"
GONE = "# {0} has left the match"
TAKES_OVER = "# {0} plays for {1} from now on"
IS_A_BOT = "# {0} is a bot ({1})"
SKIPPED = "# {0} is skipped"
KEPT = "The match waits for a player: your move will be played when it goes on"
NOT_KEPT = "Your move has been cancelled"
AWAITED = "The match starts once these are connected: {0}"
SEAT_LOST = "You have lost your seat"
TIME_UP = "The table has changed since you began"
INTERRUPTED = "A refused BUY or PRODUCE ended this payment"

# Refusals

NOT_ENOUGH = "NotEnoughResources"
OTHER_TYPE = "DifferentResourceType"
STORED_ALREADY = "ResourceTypeAlreadyStored"
TOO_MANY = "DepositSlotMaxDimExceeded"
NO_DEPOSIT = "The selected Deposit Slot does not exists!"
NO_TYPE = "The type doesn't exist"
BAD_CARD = "Invalid ID number"
EMPTY_DECK = "The Deck is empty"
CANNOT_AFFORD = "You don't have enough resources"
BAD_SLOT = "You can't insert that card into the selected Slot"
BAD_ROW = "Invalid Row number"
BAD_COLUMN = "Invalid Column number"
BAD_CONVERSION = "invalid conversion chosen"
WRONG_AMOUNT = "You didn't select the right amount of resources"
PAID_TOO_MUCH = "You selected too many resources"
NOT_FIRST = "you are the first you cannot select extra resources"
BONUS_TAKEN = "You already selected your bonus resources"
NOTHING_OPEN = "There is nothing to pay for"
NO_SLOTS = "Select at least one production slot"
NOTHING_TO_PLACE = "There is nothing to place: take resources from the market first"
LEADER_DEPOSIT = "A leader's deposit cannot be switched: use MANAGE_DEPOSIT"

REASONS: Mapping[str, str] = {
    Reason.NOT_YOUR_TURN: "It's not your turn",
    Reason.STILL_SETTING_UP: "Please wait for the set-up phase to end!",
    Reason.ALREADY_ACTED: ACTION_USED,
    Reason.NO_SUCH_DEPOT: NO_DEPOSIT,
    Reason.OTHER_RESOURCE_THERE: OTHER_TYPE,
    Reason.IN_ANOTHER_DEPOT: STORED_ALREADY,
    Reason.DEPOT_FULL: TOO_MANY,
    Reason.DOES_NOT_FIT: TOO_MANY,
    Reason.NOTHING_TO_MOVE: NOT_ENOUGH,
    Reason.NOT_PLACING: NOTHING_TO_PLACE,
    Reason.NOT_ON_OFFER: BAD_CARD,
    Reason.NO_SUCH_SLOT: BAD_SLOT,
    Reason.WRONG_LEVEL: BAD_SLOT,
    Reason.CANNOT_AFFORD: CANNOT_AFFORD,
    Reason.NO_SUCH_CONVERSION: BAD_CONVERSION,
    Reason.NOT_THERE: NOT_ENOUGH,
    Reason.NOT_IN_HAND: "You do not own a leader with this id!",
    Reason.REQUIREMENT_UNMET: "You don't meet the requirements to activate this leader",
    ServerReason.NAME_IN_USE: NAME_TAKEN,
    ServerReason.TABLE_NAME_IN_USE: LOBBY_EXISTS,
    ServerReason.NO_SUCH_TABLE: LOBBY_UNKNOWN,
    ServerReason.TABLE_FULL: LOBBY_FULL,
    ServerReason.NO_SUCH_PERSON: NOBODY,
}

BY_COMMAND: Mapping[str, Mapping[str, str]] = {
    "DISCARD_LEADER": {
        Reason.NOT_IN_HAND: "You selected an invalid id",
        Reason.LEADERS_CHOSEN: "You already discarded 2 leaders",
        Reason.STILL_SETTING_UP: "You already discarded 2 leaders",
    },
    "SETUP_CONTAINER": {
        Reason.NO_SUCH_DEPOT: "you selected an invalid deposit id",
        Reason.LEADERS_FIRST: "Please discard 2 the leader first",
        Reason.STILL_SETTING_UP: BONUS_TAKEN,
        Reason.SETUP_IS_OVER: BONUS_TAKEN,
        Reason.NOT_YOUR_TURN: BONUS_TAKEN,
    },
    "END_TURN": {
        Reason.NOT_ACTED_YET: "You can't pass your turn",
        Reason.STILL_PLACING: "You can't pass your turn",
    },
}


def reason(refused: Refused | Refusal, command: str = "") -> str:
    known = BY_COMMAND.get(command, {}).get(refused.code) or REASONS.get(refused.code)
    return known or refused.detail
