"""Every word both ways, in frames and in lines, however its bytes arrive."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from ludoteca.wire import Codec, UnreadableError
from ludoteca.wire.pipes import client_frames, client_lines, server_frames, server_lines
from ludoteca.wire.pipes.encoding import LONGEST_LINE, write_word
from ludoteca.wire.pipes.words import (
    Asked,
    ChangeMatchSeats,
    ChatNotification,
    CheckPlayerActionPhase,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    Garbled,
    InsertInColumn,
    Join,
    LeaveMatch,
    Login,
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
    Told,
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
    (InsertInColumn(4, "insertInColumnCards"), "insertInColumnCards|4"),
    (EndTurn(), "endTurn"),
    (CheckPlayerActionPhase(), "checkPlayerActionPhase"),
    (LeaveMatch(), "leaveMatch"),
    (ExitGame(), "exitGame"),
    (ChangeMatchSeats(3), "changeMatchSeats|3"),
    (SendPublicMessage("hello, room"), "sendPublicMessage|hello, room|false"),
    (SendPublicMessage("", live=True), "sendPublicMessage||true"),
    (SendPrivateMessage("hi | you", "bob"), "sendPrivateMessage|hi | you|bob|false"),
    (Garbled("dance"), "dance"),
    (Garbled(), ""),
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
ENDS: dict[str, tuple[Callable[[], Codec[Any]], list[tuple[Word, str]]]] = {
    "server, frames": (server_frames, ASKED),
    "server, lines": (server_lines, ASKED),
    "client, frames": (client_frames, TOLD),
    "client, lines": (client_lines, TOLD),
}


def test_every_word_is_in_the_table() -> None:
    assert {type(word) for word, _ in ASKED} == set(get_args(Asked))
    assert {type(word) for word, _ in TOLD} == set(get_args(Told))


@pytest.mark.parametrize(("word", "text"), ASKED + TOLD)
def test_a_word_is_written_like_this(word: Word, text: str) -> None:
    assert write_word(word) == text.encode()


@pytest.mark.parametrize("end", ENDS)
def test_words_are_read_whole_byte_by_byte_and_with_the_tail_of_the_next(end: str) -> None:
    encoding, table = ENDS[end]
    words = [word for word, _ in table]
    data = b"".join(encoding().write(word) for word in words)
    assert list(encoding().feed(data)) == words
    reader = encoding()
    assert [word for byte in data for word in reader.feed(bytes([byte]))] == words
    for cut in range(0, len(data), 7):
        reader = encoding()
        assert [*reader.feed(data[:cut]), *reader.feed(data[cut:])] == words


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("selectCell|4|1|9", SelectCell(4, 1)),  # "The server ignores fields past those it needs"
        ("endTurn|now", EndTurn()),
        ("selectCell|-1|12", SelectCell(-1, 12)),
        ("sendPublicMessage|hi", SendPublicMessage("hi")),  # the document has no LIVE
        ("sendPublicMessage|true", SendPublicMessage("true")),
        ("sendPublicMessage|a|b|true", SendPublicMessage("a|b", live=True)),
        ("sendPrivateMessage|hi|bob", SendPrivateMessage("hi", "bob")),
        ("sendPrivateMessage|a|b|bob|true", SendPrivateMessage("a|b", "bob", live=True)),
        ("sendPrivateMessage|hi|true", SendPrivateMessage("hi", "true")),
        ("login|a|b", Garbled("login")),
        ("login", Garbled("login")),
        ("createMatch|x", Garbled("createMatch")),
        ("createMatch|٣", Garbled("createMatch")),
        ("createMatch| 2", Garbled("createMatch")),
        ("join|" + "9" * 5000, Garbled("join")),
        ("sortHand|1", Garbled("sortHand")),
        ("sendPublicMessage", Garbled("sendPublicMessage")),
        ("sendPrivateMessage|hi", Garbled("sendPrivateMessage")),
        ("LOGIN|alice", Garbled("LOGIN")),
    ],
)
def test_what_deviates_is_read_as_well_as_it_can_be(text: str, word: Word) -> None:
    assert list(server_lines().feed(text.encode() + b"\n")) == [word]


@pytest.mark.parametrize(
    "text",
    [
        "dance",
        "return|login|yes",
        "serverVirtualView|{",
        "virtualView|{}|0",
        "notifyStart|x",
        "\xff",
    ],
)
def test_a_client_knows_what_it_cannot_read(text: str) -> None:
    (word,) = client_lines().feed(text.encode("latin-1") + b"\n")
    assert isinstance(word, UnreadableError)
    assert not word.fatal


def test_a_line_may_end_in_both_ways() -> None:
    assert list(server_lines().feed(b"endTurn\r\nendTurn\n")) == [EndTurn(), EndTurn()]


def test_a_line_without_an_end_is_fatal() -> None:
    reader = server_lines()
    assert list(reader.feed(b"x" * LONGEST_LINE)) == []
    (word,) = reader.feed(b"x")
    assert isinstance(word, UnreadableError)
    assert word.fatal


def test_text_keeps_to_its_line_and_its_field() -> None:
    word = ChatNotification("\nbob says: a|b\nc")
    assert server_lines().write(word) == "chatNotification|bob says: a¦b c\n".encode()
    assert server_frames().write(word)[2:] == "chatNotification|\nbob says: a¦b\nc".encode()


def test_a_frame_is_never_longer_than_its_length_can_say() -> None:
    for letter in ("x", "é", "€", "🐈"):
        data = server_frames().write(Message(letter * 40_000))
        assert int.from_bytes(data[:2], "big") == len(data) - 2
        (word,) = client_frames().feed(data)
        assert isinstance(word, Message)
        assert set(word.text) <= {letter, "\N{REPLACEMENT CHARACTER}"}
