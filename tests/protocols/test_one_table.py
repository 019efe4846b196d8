"""One table, several protocols: all clients play to the end, agree, and see no others' secrets."""

import asyncio
from typing import Any

import msgspec
import pytest

from tests.conftest import no_coverage
from tests.protocols.one_table import (
    SharedServer,
    check_rob,
    check_uma,
    open_shared,
)
from tests.protocols.pipes.remote import Caller as CalledPipesClient
from tests.protocols.prompts.programs import leave
from tests.protocols.requests.callers import Caller as CalledRequestsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.server.websockets import Client as Browser
from tests.server.websockets import web_clients

pytestmark = no_coverage


async def play_in_a_browser(browser: Browser, seat: int, turn: int) -> list[Any]:
    """Play to the end and return everything received on the way."""
    heard: list[Any] = []
    while True:
        if turn == seat:
            await browser.say(do="ask_moves", table=1)
            moves = (await browser.hear("moves"))["moves"]
            await browser.say(do="play", table=1, move=moves[0])
        news = await browser.hear("table_news")
        heard.append(news)
        last = news["record"]["events"][-1]
        if last["event"] == "game_ended":
            return heard
        turn = last["to"]


async def test_pipes_prompts_and_a_browser_share_a_table_and_agree() -> None:
    async with open_shared(3) as server, web_clients(server.ports["web"]) as outside:
        pia, pat = await server.pia(3), await server.pat(3)
        will = await outside.come_in("will")
        shown = await will.ask("table_shown", do="join_table", table=1)
        seat, turn = shown["seat"], shown["view"]["turn"]
        _, _, told = await asyncio.gather(
            pia.play(), pat.play(), play_in_a_browser(will, seat, turn)
        )
        server.check_pia(pia)
        server.check_pat(pat)
        check_will(server, shown, told)
        pia.close()
        await leave(pat)


@pytest.mark.parametrize("java", [False, True], ids=["lines", "streams"])
async def test_four_protocols_share_a_table_and_agree(java: bool) -> None:
    async with open_shared(5) as server:
        pia, pat = await server.pia(4), await server.pat(4)
        uma = await server.uma(java=java)
        rob = RequestsProgram("rob", 4, streams=java)
        await rob.connect(server.ports["requests"])
        await asyncio.gather(pia.play(), pat.play(), uma.play(), rob.play())
        server.check_pia(pia)
        server.check_pat(pat)
        check_uma(server, uma)
        check_rob(server, rob)
        pia.close()
        await leave(pat)
        await uma.close()


async def test_calls_frames_and_a_browser_share_a_table_and_agree() -> None:
    async with open_shared(7) as server, web_clients(server.ports["web"]) as outside:
        pia, pat = await server.pia(4), await server.pat(4, calls=True)
        uma = await server.uma(calls=True)
        will = await outside.come_in("will")
        shown = await will.ask("table_shown", do="join_table", table=1)
        playing = play_in_a_browser(will, shown["seat"], shown["view"]["turn"])
        *_, told = await asyncio.gather(pia.play(), pat.play(), uma.play(), playing)
        server.check_pia(pia)
        server.check_pat(pat)
        check_uma(server, uma)
        check_will(server, shown, told)
        pia.close()
        await leave(pat)
        await uma.close()


async def test_four_protocols_in_calls_share_a_table_and_agree() -> None:
    async with open_shared(9) as server:
        pia = await server.pia(4, calls=True)
        pat, uma = await server.pat(4, calls=True), await server.uma(calls=True)
        rob = CalledRequestsProgram("rob", 4)
        await rob.connect(server.ports["rmi"])
        await asyncio.gather(pia.play(), pat.play(), uma.play(), rob.play())
        server.check_pia(pia)
        server.check_pat(pat)
        check_uma(server, uma)
        check_rob(server, rob)
        assert isinstance(pia, CalledPipesClient)
        await pia.hang_up()
        await leave(pat)
        await uma.close()
        await rob.die()


def check_will(server: SharedServer, shown: dict[str, Any], told: list[Any]) -> None:
    assert told[-1]["record"]["events"][-1]["winners"] == [server.winner]
    assert b"goal_dealt" not in msgspec.json.encode([shown, told[:-1]])
    goals = [one["goal"] for one in shown["view"]["seats"]]
    assert goals.count(None) == len(server.names) - 1
