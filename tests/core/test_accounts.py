"""Accounts survive a restart: changes are kept and deleted accounts stay deleted."""

import asyncio
from typing import Any

import msgspec
import pytest

from ludoteca.core.people import credentials
from ludoteca.core.people.accounts import shortened
from ludoteca.core.people.credentials import Credentials
from ludoteca.core.people.people import People
from ludoteca.messages import (
    AskFinished,
    AskSessions,
    ChangeSecret,
    DeleteMe,
    Done,
    EndOtherSessions,
    Enter,
    Farewell,
    FinishedGames,
    Intent,
    JoinTable,
    LookAround,
    NewRecoveryCode,
    OpenTable,
    PersonHere,
    RecoveryCode,
    Refused,
    Resign,
    Sessions,
    StepOut,
    Welcome,
)
from tests.core.local import LocalClient, LocalServer, SlowDisk, WebClient, written_about

SECRET, OTHER = "correct-horse", "other-horse"


def connected(server: LocalServer) -> LocalClient:
    client = LocalClient(server.dispatcher)
    client.names_only = False
    return client


async def entered(server: LocalServer, secret: str = "", token: str = "") -> LocalClient:
    """Let Anna enter with a client that supports tokens."""
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


async def test_restart_keeps_secrets_codes_and_sessions(server: LocalServer) -> None:
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


async def test_journal_holds_no_usable_credentials(server: LocalServer) -> None:
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
        replay = await server.dispatcher.archive.replay(1)
        assert isinstance(replay, bytes)
        assert b"Anna" not in replay
        entries = [msgspec.json.decode(line) for line in replay.splitlines()]
        assert entries[1]["owner"] == "deleted player"
        await server.restart()


def test_addresses_are_shown_without_their_end() -> None:
    assert shortened("192.0.2.17") == "192.0.…"
    assert shortened("2001:db8:1:2::/64") == "2001:db8:…"
    assert (shortened("local"), shortened("")) == ("local", "")


async def test_login_during_account_deletion_is_disconnected() -> None:
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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make digests cheap in a test that computes many."""
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))


class Changing:
    """An account whose new secret is about to be written."""

    def __init__(self) -> None:
        self.journal = SlowDisk()
        self.server = LocalServer(self.journal)

    async def begin(self) -> None:
        self.anna = await entered(self.server, SECRET)
        self.token = self.anna.of(Welcome)[-1].token
        self.journal.waiting.clear()
        self.journal.free.clear()
        change = ChangeSecret(secret=SECRET, new=OTHER)
        self._changing = asyncio.create_task(self.server.dispatcher.handle(self.anna, change))
        await self.journal.waiting.wait()

    async def end(self) -> None:
        self.journal.free.set()
        await self._changing
        assert self.anna.of(Done)


@pytest.mark.usefixtures("quick")
async def test_a_login_by_the_old_secret_fails_while_it_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changing = Changing()
    await changing.begin()
    thief, about_to_enter = connected(changing.server), asyncio.Event()
    begin = People.begin_session

    async def noticed(*about: Any) -> Any:
        about_to_enter.set()
        return await begin(*about)

    monkeypatch.setattr(People, "begin_session", noticed)
    entering = asyncio.create_task(thief.ask(Enter(name="Anna", secret=SECRET)))
    await about_to_enter.wait()
    await changing.end()
    answer = await entering
    assert isinstance(answer, Refused), answer
    assert answer.code == "house/wrong_secret"
    await entered(changing.server, token=changing.token)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("names_only", [False, True])
async def test_a_client_that_enters_while_the_secret_is_changed_is_disconnected(
    *, names_only: bool
) -> None:
    changing = Changing()
    thief = await entered(changing.server, SECRET)
    await changing.begin()
    back = connected(changing.server)
    back.names_only = names_only
    secret, token = (SECRET, "") if names_only else ("", thief.of(Welcome)[-1].token)
    assert isinstance(await back.ask(Enter(name="Anna", secret=secret, token=token)), Welcome)
    await changing.end()
    assert back.of(Farewell)
    assert back.name == ""
    await entered(changing.server, token=changing.token)
    assert await no_entry(changing.server, secret, token) == "house/wrong_secret"


@pytest.mark.usefixtures("quick")
async def test_the_same_session_stays_connected_while_the_secret_is_changed() -> None:
    changing = Changing()
    await changing.begin()
    other_tab = await entered(changing.server, token=changing.token)
    await changing.end()
    assert not other_tab.of(Farewell)
    assert other_tab.name == "Anna"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("request_", [NewRecoveryCode(secret=SECRET), DeleteMe(secret=SECRET)])
async def test_the_old_secret_proves_nothing_while_it_is_changed(
    request_: NewRecoveryCode | DeleteMe, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing = Changing()
    await changing.begin()
    proved, why_not = asyncio.Event(), Credentials.why_not

    async def noticed(*about: Any) -> Any:
        reason = await why_not(*about)
        proved.set()
        return reason

    monkeypatch.setattr(Credentials, "why_not", noticed)
    thief = await entered(changing.server, token=changing.token)
    asking = asyncio.create_task(thief.refused(request_))
    await proved.wait()
    await changing.end()
    assert await asking == "house/wrong_secret"


async def test_login_makes_no_account_and_sign_up_uses_none(server: LocalServer) -> None:
    server.kind = WebClient
    client = WebClient(server.dispatcher)

    async def entered(name: str, intent: Intent, secret: str = SECRET) -> str:
        told = await client.ask(Enter(name=name, secret=secret, intent=intent))
        if not isinstance(told, Welcome):
            assert isinstance(told, Refused)
            return told.code
        await client.ask(StepOut())
        return "welcome"

    assert await entered("Anna", Intent.LOG_IN) == "house/no_account"
    assert await entered("Anna", Intent.SIGN_UP, "") == "house/short_secret"
    assert await entered("Anna", Intent.SIGN_UP) == "welcome"
    assert await entered("anna", Intent.SIGN_UP) == "house/name_in_use"
    assert await entered("Anna", Intent.LOG_IN, "wrong horse") == "house/wrong_secret"
    assert await entered("Anna", Intent.LOG_IN) == "welcome"
    await server.enter("Gina")
    assert await entered("Gina", Intent.LOG_IN) == "house/no_account"
    assert await entered("Gina", Intent.SIGN_UP) == "house/name_in_use"
