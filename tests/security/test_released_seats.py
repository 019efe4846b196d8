"""Seats of absent guests: a release by the owner reveals no goal, and tokens always win."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from ludoteca.core.moderation.owner_requests import RELEASED_AFTER
from ludoteca.games import Seat
from tests.core.local import Clock
from tests.protocols.one_table import SharedServer, open_shared
from tests.server.websockets import Client, WebClients, web_clients

STRANGE = "127.0.0.2"


class Evening:
    """A table of two guests on the page, and a stranger's machine."""

    def __init__(
        self, server: SharedServer, clock: Clock, web: WebClients, strange: WebClients
    ) -> None:
        self.server, self._clock, self.web, self.strange = server, clock, web, strange

    async def begin(self) -> tuple[Client, Client]:
        anna, bruno = await self.web.come_in("Anna"), await self.web.come_in("Bruno")
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, absence="wait")
        await bruno.ask("table_shown", do="join_table", table=1)
        return anna, bruno

    async def leave(self, client: Client, other: Client) -> None:
        await client.socket.close()
        while (await other.hear("presence"))["here"]:
            pass
        self._clock.time += RELEASED_AFTER

    async def enter(self, clients: WebClients, name: str, token: str = "") -> Any:
        client = await clients.connect()
        await client.say(do="enter", name=name, token=token)
        return await client.next()

    @property
    def stand_ins(self) -> Mapping[Seat, str]:
        return self.server.keeper.table.stand_ins


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    clock = Clock()
    async with (
        open_shared(5, {}, clock=clock) as server,
        web_clients(server.ports["web"]) as web,
        web_clients(server.ports["web"], STRANGE) as strange,
    ):
        yield Evening(server, clock, web, strange)


async def record_of(client: Client, kind: str) -> Any:
    """Return the next record of this kind that a client receives."""
    while (record := (await client.hear("table_news"))["record"])["record"] != kind:
        pass
    return record


async def test_an_owner_gives_the_seat_of_a_guest_with_a_token_to_a_bot(evening: Evening) -> None:
    anna, bruno = await evening.begin()
    await evening.leave(bruno, anna)
    await anna.say(do="release_seat", table=1, name="Bruno")
    assert (await record_of(anna, "stand_in_seated"))["seat"] == 1
    assert evening.stand_ins == {1: "greedy"}
    refused = await evening.enter(evening.strange, "Bruno")
    assert refused["code"] == "house/name_kept"
    again = await anna.ask("refused", do="release_seat", table=1, name="Bruno")
    assert again["code"] == "house/seat_kept"
    back = await evening.web.come_in("Bruno", bruno.token)
    shown = await back.ask("table_shown", do="watch", table=1)
    assert shown["seat"] == 1
    await record_of(anna, "stand_in_left")


async def test_no_bot_is_seated_by_release_before_the_start(evening: Evening) -> None:
    anna, bruno = await evening.web.come_in("Anna"), await evening.web.come_in("Bruno")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=3)
    await bruno.ask("table_shown", do="join_table", table=1)
    await evening.leave(bruno, anna)
    refused = await anna.ask("refused", do="release_seat", table=1, name="Bruno")
    assert refused["code"] == "house/seat_kept"


async def test_a_token_takes_a_name_back_that_the_operator_released(evening: Evening) -> None:
    anna, bruno = await evening.begin()
    await evening.leave(bruno, anna)
    assert await evening.server.dispatcher.people.release("Bruno") is None
    stranger = await evening.strange.come_in("Bruno")
    taken = await record_of(anna, "seat_taken")
    assert (taken["seat"], taken["name"], taken["released"]) == (1, "Bruno", True)
    await stranger.ask("table_shown", do="watch", table=1)
    back = await evening.web.come_in("Bruno", bruno.token)
    assert (await stranger.hear("farewell"))["code"] == "house/taken_over"
    assert (await record_of(anna, "seat_taken"))["released"]
    assert (await back.ask("table_shown", do="watch", table=1))["seat"] == 1
    for clients, token in ((evening.strange, stranger.token), (evening.strange, "")):
        assert (await evening.enter(clients, "Bruno", token))["notice"] == "refused"


async def test_a_secret_chosen_for_a_released_name_does_not_lock_its_player_out(
    evening: Evening,
) -> None:
    anna, bruno = await evening.begin()
    await evening.leave(bruno, anna)
    assert await evening.server.dispatcher.people.release("Bruno") is None
    await evening.strange.come_in("Bruno", secret="correct-horse")  # noqa: S106 - only here
    back = await evening.web.come_in("Bruno", bruno.token)
    assert (await back.ask("table_shown", do="watch", table=1))["seat"] == 1
    refused = await (await evening.strange.connect()).ask(
        "refused",
        do="enter",
        name="Bruno",
        secret="correct-horse",  # noqa: S106 - only here
    )
    assert refused["code"] == "house/name_in_use"


async def test_a_token_comes_first_while_nobody_has_entered_a_released_name(
    evening: Evening,
) -> None:
    anna, bruno = await evening.begin()
    await evening.leave(bruno, anna)
    assert await evening.server.dispatcher.people.release("Bruno") is None
    back = await evening.web.come_in("Bruno", bruno.token)
    assert back.token == bruno.token
    asked = [evening.enter(evening.strange, "Bruno"), evening.enter(evening.web, "Bruno")]
    assert {one["code"] for one in await asyncio.gather(*asked)} == {"house/name_in_use"}
    versions = evening.server.keeper.version
    await back.ask("table_shown", do="watch", table=1)
    assert evening.server.keeper.version == versions  # nobody else had the seat
