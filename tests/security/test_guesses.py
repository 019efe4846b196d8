"""Strangers who guess secrets delay nobody and are soon refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from ludoteca.core.people import credentials
from ludoteca.core.rate_limits import CODES, LIMITS
from ludoteca.messages.names import shown_code
from tests.server.running import asked
from tests.server.websockets import WebClients, open_web

SECRET = "correct-horse"  # noqa: S105 - only here
GUESSES = 8


@asynccontextmanager
async def elsewhere(port: int) -> AsyncIterator[WebClients]:
    """Return clients that connect from another address."""
    connector = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
    web = WebClients(aiohttp.ClientSession(connector=connector), port)
    try:
        yield web
    finally:
        await web.close()


async def guess(web: WebClients, name: str, number: int) -> str:
    client = await web.connect()
    return str((await client.ask("refused", do="enter", name=name, secret=f"{number}"))["code"])


async def test_guesses_do_not_hold_up_the_owner_of_a_name() -> None:
    async with open_web() as web, elsewhere(web.port) as strangers:
        owner = await web.connect()
        welcome = await owner.ask("welcome", do="enter", name="Anna", secret=SECRET)
        guesses = [asyncio.create_task(guess(strangers, "Anna", n)) for n in range(GUESSES)]
        await asyncio.wait(guesses, return_when=asyncio.FIRST_COMPLETED)  # all of them wait by now
        for proof in ({"token": welcome["token"]}, {"secret": SECRET}):
            owner, before = await web.connect(), sum(one.done() for one in guesses)
            await owner.ask("welcome", do="enter", name="Anna", **proof)
            meanwhile = sum(one.done() for one in guesses) - before
            assert meanwhile <= (
                credentials.AT_ONCE * 2 if "secret" in proof else credentials.AT_ONCE
            )
        assert set(await asyncio.gather(*guesses)) == {"house/wrong_secret"}


async def test_guesses_of_an_address_at_all_names_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))
    at_one_name, at_all = LIMITS["secret"].most, LIMITS["guess"].most
    async with open_web() as web, elsewhere(web.port) as strangers:
        names = [f"Anna {letter}" for letter in "ABCDEFGH"]
        for name in names:
            await (await web.connect()).ask("welcome", do="enter", name=name, secret=SECRET)
        guesses = [(name, n) for name in names for n in range(at_one_name)]
        heard = [await guess(strangers, *one) for one in guesses]
        assert heard[:at_all] == ["house/wrong_secret"] * at_all
        assert "house/too_often" in heard[at_all:]  # one more is allowed each second
        await (await web.connect()).ask("welcome", do="enter", name=names[-1], secret=SECRET)


async def test_codes_of_tables_cannot_be_guessed_without_limit() -> None:
    async with open_web() as web, elsewhere(web.port) as strangers:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        stranger = await strangers.come_in("Carla")
        opening = {"do": "open_table", "game": "shelfie", "seats": 3, "private": True}
        code = (await anna.ask("table_shown", **opening))["info"]["code"]
        codes = []
        for number in range(LIMITS[CODES].most + 1):
            wrong = {"do": "join_table", "code": f"{number:08}"}
            codes.append((await stranger.ask("refused", **wrong))["code"])
        assert codes == ["house/no_such_table"] * LIMITS[CODES].most + ["house/too_often"]
        right = await stranger.ask("refused", do="join_table", code=code)
        assert right["code"] == "house/too_often"  # a guess that is refused tells nothing
        await bruno.ask("table_shown", do="join_table", code=shown_code(code))

        invitation = f"http://127.0.0.1:{web.port}/api/invitations/"
        for _ in range(2 * LIMITS[CODES].most):  # right codes cost nothing
            assert (await asked(invitation + code)).status == 200
        answers = [await asked(f"{invitation}{n:08}") for n in range(LIMITS[CODES].most + 1)]
        assert [answer.code for answer in answers if answer.status != 200] == ["house/too_often"]
        assert (await asked(invitation + code)).status == 429
