"""Two nodes that share their ports, one of which is drained: nobody who plays there notices it."""

import signal

from tests.app.servers import serving
from tests.conftest import no_coverage
from tests.nats import nats_server
from tests.postgres import fresh_database
from tests.server.websockets import WebClients, web_clients


async def node_of(web: WebClients) -> str:
    """The node that answers a new connection."""
    async with web_clients(web.port) as new:
        info = next(line for line in await new.metrics() if line.startswith("ludoteca_node_info{"))
    return info.split('"')[1]


@no_coverage
async def test_a_node_that_drains_keeps_its_players_and_gets_no_new_ones() -> None:
    shared = ("--reuse-port", "on")
    settings = {"LUDOTECA_JOURNAL": await fresh_database()}
    with nats_server() as nats:
        settings["LUDOTECA_BUS"] = nats.url
        with serving(*shared, "--node", "old", environment=settings) as (old, port):
            async with web_clients(port) as web:
                anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
                await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
                shown = await bruno.ask("table_shown", do="join_table", table=1)
                players = [anna, bruno]
                where = ("--web", str(port), "--node", "new")
                with serving(*shared, *where, environment=settings):
                    old.send_signal(signal.SIGUSR1)
                    while {await node_of(web) for _ in range(12)} != {"new"}:
                        pass  # its ports close in a moment
                    mover = players[shown["view"]["turn"]]
                    moves = (await mover.ask("moves", do="ask_moves", table=1))["moves"]
                    await mover.ask("table_news", do="play", table=1, move=moves[0])
                    assert old.poll() is None
                    await anna.ask("done", do="resign", table=1)  # the game is over
                    for player in players:
                        assert (await player.hear("farewell"))["code"] == "house/closing"
                    assert old.wait(30) == 0
                    anna = await web.come_in("Anna", anna.token)
                    over = await anna.ask("table_shown", do="watch", table=1)
                    assert over["info"]["over"]
