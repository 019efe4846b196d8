"""The time of day changes during play: the players' clocks are not affected."""

import time

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.server import WebServer
from tests.server.websockets import web_clients


class TimeOfDay:
    """A wall clock that can be set."""

    ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


async def test_an_hours_jump_of_the_time_of_day_eats_no_bank() -> None:
    metrics, now = Metrics(), TimeOfDay()
    services = Services(MemoryJournal(), Dice(7), now, Bots(BOTS, Dice(7)), metrics)
    dispatcher = Dispatcher(services, AbsencePolicy(settle=0))
    server = WebServer(dispatcher, metrics)
    try:
        async with web_clients(await server.open("127.0.0.1", 0)) as web:
            anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
            table = {"game": "shelfie", "seats": 2, "clock": {"bank": 600}}
            shown = await anna.ask("table_shown", do="open_table", **table)
            await bruno.ask("table_shown", do="join_table", table=shown["info"]["table"])
            now.ahead = 3600.0
            await dispatcher.tick()
            shown = await anna.ask("table_shown", do="watch", table=shown["info"]["table"])
            assert min(shown["left"]) > 590_000
            now.ahead = -3600.0
            await dispatcher.tick()
            assert max((await bruno.ask("table_shown", do="watch", table=1))["left"]) <= 600_000
    finally:
        await server.close()
