"""Leases on clients' objects: renewed at intervals, and charged to the client."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import pytest

from ludoteca.net import LostError
from ludoteca.net.rmi import Accounting, Endpoint, client_pool
from ludoteca.ops.meter import Meter
from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, Ref
from tests.conftest import TIMEOUT
from tests.net.rmi.service import SERVICE, open_service

HERE = "127.0.0.1"
CALLS = 50

Place: TypeAlias = tuple[str, int]


class Billed:
    """The clients that are charged, once per charge, and the connections to them."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.connections: list[Place] = []

    def new_meter(self, address: str, port: int) -> Meter:
        self.connections.append((address, port))
        return Bill((address, port), self.places)


class Bill(Meter):
    def __init__(self, place: Place, charged: list[Place]) -> None:
        super().__init__()
        self._place = place
        self._charged = charged

    def _charge_work(self, _seconds: float) -> float:
        self._charged.append(self._place)
        return 0.0


class Owing(Meter):
    """The meter of a client that has to wait an hour."""

    def _charge_work(self, _seconds: float) -> float:
        return 3600.0


@asynccontextmanager
async def endpoint(new_meter: Callable[[str, int], Meter]) -> AsyncIterator[Endpoint]:
    endpoint = Endpoint(HERE, accounting=Accounting(new_meter=new_meter))
    try:
        yield endpoint
    finally:
        await endpoint.close()


async def test_calls_and_leases_are_charged_to_the_program_that_is_called() -> None:
    billed = Billed()
    async with (
        asyncio.timeout(TIMEOUT),
        open_service() as service,
        endpoint(billed.new_meter) as server,
    ):
        place = HERE, service.endpoint.port
        ref = await server.lookup(*place, "service")
        assert set(billed.places) == {place}
        billed.places.clear()
        await server.hold(ref, lambda: None).begin()
        assert set(billed.places) == {place}


async def test_a_program_that_owes_work_is_not_called_before_it_has_paid() -> None:
    async with (
        asyncio.timeout(TIMEOUT),
        open_service() as service,
        endpoint(lambda _address, _port: Owing()) as server,
    ):
        registry = Ref(HERE, service.endpoint.port, REGISTRY_ID, ())
        with pytest.raises(LostError, match="no answer"):
            await server.call(registry, REGISTRY["list"], timeout=0.05)


async def test_a_client_that_closes_after_each_lease_is_not_called_without_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client_pool, "SHORTEST", 3600.0)
    billed = Billed()
    async with (
        asyncio.timeout(TIMEOUT),
        open_service() as service,
        endpoint(billed.new_meter) as server,
        endpoint(lambda _address, _port: Meter()) as other,
    ):
        ref = await server.lookup(HERE, service.endpoint.port, "service")
        await server.hold(ref, lambda: None).begin()
        billed.connections.clear()
        for connection in list(service.endpoint._connections):  # noqa: SLF001
            connection.abort()
        for _ in range(CALLS):  # without the pause, the lease would be renewed meanwhile
            await other.call(ref, SERVICE["echo"], "x")
        assert billed.connections == []
