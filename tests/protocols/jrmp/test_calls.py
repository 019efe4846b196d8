"""Calls and replies survive a round trip in pieces of any size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols.contract import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.javastream import StreamLimits
from ludoteca.protocols.jrmp import (
    UID,
    Call,
    Calling,
    Listening,
    Method,
    Returned,
    Thrown,
    write_call,
    write_return,
)
from ludoteca.protocols.jrmp.calls import (
    Gathering,
    read_plain,
    reading_call,
    reading_return,
    write_plain,
)
from tests.protocols.jrmp.samples import (
    ACCEPTED,
    ANSWER,
    ANSWERING,
    CALLING,
    CALLS,
    ODD,
    OURS,
    RETURNS,
    THROWING,
    THROWN,
    find,
    written,
)


def listening() -> Listening:
    return Listening(("127.0.0.1", 40001), find)


def heard(data: bytes, size: int) -> list[Call | SendBytes | Disconnect]:
    """Return everything read from one end's bytes, in pieces of a size."""
    end, items = listening(), []
    for start in range(0, len(data), size):
        end.feed(data[start : start + size])
        while (item := end.next()) is not None and Disconnect() not in items:
            items.append(item)
    return items


@pytest.mark.parametrize("size", [1, 2, 7, 1000, 1 << 20])
def test_a_conversation_is_the_same_however_it_is_cut(size: int) -> None:
    accepted, pinged, *calls = heard(CALLING, size)
    assert accepted == SendBytes(ACCEPTED)
    assert pinged == SendBytes(b"\x53")
    assert calls == [call for call in CALLS if len(written(call)) < 2000]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.method.name)
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_call_is_received(call: Call, size: int) -> None:
    _, item = heard(CALLING[:22] + written(call), size)
    assert item == call


@pytest.mark.parametrize(("method", "value"), RETURNS)
@pytest.mark.parametrize("size", [1, 100, 1 << 20])
def test_answer_is_received(method: Method, value: object, size: int) -> None:
    end = Calling(StreamLimits())
    data = ACCEPTED + write_return(method, value, ANSWER)
    end.await_return(method)
    ended = [end.feed(data[start : start + size]) for start in range(0, len(data), size)]
    assert [each for each in ended if each] == [Returned(value, ANSWER)]


def test_exception_is_received_and_the_connection_survives() -> None:
    end = Calling()
    end.await_return(ODD["texts"])
    assert end.feed(ACCEPTED + THROWING) == THROWN
    end.await_return(ODD["mixed"])
    assert end.feed(write_return(ODD["mixed"], "well", ANSWER)) == Returned("well", ANSWER)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x4f", "does not use Java RMI"),
        (b"HTTP/1.1 400", "does not use Java RMI"),
        (b"\x4e\xff\xff", "invalid address"),
        (ACCEPTED + b"\x53", "No answer begins"),
        (ACCEPTED + b"\x51\xac\xed\x00\x06", "begins with ac ed"),
        (ACCEPTED + b"\x51\xac\xed\x00\x05\x77\x0f\x03" + bytes(UID), "No call ends"),
        (ACCEPTED + b"\x51\xac\xed\x00\x05\x77\x10\x01" + bytes(UID + 1), "more bytes"),
        (ACCEPTED + b"\x51\xac\xed\x00\x05\x74\x00\x00", "there is a value"),
        (ACCEPTED + b"\x51\xac\xed\x00\x05\x77\x0f\x01" + bytes(UID) + b"\x77\1\1", "texts"),
        (
            ACCEPTED + b"\x51\xac\xed\x00\x05\x77\x0f\x02" + bytes(UID) + b"\x74\0\0",
            "not an exception",
        ),
    ],
)
def test_a_bad_answer_is_unreadable(data: bytes, why: str) -> None:
    end = Calling()
    end.await_return(ODD["texts"])
    with pytest.raises(UnreadableError, match=why):
        end.feed(data)


