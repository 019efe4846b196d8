"""The ports of a draining node: closed, except those that are still needed."""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from ludoteca.cli.serve.ports import Ports
from ludoteca.ops import Metrics, read_settings
from ludoteca.protocols.dialects import dialect_settings
from tests.cli.servers import QUIET
from tests.core.local import LocalServer

HERE = "127.0.0.1"
FLAGS = {"web": "0", "pipes": "0", "rmi": "0"}


class RunningServer:
    """The ports of a server without protocols; ports that have one accept only calls."""

    def __init__(self, **flags: str) -> None:
        settings = read_settings(FLAGS | flags, QUIET, dialect_settings())
        self.ports = Ports(settings, LocalServer().dispatcher, Metrics(), {})
        self.numbers: dict[str, int] = {}
        self.cleanup = AsyncExitStack()

    async def open(self) -> None:
        self.numbers = await self.ports.open(self.cleanup)

    def listening(self) -> set[str]:
        """Return the ports that accept a client."""
        found = set()
        for name, port in self.numbers.items():
            with socket.socket() as client:
                if client.connect_ex((HERE, port)) == 0:
                    found.add(name)
        return found


@pytest.fixture
async def opened() -> AsyncIterator[RunningServer]:
    server = RunningServer()
    await server.open()
    yield server
    await server.cleanup.aclose()


async def test_while_it_drains_only_calls_and_questions_about_the_node_are_taken(
    opened: RunningServer,
) -> None:
    assert opened.listening() == {"web", "pipes", "rmi"}
    for _ in range(2):
        await opened.ports.follow(draining=True)
        assert opened.listening() == {"web", "rmi"}
    await opened.ports.follow(draining=False)
    assert opened.listening() == {"web", "pipes", "rmi"}


async def test_where_ports_are_shared_another_node_answers_for_the_page() -> None:
    node = RunningServer(reuse_port="on")
    await node.open()
    await node.ports.follow(draining=True)
    assert node.listening() == {"rmi"}
    other = RunningServer(reuse_port="on", web=str(node.numbers["web"]))
    await other.open()
    assert node.listening() == {"web", "rmi"}
    await node.cleanup.aclose()
    await other.cleanup.aclose()


async def test_a_port_that_is_taken_meanwhile_stays_closed(
    opened: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    await opened.ports.follow(draining=True)
    with socket.create_server((HERE, opened.numbers["pipes"])):
        await opened.ports.follow(draining=False)
    assert opened.listening() == {"web", "rmi"}
    assert "port_stays_closed" in caplog.text
