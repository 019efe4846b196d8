"""The messages of the `commands` protocol: commands, and the shapes that they share.

Members that are None are not sent. A shape has the members for both directions, because client and
server may use different members for the same command. Names are matched ignoring case and
underscores: `JoinLobby` is `JOIN_LOBBY`.

The protocol's document has other names for some commands and members. Clients may use either name.
The server sends each member under both its names. It sends commands under their names in the
document to clients that have used such names.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

Int = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
"""A 32-bit integer, as in deployed clients."""


class Target(StrEnum):
    """Recipients of a message; clients ignore it."""

    UNICAST = "UNICAST"
    BROADCAST = "BROADCAST"
    EVERYONE_ELSE = "EVERYONE_ELSE"


class Word(Struct, frozen=True, kw_only=True):
    """A command without members of its own."""

    command: str
    info: str | None = None
    target: Target = Target.UNICAST
    sender: str | None = field(default=None, name="senderNickname")
    documented: bool = False
    """Whether a client used names that only the protocol's document defines. This is never sent."""


class Container(Struct, frozen=True):
    """A quantity of a resource. A container without a resource is empty."""

    resource: str | None = field(default=None, name="resourceType")
    qty: Int = 0


class LobbyInfo(Struct, frozen=True):
    """A listed lobby."""

    name: str = field(name="lobbyName")
    owner: str
    max_players: Int = field(name="maxPlayers")
    connected: Int = field(name="numOfPlayersConnected")
    full: bool = field(name="isFull")
    closed: bool = field(name="isClosed")


class ProductionAbility(Struct, frozen=True):
    """Inputs and outputs of a production; question marks are resources that the player chooses."""

    input: tuple[Container, ...]
    choices_in: Int = field(name="questionMarkOnInput")
    output: tuple[Container, ...]
    choices_out: Int = field(name="questionMarkOnOutput")


class LobbyChoice(Word, frozen=True):
    """A lobby to open or join."""

    name: str | None = field(default=None, name="lobbyName")
    players: Int | None = field(default=None, name="numOfPlayers")


class Lobbies(Word, frozen=True):
    """The list of lobbies."""

    lobbies: tuple[LobbyInfo, ...] | None = field(default=None, name="lobbyInfos")


class PlayerList(Word, frozen=True):
    """The players in a lobby."""

    names: tuple[str, ...] | None = field(default=None, name="data")


class GameSetup(Word, frozen=True):
    """The cards on offer, the players and the market."""

    grid: tuple[Int, ...] = field(default=(), name="cardGridIDs")
    names: tuple[str, ...] = field(default=(), name="nicknames")
    market: tuple[Container, ...] = field(default=(), name="marketSetUp")


class LeaderHand(Word, frozen=True):
    """The leaders in hand."""

    cards: tuple[Int, ...] = field(default=(), name="cardsID")


class Numbered(Word, frozen=True):
    """The number of a leader or a slot, or a count."""

    id: Int | None = None


class Stored(Word, frozen=True):
    """Resources added to or taken from a place."""

    container: Container | None = None
    destination: str | None = None
    place: Int | None = field(default=None, name="destinationID")
    added: bool | None = None


class CardPurchase(Word, frozen=True):
    """A development card and a slot for it."""

    card: Int | None = field(default=None, name="cardID")
    slot: Int | None = field(default=None, name="productionSlotID")


class Slots(Word, frozen=True):
    """Slots that produce. Payment ends with DONE (`IDs`) or once the price is paid (`SlotIDs`)."""

    slots: tuple[Int, ...] | None = field(default=None, name="IDs")
    slot_ids: tuple[Int, ...] | None = field(default=None, name="SlotIDs")


class Blanks(Word, frozen=True):
    """Choices required for the production of a slot."""

    slot: Int = field(default=0, name="slotID")
    takes: Int = field(default=0, name="qmi")
    makes: Int = field(default=0, name="qmo")


class Filled(Word, frozen=True):
    """The chosen resources: either all of them or the next one."""

    resources: tuple[str, ...] | None = field(default=None, name="resourceTypeArrayList")
    resource: str | None = field(default=None, name="resType")


class Converted(Word, frozen=True):
    """The resource that a white marble becomes."""

    resource: str | None = field(default=None, name="resourceType")


class Conversions(Word, frozen=True):
    """The resources that white marbles may become, and the number of white marbles."""

    converted: str = field(default="BLANK", name="convertedType")
    available: tuple[str, ...] = field(default=(), name="availableConversions")
    count: Int = field(default=0, name="numToConvert")


class Containers(Word, frozen=True):
    """A price, or resources to place."""

    containers: tuple[Container, ...] = ()


class MarketLine(Word, frozen=True):
    """A row or a column of the market."""

    selection: str | None = None
    num: Int | None = None


