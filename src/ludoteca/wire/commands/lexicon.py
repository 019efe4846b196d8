"""Every command with the shape of its word, and the other names the document has for things.

Names are the same whatever their case and with or without underlines: `JoinLobby` is `JOIN_LOBBY`.
"""

from collections.abc import Mapping

from ludoteca.wire.commands.words import (
    Action,
    Blanks,
    Chat,
    Containers,
    Conversions,
    Converted,
    Deposit,
    Faith,
    Favours,
    Filled,
    Hand,
    Line,
    Lobbies,
    Lobby,
    Lorenzo,
    Moved,
    Numbered,
    People,
    Purchase,
    Replaced,
    Scores,
    Slot,
    Slots,
    Stored,
    Table,
    Word,
)

SHAPES: Mapping[type[Word], str] = {
    Word: "LOGIN REPLY EXIT_LOBBY USER_JOINED_LOBBY USER_LEFT_LOBBY USER_LEFT_GAME START_GAME "
    "GAME_CREATION_ERROR ASK_LEADER_ID NOTIFY_GAME_STARTED NOTIFY_TURN_CHANGE SHOW_TURN_HELP "
    "REMOVE_CONTAINER_OK REMOVE_CONTAINER_ERROR DONE BUY_ERROR PRODUCE_ERROR PRODUCE_OK "
    "CONVERSION_ERROR MARKET_OK MANAGE_DEPOSIT_OK END_TURN END_GAME PING PONG QUIT HELLO HELLO_ALL "
    "RECONNECTED INACTIVITY_KICK CHEAT_VAULT",
    Lobby: "CREATE_LOBBY JOIN_LOBBY",
    Lobbies: "LOBBY_LIST",
    People: "PLAYER_LIST",
    Table: "GAME_SETUP",
    Hand: "NOTIFY_HAND",
    Numbered: "DISCARD_LEADER DISCARD_OK ASK_SETUP_RESOURCES ACTIVATE_LEADER ACTIVATE_OK FILL_OK",
    Stored: "SETUP_CONTAINER SEND_CONTAINER SEND_DEPOSIT_ID NOTIFY_DEPOSIT_UPDATE "
    "NOTIFY_VAULT_UPDATE",
    Purchase: "BUY BUY_OK BUY_DEVELOPMENT_CARD",
    Slots: "PRODUCE",
    Blanks: "START_FILL",
    Filled: "FILL_QM",
    Converted: "CONVERSION",
    Conversions: "ASK_MULTIPLE_CONVERSION",
    Containers: "BUY_SLOT_OK PRODUCTION_PRICE ASK_MARKET_DEST",
    Line: "PICK_FROM_MARKET",
    Moved: "MANAGE_DEPOSIT SWITCH_DEPOSIT",
    Faith: "NOTIFY_FAITHPATH_CURRENT NOTIFY_FAITHPATH_OTHERS",
    Favours: "NOTIFY_FAITHPATH_FAVOURS",
    Replaced: "NOTIFY_CARDGRID",
    Lorenzo: "NOTIFY_LORENZO_ACTION",
    Scores: "NOTIFY_SCORES",
    Chat: "CHAT CHAT_ALL",
    Deposit: "NOTIFY_NEW_DEPOSIT",
    Slot: "NOTIFY_NEW_PROD_SLOT",
    Action: "ACTION_REQUEST",
}

COMMANDS: Mapping[str, type[Word]] = {
    command: shape for shape, commands in SHAPES.items() for command in commands.split()
}

OTHER_COMMANDS: Mapping[str, str] = {
    "SelectResourcesFromMarket": "PICK_FROM_MARKET",
    "ManageResources": "MANAGE_DEPOSIT",
    "ASK_MARKET_DESTINATION": "ASK_MARKET_DEST",
    "REMOVE_CONT_OK": "REMOVE_CONTAINER_OK",
    "REMOVE_CONT_ERROR": "REMOVE_CONTAINER_ERROR",
    "response": "REPLY",
}

OTHER_MEMBERS: Mapping[type[Word], Mapping[str, str]] = {
    Word: {"nickname": "info"},
    Lobby: {"numOfPlayer": "numOfPlayers"},
    Table: {"cardGridIds": "cardGridIDs"},
    Hand: {"cards_ids": "cardsID"},
    Numbered: {"leaderCardID": "id"},
    Stored: {
        "resCont": "container",
        "source": "destination",
        "sourceID": "destinationID",
        "depositID": "destinationID",
    },
    Purchase: {"id": "cardID"},
    Blanks: {"QuestionMarkInput": "qmi", "QuestionMarkOutput": "qmo", "ProdSlotID": "slotID"},
    Line: {"number": "num"},
    Moved: {"sourceDepositID": "sourceID", "destinationDepositID": "destinationID"},
    Scores: {"players": "nicknames", "points": "playersTotalVictoryPoints"},
}


def folded(name: str) -> str:
    """What a name has in common with other ways to write it."""
    return name.replace("_", "").casefold()


_KNOWN = {folded(command): command for command in COMMANDS} | {
    folded(other): command for other, command in OTHER_COMMANDS.items()
}


def command_named(name: str) -> str | None:
    """The command that is meant by a name."""
    return _KNOWN.get(folded(name))
