"""Every protocol by its name, decoded on both sides."""

import pytest

from ludoteca.games import load
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.encodings import sides_of


@pytest.mark.parametrize(
    ("name", "client", "server"),
    [
        ("pipes", b"\x00\x0blogin|alice", b"\x00\x11return|login|true"),
        ("pipes", b"login|alice\n", b"return|login|true\n"),
        (
            "commands",
            b'{"command":"LOGIN","info":"alice","target":"UNICAST"}\n',
            b'{"command":"REPLY","info":"hello","target":"UNICAST"}\n',
        ),
        ("prompts", b'{"type":"ACK"}\n', b'{"s":"Starting game...","type":"StartingGame"}\n'),
    ],
)
def test_client_and_server_read_each_other(name: str, client: bytes, server: bytes) -> None:
    sides = sides_of(load(DIALECTS[name].encodings))
    for end, data in ((sides.server, client), (sides.client, server)):
        (word,) = end.feed(data)
        assert not isinstance(word, UnreadableError)
        assert end.write(word) == data


def test_encoding_is_known_once_the_client_has_begun() -> None:
    sides = sides_of(load(DIALECTS["pipes"].encodings))
    (word,) = sides.client.feed(b"x")
    assert isinstance(word, UnreadableError)
    with pytest.raises(UnreadableError):
        sides.server.write(word)
    list(sides.server.feed(b"\x00"))
    assert list(sides.client.feed(b"\x00\x04ping"))
