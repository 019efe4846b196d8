"""Lines of the `commands` protocol and the words they encode."""

from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.words import (
    Action,
    Blanks,
    CardPurchase,
    ChatWord,
    Container,
    Containers,
    Conversions,
    Converted,
    Deposit,
    Faith,
    Favours,
    Filled,
    GameSetup,
    LeaderHand,
    Lobbies,
    LobbyChoice,
    LobbyInfo,
    Lorenzo,
    MarketLine,
    Moved,
    Numbered,
    PlayerList,
    ProductionAbility,
    Replaced,
    Scores,
    Slot,
    Slots,
    Stored,
    Target,
)

ALL = Target.BROADCAST
GOLD = Container("GOLD", 2)

# Each line on the wire and its word.
LINES = [
    (r'{"command":"REPLY","info":"type \u003eLOGIN \u0027nickname\u0027","target":"UNICAST"}',
     Word(command="REPLY", info="type >LOGIN 'nickname'")),
    (r'{"command":"LOGIN","info":"jos\u00e9\u003d\u0026","target":"UNICAST"}',
     Word(command="LOGIN", info="josé=&")),
    ('{"lobbyName":"room1","numOfPlayers":2,"command":"CREATE_LOBBY","target":"UNICAST",'
     '"senderNickname":"anna"}',
     LobbyChoice(command="CREATE_LOBBY", name="room1", players=2, sender="anna")),
    ('{"lobbyInfos":[{"lobbyName":"room1","owner":"anna","maxPlayers":2,'
     '"numOfPlayersConnected":1,"isFull":false,"isClosed":false,"Owner":"anna","MaxPlayer":2,'
     '"NumConnected":1}],"command":"LOBBY_LIST",'
     '"target":"UNICAST","senderNickname":"bruno"}',
     Lobbies(command="LOBBY_LIST", sender="bruno",
             lobbies=(LobbyInfo("room1", "anna", 2, 1, full=False, closed=False),))),
    ('{"data":["anna","bruno"],"command":"PLAYER_LIST","info":"Players connected in room1:",'
     '"target":"BROADCAST","senderNickname":"anna"}',
     PlayerList(command="PLAYER_LIST", names=("anna", "bruno"), target=ALL, sender="anna",
            info="Players connected in room1:")),
    ('{"cardGridIDs":[3,5],"nicknames":["anna"],"marketSetUp":[{"resourceType":"GOLD","qty":2}],'
     '"cardGridIds":[3,5],"marketSetup":[{"resourceType":"GOLD","qty":2}],"command":"GAME_SETUP",'
     '"target":"BROADCAST"}',
     GameSetup(command="GAME_SETUP", grid=(3, 5), names=("anna",), market=(GOLD,), target=ALL)),
    ('{"cardsID":[6,14,13,1],"cards_ids":[6,14,13,1],"command":"NOTIFY_HAND","target":"UNICAST"}',
     LeaderHand(command="NOTIFY_HAND", cards=(6, 14, 13, 1))),
    ('{"id":6,"command":"DISCARD_LEADER","target":"UNICAST"}',
     Numbered(command="DISCARD_LEADER", id=6)),
    ('{"container":{"resourceType":"STONE","qty":1},"destination":"DEPOSIT","destinationID":2,'
     '"added":false,"command":"SETUP_CONTAINER","target":"UNICAST"}',
     Stored(command="SETUP_CONTAINER", container=Container("STONE", 1), destination="DEPOSIT",
            place=2, added=False)),
    ('{"container":{"qty":0},"destination":"DEPOSIT","destinationID":1,"added":false,'
     '"command":"NOTIFY_DEPOSIT_UPDATE","target":"BROADCAST"}',
     Stored(command="NOTIFY_DEPOSIT_UPDATE", container=Container(), destination="DEPOSIT",
            place=1, added=False, target=ALL)),
    ('{"cardID":9,"productionSlotID":1,"command":"BUY","target":"UNICAST"}',
     CardPurchase(command="BUY", card=9, slot=1)),
    ('{"IDs":[0,4],"command":"PRODUCE","target":"UNICAST"}',
     Slots(command="PRODUCE", slots=(0, 4))),
    ('{"slotID":0,"qmi":2,"qmo":1,"QuestionMarkInput":2,"QuestionMarkOutput":1,"ProdSlotID":0,'
     '"command":"START_FILL","target":"UNICAST"}',
     Blanks(command="START_FILL", slot=0, takes=2, makes=1)),
    ('{"resourceTypeArrayList":["GOLD","STONE"],"command":"FILL_QM","target":"UNICAST"}',
     Filled(command="FILL_QM", resources=("GOLD", "STONE"))),
    ('{"resType":"GOLD","command":"FILL_QM","target":"UNICAST"}',
     Filled(command="FILL_QM", resource="GOLD", documented=True)),
    ('{"id":6,"ID":6,"command":"DISCARD_OK","target":"UNICAST"}',
     Numbered(command="DISCARD_OK", id=6)),
    ('{"id":6,"leaderCardID":6,"command":"ACTIVATE_OK","target":"BROADCAST"}',
     Numbered(command="ACTIVATE_OK", id=6, target=ALL)),
    ('{"resourceType":"GOLD","command":"CONVERSION","target":"UNICAST"}',
     Converted(command="CONVERSION", resource="GOLD")),
    ('{"convertedType":"BLANK","availableConversions":["GOLD","STONE"],"numToConvert":2,'
     '"command":"ASK_MULTIPLE_CONVERSION","target":"UNICAST"}',
     Conversions(command="ASK_MULTIPLE_CONVERSION", available=("GOLD", "STONE"), count=2)),
    ('{"containers":[{"resourceType":"GOLD","qty":2}],"command":"PRODUCTION_PRICE",'
     '"target":"UNICAST"}',
     Containers(command="PRODUCTION_PRICE", containers=(GOLD,))),
    ('{"selection":"COLUMN","num":2,"command":"PICK_FROM_MARKET","target":"BROADCAST"}',
     MarketLine(command="PICK_FROM_MARKET", selection="COLUMN", num=2, target=ALL)),
    ('{"qty":1,"sourceID":3,"destinationID":2,"command":"MANAGE_DEPOSIT","target":"UNICAST"}',
     Moved(command="MANAGE_DEPOSIT", qty=1, source=3, place=2)),
    ('{"sourceID":3,"destinationID":2,"command":"SWITCH_DEPOSIT","target":"UNICAST"}',
     Moved(command="SWITCH_DEPOSIT", source=3, place=2)),
    ('{"qty":1,"command":"NOTIFY_FAITHPATH_OTHERS","target":"BROADCAST"}',
     Faith(command="NOTIFY_FAITHPATH_OTHERS", qty=1, target=ALL)),
    ('{"playerFavours":[0,2],"command":"NOTIFY_FAITHPATH_FAVOURS","target":"BROADCAST"}',
     Favours(command="NOTIFY_FAITHPATH_FAVOURS", favours=(0, 2), target=ALL)),
    ('{"oldID":9,"newID":-1,"command":"NOTIFY_CARDGRID","target":"BROADCAST"}',
     Replaced(command="NOTIFY_CARDGRID", old=9, new=-1, target=ALL)),
    ('{"actionID":1,"colour":"GREEN","command":"NOTIFY_LORENZO_ACTION","target":"BROADCAST"}',
     Lorenzo(command="NOTIFY_LORENZO_ACTION", action=1, colour="GREEN", target=ALL)),
    ('{"actionID":6,"command":"NOTIFY_LORENZO_ACTION","target":"BROADCAST"}',
     Lorenzo(command="NOTIFY_LORENZO_ACTION", action=6, target=ALL)),
    ('{"playersTotalVictoryPoints":[7,30],"nicknames":["a","b"],"winners":["b"],'
     '"players":["a","b"],"points":[7,30],"command":"NOTIFY_SCORES","target":"BROADCAST"}',
     Scores(command="NOTIFY_SCORES", points=(7, 30), names=("a", "b"), winners=("b",),
            target=ALL)),
    ('{"receiver":"bruno","command":"CHAT","info":" hi","target":"UNICAST"}',
     ChatWord(command="CHAT", receiver="bruno", info=" hi")),
    ('{"maxDim":2,"resourceType":"STONE","command":"NOTIFY_NEW_DEPOSIT","target":"BROADCAST"}',
     Deposit(command="NOTIFY_NEW_DEPOSIT", slots=2, resource="STONE", target=ALL)),
    ('{"productionAbility":{"input":[{"resourceType":"GOLD","qty":2}],"questionMarkOnInput":0,'
     '"output":[],"questionMarkOnOutput":1},"command":"NOTIFY_NEW_PROD_SLOT",'
     '"target":"BROADCAST"}',
     Slot(command="NOTIFY_NEW_PROD_SLOT", ability=ProductionAbility((GOLD,), 0, (), 1),
          target=ALL)),
    ('{"n":3,"command":"ACTION_REQUEST","target":"UNICAST"}',
     Action(command="ACTION_REQUEST", n=3)),
]  # fmt: skip


