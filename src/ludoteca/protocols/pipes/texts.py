"""Texts that players read: those of the protocol's document, or our own where it has none."""

from collections.abc import Mapping

from ludoteca.games.shelfie import Reason
from ludoteca.messages import ServerReason

# Document, "Login Phase".
WELCOME = "Login successful. Hi {name}"
DENIED = "Access denied. This username is already taken, please enter a new one..."
BAD_NAME = "Access denied. A username is 1 to 30 visible characters, none of @ # [ ] , :"
IN_ALREADY = "You are logged in already."
NOT_IN_YET = "Log in first."

# "Create Match Phase", "Join Match Phase".
CREATED = "Match with {seats} seats created. MatchID: {match}"
IN_A_MATCH = (
    "The player already exists in a match. In order to create a new match, you need to abandon the "
    "current one.\nDo you wish to continue?"
)
BAD_SEATS = "Exceeded player number limit. Try again."
JOINED = "{name} joined the match {match}"
NO_SUCH_ROOM = "The room selected does not exist. Try again."
NOT_OF_THIS_ROOM = "The player does not exist in any room. Try to create a new one."
ROOM_FULL = "The room is full"
SEATS_CHANGED = "The match has {seats} seats now."

# "Match Initialization Phase".
BUILDING = "The match is about to start. Building game board..."
YOUR_TURN = "Hey {name}! It's your turn"

# "Gameplay Phase".
NOT_VALID = "This command is not valid."
BAD_INPUT = "Invalid input!"
BAD_NUMBER = "Invalid number!"
NOT_NOW = "This command is not allowed right now. Wait your turn..."
BAD_CONDITIONS = "The conditions to use this command are not respected. Try again."
SELECTED = "Selection successful!"
NOT_SELECTED = "Selection failed: {reason}"
DESELECTED = "Deselection successful."
NOT_DESELECTED = "Deselection failed."
NOTHING_SELECTED = "You didn't select any card yet. Deselection is not necessary."
SORTED = "Order changed."
OUT_OF_BORDER = "Index out of border"
FEW_CARDS = "Not enough cards in your hand"
INSERTED = "Insertion Successful"
NO_SLOT = "There is not enough slot available in this column. Try again."

REASONS: Mapping[str, str] = {
    Reason.EMPTY_CELL: "You chose an empty cell",
    Reason.ALREADY_PICKED: "You have already selected this cell",
    Reason.HAND_FULL: "You reached the limit of items you could pick",
    Reason.NO_ROOM: "You reached the limit of items you could pick",
    Reason.OFF_THE_BOARD: "You selected an illegal cell",
    Reason.NO_FREE_SIDE: "The cell was not selectable. Pick an item which has a free side.",
    Reason.NOT_IN_A_LINE: "The cell was not selectable. Pick an item which is adjacent and in line "
    "with the other selected items.",
    Reason.NOT_ADJACENT: "The cell was not selectable. Pick an item which is adjacent and in line "
    "with the other selected items.",
    Reason.HAND_CLOSED: "You have confirmed your selection already",
}
"""Reasons for a refused selection. The last text is our own: the document has no confirmation."""

# "Chat Phase".
SENT = "Message sent to {name}"
NOT_REACHED = "Message didn't reach {name}"
NO_SUCH_PLAYER = "The player {name} doesn't exist"
NOT_ONLINE = "The player {name} is not online."
NOT_SENT = "Message was not sent."
SAYS = "\n{name} says: {text}"
WHISPERS = "\n{name} whispers > {text}"
"""A private message in the wording of deployed servers. The document always uses `says`."""

# "Server Announcement", "Game Over Phase", "Leave Match Phase", "Exit Game Phase".
HAS_SELECTED = "{name} has selected {hand}"
HAS_INSERTED = "{name} has inserted items in the column {column}"
ACHIEVED = "{name} achieved {goal}"
ENDED_TURN = "{name} ended his turn."
LEFT_MATCH = "{name} has left the match"
LEFT_GAME = "{name} has left the game"
GAME_OVER = "GAME OVER"
WINNER = "Congratulation! The winner is {name}"
REMOVED = "You have been removed from match {match}"
YOU_LEFT = "You left the match"
BYE = "Bye! See you soon."

# Not in the protocol's document
IS_A_BOT = "{name} is a bot ({kind})."
SKIPPED = "The turn of {name} was skipped."
AWAITED = "The match waits for {names} to come back."
SUSPENDED = "Player {name} is suspended."
RETURNED = "Player {name} is back."
PAUSED = "The match is paused: if nobody comes back soon, you win."

LOGIN: Mapping[str, str] = {
    ServerReason.NAME_IN_USE: DENIED,
    ServerReason.BAD_NAME: BAD_NAME,
    ServerReason.IN_ALREADY: IN_ALREADY,
}
CREATE: Mapping[str, str] = {ServerReason.BAD_SEATS: BAD_SEATS}
JOIN: Mapping[str, str] = {
    ServerReason.NO_SUCH_TABLE: NO_SUCH_ROOM,
    ServerReason.TABLE_FULL: ROOM_FULL,
    ServerReason.SEATED_ALREADY: IN_A_MATCH,
}
REJOIN: Mapping[str, str] = {**JOIN, ServerReason.TABLE_FULL: NOT_OF_THIS_ROOM}
SELECT: Mapping[str, str] = {
    code: NOT_SELECTED.format(reason=reason) for code, reason in REASONS.items()
}
DESELECT: Mapping[str, str] = {
    Reason.NOTHING_PICKED: NOTHING_SELECTED,
    ServerReason.NOT_STARTED: NOT_DESELECTED,
}
SORT: Mapping[str, str] = {Reason.BAD_ORDER: FEW_CARDS}
SORT_FAR: Mapping[str, str] = {Reason.BAD_ORDER: OUT_OF_BORDER}
INSERT: Mapping[str, str] = {
    Reason.COLUMN_TOO_FULL: NO_SLOT,
    Reason.NO_SUCH_COLUMN: BAD_NUMBER,
}
CHAT: Mapping[str, str] = {
    ServerReason.NO_SUCH_PERSON: NO_SUCH_PLAYER,
    ServerReason.PERSON_AWAY: NOT_ONLINE,
}
ANYWHERE: Mapping[str, str] = {
    ServerReason.NOT_IN_YET: NOT_IN_YET,
    Reason.NOT_YOUR_TURN: NOT_NOW,
    Reason.NOTHING_TAKEN: BAD_CONDITIONS,
    ServerReason.NOT_STARTED: BAD_CONDITIONS,
    ServerReason.NOT_SEATED: BAD_CONDITIONS,
}
"""Texts for refusals of any request, by code; other refusals have the server's text."""
