"""One table, several protocols: all play to the end, agree, and see no secret of another."""

import asyncio
from typing import Any

import aiohttp
import msgspec

from ludoteca.bots import BOTS, Bots
from ludoteca.games import Dice, Seat
from ludoteca.hall import House, Supplies
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.server import TcpDoor, WebDoor
from ludoteca.wire.pipes import Pipes
from ludoteca.wire.pipes.words import CreateMatch, MatchSeen
from ludoteca.wire.prompts import prompts
from ludoteca.wire.prompts.tables import PERSONAL_IDS
from tests.hall.guests import keeper_of
from tests.server.test_web_door import Client as Browser
from tests.server.test_web_door import Street
from tests.wire.pipes.test_matches import BRISK, Client
from tests.wire.prompts.test_matches import Program, leave, score


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


def test_three_protocols_share_a_table_and_agree() -> None:
    async def story() -> None:
        metrics, loop = Metrics(), asyncio.get_running_loop()
        bots = Bots(BOTS, Dice(3))
        house = House(Supplies(MemoryJournal(), Dice(3), loop.time, bots, metrics))
        await house.open()
        doors = (
            TcpDoor("pipes", lambda: Pipes(frames=BRISK), house, metrics),
            TcpDoor("prompts", prompts(), house, metrics),
            WebDoor(house, metrics),
        )
        ports = [await door.open("127.0.0.1", 0) for door in doors]
        pia = Client(*await asyncio.open_connection("127.0.0.1", ports[0]), frames=True)
        assert await pia.login("pia")
        assert await pia.ask(CreateMatch(3))
        pat = Program("pat", 3)
        await pat.connect(ports[1])
        await pat.until(lambda: bool(pat.of("Lobby")))
        async with aiohttp.ClientSession() as session:
            will = await Street(session, ports[2]).come_in("will")
            shown = await will.ask("table_shown", do="join_table", table=1)
            _, _, told = await asyncio.gather(
                pia.play(),
                pat.play(),
                play_in_a_browser(will, shown["seat"], shown["view"]["turn"]),
            )
            check(house, pia, pat, shown, told)
        pia.close()
        await leave(pat)
        for door in doors:
            await door.close()

    asyncio.run(story())


def check(house: House, pia: Client, pat: Program, shown: Any, told: list[Any]) -> None:
    keeper = keeper_of(house)
    result = keeper.listing.result
    assert result is not None
    names = [player.name for player in keeper.table.players if player]
    (winner,) = result.outcome.winners
    # They agree.
    assert [int(row[5] or 0) for row in pia.seen.gameResults[:-1]] == list(result.totals)
    assert pia.seen.gameResults[-1][0] == names[winner]
    assert pat.of("Win")[-1]["s"] == score(keeper)
    assert told[-1]["record"]["events"][-1]["winners"] == [winner]
    # Nobody was told the goal of another before the end.
    goals = keeper.table.state.goals
    for word in pia.heard:
        if isinstance(word, MatchSeen) and word.view.gameResults[0][0] is None:
            own = word.view.players.index("pia")
            assert [bool(goal) for goal in word.view.personalGoals] == [s == own for s in range(3)]
    mine = Seat(names.index("pat"))
    assert {word["personalCard"]["id"] for word in pat.of("GraphicalGameInfo")} == {
        PERSONAL_IDS[goals[mine]]
    }
    said = msgspec.json.encode([shown, told[:-1]])
    assert b"goal_dealt" not in said
    assert [seat["goal"] for seat in shown["view"]["seats"]].count(None) == 2
