"""Everything the console says in this game; the house's own words are in `wire/commands/texts`."""

from collections.abc import Mapping

from ludoteca.wire.commands import texts

# Coming in

NAME = "Your name (NAME#SECRET keeps it for you):"
STILL_HERE = "The house has not noticed yet that you were gone. Trying again..."

# The hall

LOBBIES = "Rooms in this house:"
NO_LOBBIES = "There is no room yet."
HALL = """What do you wish to do?
  create NAME PLAYERS   open a room for so many players
  join NAME             sit down in a room
  solo                  play alone, against Lorenzo
  list                  look again which rooms there are"""
HOW_MANY = "A room for how many players?"
WHICH_ROOM = "Which room do you join?"
BAD_HALL = "Type create, join, solo or list; help explains them."
BAD_CREATE = "Say it like this: create room1 2. One word for the name, then 1 to 4 players."
BAD_JOIN = "Say it like this: join room1."

# A room

ROOM = "You are in {room} with {people}.\nstart begins the match, leave goes back to the hall."
ROOM_ALONE = (
    "You are in {room}, nobody else is here.\n"
    "start begins a match against Lorenzo, leave goes back to the hall."
)
ROOM_HELP = """In a room:
  start    begin the match with all who are here (only who opened the room may)
  leave    go back to the hall"""
BAD_ROOM = "Type start or leave; help lists what else there is."

# Before the first turn

LEADERS = "You were dealt leaders: discard {count} of them. Which one goes? (number)"
BAD_LEADER = "Type the number of a leader in your hand: {numbers}."
BONUS = "You may take {count}. Which resource, and into which depot? (for example: coin 3)"
BAD_BONUS = "Say a resource and a depot, for example: coin 3. {resources}; depots 1, 2 and 3."
WAIT_SETUP = "The others still choose. Please wait."
WAIT_TURN = "It is {name}'s turn. You can look around and chat meanwhile."

LEADERS_HELP = """Everybody keeps two leaders. They can be played once their owner has what
they need; then they help for the rest of the match, and count points at its end."""
BONUS_HELP = """Later players start with a resource or two. A depot holds one kind of resource:
depot 1 one piece, depot 2 two, depot 3 three; no kind lies in two depots."""
WAIT_HELP = "Others are busy. What they do is told here."

# A turn

MENU = """Your turn{state}.
  1 Buy a card    2 Produce          3 Market
  4 Leader        5 Manage depots    6 End turn"""
MENU_FREE = ": one main action (1, 2 or 3), leaders and depots as you like"
MENU_ACTED = ": your main action is done; leaders, depots, or 6 to end the turn"
BAD_MENU = "Type a number from 1 to 6; help lists everything."
NOTHING_TO_CANCEL = "There is nothing to cancel."
CANCELLED = "Cancelled: nothing has happened."
DROPPED = "Cancelled: the house has dropped it, nothing is paid."

# Buying

BUY_WHICH = "Which card do you buy? (its number, * marks those you can pay; cancel goes back)"
BAD_CARD = "Type the number of a card on offer."
BUY_SLOT = "Into which slot? A card of level {level} goes {where}. ({slots})"
BAD_SLOT = "Type a slot: 1, 2 or 3."
PAY = "{resource}: where do you pay {count} from? (number, Enter: 1; cancel drops the purchase)"
BAD_PAY = "Type a number from 1 to {most}."

# Producing

PRODUCE_WHICH = "Which productions run? (several numbers, for example: 0 1; cancel goes back)"
BAD_SLOTS = "Type numbers of productions: {slots}."
GIVE_TWO = "Slot 0 takes any 2 resources: which? (for example: coin stone)"
BAD_TWO = "Name two resources: coin, stone, servant or shield."
MAKE_ONE = "Slot {slot} gives a resource of your choice: which?"
BAD_ONE = "Name a resource: coin, stone, servant or shield."
BALANCE = """Together they take {takes}
and give {gives}, into your strongbox.
You hold {held}.
Produce? y/n"""

# The market

PUSH_WHICH = "Which line do you push? (row 1-3 or column 1-4; cancel goes back)"
BAD_PUSH = "Say a line: row 1, row 2, row 3, column 1, column 2, column 3 or column 4."
PUSH = "{line} gives you {goods}.\nPush it? Marbles once taken cannot be put back. y/n"
CONVERT = "{count} white to name. What does the next one become? ({choices})"
BAD_CONVERT = "Name one of these: {choices}."
PLACE = "To place: {waiting}.\n{hint}"
PLACE_FITS = "Where does the {resource} go? Depot {depots}; 0 throws it away, {others}."
PLACE_NOWHERE = (
    "The {resource} fits nowhere: 0 throws it away ({others}), or make room with `move` or `swap`."
)
OTHERS_GAIN = "then the others gain 1 faith"
LORENZO_GAINS = "then Lorenzo's cross moves 1 on"
PLACE_ONLY = "Where does the {resource} go? Depot {depots} (Enter); 0 throws it away, {others}."
BAD_PLACE = "Type a depot, 0, `RESOURCE DEPOT` for another one first, `move` or `swap`."
NO_CANCEL = "Marbles once taken cannot be put back: place every resource, or throw it away with 0."

# Leaders and depots

LEADER_WHICH = "play NUMBER or discard NUMBER (a discarded leader gives 1 faith; cancel goes back)"
BAD_LEADER_ACTION = "Say play or discard and the number of a leader in your hand: {numbers}."
NO_LEADERS = "You have no leaders in your hand any more."
SURE_DISCARD = "Discard {leader} for 1 faith? It is gone for good. y/n"
DEPOTS_HOW = (
    "`swap 1 2` exchanges two depots, `move 1 3` moves everything from 1 to 3,\n"
    "`move 2 from 3 to 4` so many. (cancel goes back)"
)
BAD_DEPOTS = "Say it like this: swap 1 2, move 1 3, or move 2 from 3 to 4."

# The end

LAST_ROUND = "This is the last round!"
SCORES = "The match is over."
WON = "{winners} won!"
YOU_WON = "You won!"
LOST_TO_LORENZO = "Lorenzo won"

# Everywhere

YES_NO = "Type y or n."
TOO_LONG = "That line is too long for the house."
CHAT_HOW = "Say it like this: /chat hello, or /chat[anna] hello."
SAID = "You: {text}"
SAID_TO = "You to {name}: {text}"
NO_MATCH = "There is no match to look at yet."
NO_CARD = "Cards are numbered 1 to 48: card 35."
NO_LEADER = "Leaders are numbered 1 to 16: leader 3."
LEAVE_MATCH = "Leave? In a match your seat is given up. y/n"
HELP = """At any time:
  market grid faith board boards leaders table   look at the table
  card N, leader N                               everything about one of them
  online                                         who is here
  rules                                          how the game is played
  /chat TEXT, /chat[NAME] TEXT                   talk to all, or to one
  cancel                                         back to the menu
  exit                                           leave"""
HELP_TURN = """In your turn:
  1 or buy [CARD SLOT]         buy a card
  2 or produce [SLOTS]         let productions run
  3, or row N or column N      take marbles from the market
  4, or play N or discard N    leaders
  5, or move ... or swap ...   rearrange your depots
  6 or end                     end your turn"""

EXPLAINED: Mapping[str, str] = {
    texts.NOT_ENOUGH: "there is not enough of it",
    texts.OTHER_TYPE: "another resource lies there",
    texts.STORED_ALREADY: "this resource lies in another depot already",
    texts.TOO_MANY: "so many do not fit there",
}
"""What some of the house's words mean."""
