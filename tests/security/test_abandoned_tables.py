"""Nobody fills the lobby permanently: abandoned tables are closed automatically."""

from typing import Any

from tests.cli.servers import at, serving
from tests.server.websockets import WebClients

A_MOMENT = ("--close-empty", "0.2", "--close-idle", "0.000002", "--settle", "0")


async def test_tables_that_were_left_are_closed_and_their_games_kept() -> None:
    async def story(web: WebClients) -> tuple[Any, Any]:
        eve = await web.come_in("Eve")
        await eve.ask("surroundings", do="look_around", follow=True)
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        slow = {"turn": 86_400}
        for number in range(1, 4):  # these would wait for days
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, clock=slow)
            assert (await eve.hear("table_listed"))["info"]["table"] == number
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        await bruno.ask("table_shown", do="join_table", table=4)
        for client in (anna, bruno):
            await client.socket.close()
        gone: set[int] = set()
        while gone != {1, 2, 3, 4}:
            told = await eve.hear("table_listed")
            gone |= {told["info"]["table"]} if told["closed"] else set()
        return await web.get("/api/tables"), await web.get("/api/replays/4/positions")

    with serving(*A_MOMENT) as (_, port):
        tables, replay = await at(port, story)
    assert tables == []
    assert replay["head"]["result"] is None
    assert replay["positions"][-1]["record"] == {"record": "table_closed"}
