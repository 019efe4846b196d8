"""Set-up and common steps for tests of the `commands` protocol."""

from msgspec.structs import replace

from ludoteca.games.renaissance import (
    CARDS,
    Board,
    DiscardResource,
    EndTurn,
    Goods,
    Phase,
    Resource,
    ReturnLeader,
    State,
    TakeBonus,
    TakeMarbles,
    Way,
)
from ludoteca.messages import (
    OpenTable,
    Play,
)
from ludoteca.protocols.commands.words import Containers
from tests.core.local import LocalClient, keeper_of, raw
from tests.protocols.commands.local import Client, CommandsServer, container, said
from tests.protocols.commands.tcp import Program, TcpClients

RICH = Goods(9, 9, 9, 9)
GREEN = 1  # a level-1 card of the rules that costs two shields


def arrange(server: CommandsServer | TcpClients, **board: object) -> None:
    """Put things on alice's board that would take many turns to collect."""
    keeper = keeper_of(server.dispatcher)
    state: State = keeper.table.state
    boards = list(state.boards)
    boards[0] = replace(boards[0], **board)
    keeper.table = replace(keeper.table, state=replace(state, boards=tuple(boards)))


def board_of(server: CommandsServer | TcpClients, seat: int = 0) -> Board:
    state: State = keeper_of(server.dispatcher).table.state
    return state.boards[seat]


def phase_of(server: CommandsServer) -> Phase:
    state: State = keeper_of(server.dispatcher).table.state
    return state.phase


async def again(server: CommandsServer, client: Client) -> Client:
    """Reconnect a player and return the new client, which has received the full state again."""
    server.drop(client)
    back = server.client(client.label)
    await back.says("LOGIN", info=client.label)
    return back


async def rich(server: CommandsServer, **board: object) -> list[Client]:
    """Return alice, to move and with these additional things, and bob."""
    alice, bob = await server.begun("alice", "bob")
    arrange(server, **{"strongbox": RICH, **board})
    alice = await again(server, alice)
    bob.news()
    return [alice, bob]


async def rich_match(tcp: TcpClients) -> tuple[Program, Program]:
    """Return the same two players over sockets."""
    alice, bob = await tcp.begun("alice", "bob")
    arrange(tcp, strongbox=RICH)
    alice.writer.close()
    await bob.reply("# alice has lost the connection: the match waits a while")
    back = await tcp.program("alice")
    await back.until("PING")
    await bob.reply("# alice is back")
    return back, bob


def hand_of(client: Client) -> tuple[int, ...]:
    hand: tuple[int, ...] = next(one.cards for one in client.heard if one.command == "NOTIFY_HAND")  # type: ignore[attr-defined]
    return hand


async def take_and_throw(client: Client) -> None:
    """Take resources and discard all of them."""
    heard = await client.says("PICK_FROM_MARKET", selection="row", num=1)
    while isinstance(heard[-1], Containers):
        resource = str(heard[-1].containers[0].resource)
        heard = await client.says("SEND_DEPOSIT_ID", **container(resource, 1, "DEPOSIT", 0))
    assert heard[-1].command == "MARKET_OK"


def offer(server: CommandsServer | TcpClients, level: int = 1) -> int:
    """Return a card on offer by its number in the rules."""
    state: State = keeper_of(server.dispatcher).table.state
    return next(deck[0] for deck in state.decks if deck and CARDS[deck[0]].level == level)


async def filled(client: Client, *fill: str) -> list[str]:
    await client.says("PRODUCE", slots=(0,))
    return said(await client.says("FILL_QM", resources=fill))


async def at_a_table_with(server: CommandsServer, **options: object) -> tuple[LocalClient, Client]:
    """Start a match between Anna, who uses a browser, and bob, who moves first."""
    bob = await server.named("bob")
    anna = await server.enter("anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, **options))  # type: ignore[arg-type]
    keeper = keeper_of(server.dispatcher)
    await bob.says("JOIN_LOBBY", name="table-1")
    for person in (0, 1):
        for leader in keeper.table.state.boards[person].hand[2:]:
            move = raw(ReturnLeader(leader))
            asks = anna if person == 0 else bob
            await server.dispatcher.handle(asks, Play(table=1, move=move))
    await server.dispatcher.handle(bob, Play(table=1, move=raw(TakeBonus(Resource.COIN, 2))))
    await pass_turn(anna)
    await server.settle()
    assert bob.news()[-1].command == "NOTIFY_TURN_CHANGE"
    return anna, bob


async def pass_turn(anna: LocalClient) -> None:
    """Take resources, discard all of them and end the turn."""
    keeper = keeper_of(anna.dispatcher)
    await anna.ask(Play(table=1, move=raw(TakeMarbles(Way.ROW, 0))))
    while keeper.table.state.taken.total():
        resource = next(keeper.table.state.taken.each())[0]
        await anna.ask(Play(table=1, move=raw(DiscardResource(resource))))
    await anna.ask(Play(table=1, move=raw(EndTurn())))
