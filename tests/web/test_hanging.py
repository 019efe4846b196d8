"""The page notices a node that hangs, and reconnects to another one."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from playwright.sync_api import Browser, expect

from ludoteca.server import websocket
from tests.cluster.proxy import HOST, Proxy
from tests.conftest import PROVING, TIMEOUT
from tests.nats import nats_server
from tests.postgres import fresh_database
from tests.security.servers import OpenServer, http, serve_and_log, serving
from tests.web.browsers import Visitors

T = TypeVar("T")
WITHIN = 10.0


class Do(Protocol):
    """Runs a coroutine and waits for its result."""

    def __call__(self, doing: Coroutine[Any, Any, T]) -> T: ...


@contextmanager
def another_loop() -> Iterator[Do]:
    """Run an event loop in a thread, beside the browser's."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda doing: asyncio.run_coroutine_threadsafe(doing, loop).result(TIMEOUT)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def serve_briskly(*words: str) -> None:
    """Serve with heartbeats short enough for a test."""
    if not PROVING:
        websocket.HEARTBEAT = 0.3
    serve_and_log(*words)


@contextmanager
def two_nodes(do: Do) -> Iterator[tuple[OpenServer, OpenServer]]:
    journal = do(fresh_database())
    with nats_server() as nats:
        flags = ("--journal", journal, "--bus", nats.url)
        with (
            serving(*flags, run=serve_briskly) as one,
            serving(*flags, run=serve_briskly) as two,
        ):
            yield one, two


def has_people(server: OpenServer, count: int) -> bool:
    return f"\nludoteca_people {count}\n".encode() in http(server.ports["web"], "/metrics")[1]


def test_page_leaves_a_node_that_hangs_for_another_one(browser: Browser) -> None:
    with another_loop() as do, two_nodes(do) as (frozen, other):
        balancer = Proxy(frozen.ports["web"])
        visitors = Visitors(browser, f"http://{HOST}:{do(balancer.open())}")
        visitors.forgive("WebSocket is closed before the connection is established")
        page = visitors.visit()
        page.get_by_label("Your name").fill("Anna")
        page.get_by_label("Your name").press("Enter")
        expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
        accepted, start = balancer.accepted, time.monotonic()
        os.kill(frozen.pid, signal.SIGSTOP)
        expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
        while balancer.accepted == accepted:  # it retries the same node first
            page.wait_for_timeout(20)
        balancer.target = other.ports["web"]
        while not has_people(other, 1):
            assert time.monotonic() - start < WITHIN
            page.wait_for_timeout(20)
        expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_hidden()
        visitors.go()
        do(balancer.close())
        assert visitors.complaints() == []
