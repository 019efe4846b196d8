"""Chat: audiences, history on return, private messages and muting."""

import asyncio

import pytest

from ludoteca.core.rate_limits import LIMITS
from ludoteca.messages import (
    Done,
    JoinTable,
    Mute,
    OpenTable,
    Recall,
    Resign,
    Said,
    Say,
    StopWatching,
    Watch,
)
from tests.core.local import LocalClient, LocalServer, SlowDisk

SECRET = "correct-horse"  # noqa: S105 - only here


def texts(client: LocalClient) -> list[str]:
    return [said.text for said in client.of(Said)]


async def recalled(client: LocalClient, heard: int = 0, table: int | None = 1) -> list[str]:
    """Return the messages that are repeated on return to a table or to the lobby."""
    before = len(client.of(Said))
    await client.ask(Recall(heard=heard) if table is None else Watch(table=table, heard=heard))
    return texts(client)[before:]


# History


async def test_returning_client_gets_only_missed_messages(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    for text in ("one", "two"):
        await anna.ask(Say(text=text, table=1))
    heard = bruno.of(Said)[-1].number
    server.dispatcher.leave(bruno)
    for text in ("three", "four"):
        await anna.ask(Say(text=text, table=1))
    bruno = await server.enter("Bruno")
    assert await recalled(bruno, heard) == ["three", "four"]
    assert await recalled(bruno, heard + 2) == []
    assert await recalled(bruno, heard + 9) == []
    assert await recalled(bruno) == ["one", "two", "three", "four"]
    await server.restart()
    (anna,) = await server.back("Anna")
    assert texts(anna) == ["one", "two", "three", "four"]
    await anna.ask(Say(text="five", table=1))
    assert [said.number for said in anna.of(Said)] == [1, 2, 3, 4, 5]


async def test_global_chat_is_recalled(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    for text in ("one", "two", "three"):
        await anna.ask(Say(text=text))
    await server.restart()
    eve = await server.enter("Eve")
    assert await recalled(eve, table=None) == ["one", "two", "three"]
    assert await recalled(eve, 2, None) == ["three"]


async def test_only_the_last_hundred_messages_are_recalled(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    for number in range(120):
        await anna.ask(Say(text=str(number), table=1))
        await server.wait(1)
    assert await recalled(anna) == [str(number) for number in range(20, 120)]


async def test_newcomer_gets_a_message_being_written_once() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    anna, _ = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await anna.ask(Say(text="before", table=1))
    journal.free.clear()
    journal.waiting.clear()
    saying = asyncio.create_task(anna.ask(Say(text="meanwhile", table=1)))
    await journal.waiting.wait()
    coming = asyncio.create_task(eve.ask(Watch(table=1)))
    await asyncio.sleep(0)
    journal.free.set()
    await asyncio.gather(saying, coming)
    await anna.ask(Say(text="after", table=1))
    assert texts(eve) == ["before", "meanwhile", "after"]


# Private messages


async def test_private_messages_at_a_table_stay_private_later(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    await anna.ask(Say(text="psst", table=1, to="BRUNO"))
    await eve.ask(Say(text="to all", table=1))
    for client, heard in ((anna, 2), (bruno, 2), (carla, 1), (eve, 1)):
        expected = ["psst", "to all"][-heard:]
        assert texts(client) == expected, client.name
        assert await recalled(client) == expected, client.name
    await server.restart()
    for name, heard in (("Anna", 2), ("Bruno", 2), ("Carla", 1), ("Eve", 1)):
        (back,) = await server.back(name)
        assert texts(back) == ["psst", "to all"][-heard:], name


async def test_private_messages_outside_tables_are_not_stored(server: LocalServer) -> None:
    anna, bruno, eve = [await server.enter(name) for name in ("Anna", "Bruno", "Eve")]
    await anna.ask(Say(text="psst", to="Bruno"))
    assert texts(anna) == texts(bruno) == ["psst"]
    assert bruno.of(Said)[-1].number == 0
    for client in (anna, bruno, eve):
        assert await recalled(client, table=None) == []
    assert texts(eve) == []


async def test_new_owner_of_a_name_gets_no_old_private_messages(
    server: LocalServer,
) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    (eve,) = await server.back("Eve")
    await anna.ask(Say(text="only for you", table=1, to="Eve"))
    server.dispatcher.leave(eve)
    server.clock.time += 1
    (another,) = await server.back("Eve")
    assert texts(eve) == ["only for you"]
    assert texts(another) == []
    await anna.ask(Say(text="and for you", table=1, to="Eve"))
    assert texts(another) == ["and for you"]
    assert await recalled(another) == ["and for you"]


async def test_name_released_after_its_last_game_keeps_no_messages_or_mutes(
    server: LocalServer,
) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await anna.ask(Say(text="only for you", table=1, to="Bruno"))
    await bruno.ask(Mute(name="Anna"))
    server.dispatcher.leave(bruno)
    server.clock.time += 1
    await anna.ask(Resign(table=1))
    await server.wait(600)
    (another,) = await server.back("Bruno")
    assert texts(another) == []
    await anna.ask(Say(text="hello", table=1))
    assert texts(another) == ["hello"]  # and mutes nobody


@pytest.mark.parametrize("restart", [False, True])
async def test_owner_of_a_name_hears_its_private_messages_again(
    server: LocalServer, restart: bool
) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve", secret=SECRET)
    await eve.ask(Watch(table=1))
    await anna.ask(Say(text="only for you", table=1, to="Eve"))
    server.dispatcher.leave(eve)
    server.clock.time += 1
    if restart:
        await server.restart()
    eve = await server.enter("Eve", secret=SECRET)
    assert await recalled(eve) == ["only for you"]


async def test_absent_player_is_distinguished_from_an_unknown_one(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    await server.enter("Kept", secret=SECRET)
    kept = next(person for person in server.dispatcher.people.clients() if person.name == "Kept")
    server.dispatcher.leave(kept)
    server.dispatcher.leave(bruno)
    for name in ("Kept", "Bruno"):
        assert await anna.refused(Say(text="psst", to=name)) == "house/person_away"
    assert await anna.refused(Say(text="psst", to="Nobody")) == "house/no_such_person"
    assert texts(carla) == []


# Muting


async def test_messages_of_a_muted_player_are_hidden_until_unmuted(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert await bruno.ask(Mute(name="ANNA", id="m")) == Done("m")
    await anna.ask(Say(text="at the table", table=1))
    await anna.ask(Say(text="to all"))
    await anna.ask(Say(text="to you", to="Bruno"))
    assert texts(bruno) == []
    assert await recalled(bruno) == []
    assert texts(anna) == ["at the table", "to all", "to you"]
    await bruno.ask(Mute(name="Anna", muted=False))
    assert await recalled(bruno) == ["at the table"]
    for name in ("Bruno", "bruno", "", "a|b"):
        assert await bruno.refused(Mute(name=name)) == "house/no_such_person"


async def test_kept_names_stay_deaf_after_a_restart(server: LocalServer) -> None:
    bruno = await server.enter("Bruno", secret=SECRET)
    for name, muted in (("Anna", True), ("Carla", True), ("Carla", False), ("Anna", True)):
        await bruno.ask(Mute(name=name, muted=muted))
    await server.restart()
    bruno = await server.enter("Bruno", secret=SECRET)
    for name in ("Anna", "Carla"):
        await (await server.enter(name)).ask(Say(text=name))
    assert texts(bruno) == ["Carla"]


async def test_a_name_that_is_kept_later_stays_deaf_too(server: LocalServer) -> None:
    _, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(Mute(name="Anna"))
    server.dispatcher.leave(bruno)
    await server.enter("Bruno", secret=SECRET)
    await server.restart()
    bruno = await server.enter("Bruno", secret=SECRET)
    await (await server.enter("Anna")).ask(Say(text="hello"))
    assert texts(bruno) == []


# Limits


async def test_chat_is_rate_limited(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    burst, rate = LIMITS["talk"].most, LIMITS["talk"].rate
    for _ in range(burst):
        await anna.ask(Say(text="x" * 500))
    assert await anna.refused(Say(text="x")) == "house/too_often"
    eve = await server.enter("Eve")
    assert await eve.ask(Say(text="x")) == Done()
    await server.wait(2)
    for _ in range(int(2 * rate)):
        assert await anna.ask(Say(text="x")) == Done()
    assert await anna.refused(Say(text="x")) == "house/too_often"


async def test_opening_too_many_tables_is_rate_limited(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    burst, rate = LIMITS["tables"].most, LIMITS["tables"].rate
    for _ in range(burst):
        await anna.ask(OpenTable(game="shelfie", seats=2))
    assert await anna.refused(OpenTable(game="shelfie", seats=2)) == "house/too_often"
    await server.wait(1 / rate)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert len(server.dispatcher.lobby) == burst + 1


async def test_table_chat_requires_presence(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno", private=True)
    eve = await server.enter("Eve")
    say = Say(text="hello", table=1)
    for _ in range(2):
        assert await eve.refused(say) == "house/no_such_table"
        assert await eve.refused(JoinTable(table=1)) == "house/no_such_table"
    await anna.ask(StopWatching(table=1))
    assert await anna.refused(say) == "house/no_such_table"
    assert await anna.refused(Say(text="hello", table=99)) == "house/no_such_table"
