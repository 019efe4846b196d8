"""One table, several protocols: all play to the end, agree, and see no secret of another."""

import asyncio
from typing import Any

import msgspec
import pytest

from tests.conftest import no_coverage
from tests.server.websockets import Client as Browser
from tests.server.websockets import street_at
from tests.wire.one_table import (
    Square,
    check_rob,
    check_uma,
    open_street,
)
from tests.wire.pipes.remote import Caller as CalledPipesClient
from tests.wire.prompts.programs import leave
from tests.wire.requests.callers import Caller as CalledRequestsProgram
from tests.wire.requests.programs import Program as RequestsProgram

pytestmark = no_coverage


async def play_in_a_browser(browser: Browser, seat: int, turn: int) -> list[Any]:
    """Play to the end; everything that was told on the way."""
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
    async with open_street(3) as street, street_at(street.ports["web"]) as outside:
        pia, pat = await street.pia(3), await street.pat(3)
        will = await outside.come_in("will")
        shown = await will.ask("table_shown", do="join_table", table=1)
        seat, turn = shown["seat"], shown["view"]["turn"]
        _, _, told = await asyncio.gather(
            pia.play(), pat.play(), play_in_a_browser(will, seat, turn)
        )
        street.check_pia(pia)
        street.check_pat(pat)
        check_will(street, shown, told)
        pia.close()
        await leave(pat)


@pytest.mark.parametrize("java", [False, True], ids=["lines", "streams"])
async def test_four_protocols_share_a_table_and_agree(java: bool) -> None:
    async with open_street(5) as street:
        pia, pat = await street.pia(4), await street.pat(4)
        uma = await street.uma(java=java)
        rob = RequestsProgram("rob", 4, streams=java)
        await rob.connect(street.ports["requests"])
        await asyncio.gather(pia.play(), pat.play(), uma.play(), rob.play())
        street.check_pia(pia)
        street.check_pat(pat)
        check_uma(street, uma)
        check_rob(street, rob)
        pia.close()
        await leave(pat)
        await uma.close()


async def test_calls_frames_and_a_browser_share_a_table_and_agree() -> None:
    async with open_street(7) as street, street_at(street.ports["web"]) as outside:
        pia, pat = await street.pia(4), await street.pat(4, calls=True)
        uma = await street.uma(calls=True)
        will = await outside.come_in("will")
        shown = await will.ask("table_shown", do="join_table", table=1)
        playing = play_in_a_browser(will, shown["seat"], shown["view"]["turn"])
        *_, told = await asyncio.gather(pia.play(), pat.play(), uma.play(), playing)
        street.check_pia(pia)
        street.check_pat(pat)
        check_uma(street, uma)
        check_will(street, shown, told)
        pia.close()
        await leave(pat)
        await uma.close()


async def test_four_protocols_in_calls_share_a_table_and_agree() -> None:
    async with open_street(9) as street:
        pia = await street.pia(4, calls=True)
        pat, uma = await street.pat(4, calls=True), await street.uma(calls=True)
        rob = CalledRequestsProgram("rob", 4)
        await rob.connect(street.ports["rmi"])
        await asyncio.gather(pia.play(), pat.play(), uma.play(), rob.play())
        street.check_pia(pia)
        street.check_pat(pat)
        check_uma(street, uma)
        check_rob(street, rob)
        assert isinstance(pia, CalledPipesClient)
        await pia.hang_up()
        await leave(pat)
        await uma.close()
        await rob.die()


def check_will(street: Square, shown: dict[str, Any], told: list[Any]) -> None:
    assert told[-1]["record"]["events"][-1]["winners"] == [street.winner]
    assert b"goal_dealt" not in msgspec.json.encode([shown, told[:-1]])
    goals = [one["goal"] for one in shown["view"]["seats"]]
    assert goals.count(None) == len(street.names) - 1
