"""Work for one address: others take precedence, and disconnected clients cause none."""

import time
from contextlib import ExitStack
from itertools import count

from tests.conftest import TIMEOUT, no_coverage
from tests.security.servers import LOOK, OpenServer, entered, hear, http, serving

pytestmark = no_coverage
CROWD, MANY = 5, 1000
_numbers = count(1)


def looked(server: OpenServer) -> int:
    """Return the number of list requests so far."""
    address = f"127.0.10.{next(_numbers)}"  # each has a time of its own
    page = http(server.ports["web"], "/metrics", address)[1].decode()
    name = 'ludoteca_request_seconds_count{kind="look_around"} '
    return next((int(line[len(name) :]) for line in page.splitlines() if line.startswith(name)), 0)


def test_requests_of_a_disconnected_client_are_dropped() -> None:
    with serving() as server:
        with entered(server, "Anna", "127.0.9.1") as raw:
            raw.sendall(LOOK * MANY)
        end = time.monotonic() + TIMEOUT
        while http(server.ports["web"], "/api/people", "127.0.9.9")[1] != b"[]":
            assert time.monotonic() < end
            time.sleep(0.01)
        assert looked(server) < MANY / 2


def settled(server: OpenServer) -> int:
    """Return the number of list requests once it no longer grows."""
    counts = [looked(server)]
    while counts[-5:-1] != [counts[-1]] * 4:
        time.sleep(0.02)
        counts.append(looked(server))
    return counts[-1]


def test_work_time_of_an_address_is_limited() -> None:
    with serving("--limit-work", "500/3600") as server, ExitStack() as stack:
        for number in range(CROWD):
            raw = stack.enter_context(entered(server, f"Anna {number}", "127.0.9.1"))
            raw.sendall(LOOK * MANY)
        other = stack.enter_context(entered(server, "Bruno", "127.0.9.2"))
        for _ in range(3):
            other.sendall(LOOK)
            hear(other, b'"notice":"surroundings"')
        assert settled(server) < CROWD * MANY