class Moved(Word, frozen=True):
    """Resources moved from one deposit to another."""

    qty: Int | None = None
    source: Int | None = field(default=None, name="sourceID")
    place: Int | None = field(default=None, name="destinationID")


class Faith(Word, frozen=True):
    """Steps on the faith path."""

    qty: Int = 0


class Favours(Word, frozen=True):
    """Points for the papal favours in one section, by player."""

    favours: tuple[Int, ...] = field(default=(), name="playerFavours")


class Replaced(Word, frozen=True):
    """A card in the grid is replaced by another card, or by none (-1)."""

    old: Int = field(default=0, name="oldID")
    new: Int = field(default=0, name="newID")


class Lorenzo(Word, frozen=True):
    """The token that Lorenzo drew."""

    action: Int = field(default=0, name="actionID")
    colour: str | None = None


class Scores(Word, frozen=True):
    """The points of all players, and the winners."""

    points: tuple[Int, ...] = field(default=(), name="playersTotalVictoryPoints")
    names: tuple[str, ...] = field(default=(), name="nicknames")
    winners: tuple[str, ...] = ()


class ChatWord(Word, frozen=True):
    """Chat message to one player or to all players."""

    receiver: str | None = None


class Deposit(Word, frozen=True):
    """A leader's deposit."""

    slots: Int = field(default=0, name="maxDim")
    resource: str = field(default="", name="resourceType")


class Slot(Word, frozen=True):
    """A leader's production."""

    ability: ProductionAbility | None = field(default=None, name="productionAbility")


class Action(Word, frozen=True):
    """One of the six actions of a turn."""

    n: Int | None = None


# Commands by name

SHAPES: Mapping[type[Word], str] = {
    Word: "LOGIN REPLY EXIT_LOBBY USER_JOINED_LOBBY USER_LEFT_LOBBY USER_LEFT_GAME START_GAME "
    "GAME_CREATION_ERROR ASK_LEADER_ID NOTIFY_GAME_STARTED NOTIFY_TURN_CHANGE SHOW_TURN_HELP "
    "REMOVE_CONTAINER_OK REMOVE_CONTAINER_ERROR DONE BUY_ERROR PRODUCE_ERROR PRODUCE_OK "
    "CONVERSION_ERROR MARKET_OK MANAGE_DEPOSIT_OK END_TURN END_GAME PING PONG QUIT HELLO HELLO_ALL "
    "RECONNECTED INACTIVITY_KICK CHEAT_VAULT",
    LobbyChoice: "CREATE_LOBBY JOIN_LOBBY",
    Lobbies: "LOBBY_LIST",
    PlayerList: "PLAYER_LIST",
    GameSetup: "GAME_SETUP",
    LeaderHand: "NOTIFY_HAND",
    Numbered: "DISCARD_LEADER DISCARD_OK ASK_SETUP_RESOURCES ACTIVATE_LEADER ACTIVATE_OK FILL_OK",
    Stored: "SETUP_CONTAINER SEND_CONTAINER SEND_DEPOSIT_ID NOTIFY_DEPOSIT_UPDATE "
    "NOTIFY_VAULT_UPDATE",
    CardPurchase: "BUY BUY_OK BUY_DEVELOPMENT_CARD",
    Slots: "PRODUCE",
    Blanks: "START_FILL",
    Filled: "FILL_QM",
    Converted: "CONVERSION",
    Conversions: "ASK_MULTIPLE_CONVERSION",
    Containers: "BUY_SLOT_OK PRODUCTION_PRICE ASK_MARKET_DEST",
    MarketLine: "PICK_FROM_MARKET",
    Moved: "MANAGE_DEPOSIT SWITCH_DEPOSIT",
    Faith: "NOTIFY_FAITHPATH_CURRENT NOTIFY_FAITHPATH_OTHERS",
    Favours: "NOTIFY_FAITHPATH_FAVOURS",
    Replaced: "NOTIFY_CARDGRID",
    Lorenzo: "NOTIFY_LORENZO_ACTION",
    Scores: "NOTIFY_SCORES",
    ChatWord: "CHAT CHAT_ALL",
    Deposit: "NOTIFY_NEW_DEPOSIT",
    Slot: "NOTIFY_NEW_PROD_SLOT",
    Action: "ACTION_REQUEST",
}

COMMANDS: Mapping[str, type[Word]] = {
    command: shape for shape, commands in SHAPES.items() for command in commands.split()
}

