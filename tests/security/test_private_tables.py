"""Private tables: without the code, the API answers as if they did not exist."""

from tests.server.running import asked
from tests.server.websockets import WebClients, open_web

PRIVATE, NONE = 1, 2


async def assert_hidden(web: WebClients, code: str) -> None:
    for path in ("", "/positions"):
        address = f"http://127.0.0.1:{web.port}/api/replays/{{}}{path}?code={{}}"
        hidden = await asked(address.format(PRIVATE, "x"))
        assert hidden.code == "house/no_such_table"
        assert hidden.body == (await asked(address.format(NONE, "x"))).body
        assert (await asked(address.format(PRIVATE, code))).code == "house/not_over"


async def test_a_private_table_is_not_there_for_strangers_also_while_it_is_played_at() -> None:
    async with open_web() as web:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        opening = {"do": "open_table", "game": "shelfie", "seats": 2, "private": True}
        code = (await anna.ask("table_shown", **opening))["info"]["code"]
        await assert_hidden(web, code)
        await bruno.ask("table_shown", do="join_table", code=code)
        await assert_hidden(web, code)
