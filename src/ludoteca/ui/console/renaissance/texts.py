"""The console's texts for this game; the server's texts are in `protocols/commands/texts`."""

from collections.abc import Mapping

from ludoteca.protocols.commands import texts

# Login

NAME = "Your name (NAME#SECRET protects it):"
STILL_HERE = "Your old connection is not closed yet. Trying again..."

# The lobby

LOBBIES = "Rooms:"
NO_LOBBIES = "There are no rooms yet."
LOBBY_SHORT = "What would you like to do? create, join, solo or list; help explains them."
LOBBY = """What would you like to do?
  create NAME PLAYERS   open a room for this many players
  join NAME             join a room
  solo                  play alone, against Lorenzo
  list                  show the rooms again"""
HOW_MANY = "A room for how many players?"
WHICH_ROOM = "Which room would you like to join?"
BAD_LOBBY = "Type create, join, solo or list; help explains them."
BAD_CREATE = "For example: create room1 2. The name is one word, followed by 1 to 4 players."
BAD_JOIN = "For example: join room1."

# A room

ROOM = "You are in {room} with {people}.\nstart begins the match, leave goes back to the lobby."
ROOM_OF_ANOTHER = (
    "You are in {room} with {people}.\n{owner} can start the match; leave goes back to the lobby."
)
ROOM_ALONE = (
    "You are alone in {room}.\nstart begins a match against Lorenzo, leave goes back to the lobby."
)
ROOM_HELP = """In a room:
  start    begin the match with the players in the room (only its owner can)
  leave    go back to the lobby"""
BAD_ROOM = "Type start or leave; help lists everything else."

# Before the first turn

LEADERS = "These are your leaders: return {count} of them. Which? ({how})"
BAD_LEADER = "Type the number of a leader in your hand: {numbers}."
BONUS = "You can take {count}. Which, and into which depot? (for example coin 3)"
BAD_BONUS = "Type a resource and a depot, for example: coin 3. {resources}; depots 1, 2 and 3."
WAIT_SETUP = "The other players are still choosing. Please wait."
WAIT_TURN = "It's {name}'s turn. You can look around and chat in the meantime."

LEADERS_HELP = """Each player keeps two leaders. You can play a leader once you have what it
needs; it then helps you for the rest of the match, and scores points at the end."""
BONUS_HELP = """Later players start with one or two resources. A depot holds one kind of resource:
depot 1 holds one, depot 2 two, depot 3 three; no kind can be in two depots."""
WAIT_HELP = "Other players are busy. Their actions are shown here."

# A turn

TURN = "Your turn{options}."
MENU = """On your turn:
  1 Buy a card    2 Produce          3 Market
  4 Leader        5 Manage depots    6 End turn
On one line: market row 2 coin 3, or buy green 1 slot 2. help lists all."""
MENU_FREE = ": 1 buy, 2 produce or 3 market; 4 leaders and 5 depots as you like"
MENU_ACTED = ": your main action is done; 4 leaders, 5 depots, or 6 to end the turn"
BAD_MENU = "Type a number from 1 to 6; help lists everything."
NOTHING_TO_CANCEL = "There is nothing to cancel."
CANCELLED = "Cancelled: nothing has changed."
DROPPED = "Cancelled: nothing was paid."

# Buying

BUY_WHICH = (
    "Which card would you like to buy? (number; * marks those you can afford; cancel goes back)"
)
BAD_CARD = "Type the number of a card on offer."
BUY_SLOT = "Which slot? A level {level} card goes {where}. ({slots}) [{default}]"
BAD_SLOT = "Type a slot: 1, 2 or 3."
PAY = "{resource}: where do you pay {count} from? (number; cancel ends the purchase) [1]"
BAD_PAY = "Type a number from 1 to {most}."

# Producing

PRODUCE_WHICH = "Which productions would you like to use? (for example: 0 1; cancel goes back)"
BAD_SLOTS = "Type the numbers of productions: {slots}."
GIVE_TWO = "Slot 0 uses any 2 resources: which ones? (for example: coin stone)"
BAD_TWO = "Name two resources: coin, stone, servant or shield."
MAKE_ONE = "Slot {slot} gives a resource of your choice: which one?"
BAD_ONE = "Name a resource: coin, stone, servant or shield."
BALANCE = """Together they use {takes}
and give {gives}, into your strongbox.
You have {held}.
Produce? [y/N]"""

