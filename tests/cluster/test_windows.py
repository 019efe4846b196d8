"""One player in several windows at two nodes, of which one is killed."""

from tests.cluster.nodes import cluster
from tests.conftest import no_coverage
from tests.server.websockets import web_clients
from tests.server.windows import pick_and_play, seated

pytestmark = no_coverage


async def test_windows_at_two_nodes_play_on_after_one_node_is_killed() -> None:
    async with cluster(2) as nodes:
        first, second = (node.ports["web"] for node in nodes.nodes)
        async with web_clients(first) as here, web_clients(second) as there:
            windows, bruno, table = await seated(here, there)
            for actor in windows:
                await pick_and_play(windows, actor, bruno, table)
            await nodes.nodes[0].kill()
            phone = windows[2]
            back = [await there.come_in("Anna", one.token) for one in windows[:2]]
            for client in back:
                await client.ask("table_shown", do="watch", table=table, closely=True)
            for actor in (phone, *back):
                await pick_and_play([phone, *back], actor, bruno, table)
            await phone.socket.close()
            await back[0].socket.close()
            await bruno.ask("surroundings", do="look_around", follow=True)
            await back[1].socket.close()
            gone = await bruno.hear("presence")  # the first: Anna was present throughout
            assert (gone["name"], gone["here"]) == ("Anna", False)
