"""Followers of the lists: each round sends a bounded number of changes, in turns by address."""

from functools import partial
from itertools import count

import pytest

from ludoteca.core.lobby import overview
from ludoteca.core.lobby.overview import AT_ONCE, MOST_TOLD
from ludoteca.messages import Farewell, LookAround, PersonHere, ServerReason
from tests.core.local import LocalClient, LocalServer

CROWD = 2 * AT_ONCE
_numbers = count(1)


async def follower(server: LocalServer, address: str) -> LocalClient:
    client = await server.enter(f"Eve {next(_numbers)}")
    client.address = address
    await client.ask(LookAround(follow=True))
    return client


async def come_and_go(server: LocalServer, people: int) -> str:
    """Let people enter and leave; return the last name."""
    name = ""
    for _ in range(people):
        name = f"Finn {next(_numbers)}"
        server.dispatcher.leave(await server.enter(name))
    return name


def has_heard_of(client: LocalClient, name: str) -> bool:
    return any(here.name == name for here in client.of(PersonHere))


async def test_each_round_sends_a_bounded_number_of_changes(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = [await follower(server, "10.0.0.1") for _ in range(CROWD)]
    rounds: list[int] = []
    tell_some = server.dispatcher._overview._tell_some  # noqa: SLF001

    def counted() -> None:
        before = sum(len(one.heard) for one in crowd)
        tell_some()
        rounds.append(sum(len(one.heard) for one in crowd) - before)

    monkeypatch.setattr(server.dispatcher._overview, "_tell_some", counted)  # noqa: SLF001
    last = await come_and_go(server, 3 * MOST_TOLD // AT_ONCE)
    for one in crowd:
        await one.until(partial(has_heard_of, one, last))
    assert max(rounds) <= MOST_TOLD
    for one in crowd:  # each still receives everything
        told = [here.name for here in one.of(PersonHere) if here.name.startswith("Finn")]
        assert len(set(told)) == 3 * MOST_TOLD // AT_ONCE


async def test_many_followers_of_one_address_keep_no_other_waiting(server: LocalServer) -> None:
    crowd = [await follower(server, "10.0.0.1") for _ in range(CROWD)]
    other = await follower(server, "10.0.0.2")
    for one in crowd:
        await one.until(partial(has_heard_of, one, other.name))
    await other.ask(LookAround(follow=True))  # from now on all others have waited longer
    last = await come_and_go(server, 1)
    assert has_heard_of(other, last)
    assert sum(has_heard_of(one, last) for one in crowd) < AT_ONCE


async def test_follower_too_far_behind_is_disconnected(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = [await follower(server, "10.0.0.1") for _ in range(CROWD)]
    monkeypatch.setattr(overview, "MOST_MISSED", 3)
    await come_and_go(server, CROWD)
    await crowd[-1].until(lambda: bool(crowd[-1].of(Farewell)))
    assert crowd[-1].of(Farewell)[0].code == ServerReason.TOO_SLOW