# The market

PUSH_WHICH = "Which line would you like to push? (row 1-3 or column 1-4; cancel goes back)"
BAD_PUSH = "Type row 1 to row 3 or column 1 to column 4; cancel goes back to all actions."
PUSH = "{line} gives you {goods}.\nPush it? You cannot put marbles back. [y/N]"
NOT_GIVEN = "{line} gives you {goods}: there is no {what} to place. Nothing was pushed."
NOT_FITTING = "The {what} would not fit into depot {depot}. Nothing was pushed."
NOT_WHITE = "{line} gives you {goods}: {why}. Nothing was pushed."
NO_CHOICE = "you cannot choose what white marbles become"
WHITE_OPEN = "say what each white one becomes, for example white {example}"
CONVERT = "{count} white left. What does the next one become? ({choices})"
BAD_CONVERT = "Name one of these: {choices}."
PLACE = "To place: {waiting}.\n{hint}"
PLACE_FITS = "Where does the {resource} go? Depot {depots}; 0 discards it, {others}."
PLACE_NOWHERE = (
    "No depot has room for the {resource}: 0 discards it ({others}), or use `move` or `swap`."
)
OTHERS_GAIN = "then the other players gain 1 faith"
LORENZO_GAINS = "then Lorenzo's cross moves 1 space"
PLACE_ONLY = "Where does the {resource} go? Depot {depots}; 0 discards it, {others}. [{depots}]"
BAD_PLACE = "Type a depot, 0, `RESOURCE DEPOT` to place another one first, `move` or `swap`."
NO_CANCEL = "You cannot put marbles back: place every resource, or discard it with 0."

# Leaders and depots

LEADER_WHICH = "play NUMBER or discard NUMBER (a discarded leader gives 1 faith; cancel goes back)"
BAD_LEADER_ACTION = "Type play or discard and the number of a leader in your hand: {numbers}."
NO_LEADERS = "You have no leaders left in your hand."
SURE_DISCARD = "Discard {leader} for 1 faith? This cannot be undone. [y/N]"
DEPOTS_HOW = (
    "`swap 1 2` swaps two depots, `move 1 3` moves everything from 1 to 3,\n"
    "`move 2 from 3 to 4` moves only 2. (cancel goes back)"
)
BAD_DEPOTS = "For example: swap 1 2, move 1 3, or move 2 from 3 to 4."

# The end

LAST_ROUND = "Last round!"
SCORES = "The match is over."
WON = "{winners} won!"
YOU_WON = "You won!"
LOST_TO_LORENZO = "Lorenzo won"

# Everywhere

YES_NO = "Type y or n."
TOO_LONG = "That line is too long."
CHAT_HOW = "For example: /chat hello, or /chat[anna] hello."
SAID = "You: {text}"
SAID_TO = "You to {name}: {text}"
NO_MATCH = "There is no match to show yet."
NO_BOARD = "No player here is called {name}: the players are {names}."
NO_CARD = "Cards are numbered 1 to 48: card 35."
NO_LEADER = "Leaders are numbered 1 to 16: leader 3."
LEAVE_MATCH = "Leave? In a match you give up your seat. [y/N]"
HELP = """At any time:
  market grid faith board boards leaders table   look at the table
  board NAME, card N, leader N                   look at one of them
  online, rules                                  who is online; the rules
  /chat TEXT, /chat[NAME] TEXT                   chat with all, or with one
  cancel, exit                                   go back to the menu; leave"""
HELP_TURN = """On your turn: 1 buy, 2 produce, 3 market, 4 leaders, 5 depots, 6 end; or
{moves}
Answers can follow on the line: row 2 coin 3 stone 0, row 1 white coin coin 3,
buy green 1 slot 2 from depots, produce 1 0 coin stone > shield y, discard 5 y."""

EXPLAINED: Mapping[str, str] = {
    texts.NOT_ENOUGH: "there is not enough of it",
    texts.OTHER_TYPE: "there is another resource in it",
    texts.STORED_ALREADY: "this resource is already in another depot",
    texts.TOO_MANY: "there is not enough room",
}
"""Explanations of some of the server's texts, by text."""
