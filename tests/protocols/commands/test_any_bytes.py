"""Any input gets an answer or a clean close, and disturbs no other client."""

import asyncio
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.protocols.commands import JsonLines
from tests.conftest import many, no_coverage
from tests.protocols.commands.local import Client, CommandsServer, said
from tests.protocols.commands.matches import listen
from tests.protocols.commands.noise import any_command
from tests.protocols.commands.player import Player

pytestmark = no_coverage


@cache
def conversation() -> list[bytes]:
    """Return every line that a program sends in a whole match."""

    async def story() -> list[bytes]:
        server = CommandsServer()
        clients = await server.match("mallory", "bob")
        players = [Player("mallory", 1), Player("bob", 2)]
        for client in clients:
            client.rewind()
        while any([await listen(server, *pair) for pair in zip(clients, players, strict=True)]):
            pass
        return clients[0].said.splitlines(keepends=True)

    return asyncio.run(story())


async def calm(bystander: Client) -> None:
    """Check that another client still gets answers."""
    assert bystander.open
    assert said(await bystander.says("HELLO"))[-1] == "HELLO Hello!"
    (listed,) = await bystander.says("LOBBY_LIST")
    assert listed.command == "LOBBY_LIST"


def survive(chunks: list[bytes], *, in_a_match: bool) -> Client:
    """Send all chunks from one client, before it enters or in mid-match."""

    async def story() -> Client:
        server = CommandsServer()
        bystander = await server.named("eve")
        mallory = (await server.begun("mallory", "bob"))[0] if in_a_match else server.client()
        for chunk in chunks:
            mallory.receive(chunk)
            await server.settle()
        await calm(bystander)
        assert all(len(line) > 1 for line in mallory.sent.splitlines())
        assert list(JsonLines().feed(mallory.sent)) == mallory.heard
        return mallory

    return asyncio.run(story())


@given(chunks=st.lists(st.binary(max_size=60), max_size=9), in_a_match=st.booleans())
@settings(max_examples=many(400))
def test_any_bytes_are_answered_or_close_the_connection(
    chunks: list[bytes], *, in_a_match: bool
) -> None:
    survive(chunks, in_a_match=in_a_match)


@given(lines=st.lists(any_command(), max_size=25), in_a_match=st.booleans())
@settings(max_examples=many(1200))
def test_any_commands_are_answered_or_close_the_connection(
    lines: list[bytes], *, in_a_match: bool
) -> None:
    mallory = survive(lines, in_a_match=in_a_match)
    assert mallory.open  # well-formed requests never close a connection


@given(data=st.data())
@settings(max_examples=many(400))
def test_conversations_that_went_wrong(data: st.DataObject) -> None:
    """Send the lines of a real match lost, duplicated, reordered or corrupted."""
    lines = conversation()[: data.draw(st.integers(1, 60))]
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "twice", "later", "bytes"])):
            case "lose" if len(lines) > 1:
                del lines[place]
            case "twice":
                lines.insert(place, lines[place])
            case "later":
                lines.append(lines.pop(place))
            case _:
                line = bytearray(lines[place])
                line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
                lines[place] = bytes(line)
    survive(lines, in_a_match=False)


def test_one_line_too_long_is_the_end_of_that_connection_only() -> None:
    mallory = survive([b"x" * 10_000_000], in_a_match=True)
    assert not mallory.open
    assert said(mallory.heard)[-1] == "REPLY That line is too long."
