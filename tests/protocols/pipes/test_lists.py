"""The lists always fit into a frame and use the document's words."""

from msgspec.structs import replace

from ludoteca.messages import (
    OpenTable,
    Surroundings,
    TableInfo,
)
from ludoteca.protocols.pipes.codecs import LONGEST_FRAME, server_frames, size_of
from ludoteca.protocols.pipes.views import (
    MOST_CHAT,
    MOST_PLAYERS,
    fitting,
    lists_of,
    newest,
    state_of,
)
from ludoteca.protocols.pipes.words import Return
from tests.core.local import shown
from tests.protocols.pipes.programs import PipesServer, lists


def test_long_lists_are_cut_to_fit_into_a_frame() -> None:
    rows = [(f"🐈{number:029}", "Online") for number in range(5000)]
    fit = fitting(rows, MOST_PLAYERS)
    assert 0 < len(fit) < len(rows)
    assert size_of(fit) <= MOST_PLAYERS
    assert fit == rows[: len(fit)]
    lines = [f"anna: {'|' * 500} {number}" for number in range(100)]
    assert newest(lines)[-1] == lines[-1]
    assert size_of(newest(lines)) <= MOST_CHAT
    assert newest(lines[:2]) == lines[:2]


async def some_table(server: PipesServer) -> TableInfo:
    wanda = await server.server.enter("Wanda")
    await wanda.ask(OpenTable(game="shelfie", seats=2))
    return shown(wanda).info


async def test_the_own_match_and_open_ones_are_listed_before_old_ones(server: PipesServer) -> None:
    info = await some_table(server)
    tables = [replace(info, table=n, room=n - 1, started=n % 2 == 0) for n in range(1, 2000)]
    own = tables[1]
    seen = lists_of(Surroundings(("Wanda",), tuple(tables)), own, "Pause", str)
    ids = [int(row[0]) for row in seen.virtualMatchList or []]
    assert ids == sorted(ids)
    assert own.room in ids
    assert {room for room in ids if room != own.room} == set(
        range(1998, 1998 - 2 * len(ids) + 2, -2)
    )
    assert len(server_frames().write(seen)) < LONGEST_FRAME


async def test_match_states_match_the_document(server: PipesServer) -> None:
    # Document, "Join Match Phase": "GameState: WaitingPlayers, Ready, GameGoing, LastRound, Closed"
    info = await some_table(server)
    going = replace(info, started=True)
    assert state_of(info) == "WaitingPlayers"
    assert state_of(replace(info, seats=(info.seats[0], info.seats[0]))) == "Ready"
    assert state_of(going) == "GameGoing"
    assert state_of(going, last_round=True) == "LastRound"
    assert state_of(replace(going, last_round=True)) == "LastRound"
    assert state_of(going, last_round=True, paused=True) == "Pause"
    assert state_of(replace(going, paused=True)) == "Pause"
    assert state_of(replace(going, over=True)) == "Closed"


async def test_table_numbers_are_sent_only_on_request(
    server: PipesServer,
) -> None:
    anna, bruno = [await server.program(name, frames=True) for name in ("anna", "bruno")]
    caller = await server.caller("carla")
    await server.ask(bruno, "createMatch|2")
    for asks in (anna, caller):
        assert lists(asks).virtualTables == ()
        assert Return("listTables", ok=True) in await server.ask(asks, "listTables")
        assert lists(asks).virtualTables == (("0", 1),)
    await server.ask(bruno, "leaveMatch", "createMatch|3")
    assert lists(anna).virtualTables == (("0", 2),)
    assert lists(bruno).virtualTables == ()