# "Members and commands are accepted under the document's names beside the deployed ones."
OTHERS = [
    ('{"command":"LOGIN","nickname":"anna"}', Word(command="LOGIN", info="anna")),
    ('{"command":"JoinLobby","LobbyName":"x"}', LobbyChoice(command="JOIN_LOBBY", name="x")),
    ('{"command":"LOBBY_LIST"}', Lobbies(command="LOBBY_LIST")),
    ('{"command":"CREATE_LOBBY","lobbyName":"x","numOfPlayer":4}',
     LobbyChoice(command="CREATE_LOBBY", name="x", players=4)),
    ('{"command":"ActionRequest","n":2}', Action(command="ACTION_REQUEST", n=2)),
    ('{"command":"BuyDevelopmentCard","id":9,"productionSlotId":2}',
     CardPurchase(command="BUY_DEVELOPMENT_CARD", card=9, slot=2)),
    ('{"command":"SendContainer","resCont":{"resourceType":"GOLD","qty":2},"source":"Vault",'
     '"sourceID":null,"added":false}',
     Stored(command="SEND_CONTAINER", container=GOLD, destination="Vault", added=False)),
    ('{"command":"PRODUCE","SlotIDs":[1]}', Slots(command="PRODUCE", slot_ids=(1,))),
    ('{"command":"PICK_FROM_MARKET","selection":"ROW","number":1}',
     MarketLine(command="PICK_FROM_MARKET", selection="ROW", num=1)),
    ('{"command":"SEND_DEPOSIT_ID","depositID":2}', Stored(command="SEND_DEPOSIT_ID", place=2)),
    ('{"command":"ACTIVATE_LEADER","leaderCardID":5}', Numbered(command="ACTIVATE_LEADER", id=5)),
    ('{"command":"DISCARD_LEADER","ID":5}', Numbered(command="DISCARD_LEADER", id=5)),
    ('{"command":"MANAGE_DEPOSIT","sourceDepositID":1,"qty":1,"destinationDepositID":2}',
     Moved(command="MANAGE_DEPOSIT", qty=1, source=1, place=2)),
    ('{"command":"SelectResourcesFromMarket","selection":"COLUMN","number":4}',
     MarketLine(command="PICK_FROM_MARKET", selection="COLUMN", num=4)),
    ('{"command":"Produce","SlotIDs":[0,1]}', Slots(command="PRODUCE", slot_ids=(0, 1))),
    ('{"command":"ActivateLeader","leaderCardID":5}', Numbered(command="ACTIVATE_LEADER", id=5)),
    ('{"command":"ManageResources","sourceDepositID":1,"qty":1,"destinationDepositID":2}',
     Moved(command="MANAGE_DEPOSIT", qty=1, source=1, place=2)),
    ('{"command":"SWITCH_DEPOSIT","sourceDepositID":1,"destinationDepositID":2}',
     Moved(command="SWITCH_DEPOSIT", source=1, place=2)),
    ('{"command":"CONVERSION","resourceType":"GOLD"}',
     Converted(command="CONVERSION", resource="GOLD")),
    ('{"command":"FILL_QM","resType":"GOLD"}', Filled(command="FILL_QM", resource="GOLD")),
    ('{"command":"EndTurn"}', Word(command="END_TURN")),
    ('{"command":"endturn"}', Word(command="END_TURN")),
    ('{"command":"ASK_MARKET_DESTINATION"}', Containers(command="ASK_MARKET_DEST")),
    ('{"command":"REMOVE_CONT_OK"}', Word(command="REMOVE_CONTAINER_OK")),
]  # fmt: skip
