"""The list of connected players: consistent pages, built once for all viewers."""

import pytest

from ludoteca.messages import LookAround, Surroundings
from tests.core.local import LocalClient, LocalServer


async def look(client: LocalClient, after: str = "") -> Surroundings:
    answer = await client.ask(LookAround(people_after=after))
    assert isinstance(answer, Surroundings)
    return answer


async def test_short_list_of_players_is_complete(server: LocalServer) -> None:
    clients = [await server.enter(name) for name in ("Carla", "Anna", "Bruno")]
    around = await look(clients[0])
    assert around.people == ("Anna", "Bruno", "Carla")
    assert (around.online, around.more_people) == (3, "")
    server.dispatcher.leave(clients[1])
    around = await look(clients[0])
    assert (around.people, around.online) == (("Bruno", "Carla"), 2)


async def test_long_list_of_players_comes_in_pages_with_the_reader_first(
    server: LocalServer,
) -> None:
    names = [f"P{number:03}" for number in range(450)]
    clients = []
    for name in names:
        server.clock.time += 0.2  # refreshes are rate limited
        clients.append(await server.enter(name))
    first = await look(clients[-1])
    assert (first.people, first.online) == (("P449", *names[:200]), 450)
    seen, after = [*first.people[1:]], first.more_people
    while after:
        page = await look(clients[-1], after)
        seen += page.people
        after = page.more_people
    assert seen == names


async def test_list_of_players_is_sorted_once_for_all_readers(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = [await server.enter(f"P{number}") for number in range(20)]
    roster, made = server.dispatcher.roster, list[int]()
    names = roster.names

    def counted() -> list[str]:
        made.append(1)
        return names()

    monkeypatch.setattr(roster, "names", counted)
    await server.enter("Zoe")
    for client in clients:
        assert "Zoe" in (await look(client)).people
    assert len(made) == 1
