"""Every message in both directions, in pieces of any size; and moves as text."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games.shelfie import PERSONAL_GOALS, Cell, TakeTiles
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.prompts import (
    client_lines,
    read_answer,
    server_lines,
    write_move,
    write_word,
)
from ludoteca.protocols.prompts.codecs import LONGEST_ANSWER, LONGEST_WORD
from ludoteca.protocols.prompts.views import (
    COMMON_NUMBERS,
    PERSONAL_CARDS,
    PERSONAL_IDS,
    read_move,
    refused,
)
from ludoteca.protocols.prompts.words import (
    ACK,
    BareLine,
    ChooseUsername,
    ClientWord,
    CommonCard,
    Disconnection,
    EmptyPosition,
    FirstPlayer,
    GameOffer,
    GraphicalGameInfo,
    IDtojoin,
    InvalidColumn,
    Lobby,
    Move,
    MoveMessage,
    NoFreeSide,
    NotAdjTiles,
    NotEnoughSpaceBookshelf,
    NotEnoughSpaceColumn,
    NotValidMove,
    NotValidUsername,
    NumberOfPlayers,
    OldGameId,
    OldGameIdAnswer,
    OldIdNotValid,
    OtherAnswer,
    PersonalCard,
    PromptsWord,
    Reconnect,
    ReconnectionAnswer,
    RefusedConnection,
    Response,
    ServerWord,
    StartingGame,
    Triad,
    UserIdMessage,
    Username,
    UsernameAnswer,
    Waiting,
    WelcomeBack,
    Win,
    text_of,
)

CARD = PersonalCard((Triad(4, 3, "BLUE1"),), (("BLANK", "BLUE1"),), 10)
SAID = [
    (Reconnect("A 'new' one?"), '{"s":"A \'new\' one?","type":"Reconnect"}'),
    (ChooseUsername("Who?"), '{"s":"Who?","type":"ChooseUsername"}'),
    (NotValidUsername("Taken."), '{"s":"Taken.","type":"NotValidUsername"}'),
    (OldGameId("Which?"), '{"s":"Which?","type":"OldGameId"}'),
    (OldGameId("Which?", (GameOffer(0, ("anna",), 2),)),
     '{"s":"Which?","games":[{"id":0,"players":["anna"],"seats":2}],"type":"OldGameId"}'),
    (FirstPlayer("How many?"), '{"s":"How many?","type":"FirstPlayer"}'),
    (OldIdNotValid("No."), '{"s":"No.","type":"OldIdNotValid"}'),
    (UserIdMessage(3, "Yours:\n3"), '{"id":3,"s":"Yours:\\n3","type":"UserIdMessage"}'),
    (Waiting("è €\U0001f600\x7f"),
     '{"s":"\\u00e8 \\u20ac\\ud83d\\ude00\\u007f","type":"Waiting"}'),
    (Lobby(1, 2, "1/2"), '{"actualNum":1,"totalNum":2,"s":"1/2","type":"Lobby"}'),
    (WelcomeBack("Hi"), '{"string":"Hi","type":"WelcomeBack"}'),
    (StartingGame("Go"), '{"s":"Go","type":"StartingGame"}'),
    (GraphicalGameInfo((("BLANK", "GREEN3"),), ("One", "Two"), ((("BLUE1",),), None),
                       ("anna", None), CARD, "anna", "it's anna's turn", 0),
     '{"board":[["BLANK","GREEN3"]],"commonCards":["One","Two"],"shelves":[[["BLUE1"]],null],'
     '"usernames":["anna",null],"personalCard":{"dataTriad":[{"x":4,"y":3,"color":"BLUE1"}],'
     '"matrixPersonal":[["BLANK","BLUE1"]],"id":10},"activePlayerUsername":"anna",'
     '"s":"it\'s anna\'s turn","yourId":0,"type":"GraphicalGameInfo"}'),
    (MoveMessage("Move"), '{"s":"Move","type":"MoveMessage"}'),
    (NotValidMove("No"), '{"s":"No","type":"NotValidMove"}'),
    (InvalidColumn("No"), '{"s":"No","type":"InvalidColumn"}'),
    (EmptyPosition("No"), '{"s":"No","type":"EmptyPosition"}'),
    (NotEnoughSpaceBookshelf("No"), '{"s":"No","type":"NotEnoughSpaceBookshelf"}'),
    (NotEnoughSpaceColumn("No"), '{"s":"No","type":"NotEnoughSpaceColumn"}'),
    (NoFreeSide("No"), '{"s":"No","type":"NoFreeSide"}'),
    (NotAdjTiles("No"), '{"s":"No","type":"NotAdjTiles"}'),
    (CommonCard("8"), '{"s":"8","type":"CommonCard"}'),
    (Disconnection("Bye"), '{"s":"Bye","type":"Disconnection"}'),
    (Win("You"), '{"s":"You","type":"Win"}'),
    (RefusedConnection("Go"), '{"s":"Go","type":"RefusedConnection"}'),
]  # fmt: skip
ANSWERED: list[tuple[Any, str]] = [
    (ReconnectionAnswer("Reconnect"), '{"s":"Reconnect","type":"ReconnectionAnswer"}'),
    (UsernameAnswer("anna"), '{"s":"anna","type":"UsernameAnswer"}'),
    (Username("anna"), '{"s":"anna","type":"Username"}'),
    (OldGameIdAnswer(1), '{"id":1,"type":"OldGameIdAnswer"}'),
    (IDtojoin(0), '{"id":0,"type":"IDtojoin"}'),
    (NumberOfPlayers(2), '{"num":2,"type":"NumberOfPlayers"}'),
    (Response(2), '{"num":2,"type":"Response"}'),
    (OtherAnswer("b,3,0", "Coordinates"), '{"s":"b,3,0","type":"Coordinates"}'),
    (Move("b,3,0"), '{"s":"b,3,0","type":"Move"}'),
    (ACK(), '{"type":"ACK"}'),
    (BareLine("b,3,0"), "b,3,0"),
    (BareLine(""), ""),
]


def test_every_message_is_in_the_tables() -> None:
    said = {type(word) for word, _ in SAID}
    answered = {type(word) for word, _ in ANSWERED}
    assert (said, answered) == (set(get_args(ServerWord)), set(get_args(ClientWord)))


@pytest.mark.parametrize(("word", "line"), [*SAID, *ANSWERED])
def test_messages_and_lines_correspond_one_to_one(word: PromptsWord, line: str) -> None:
    assert write_word(word) == line
    assert line.isascii()
    lines: Any = server_lines() if isinstance(word, ClientWord) else client_lines()
    assert lines.write(word) == f"{line}\n".encode()
    data = f"{line}\n{line}\r\n{line}".encode()
    assert list(lines.feed(data)) == [word, word]
    assert list(lines.feed(b"\n")) == [word]
    assert [heard for byte in data for heard in lines.feed(bytes([byte]))] == [word, word]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('{"type":"Move"}', ""),  # a client whose input is closed
        ('{"type":"UsernameAnswer"}', ""),
        ('{"type":"OldGameIdAnswer"}', ""),
        ('{"type":"NumberOfPlayers","num":3,"more":[1]}', "3"),
        ('  {"type":"Move","s":"a"}', "a"),
        ('{"type":"Username","username":"anna"}', "anna"),
        ('{"type":"Response","response":2}', "2"),
        ('{"type":"Response","response":2.0}', "2"),
        ('{"type":"Response","num":"2"}', "2"),
        ('{"type":"Move","s":1}', "1"),
        ('{"type":"Move","move":"b,3,0","s":null}', "b,3,0"),
        ('{"type":"Whatever","turn":4,"s":"b,3,0"}', "b,3,0"),
        ('{"who":"anna","type":"Win"}', "anna"),
        ("2", "2"),
        ('"anna"', '"anna"'),
    ],
)
def test_answers_may_omit_missing_members(line: str, text: str) -> None:
    assert text_of(read_answer(line)) == text


@pytest.mark.parametrize(
    "line",
    ["{", "{}", '{"s":"anna"}', '{"type":"Foo"}', '{"type":"Foo","s":true,"t":2.5,"u":["a"]}',
     '{"type":5,"s":"anna"}', '{"type":"Win","s":""}', '{"a":' * 2000],
)  # fmt: skip
def test_invalid_answer_cannot_be_read_and_the_next_line_can(line: str) -> None:
    first, second = server_lines().feed(f"{line}\nhello\n".encode())
    assert isinstance(first, UnreadableError)
    assert not first.fatal
    assert second == BareLine("hello")


def test_invalid_utf_8_is_read_with_replacements() -> None:
    assert list(server_lines().feed(b"\xffanna\n")) == [BareLine("\ufffdanna")]


@pytest.mark.parametrize("step", [1, 1000, 10**6])
@pytest.mark.parametrize("over", [0, 1, LONGEST_ANSWER])
def test_overlong_line_is_one_unreadable_answer(step: int, over: int) -> None:
    lines = server_lines()
    data = b"x" * (LONGEST_ANSWER + over) + b"\nhello\n"
    heard = [w for at in range(0, len(data), step) for w in lines.feed(data[at : at + step])]
    assert len(heard) == 2
    assert isinstance(heard[0], UnreadableError) == (over > 0)
    assert heard[1] == BareLine("hello")


@given(st.lists(st.binary(max_size=40)))
def test_any_bytes_are_messages_or_unreadable_in_any_chunks(chunks: list[bytes]) -> None:
    def shape(heard: Any) -> list[str]:
        return [str(word) for word in heard]

    bits, whole = server_lines(), server_lines()
    by_chunks = [word for chunk in chunks for word in bits.feed(chunk)]
    assert shape(by_chunks) == shape(whole.feed(b"".join(chunks)))


def test_the_largest_picture_is_within_bounds() -> None:
    rows = tuple(("PURPLE3",) * 9 for _ in range(9))
    card = max(PERSONAL_CARDS.values(), key=lambda card: len(str(card)))
    name = "\U0001f600" * 100
    info = GraphicalGameInfo(rows, ("x" * 400,) * 2, (rows,) * 4, (name,) * 4, card, name, name, 0)
    assert len(client_lines().write(info)) < LONGEST_WORD


@pytest.mark.parametrize(
    ("text", "cells", "column"),
    [
        ("b,3,0", [[1, 3]], 0),
        ("b,3,b,4,0", [[1, 3], [1, 4]], 0),
        ("1,3,1,4,1,5,4", [[1, 3], [1, 4], [1, 5]], 4),  # the document's numbers
        (" B , 3 , 2 , 4 , 1 ", [[1, 3], [2, 4]], 1),
        ("b,3,9", [[1, 3]], 9),
        ("b,3,-1", [[1, 3]], -1),
    ],
)
def test_a_move_is_tiles_and_a_column(text: str, cells: list[list[int]], column: int) -> None:
    assert read_move(text) == TakeTiles(tuple(Cell(*cell) for cell in cells), column)


@pytest.mark.parametrize(
    "text", ["", "hello", "b,3", "b,3,b,0", "j,3,0", "b,x,0", "b,3,c", "b;3;0", "b,3,,0", "b,٣,0"]
)
def test_invalid_move_asks_again(text: str) -> None:
    # Deployed text: the document has none for a move that cannot be read.
    said = "Your move can't be done. Please write the input with the correct format"
    assert read_move(text) == NotValidMove(said)


@pytest.mark.parametrize("text", ["0", "a,0,a,1,a,2,a,3,0"])
def test_the_number_of_tiles_is_checked_first(text: str) -> None:
    # Document, 3: "Choose not less than 1 tile and not more than 3".
    assert read_move(text) == NotValidMove("Choose not less than 1 tile and not more than 3")


def test_other_reasons_have_their_own_sentences() -> None:
    assert refused("house/not_written", "The disk is full.") == NotValidMove("The disk is full.")


def test_a_move_is_written_as_it_is_read() -> None:
    move = TakeTiles((Cell(1, 3), Cell(1, 4)), 0)
    assert write_move(move) == "b,3,b,4,0"


def test_every_goal_has_a_number_on_the_wire() -> None:
    assert sorted(PERSONAL_IDS.values()) == list(range(12))
    assert sorted(COMMON_NUMBERS.values()) == list(range(1, 13))
    for goal, card in PERSONAL_CARDS.items():
        assert card.id == PERSONAL_IDS[goal]
        assert {(t.x, t.y) for t in card.dataTriad} == set(PERSONAL_GOALS[goal])
        assert all(card.matrixPersonal[t.x][t.y] == t.color for t in card.dataTriad)