_SENT = (
    "LOGIN REPLY LOBBY_LIST JOIN_LOBBY PLAYER_LIST EXIT_LOBBY USER_JOINED_LOBBY USER_LEFT_LOBBY "
    "USER_LEFT_GAME GAME_CREATION_ERROR GAME_SETUP NOTIFY_HAND ASK_LEADER_ID DISCARD_OK "
    "ASK_SETUP_RESOURCES NOTIFY_GAME_STARTED NOTIFY_TURN_CHANGE SHOW_TURN_HELP BUY_SLOT_OK "
    "BUY_ERROR BUY_OK START_FILL FILL_OK PRODUCTION_PRICE PRODUCE_ERROR PRODUCE_OK "
    "REMOVE_CONTAINER_OK REMOVE_CONTAINER_ERROR PICK_FROM_MARKET ASK_MULTIPLE_CONVERSION "
    "CONVERSION_ERROR ASK_MARKET_DEST MARKET_OK MANAGE_DEPOSIT_OK ACTIVATE_OK NOTIFY_NEW_DEPOSIT "
    "NOTIFY_NEW_PROD_SLOT NOTIFY_DEPOSIT_UPDATE NOTIFY_VAULT_UPDATE NOTIFY_FAITHPATH_CURRENT "
    "NOTIFY_FAITHPATH_OTHERS NOTIFY_FAITHPATH_FAVOURS NOTIFY_CARDGRID NOTIFY_LORENZO_ACTION "
    "NOTIFY_SCORES END_GAME PING PONG INACTIVITY_KICK HELLO CHAT CHAT_ALL"
)
SERVER_COMMANDS = tuple(_SENT.split())
"""Commands that the server sends."""

# Names in the protocol's document

CLIENT_NAMES: Mapping[str, str] = {
    "JoinLobby": "JOIN_LOBBY",
    "ActionRequest": "ACTION_REQUEST",
    "BuyDevelopmentCard": "BUY_DEVELOPMENT_CARD",
    "Produce": "PRODUCE",
    "SelectResourcesFromMarket": "PICK_FROM_MARKET",
    "ActivateLeader": "ACTIVATE_LEADER",
    "ManageResources": "MANAGE_DEPOSIT",
    "EndTurn": "END_TURN",
    "endturn": "END_TURN",
    "SendContainer": "SEND_CONTAINER",
}
"""Client commands, by their names in the protocol's document."""

SERVER_NAMES: Mapping[str, str] = {
    "REMOVE_CONT_OK": "REMOVE_CONTAINER_OK",
    "REMOVE_CONT_ERROR": "REMOVE_CONTAINER_ERROR",
    "ASK_MARKET_DESTINATION": "ASK_MARKET_DEST",
}
"""Server commands, by their names in the protocol's document."""

_DEPOSITS = {"sourceDepositID": "sourceID", "destinationDepositID": "destinationID"}
_CARD = {"id": "cardID", "productionSlotId": "productionSlotID"}

CLIENT_MEMBERS: Mapping[str, Mapping[str, str]] = {
    "LOGIN": {"nickname": "info"},
    "CREATE_LOBBY": {"numOfPlayer": "numOfPlayers"},
    "JOIN_LOBBY": {"LobbyName": "lobbyName"},
    "DISCARD_LEADER": {"ID": "id"},
    "BUY": _CARD,
    "BUY_DEVELOPMENT_CARD": _CARD,
    "SEND_CONTAINER": {
        "resCont": "container",
        "source": "destination",
        "sourceID": "destinationID",
    },
    "PRODUCE": {"SlotIDs": "SlotIDs"},
    "FILL_QM": {"resType": "resType"},
    "PICK_FROM_MARKET": {"number": "num"},
    "SEND_DEPOSIT_ID": {"depositID": "destinationID"},
    "ACTIVATE_LEADER": {"leaderCardID": "id"},
    "SWITCH_DEPOSIT": _DEPOSITS,
    "MANAGE_DEPOSIT": _DEPOSITS,
}
"""Client members, by command and by their names in the protocol's document."""

SERVER_MEMBERS: Mapping[str, Mapping[str, str]] = {
    "LobbyInfo": {
        "Owner": "owner",
        "MaxPlayer": "maxPlayers",
        "NumConnected": "numOfPlayersConnected",
    },
    "GAME_SETUP": {"cardGridIds": "cardGridIDs", "marketSetup": "marketSetUp"},
    "NOTIFY_HAND": {"cards_ids": "cardsID"},
    "DISCARD_OK": {"ID": "id"},
    "START_FILL": {"QuestionMarkInput": "qmi", "QuestionMarkOutput": "qmo", "ProdSlotID": "slotID"},
    "ACTIVATE_OK": {"leaderCardID": "id"},
    "NOTIFY_SCORES": {"players": "nicknames", "points": "playersTotalVictoryPoints"},
}
"""Server members, by command or nested object and by their names in the document."""


def folded(name: str) -> str:
    """Normalize a name for comparison, ignoring case and underscores."""
    return name.replace("_", "").casefold()


_KNOWN = {folded(command): command for command in COMMANDS} | {
    folded(name): command for name, command in {**CLIENT_NAMES, **SERVER_NAMES}.items()
}


def command_named(name: str) -> str | None:
    return _KNOWN.get(folded(name))
