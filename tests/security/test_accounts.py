"""Accounts over the web protocol: secrets, recovery codes, sessions and deletion."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ludoteca.core.people import credentials
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import FIXED
from tests.server.websockets import Client, WebClients, open_web

SECRET, OTHER = "correct-horse", "other-horse"


@pytest.fixture
async def web(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WebClients]:
    """Return a server with cheap digests: their cost is tested elsewhere."""
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))
    async with open_web() as web:
        yield web


async def entered(web: WebClients, name: str = "Anna", **proof: Any) -> tuple[Client, Any]:
    client = await web.connect()
    return client, await client.ask("welcome", do="enter", name=name, **proof)


async def refused(client: Client, **request: Any) -> str:
    return str((await client.ask("refused", **request))["code"])


async def no_entry(web: WebClients, name: str = "Anna", **proof: str) -> str:
    return await refused(await web.connect(), do="enter", name=name, **proof)


ABOUT: dict[str, dict[str, str]] = {
    "new_recovery_code": {"secret": ""},
    "ask_sessions": {},
    "end_session": {},
    "end_other_sessions": {},
    "delete_me": {"secret": ""},
}


# Secrets


async def test_a_guest_keeps_a_name_and_has_an_account_then(web: WebClients) -> None:
    guest, welcome = await entered(web)
    assert "kept" not in welcome
    for do, members in ABOUT.items():
        assert await refused(guest, do=do, **members) == "house/no_account", do
    assert await refused(guest, do="change_secret", new="7 chars") == "house/short_secret"
    await guest.ask("done", do="change_secret", new=SECRET)
    assert await no_entry(web) == "house/wrong_secret"
    _, welcome = await entered(web, secret=SECRET)
    assert welcome["kept"] is True


async def test_other_player_cannot_attach_a_secret_to_a_guests_name(web: WebClients) -> None:
    guest, welcome = await entered(web)
    await guest.ask("table_shown", do="open_table", game="shelfie", seats=2)
    for _ in range(2):
        assert await no_entry(web, secret=SECRET) in ("house/name_in_use", "house/name_kept")
        await guest.socket.close()
    _, welcome = await entered(web, token=welcome["token"])
    assert welcome["tables"] == [1]


async def test_late_secret_is_not_attached_to_the_next_owner_of_a_name(
    web: WebClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    made, kept = credentials.Stretcher.digest, People.keep

    async def late(stretcher: credentials.Stretcher, secret: str, salt: str, address: str) -> str:
        begun.set()
        await go_on.wait()
        return await made(stretcher, secret, salt, address)

    async def keep(*about: Any) -> bool:
        try:
            return await kept(*about)
        finally:
            ended.set()

    monkeypatch.setattr(credentials.Stretcher, "digest", late)
    monkeypatch.setattr(People, "keep", keep)
    older, welcome = await entered(web, bot=True)
    await older.say(do="change_secret", new=SECRET)
    await begun.wait()
    newer, _ = await entered(web, token=welcome["token"], bot=True)  # another instance
    await newer.ask("done", do="step_out")
    anna, welcome = await entered(web)
    go_on.set()
    await ended.wait()
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
    assert await no_entry(web, secret=SECRET) == "house/name_in_use"
    _, welcome = await entered(web, token=welcome["token"])
    assert "kept" not in welcome
    assert welcome["tables"] == [1]


async def test_a_short_secret_keeps_no_name_and_neither_does_an_endless_one(
    web: WebClients,
) -> None:
    assert await no_entry(web, secret="x" * 1001) == "house/too_long"
    assert await no_entry(web, secret="7 chars") == "house/short_secret"  # noqa: S106
    _, welcome = await entered(web)  # and the name is free
    assert "kept" not in welcome


async def test_only_the_old_secret_allows_changing_it(web: WebClients) -> None:
    anna, welcome = await entered(web, secret=SECRET)
    for wrong in ("", OTHER):
        code = await refused(anna, do="change_secret", secret=wrong, new=OTHER)
        assert code == "house/wrong_secret"
    await anna.ask("done", do="change_secret", secret=SECRET, new=OTHER)
    assert await no_entry(web, secret=SECRET) == "house/wrong_secret"
    await entered(web, secret=OTHER)
    await entered(web, token=welcome["token"])


# The recovery code


async def test_a_recovery_code_takes_the_place_of_the_secret_once(web: WebClients) -> None:
    anna, _ = await entered(web, secret=SECRET)
    assert await refused(anna, do="new_recovery_code", secret=OTHER) == "house/wrong_secret"
    older = (await anna.ask("recovery_code", do="new_recovery_code", secret=SECRET))["code"]
    code = (await anna.ask("recovery_code", do="new_recovery_code", secret=SECRET))["code"]
    assert await no_entry(web, secret=older) == "house/wrong_secret"
    anna, welcome = await entered(web, secret=code.lower().replace("-", " "))
    assert welcome["recovered"] is True
    await anna.ask("done", do="change_secret", secret=code, new=OTHER)
    assert await no_entry(web, secret=code) == "house/wrong_secret"
    _, welcome = await entered(web, secret=OTHER)
    assert "recovered" not in welcome


async def test_a_new_secret_voids_a_recovery_code_that_somebody_else_has_made(
    web: WebClients,
) -> None:
    await entered(web, secret=SECRET)
    thief, _ = await entered(web, secret=SECRET)
    code = (await thief.ask("recovery_code", do="new_recovery_code", secret=SECRET))["code"]
    anna, _ = await entered(web, secret=SECRET)
    assert (await anna.ask("sessions", do="ask_sessions"))["recovery"] is True
    await anna.ask("done", do="change_secret", secret=SECRET, new=OTHER)
    assert (await anna.ask("sessions", do="ask_sessions"))["recovery"] is False
    stranger = await web.connect()
    await stranger.say(do="enter", name="Anna", secret=code)
    assert (await stranger.next()).get("code") == "house/wrong_secret"


async def test_recovery_codes_are_limited(web: WebClients) -> None:
    anna, _ = await entered(web, secret=SECRET)
    code = (await anna.ask("recovery_code", do="new_recovery_code", secret=SECRET))["code"]
    for _ in range(FIXED["keep"].most):
        await anna.say(do="new_recovery_code", secret=code)
        answer = await anna.next()
        if answer["notice"] == "refused":
            break
        code = answer["code"]
    assert answer["code"] == "house/too_often"


# Sessions


async def test_ended_session_is_not_accepted(web: WebClients) -> None:
    _, phone = await entered(web, secret=SECRET)
    anna, laptop = await entered(web, secret=SECRET, client="Laptop")
    here, there = (await anna.ask("sessions", do="ask_sessions"))["sessions"]
    assert (here["here"], there["here"]) == (True, False)
    assert (here["client"], here["address"]) == ("Laptop", "local")
    assert (there["client"], there["address"]) == ("web", "local")
    assert phone["token"] not in str((here, there))
    assert await refused(anna, do="end_session", session="0") == "house/no_such_session"
    await anna.ask("done", do="end_session", session=there["session"])
    assert len((await anna.ask("sessions", do="ask_sessions"))["sessions"]) == 1
    assert await no_entry(web, token=phone["token"]) == "house/wrong_secret"
    await entered(web, token=laptop["token"])


async def test_all_others_are_logged_out_at_once(web: WebClients) -> None:
    others = [(await entered(web, secret=SECRET))[1]["token"] for _ in range(3)]
    anna, mine = await entered(web, secret=SECRET)
    await anna.ask("done", do="end_other_sessions")
    for token in others:
        assert await no_entry(web, token=token) == "house/wrong_secret"
    await entered(web, token=mine["token"])


async def test_logout_removes_name_and_token(web: WebClients) -> None:
    anna, welcome = await entered(web, secret=SECRET)
    await anna.ask("done", do="end_session")
    assert await refused(anna, do="look_around") == "house/not_in_yet"
    assert await no_entry(web, token=welcome["token"]) == "house/wrong_secret"


# Deleting


async def test_deleted_account_is_anonymous_in_games_and_chat(web: WebClients) -> None:
    anna, welcome = await entered(web, secret=SECRET)
    bruno, _ = await entered(web, "Bruno")
    await anna.ask("done", do="say", text="Ciao!")
    for table in (1, 2):
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        await bruno.ask("table_shown", do="join_table", table=table)
        await anna.ask("done", do="say", text="Ciao!", table=table)
    await bruno.ask("done", do="resign", table=1)
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=3)
    assert await refused(anna, do="delete_me", secret=OTHER) == "house/wrong_secret"
    await anna.ask("done", do="delete_me", secret=SECRET)
    assert await refused(anna, do="look_around") == "house/not_in_yet"

    assert await no_entry(web, token=welcome["token"]) == "house/name_in_use"
    assert await no_entry(web, secret=SECRET) == "house/name_in_use"
    assert await no_entry(web, "Аnna") == "house/name_looks_taken"  # noqa: RUF001
    assert await no_entry(web, "deleted player") == "house/name_reserved"

    carla, _ = await entered(web, "Carla")
    told = [await carla.ask("finished_games", do="ask_finished")]
    assert [game["table"] for game in told[0]["games"]] == [2, 1]
    told.append(await carla.ask("surroundings", do="look_around"))
    for table in (1, 2):
        await carla.say(do="watch", table=table, seen=1)
        told += [await carla.hear("table_news"), await carla.hear("table_shown")]
        told.append(await carla.hear("said"))
        told.append(await web.get(f"/api/replays/{table}/positions"))
    await carla.say(do="recall")
    told.append(await carla.hear("said"))
    told.append(await web.get("/api/replays"))
    assert "deleted player" in str(told)
    assert "Anna" not in str(told)
    assert (await carla.ask("statistics", do="ask_statistics", name="Anna"))["games"] == {}
