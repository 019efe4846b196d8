"""One player in several windows at one server, over WebSockets."""

from tests.conftest import no_coverage
from tests.server.websockets import open_web
from tests.server.windows import pick_and_play, seated

pytestmark = no_coverage


async def test_two_tabs_and_a_phone_play_one_game() -> None:
    async with open_web() as web:
        windows, bruno, table = await seated(web, web)
        for actor in windows:
            await pick_and_play(windows, actor, bruno, table)
        await windows[1].ask("done", do="say", table=table, text="good game")
        for client in (windows[0], windows[2], bruno):
            assert (await client.hear("said"))["text"] == "good game"
        around = await bruno.ask("surroundings", do="look_around", follow=True)
        assert (around["people"], around["online"]) == (["Anna", "Bruno"], 2)
        for client in windows[:2]:
            await client.socket.close()
        await windows[2].socket.close()
        gone = await bruno.hear("presence")  # the first and only one
        assert (gone["name"], gone["here"]) == ("Anna", False)


async def test_the_ninth_connection_closes_the_one_idle_longest() -> None:
    async with open_web() as web:
        first = await web.come_in("Anna")
        others = [await web.come_in("Anna", first.token) for _ in range(7)]
        await first.ask("surroundings", do="look_around")
        await web.come_in("Anna", first.token)
        assert (await others[0].hear("farewell"))["code"] == "house/taken_over"
        for client in (first, *others[1:]):
            await client.ask("surroundings", do="look_around")
