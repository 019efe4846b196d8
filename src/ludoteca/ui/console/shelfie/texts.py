"""The console's texts: those of the protocol's document, and our own where the document has none.

Texts that the server uses too are in `protocols/pipes/texts.py`.
"""

from collections.abc import Mapping

# The protocol's document, "Login Phase".
NAME = "Enter username:"

# "Game Menu Phase".
MENU: Mapping[str, str] = {
    "create": "Create a new match",
    "join": "Join a match",
    "exit": "Exit game",
}
MENU_HEAD = "Menu option:"
MENU_ASKED = "Enter the option number you wish to select (1,2 or3): "
BAD_MENU = "Invalid command. Try again."
TO_PLAYER = (
    "To send a message to a online player type '/chat[nickname]' followed by your message "
    "in the console."
)

# "Create Match Phase", "Join Match Phase".
SEATS = "Please select the max number of players for this match(2,3 or 4):"
SEATS_CHOSEN = "Selected {seats} seats."
ROOM = "Room N.{match} - {state} ({players}/{seats})"
ROOM_ASKED = "Please enter the room number:"
ROOM_CHOSEN = "Selected Room {match}."

# "Waiting Players Phase".
WAITING_HEAD = (
    "The match has not started yet. Waiting for more players to join... {free} seats available."
)
WAITING_OPTIONS = "These are the commands available:"
WAITING: Mapping[str, str] = {
    "leave": "Leave Match",
    "rules": "Read Game Rules",
    "online": "Show Online Players",
}
WAITING_ASKED = "Enter the number of the command you wish to execute (1 to 3):"
TO_ROOM = (
    "To send a message in the Match Chat type '/chat' followed by your message in the console."
)
COMMAND_CHOSEN = "{command} command selected"
BAD_COMMAND = "Invalid command!"

# "Match Initialization Phase".
BUILT = "The build is complete."
STARTED = "The match has started!"
TURN_OF = "It's {name}'s turn"

# "Gameplay Phase".
PLAYING_HEAD = "What do you wish to do? These are the commands available:"
PLAYING: Mapping[str, str] = {
    "select": "Select a Cell",
    "deselect": "Deselect Items",
    "insert": "Insert your items in the shelf (at least one item selected)",
    "show": "Show Game Object(Hand,Goals,Board,Shelf,...)",
    "leave": "Leave Match",
    "exit": "Exit Game",
}
TO_MATCH = (
    "To send a message in the Match Chat type '/chat ' followed by your message in the console."
)
PLAYING_ASKED = "Enter the command you wish to use: "
EXECUTING = "Executing command..."

# "Selection Phase".
SELECT = "Select a cell on the board."
COORDINATES = "Enter the coordinates: "
BAD_CELL = "Invalid numbers."
BAD_COORDINATES = "Invalid Input."
CELL_CHOSEN = "You have selected ({row},{column})"
CONFIRM = (
    "Now you can confirm your choice(y),cancel your choice(n), retry again(r), "
    "see a Game Object(Board,Shelf,Goals,...)(show)?"
)
ITEM = "Item selected: "
SELECT_AGAIN = "Do you wish to select again? Y/N"

# "Deselection Phase", "Insertion Phase", "Sort Phase".
IN_HAND = "These are the cards you have selected:"
DESELECT = "Are you sure to cancel all of your selections? y/n"
INSERTING_HEAD = "These are the commands available:"
INSERTING: Mapping[str, str] = {
    "sort": "change the order of your cards",
    "show": "look at game board objects",
    "go": "go directly to insertion",
}
INSERTING_ASKED = "Type your command:"
COLUMN = "In which column would you like to insert the items? 1/2/3/4/5"
SWAP = "What position do you wish to swap?"
FIRST = "Enter first position (1-3):"
SECOND = "Enter second position (1-3):"
PLACES_CHOSEN = "Position selected: {first},{second}"
SAME_PLACE = "You selected the same position."
BAD_PLACE = "Not valid input. Try again."
SORT_ON = "Would you like to Continue(press enter), to Retry (retry), to exit sort(cancel)"
SORT_AGAIN = "Would you like to change order again? Y/N"

# "Show Game Object Phase".
OBJECTS_HEAD = "List of Objects:"
OBJECTS: Mapping[str, str] = {
    "open": "Show List of Player Chat",
    "hand": "Show selected items",
    "pgoal": "See your Personal Goal",
    "cgoal": "See Common Goals",
    "shelf": "See your shelf and the insertion limit",
    "board": "See Living Room Board",
    "stats": "See Players Stats",
    "rules": "See Game Rules",
    "end": "Show if the Endgame Token is taken (If it is, then it's the last round)",
    "online": "Show Online Players",
    "timer": "Show the time since the turn began",
    "shelves": "See the shelves of all players",
}
OBJECTS_ASKED = "Enter the object you wish to be shown:"
NOT_FOUND = "The {object} cannot be found"

# Not in the protocol's document.
CANCEL = "cancel"
HOW_CELL = "Type a letter and a number, d2, or row,column: 2,4. cancel goes back."
HOW_CONFIRM = "Type y, n, r or show."
HOW_INSERTING = "Type sort, show or go, or a number from 1 to 3. cancel goes back."
HOW_COLUMN = "Type a column from 1 to 5. cancel goes back."
HOW_PLACE = "Type 1, 2 or 3. cancel goes back."
HOW_SORT_ON = "Press Enter, or type retry or cancel."
HOW_YES_NO = "Type y or n."
HELP = (
    "You can also type the name of an object: {objects}.\n"
    "A whole move on one line:\n{moves}\n"
    "In the middle of a command, cancel goes back."
)
MOVE = "A whole move on one line: d2 e2 > 3. help lists the commands."
PUT_BACK = "Nothing was moved: the tiles are where they were."
ON_PAGE = " - table {number} on the page"
ONLINE = "Online now: {players}"
NO_ROOMS = "There are no matches yet."
LEAVE = "Do you really want to leave the match? You give up your seat. [y/N]"
BACK = "You are back in the match."
TURN_LOST = "Your turn is over: your unfinished move was cancelled."
RETURNING = "Returning to your seat..."
GONE = "Your match no longer exists."
NOT_RETURNED = "Your name is now used by another player."
NOBODY_ONLINE = "Nobody is online."
NOTHING_SAID = "There are no messages yet."
EMPTY_HAND = "You have not selected any tiles."
END_FREE = "The Endgame Token is still available."
LAST_ROUND = "The Endgame Token has been taken: this is the last round."
TIMER = "This turn began {time} ago."
RULES = "This match uses {rules}."


def listed(options: Mapping[str, str]) -> str:
    """Format a menu: numbered options, one per line."""
    lines = (f"  {number}. {word} --> {what}" for number, (word, what) in _numbered(options))
    return "\n".join(lines)


def chosen(line: str, options: Mapping[str, str]) -> str:
    """Return the option chosen by word or number; for other input, the line in lower case."""
    word = line.lower()
    return next((option for number, (option, _) in _numbered(options) if word == str(number)), word)


def _numbered(options: Mapping[str, str]) -> "enumerate[tuple[str, str]]":
    return enumerate(options.items(), start=1)
