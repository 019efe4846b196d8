"""Words as calls at the client's end, compared with the server's end and with frames."""

from typing import Any, get_args

import pytest

from ludoteca.protocols import SendBytes, UnreadableError
from ludoteca.protocols.dialect import Answer, Invoke
from ludoteca.protocols.jrmp import ID, Call, Listening, Ref, Thrown, greeting, write_call
from ludoteca.protocols.pipes.calls import (
    CALLBACK,
    CALLBACKS,
    INPUT,
    REQUESTS,
    PipesCallCodec,
    answer_to,
    call_of,
    server_word_of,
)
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    ClientWord,
    InsertInColumn,
    Malformed,
    MatchSeen,
    Message,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    ServerVirtualView,
    ServerWord,
    VirtualHand,
    Word,
    method_of,
)
from tests.protocols.pipes.examples import ASKED, SEEN, TOLD, VIEW

OURS = Ref("127.0.0.1", 4711, bytes(ID), (CALLBACK.name,))
SAYABLE = [(word, text) for word, text in ASKED if not isinstance(word, Malformed)]


@pytest.mark.parametrize(("word", "text"), SAYABLE, ids=[text for _, text in SAYABLE])
def test_calls_and_frames_carry_the_same_arguments(word: Word, text: str) -> None:
    _, arguments = call_of(word, OURS)
    fields = [str(each).lower() for each in arguments if each is not OURS]
    said = "insertInColumn|4" if text == "insertInColumnCards|5" else text
    assert "|".join((method_of(word), *fields)) == said


@pytest.mark.parametrize("word", [word for word, _ in SAYABLE], ids=str)
def test_server_receives_calls(word: Word) -> None:
    method, arguments = call_of(word, OURS)
    listening = Listening(
        ("127.0.0.1", 1), lambda _, op, hash_: INPUT.find(op, hash_) or Thrown("no", "method")
    )
    listening.feed(greeting("127.0.0.1") + write_call(bytes(ID), method, arguments))
    assert isinstance(listening.next(), SendBytes)
    call = listening.next()
    assert isinstance(call, Call)
    assert call.arguments == arguments
    heard = InsertInColumn(word.column) if isinstance(word, InsertInColumn) else word
    assert list(PipesCallCodec().read_call(call.method.name, call.arguments)) == [heard]


def test_messages_and_methods_correspond_one_to_one() -> None:
    assert {type(word) for word, _ in ASKED} == set(get_args(ClientWord))
    of_the_document = {"login", "joinMatch"}
    assert {call_of(word, OURS)[0].name for word, _ in SAYABLE} == set(REQUESTS) - of_the_document


@pytest.mark.parametrize("ok", [True, False])
@pytest.mark.parametrize("word", [word for word, _ in SAYABLE], ids=str)
def test_return_value_answers_under_the_name_of_the_call(word: Word, ok: bool) -> None:
    (answer,) = PipesCallCodec().write(Return(method_of(word), ok))
    assert isinstance(answer, Answer)
    assert answer_to(word, answer.value) == Return(method_of(word), ok)


@pytest.mark.parametrize(
    ("method", "arguments", "word"),
    [
        ("sendMessageToClient", ("a|b",), Message("a|b")),
        ("sendChatNotification", ("bob says: a|b",), ChatNotification("bob says: a|b")),
        ("sendVirtualView", (SEEN, 1), MatchSeen(VIEW, 1)),
        ("sendVirtualView", (SEEN.replace(r"\u007c", "|"), 0), MatchSeen(VIEW, 0)),
        ("notifyStart", (3,), NotifyStart(3)),
        ("notifyToWait", ('[0,2,"ann"]',), NotifyWait(0, 2, "ann")),
        ("sendVirtualHand", ('["_Books__1.1"]',), VirtualHand(["_Books__1.1"])),
        ("sendVirtualPublicChat", ('["ann: a|b"]',), PublicChat(["ann: a|b"])),
        ("sendServerVirtualView", ("{}",), ServerVirtualView()),
        ("notifyUpdate", (500,), NotifyUpdate(500)),
        ("ping", (), Ping()),
    ],
)
def test_callbacks_are_delivered(method: str, arguments: tuple[Any, ...], word: Word) -> None:
    assert server_word_of(method, arguments) == word


@pytest.mark.parametrize(
    "word",
    [word for word, _ in TOLD if not isinstance(word, Return)],
    ids=lambda w: type(w).__name__,
)
def test_server_calls_match_its_messages(word: Word) -> None:
    (invoke,) = PipesCallCodec().write(word)
    assert isinstance(invoke, Invoke)
    told = server_word_of(invoke.method.name, invoke.arguments)
    assert told == (MatchSeen(word.view, word.seat or 0) if isinstance(word, MatchSeen) else word)


def test_every_callback_is_known() -> None:
    assert {type(word) for word, _ in TOLD} == set(get_args(ServerWord)) == {Return, *CALLBACKS}


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("sendMessageToClient", (None,)),
        ("sendVirtualView", (None, 0)),
        ("sendVirtualView", ("{}", 0)),
        ("sendVirtualView", ("|", 0)),
        ("notifyToWait", ("[0]",)),
        ("sendVirtualHand", ("hand",)),
        ("sendServerVirtualView", ("",)),
    ],
)
def test_unreadable_call_is_passed_on_as_such(method: str, arguments: tuple[Any, ...]) -> None:
    told = server_word_of(method, arguments)
    assert isinstance(told, UnreadableError)
    assert not told.fatal
