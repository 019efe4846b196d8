"""Accounts over a restart: what was changed stays so, and what was ended stays ended."""

import asyncio

import msgspec

from ludoteca.core.people.accounts import shortened
from ludoteca.messages import (
    AskFinished,
    AskSessions,
    ChangeSecret,
    DeleteMe,
    EndOtherSessions,
    Enter,
    Farewell,
    FinishedGames,
    JoinTable,
    LookAround,
    NewRecoveryCode,
    OpenTable,
    PersonHere,
    RecoveryCode,
    Resign,
    Sessions,
    Welcome,
)
from tests.core.local import LocalClient, LocalServer, SlowDisk, written_about

SECRET, OTHER = "correct-horse", "other-horse"


def connected(server: LocalServer) -> LocalClient:
    client = LocalClient(server.dispatcher)
    client.names_only = False
    return client


async def entered(server: LocalServer, secret: str = "", token: str = "") -> LocalClient:
    """Anna, over a protocol that knows tokens."""
    client = connected(server)
    assert isinstance(await client.ask(Enter(name="Anna", secret=secret, token=token)), Welcome)
    return client


async def no_entry(server: LocalServer, secret: str = "", token: str = "") -> str:
    client = connected(server)
    return await client.refused(Enter(name="Anna", secret=secret, token=token))


async def code_for(client: LocalClient, secret: str) -> str:
    answer = await client.ask(NewRecoveryCode(secret=secret))
    assert isinstance(answer, RecoveryCode)
    return answer.code


async def test_secrets_codes_and_sessions_are_as_they_were(server: LocalServer) -> None:
    phone = await entered(server, SECRET)
    anna = await entered(server, SECRET)
    await anna.ask(ChangeSecret(secret=SECRET, new=OTHER))
    code = await code_for(anna, OTHER)
    await anna.ask(EndOtherSessions())
    await server.restart()
    assert await no_entry(server, SECRET) == "house/wrong_secret"
    assert await no_entry(server, token=phone.of(Welcome)[0].token) == "house/wrong_secret"
    back = await entered(server, token=anna.of(Welcome)[0].token)
    sessions = await back.ask(AskSessions())
    assert isinstance(sessions, Sessions)
    assert [one.here for one in sessions.sessions] == [True]
    back = await entered(server, code)
    assert back.of(Welcome)[0].recovered
    await back.ask(ChangeSecret(secret=code, new=SECRET))
    await server.restart()
    assert await no_entry(server, code) == "house/wrong_secret"
    assert (await entered(server, SECRET)).of(Welcome)[0].kept


async def test_nothing_in_the_journal_lets_anybody_in(server: LocalServer) -> None:
    anna = connected(server)
    anna.address = "192.0.2.17"
    await anna.ask(Enter(name="Anna", secret=SECRET))
    code = await code_for(anna, SECRET)
    written = b"".join(await written_about(server, "Anna")).decode()
    for proof in (SECRET, code, code.replace("-", ""), anna.of(Welcome)[0].token, anna.address):
        assert proof not in written


async def test_a_recovery_code_is_nothing_where_no_secret_can_be_chosen(
    server: LocalServer,
) -> None:
    code = await code_for(await entered(server, SECRET), SECRET)
    client = LocalClient(server.dispatcher)
    client.names_only = True
    assert await client.refused(Enter(name="Anna", secret=code)) == "house/wrong_secret"


async def test_a_deleted_account_stays_deleted(server: LocalServer) -> None:
    anna, bruno = await entered(server, SECRET), await server.enter("Bruno")
    for table in (1, 2):
        await anna.ask(OpenTable(game="shelfie", seats=2))
        await bruno.ask(JoinTable(table=table))
    await bruno.ask(Resign(table=1))
    await anna.ask(DeleteMe(secret=SECRET))
    for _ in range(2):
        assert await no_entry(server, SECRET) == "house/name_in_use"
        carla = await server.enter("Carla")
        finished = await carla.ask(AskFinished())
        assert isinstance(finished, FinishedGames)
        names = [holder.name for game in finished.games for holder in game.players if holder]
        assert sorted(names) == ["Bruno", "Bruno", "deleted player", "deleted player"]
        replay = await server.dispatcher.replay(1)
        assert isinstance(replay, bytes)
        assert b"Anna" not in replay
        entries = [msgspec.json.decode(line) for line in replay.splitlines()]
        assert entries[1]["owner"] == "deleted player"
        await server.restart()


def test_addresses_are_shown_without_their_end() -> None:
    assert shortened("192.0.2.17") == "192.0.…"
    assert shortened("2001:db8:1:2::/64") == "2001:db8:…"
    assert (shortened("local"), shortened("")) == ("local", "")


async def test_who_enters_while_the_account_is_deleted_is_put_out() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    anna, watcher = await entered(server, SECRET), await server.enter("Eve")
    await watcher.ask(LookAround(follow=True))
    journal.waiting.clear()
    journal.free.clear()
    deleting = asyncio.create_task(anna.ask(DeleteMe(secret=SECRET)))
    await journal.waiting.wait()
    ghost = await entered(server, token=anna.of(Welcome)[-1].token)
    journal.free.set()
    await deleting
    assert ghost.of(Farewell)
    assert (ghost.name, anna.name) == ("", "")
    assert server.dispatcher.people.here() == ["Eve"]
    assert watcher.of(PersonHere)[-1] == PersonHere("Anna", here=False)


async def test_a_new_secret_ends_the_other_sessions(server: LocalServer) -> None:
    thief = await entered(server, SECRET)
    anna = await entered(server, SECRET)
    await anna.ask(ChangeSecret(secret=SECRET, new=OTHER))
    assert await no_entry(server, token=thief.of(Welcome)[-1].token) == "house/wrong_secret"
    await entered(server, token=anna.of(Welcome)[-1].token)