def test_unexpected_answer_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="without a call"):
        Calling().feed(ACCEPTED + ANSWERING[2])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (write_call(OURS, Method("none", (), None, 5), ()), "gone"),
        (written(CALLS[8])[:-1] + b"\0\0", None),
        (b"\x50\xac\xed\x00\x05\x77\x02ab\x70", "there is a value"),
        (b"\x50\xac\xed\x00\x05\x77\x02ab\x01", "cannot stand"),
        (written(CALLS[5]).replace(b"IClientCallBack", b"IClientCallPack"), "keeps no interface"),
        (written(CALLS[2]).replace(b"dgc.Lease", b"dgc.Leash"), "not known"),
        (written(CALLS[2]).replace(b"\x75\x72", b"\x76\x72", 1), ""),
    ],
)
def test_a_bad_call_is_answered_by_an_exception_and_then_nothing_is_read(
    data: bytes, why: str | None
) -> None:
    _, *items = heard(CALLING[:22] + data + CALLING[22:], 1 << 20)
    if why is None:  # a whole call, then something else
        assert items.pop(0) == CALLS[8]._replace(arguments=(4, -256))
        assert items == [Disconnect()]
        return
    reply, goodbye = items
    assert isinstance(reply, SendBytes)
    ended = Gathering(reading_return(ODD["texts"])).feed(reply.data[1:])
    assert isinstance(ended, Thrown)
    assert why in ended.message
    assert goodbye == Disconnect()


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1", b"JRMX", b"JRMI\0\3K", b"JRMI\0\2K\xff\xff"])
def test_peer_without_a_handshake_is_rejected(data: bytes) -> None:
    assert heard(data, 1)[-1] == Disconnect()


def test_a_connection_for_one_call_needs_no_answer_to_its_greeting() -> None:
    assert heard(b"JRMI\0\2\x4c" + written(CALLS[0]), 3) == [CALLS[0]]


def test_many_connections_in_one_are_refused() -> None:
    assert heard(b"JRMI\0\2\x4d" + written(CALLS[0]), 100) == [SendBytes(b"\x4f"), Disconnect()]


def test_a_call_that_is_half_there_is_unfinished() -> None:
    end = listening()
    assert end.unfinished()
    end.feed(CALLING[:22])
    assert end.next()
    assert end.next() is None
    assert not end.unfinished()
    end.feed(written(CALLS[0])[:-1])
    assert end.next() is None
    assert end.unfinished()
    end.feed(written(CALLS[0])[-1:])
    assert end.next() == CALLS[0]
    assert not end.unfinished()


PLAIN = st.tuples(
    st.integers(-(1 << 31), (1 << 31) - 1),
    st.text(max_size=300),
    st.booleans(),
    st.text(max_size=300),
    st.integers(-(1 << 63), (1 << 63) - 1),
)


@given(PLAIN)
def test_the_short_way_and_the_long_one_read_the_same(arguments: tuple[object, ...]) -> None:
    method = ODD["mixed"]
    data = write_call(OURS, method, arguments)
    call = Gathering(reading_call(find)).feed(data[1:])
    assert call == Call(OURS, method, arguments)
    found = read_plain(data, 7 + 34, 7 + data[6], method.parameters)
    assert found is None or (tuple(found[0]), found[1]) == (arguments, len(data))
    texts = [each for each in arguments if isinstance(each, str)]
    if all(each.isascii() and "\0" not in each for each in texts):  # NUL is written as two bytes
        assert found is not None


@given(PLAIN, st.integers(0, 700))
def test_truncated_arguments_are_left_to_the_full_reader(
    arguments: tuple[object, ...], size: int
) -> None:
    block = write_plain(b"", ODD["mixed"].parameters, arguments)
    assert block is not None
    cut = block[: min(size, len(block) - 1)]
    assert read_plain(cut, 0, 0, ODD["mixed"].parameters) is None
