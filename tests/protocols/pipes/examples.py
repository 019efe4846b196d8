"""An example of each word."""

from ludoteca.protocols.pipes.words import (
    ChangeMatchSeats,
    ChatNotification,
    CheckPlayerActionPhase,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    InsertInColumn,
    Join,
    LeaveMatch,
    ListTables,
    Login,
    Malformed,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    ServerVirtualView,
    SortHand,
    VirtualHand,
    VirtualView,
    Word,
)

VIEW = VirtualView(
    admin="ann",
    board=[[None, ">__Cats__1.1", "_Books__1.2"]],
    commonGoalScores=[8, 4],
    commonGoals=["CommonGoalDiagonal", "CommonGoal2Lines"],
    currentPlayer="ann",
    currentPlayerHand=["__Cats__1.1"],
    endGameToken=True,
    gameResults=[[None] * 6],
    hiddenPoints=[2, 0],
    matchID=0,
    maxSeats=2,
    personalGoals=[6, 0],
    players=["ann", "ben"],
    publicChat=["ann: a|b"],
    scores=[0, 3],
    shelves=[[[None, "Trophies1.3"]]],
)
SEEN = (
    '{"admin":"ann","board":[[null,">__Cats__1.1","_Books__1.2"]],"commonGoalScores":[8,4],'
    '"commonGoals":["CommonGoalDiagonal","CommonGoal2Lines"],"currentPlayer":"ann",'
    '"currentPlayerHand":["__Cats__1.1"],"endGameToken":true,'
    '"gameResults":[[null,null,null,null,null,null]],"hiddenPoints":[2,0],"matchID":0,"maxSeats":2,'
    '"personalGoals":[6,0],"players":["ann","ben"],"publicChat":["ann: a\\u007cb"],"scores":[0,3],'
    '"shelves":[[[null,"Trophies1.3"]]]}'
)
LISTS = ServerVirtualView(
    virtualChatMap=(("ann@ben", "0"),),
    virtualMatchList=[("0", "WaitingPlayers", "1", "2")],
    virtualOnlinePlayers=[("ann", "Online")],
    virtualPrivateChats=(("ann > hi ben",),),
)
ASKED: list[tuple[Word, str]] = [
    (Login("alice"), "login|alice"),
    (Login("alice#correct-horse"), "login|alice#correct-horse"),
    (CreateMatch(2), "createMatch|2"),
    (Join(0), "join|0"),
    (SelectCell(4, 1), "selectCell|4|1"),
    (ConfirmSelection(), "confirmSelection"),
    (DeselectCards(), "deselectCards"),
    (SortHand(0, 1), "sortHand|0|1"),
    (InsertInColumn(4), "insertInColumn|4"),
    (InsertInColumn(4, "insertInColumnCards"), "insertInColumnCards|5"),
    (EndTurn(), "endTurn"),
    (CheckPlayerActionPhase(), "checkPlayerActionPhase"),
    (LeaveMatch(), "leaveMatch"),
    (ExitGame(), "exitGame"),
    (ChangeMatchSeats(3), "changeMatchSeats|3"),
    (ListTables(), "listTables"),
    (SendPublicMessage("hello, room"), "sendPublicMessage|hello, room|false"),
    (SendPublicMessage("", live=True), "sendPublicMessage||true"),
    (SendPrivateMessage("hi | you", "bob"), "sendPrivateMessage|hi | you|bob|false"),
    (Malformed("dance"), "dance"),
    (Malformed(), ""),
]
TOLD: list[tuple[Word, str]] = [
    (Return("login", ok=True), "return|login|true"),
    (Return("join", ok=False), "return|join|false"),
    (Message("Gatto 🐈"), "message|Gatto 🐈"),
    (ServerVirtualView(virtualOnlinePlayers=[]), 'serverVirtualView|{"virtualOnlinePlayers":[]}'),
    (
        LISTS,
        'serverVirtualView|{"virtualChatMap":[["ann@ben","0"]],"virtualMatchList":[["0",'
        '"WaitingPlayers","1","2"]],"virtualOnlinePlayers":[["ann","Online"]],'
        '"virtualPrivateChats":[["ann > hi ben"]]}',
    ),
    (MatchSeen(VIEW, 1), f"virtualView|{SEEN}|1"),
    (MatchSeen(VIEW), f"virtualView|{SEEN}"),
    (VirtualHand(["_Books__1.1"]), 'virtualHand|["_Books__1.1"]'),
    (PublicChat(["ann: a|b"]), r'publicChat|["ann: a\u007cb"]'),
    (ChatNotification("bob says: hi"), "chatNotification|bob says: hi"),
    (NotifyWait(0, 2, "ann"), 'notifyWait|[0,2,"ann"]'),
    (NotifyStart(0), "notifyStart|0"),
    (NotifyUpdate(500), "notifyUpdate|500"),
    (NotifyGoToMenu(), "notifyGoToMenu"),
    (NotifyEndMatch(), "notifyEndMatch"),
    (Ping(), "ping"),
]
