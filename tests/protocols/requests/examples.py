"""An example of each word."""

from typing import Any

from ludoteca.protocols.requests.words import (
    Board,
    ChatMessage,
    CommonGoal,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LobbyInfoMessage,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
    PersonalGoal,
    PickTileRequest,
    PickTileResponse,
    PingMessage,
    PlayerDisconnectedNotify,
    PongMessage,
    Position,
    Tile,
    UnpickTileRequest,
    UnpickTileResponse,
)

BOARD = Board(((Position(1, 0), Tile.GREEN), (Position(4, -3), Tile.LBLUE)))
BOARD_LINE = '{"board":[[{"row":1,"column":0},"GREEN"],[{"row":4,"column":-3},"LBLUE"]]}'
EMPTY = (Tile.EMPTY,) * 5
SHELF = (*(EMPTY,) * 5, (Tile.PINK, *EMPTY[1:]))
SHELF_LINE = (
    "["
    + '["EMPTY","EMPTY","EMPTY","EMPTY","EMPTY"],' * 5
    + '["PINK","EMPTY","EMPTY","EMPTY","EMPTY"]]'
)
GOAL = PersonalGoal(9, (Position(0, 2),), (Tile.YELLOW,))
# The names and members are those of the document, "Messages".
ASKED: list[tuple[Any, str]] = [
    (LoginRequest("anna"), '{"type":"LoginRequest","nickname":"anna"}'),
    (LoginRequest(None), '{"type":"LoginRequest","nickname":null}'),
    (NumPlayersResponse(2), '{"type":"NumPlayersResponse","numPlayers":2}'),
    (PickTileRequest(Position(1, 0)),
     '{"type":"PickTileRequest","position":{"row":1,"column":0}}'),
    (UnpickTileRequest(Position(4, -3)),
     '{"type":"UnpickTileRequest","position":{"row":4,"column":-3}}'),
    (ConfirmPickRequest(), '{"type":"ConfirmPickRequest"}'),
    (ConfirmColumnRequest(4), '{"type":"ConfirmColumnRequest","columnNumber":4}'),
    (ConfirmOrderNotify((Tile.PINK, Tile.BLUE)),
     '{"type":"ConfirmOrderNotify","pickedTiles":["PINK","BLUE"]}'),
    (ChatMessage("anna", "bruno", "hi"),
     '{"type":"ChatMessage","player":"anna","receiver":"bruno","textMessage":"hi"}'),
    (ChatMessage("anna", None, "\U0001f600 \0"),
     '{"type":"ChatMessage","player":"anna","receiver":null,"textMessage":"\U0001f600 \\u0000"}'),
    (PongMessage(), '{"type":"PongMessage"}'),
]  # fmt: skip
SAID: list[tuple[Any, str]] = [
    (LoginResponse("anna"), '{"type":"LoginResponse","nickname":"anna"}'),
    (LoginResponse(None), '{"type":"LoginResponse","nickname":null}'),
    (NumPlayersRequest(), '{"type":"NumPlayersRequest"}'),
    (LobbyInfoMessage(2, ("anna",), new_player_connected=True, player_name="anna"),
     '{"type":"LobbyInfoMessage","sizeLobby":2,"lobby":["anna"],"newPlayerConnected":true,'
     '"playerName":"anna"}'),
    (GameStartNotify(BOARD, (CommonGoal(4, "Six pairs"),), (8,), GOAL, ("anna", "bo"), "bo"),
     '{"type":"GameStartNotify","board":' + BOARD_LINE + ',"commonGoals":[{"id":4,'
     '"name":"Six pairs"}],"commonGoalsTokens":[8],"personalGoal":{"id":9,"positions":'
     '[{"row":0,"column":2}],"tiles":["YELLOW"]},"players":["anna","bo"],"nextPlayer":"bo"}'),
    (PickTileResponse(valid=True, picked_tiles=(Tile.BLUE,)),
     '{"type":"PickTileResponse","valid":true,"pickedTiles":["BLUE"]}'),
    (UnpickTileResponse((), successful=False),
     '{"type":"UnpickTileResponse","pickedTiles":[],"successful":false}'),
    (ConfirmPickResponse(BOARD, valid=True),
     '{"type":"ConfirmPickResponse","board":' + BOARD_LINE + ',"valid":true}'),
    (ConfirmColumnResponse(valid=True, need_for_swap=False),
     '{"type":"ConfirmColumnResponse","valid":true,"needForSwap":false}'),
    (EndTurnNotify(BOARD, SHELF, (8, 0), 3, end_game=True, player="anna", next_player="bo"),
     '{"type":"EndTurnNotify","board":' + BOARD_LINE + ',"bookshelf":' + SHELF_LINE +
     ',"commonGoalsTokens":[8,0],"points":3,"endGame":true,"player":"anna","nextPlayer":"bo"}'),
    (PlayerDisconnectedNotify("anna"),
     '{"type":"PlayerDisconnectedNotify","disconnectedPlayer":"anna"}'),
    (GameResultNotify("anna", {"anna": 12, "bo": 7}),
     '{"type":"GameResultNotify","winner":"anna","points":{"anna":12,"bo":7}}'),
    (ChatMessage("[house]", "Everyone", "bo is back."),
     '{"type":"ChatMessage","player":"[house]","receiver":"Everyone",'
     '"textMessage":"bo is back."}'),
    (PingMessage(), '{"type":"PingMessage"}'),
]  # fmt: skip
