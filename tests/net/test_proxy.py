"""Headers of the PROXY protocol, valid and invalid."""

from ipaddress import ip_address
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.net.proxy import LONGEST_TEXT, NOBODY, SIGNATURE, Client, read_header
from ludoteca.protocols import UnreadableError

ports = st.integers(0, 65535)
pairs = st.one_of(*(st.tuples(kind, kind) for kind in (st.ip_addresses(v=4), st.ip_addresses(v=6))))


def read(data: bytes) -> tuple[Client, bytes]:
    """Parse a header; return the client and the bytes that follow."""
    reading, at = read_header(), 0
    try:
        wanted = next(reading)
        while True:
            assert wanted > 0
            if at + wanted > len(data):
                raise UnreadableError("too short")
            at, chunk = at + wanted, data[at : at + wanted]
            wanted = reading.send(chunk)
    except StopIteration as end:
        return end.value, data[at:]


@given(pairs, ports, ports, st.binary())
def test_a_line_names_the_client_and_nothing_after_it_is_read(
    addresses: tuple[object, object], source: int, target: int, rest: bytes
) -> None:
    client, server = map(str, addresses)
    family = f"TCP{ip_address(client).version}"
    line = f"PROXY {family} {client} {server} {source} {target}\r\n".encode()
    assert len(line) <= LONGEST_TEXT
    assert read(line + rest) == ((client, source), rest)


@given(pairs, ports, ports, st.binary(max_size=100), st.binary())
def test_binary_header_names_the_client_despite_extra_fields(
    addresses: tuple[object, object], source: int, target: int, more: bytes, rest: bytes
) -> None:
    client, server = (ip_address(str(each)) for each in addresses)
    family = 0x11 if client.version == 4 else 0x21
    body = client.packed + server.packed + pack("!HH", source, target) + more
    head = SIGNATURE + pack("!BBH", 0x21, family, len(body))
    assert read(head + body + rest) == ((str(client), source), rest)


@pytest.mark.parametrize(
    "header",
    [
        b"PROXY UNKNOWN\r\n",
        b"PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n",
        SIGNATURE + pack("!BBH", 0x20, 0x00, 0),
        SIGNATURE + pack("!BBH", 0x20, 0x11, 12) + bytes(12),
        SIGNATURE + pack("!BBH", 0x21, 0x31, 216) + bytes(216),
    ],
)
def test_proxy_need_not_name_a_client(header: bytes) -> None:
    assert read(header + b"hello") == (NOBODY, b"hello")


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n",
        b"PROXY TCP4 1.2.3.4 5.6.7.8 1\r\n",
        b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2 3\r\n",
        b"PROXY TCP4 ::1 ::2 1 2\r\n          ",
        b"PROXY TCP6 1.2.3.4 5.6.7.8 1 2\r\n",
        b"PROXY TCP4 1.2.3.4 5.6.7.8 65536 2\r\n",
        b"PROXY TCP4 1.2.3.4 5.6.7.8 -1 2\r\n",
        b"PROXY TCP5 1.2.3.4 5.6.7.8 1 2\r\n",
        b"PROXY TCP4 1.2.3.4 " + b"9" * 200,
        SIGNATURE + pack("!BBH", 0x11, 0x11, 12) + bytes(12),
        SIGNATURE + pack("!BBH", 0x21, 0x11, 8) + bytes(8),
        SIGNATURE + pack("!BBH", 0x21, 0x11, 60_000) + bytes(60_000),
    ],
)
def test_invalid_header_cannot_be_read(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        read(data)


@given(st.binary() | st.binary().map(b"PROXY ".__add__) | st.binary().map(SIGNATURE.__add__))
def test_any_bytes_are_a_header_or_are_not(data: bytes) -> None:
    try:
        (address, port), rest = read(data)
    except UnreadableError:
        return
    assert data.endswith(rest)
    assert 0 <= port <= 65535
    assert not address or str(ip_address(address)) == address
