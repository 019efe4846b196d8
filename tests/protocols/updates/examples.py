"""An example of each word."""

from ludoteca.protocols.updates import UpdatesWord
from ludoteca.protocols.updates.words import (
    NO_GAME,
    NO_LOGIN,
    NO_SELECTION,
    AcceptedInsertion,
    Beep,
    BookshelfInsertion,
    BookshelfUpdate,
    ChatAccepted,
    ChatMessage,
    ChatUpdate,
    CommonGoalCardsUpdate,
    Disconnection,
    EndGameUpdate,
    EndingTokenUpdate,
    GameData,
    GameInfo,
    GameInitialization,
    GameSelection,
    GamesList,
    Item,
    LivingRoomSelection,
    LivingRoomUpdate,
    Nickname,
    PersonalGoalCardUpdate,
    Position,
    Reconnection,
    ScoresUpdate,
    SelectedItems,
    StartTurnUpdate,
    WaitingUpdate,
)

# Document, "Server messages".
SERVER: list[tuple[UpdatesWord, str]] = [
    (Beep(), '{"type":"Beep"}'),
    (AcceptedInsertion(accepted=True), '{"type":"AcceptedInsertion","accepted":true}'),
    (BookshelfUpdate("anna", ((Position(0, 2), Item.CUP), (Position(1, 2), None))),
     '{"type":"BookshelfUpdate","owner":"anna",'
     '"bookshelf":[[{"row":0,"column":2},"CUP"],[{"row":1,"column":2},null]]}'),
    (ChatAccepted(accepted=False), '{"type":"ChatAccepted","accepted":false}'),
    (ChatUpdate("anna", "\0\U0001f600", "all"),
     '{"type":"ChatUpdate","sender":"anna","text":"\\u0000\U0001f600","receiver":"all"}'),
    (CommonGoalCardsUpdate({6: 8, 7: 0}),
     '{"type":"CommonGoalCardsUpdate","cards":{"6":8,"7":0}}'),
    (CommonGoalCardsUpdate({}), '{"type":"CommonGoalCardsUpdate","cards":{}}'),
    (EndGameUpdate("anna"), '{"type":"EndGameUpdate","winner":"anna"}'),
    (EndGameUpdate(None), '{"type":"EndGameUpdate","winner":null}'),
    (EndingTokenUpdate(None), '{"type":"EndingTokenUpdate","owner":null}'),
    (GameData(2, ("anna",), 1, 9, 9, 6, 5),
     '{"type":"GameData","numberPlayers":2,"connectedPlayers":["anna"],"numberCommonGoalCards":1,'
     '"livingRoomRows":9,"livingRoomColumns":9,"bookshelvesRows":6,"bookshelvesColumns":5}'),
    (NO_GAME,
     '{"type":"GameData","numberPlayers":-1,"connectedPlayers":null,"numberCommonGoalCards":-1,'
     '"livingRoomRows":-1,"livingRoomColumns":-1,"bookshelvesRows":-1,"bookshelvesColumns":-1}'),
    (GamesList((GameInfo(7, 2, 1), GameInfo(3, -1, -1))),
     '{"type":"GamesList","available":[{"id":7,"numberPlayers":2,"numberCommonGoals":1},'
     '{"id":3,"numberPlayers":-1,"numberCommonGoals":-1}]}'),
    (NO_LOGIN, '{"type":"GamesList","available":null}'),
    (LivingRoomUpdate(((Position(0, 0), Item.LOCKED), (Position(4, 4), Item.CAT))),
     '{"type":"LivingRoomUpdate",'
     '"livingRoom":[[{"row":0,"column":0},"LOCKED"],[{"row":4,"column":4},"CAT"]]}'),
    (PersonalGoalCardUpdate(11), '{"type":"PersonalGoalCardUpdate","id":11}'),
    (ScoresUpdate({"anna": 3, "bruno": 0}),
     '{"type":"ScoresUpdate","scores":{"anna":3,"bruno":0}}'),
    (SelectedItems((Item.BOOK, Item.GAME, Item.FRAME, Item.PLANT)),
     '{"type":"SelectedItems","items":["BOOK","GAME","FRAME","PLANT"]}'),
    (NO_SELECTION, '{"type":"SelectedItems","items":null}'),
    (StartTurnUpdate("anna"), '{"type":"StartTurnUpdate","currentPlayer":"anna"}'),
    (WaitingUpdate("anna", 1, is_connected=True),
     '{"type":"WaitingUpdate","nickname":"anna","missing":1,"isConnected":true}'),
    (Reconnection("anna"), '{"type":"Reconnection","reconnectedPlayer":"anna"}'),
    (Disconnection("anna"), '{"type":"Disconnection","disconnectedPlayer":"anna"}'),
]  # fmt: skip


# Document, "Client messages", and the Beep of deployed clients.
CLIENT: list[tuple[UpdatesWord, str]] = [
    (Beep(), '{"type":"Beep"}'),
    (Nickname("zoë \U0001f600"), '{"type":"Nickname","nickname":"zoë \U0001f600"}'),
    (GameInitialization(2, 1),
     '{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":1}'),
    (GameSelection(-1), '{"type":"GameSelection","id":-1}'),
    (LivingRoomSelection((Position(1, 3), Position(1, 4))),
     '{"type":"LivingRoomSelection","positions":[{"row":1,"column":3},{"row":1,"column":4}]}'),
    (LivingRoomSelection(()), '{"type":"LivingRoomSelection","positions":[]}'),
    (BookshelfInsertion(0, (1, 0)),
     '{"type":"BookshelfInsertion","column":0,"permutation":[1,0]}'),
    (ChatMessage("psst ", "bob"), '{"type":"ChatMessage","text":"psst ","receiver":"bob"}'),
]  # fmt: skip
