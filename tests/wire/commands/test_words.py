"""Words of the `commands` protocol as lines, both ways."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.wire import UnreadableError
from ludoteca.wire.commands import JsonLines, Word
from ludoteca.wire.commands.codecs import LONGEST_LINE
from ludoteca.wire.commands.words import (
    CLIENT_MEMBERS,
    CLIENT_NAMES,
    COMMANDS,
    SERVER_MEMBERS,
    SERVER_NAMES,
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

# The line as it goes over the wire, and the word it says.
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


def test_the_table_has_a_line_of_every_shape() -> None:
    assert {type(word) for _, word in LINES} == set(COMMANDS.values())


@pytest.mark.parametrize(("line", "word"), LINES)
def test_a_word_is_a_line_and_a_line_a_word(line: str, word: Word) -> None:
    data = line.encode() + b"\n"
    assert JsonLines().write(word) == data
    assert list(JsonLines().feed(data)) == [word]
    assert list(JsonLines().feed(data + data[:9])) == [word]
    slow = JsonLines()
    assert [one for byte in data for one in slow.feed(bytes([byte]))] == [word]


@given(cuts=st.lists(st.integers(0, 400), max_size=6))
def test_lines_may_be_cut_anywhere(cuts: list[int]) -> None:
    data = b"".join(JsonLines().write(word) for _, word in LINES)
    lines, start, heard = JsonLines(), 0, list[Word | UnreadableError]()
    for cut in (*cuts, len(data)):
        heard += lines.feed(data[start : start + cut])
        start += cut
    assert heard == [word for _, word in LINES]


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


@pytest.mark.parametrize(("line", "word"), OTHERS)
def test_the_document_has_other_names_for_things(line: str, word: Word) -> None:
    (heard,) = JsonLines().feed(line.encode() + b"\r\n")
    assert isinstance(heard, Word)
    assert replace(heard, documented=False) == word
    names = ("nickname", *CLIENT_NAMES, *(name for of in CLIENT_MEMBERS.values() for name in of))
    assert heard.documented == any(f'"{name}"' in line for name in names)


def test_names_of_the_document_stand_for_names_there_are() -> None:
    assert {*CLIENT_NAMES.values(), *SERVER_NAMES.values()} <= set(COMMANDS)
    shapes: dict[str, type[msgspec.Struct]] = {**COMMANDS, "LobbyInfo": LobbyInfo}
    for table in (CLIENT_MEMBERS, SERVER_MEMBERS):
        for command, names in table.items():
            fields = msgspec.structs.fields(shapes[command])
            assert set(names.values()) <= {one.encode_name for one in fields}


def test_deployed_names_are_not_taken_for_those_of_the_document() -> None:
    for line, word in LINES:
        if word.command != "FILL_QM":
            (heard,) = JsonLines().feed(line.encode() + b"\n")
            assert isinstance(heard, Word)
            assert not heard.documented
    (sent,) = JsonLines().feed(b'{"command":"LOGIN","info":"x","documented":true}\n')
    assert sent == Word(command="LOGIN", info="x")


def test_commands_have_the_names_that_the_client_has_used() -> None:
    lines, paid = JsonLines(), Word(command="REMOVE_CONTAINER_OK")
    list(lines.feed(b'{"command":"LOGIN","info":"anna"}\n'))
    assert b'"REMOVE_CONTAINER_OK"' in lines.write(paid)
    list(lines.feed(b'{"command":"SendContainer"}\n'))
    assert lines.write(paid) == b'{"command":"REMOVE_CONT_OK","target":"UNICAST"}\n'
    list(lines.feed(b'{"command":"HELLO"}\n'))
    assert b'"REMOVE_CONT_OK"' in lines.write(paid)


def test_a_member_that_makes_no_sense_counts_as_missing() -> None:
    huge = '{"command":"BUY","cardID":"nine","productionSlotID":99999999999999999999}'
    odd = '{"command":"SEND_CONTAINER","container":[],"added":7,"mood":"fine"}'
    heard = list(JsonLines().feed(f"{huge}\n{odd}\n".encode()))
    assert heard == [CardPurchase(command="BUY"), Stored(command="SEND_CONTAINER")]


@pytest.mark.parametrize(
    "line",
    [b"hello", b"null", b"[]", b"{}", b'{"command":7}', b'{"command":"DANCE"}', b"[" * 9000,
     b'{"command":"LOGIN","info":"\\ud800"}', b"x" * (LONGEST_LINE + 1)],
)  # fmt: skip
def test_what_is_no_command_cannot_be_read_and_the_next_line_can(line: bytes) -> None:
    lines = JsonLines()
    unread, quit_ = lines.feed(line + b'\n{"command":"QUIT"}\n')
    assert isinstance(unread, UnreadableError)
    assert not unread.fatal
    assert quit_ == Word(command="QUIT")


def test_a_line_without_an_end_is_the_end() -> None:
    (unread,) = JsonLines().feed(b"x" * (LONGEST_LINE + 1))
    assert isinstance(unread, UnreadableError)
    assert unread.fatal


def test_blank_lines_are_nothing() -> None:
    assert list(JsonLines().feed(b"\n\r\n  \n")) == []


# "Bytes that are not UTF-8 are read as Windows-1252, never a reason to close."
@pytest.mark.parametrize(
    ("name", "read"), [("josé".encode(), "josé"), (b"jos\xe9", "josé"), (b"a\x81", "a\ufffd")]
)
def test_text_is_read_in_the_charset_of_the_machine(name: bytes, read: str) -> None:
    line = b'{"command":"LOGIN","info":"' + name + b'"}\n'
    assert list(JsonLines().feed(line)) == [Word(command="LOGIN", info=read)]


@given(text=st.text())
def test_every_text_is_sent_in_ascii_on_one_line_and_comes_back(text: str) -> None:
    data = JsonLines().write(Word(command="REPLY", info=text))
    assert data.isascii()
    assert data.count(b"\n") == 1
    assert not set(data) & set(b"'<>=&")
    assert list(JsonLines().feed(data)) == [Word(command="REPLY", info=text)]
